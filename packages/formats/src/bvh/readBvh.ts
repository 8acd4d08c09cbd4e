import { type ByteSource, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/gzip.js';
import { type BvhMotion, type BvhMotionOptions, motionFromBvh } from './motionFromBvh.js';
import { parseBvh } from './parseBvh.js';

/** Reads a BVH file, gzip'd or not. Throws FormatError with line and reason. */
export async function readBvh(source: ByteSource, options: BvhMotionOptions = {}): Promise<BvhMotion> {
  return motionFromBvh(parseBvh(await gunzipIfNeeded(await toBytes(source))), options);
}
