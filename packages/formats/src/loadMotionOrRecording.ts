import type { Motion } from '@leib/core';
import type { TrackingRecording } from '@leib/tracking';
import { type BvhMotionOptions, type BvhReport, motionFromBvh } from './bvh/motionFromBvh.js';
import { parseBvh } from './bvh/parseBvh.js';
import { FormatError } from './formatError.js';
import { type GltfMotionOptions, type GltfReport, readGltfMotion } from './gltf/readGltfMotion.js';
import { type ByteSource, toBytes } from './io/bytes.js';
import { gunzipIfNeeded } from './io/unpack.js';
import { readJointsLines } from './lines/jointsLines.js';
import { readTrackingLines } from './lines/trackingLines.js';
import { type ReadRecording, readRecording } from './mcap/readRecording.js';
import type { JointsRecording } from './recording/jointsRecording.js';
import { sniffFormat } from './sniffFormat.js';

/** Whatever a file turned out to hold. */
export type Loaded =
  | { readonly kind: 'motion'; readonly motion: Motion; readonly report: BvhReport | GltfReport }
  | { readonly kind: 'tracking'; readonly tracking: TrackingRecording }
  | { readonly kind: 'joints'; readonly joints: JointsRecording }
  | ({ readonly kind: 'recording' } & ReadRecording);

export interface LoadOptions {
  readonly bvh?: BvhMotionOptions;
  readonly gltf?: GltfMotionOptions;
}

/** Reads any file this package knows, gzip'd or not. Throws FormatError with place and reason. */
export async function loadMotionOrRecording(
  source: ByteSource,
  fileName: string,
  options: LoadOptions = {},
): Promise<Loaded> {
  const bytes = await gunzipIfNeeded(await toBytes(source));
  const name = baseName(fileName);
  if (bytes.length === 0) throw new FormatError('file', `"${fileName}"`, 'is empty');
  switch (sniffFormat(bytes, fileName.replace(/\.gz$/i, ''))) {
    case 'bvh':
      return { kind: 'motion', ...motionFromBvh(parseBvh(bytes), { name, ...options.bvh }) };
    case 'glb':
    case 'gltf':
    case 'vrm':
    case 'vrma':
      return { kind: 'motion', ...(await readGltfMotion(bytes, { name, ...options.gltf })) };
    case 'tracking':
      return { kind: 'tracking', tracking: readTrackingLines(bytes) };
    case 'joints':
      return { kind: 'joints', joints: readJointsLines(bytes) };
    case 'mcap':
      return { kind: 'recording', ...(await readRecording(bytes)) };
    case 'feed':
      throw new FormatError(
        'file',
        `"${fileName}"`,
        'is a recorded feed of loose trackers, not a motion: open it in the studio’s room Wear',
      );
    case 'hand':
      throw new FormatError(
        'file',
        `"${fileName}"`,
        'is a recorded hand, not a motion: open it in the studio’s room Puppet, or play it with leib puppet play',
      );
    case 'c3d':
      throw new FormatError(
        'C3D',
        `"${fileName}"`,
        'holds loose markers, not a skeleton’s motion: leib convert fits a body to them, readC3d() reads them as they are',
      );
    case 'gzip':
      throw new FormatError('gzip', `"${fileName}"`, 'is packed twice');
    case 'unknown':
      throw new FormatError(
        'file',
        `"${fileName}"`,
        'is none of BVH, leib-tracking/1, leib-joints/1, MCAP, GLB/VRMA/glTF (each may be gzipped)',
      );
  }
}

/** "takes/walk.bvh.gz" -> "walk" */
function baseName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  return last.replace(/\.gz$/i, '').replace(/\.[^.]+$/, '') || 'motion';
}
