import { type ByteSource, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/gzip.js';
import type { C3dFile } from './c3dFile.js';
import { parseC3d } from './parseC3d.js';

/** Reads a C3D file, gzip'd or not. Throws FormatError with byte and reason. */
export async function readC3d(source: ByteSource): Promise<C3dFile> {
  return parseC3d(await gunzipIfNeeded(await toBytes(source)));
}
