import { looksLikeBvh } from './bvh/parseBvh.js';
import { looksLikeC3d } from './c3d/parseC3d.js';
import { looksLikeGlb, readGlb } from './gltf/glb.js';
import { textOf } from './io/bytes.js';
import { isGzip } from './io/unpack.js';
import { looksLikeMcap } from './mcap/messageSource.js';

/** What a file is: by its content first, by its name only where the content leaves it open. */
export type SniffedFormat =
  | 'bvh'
  | 'tracking'
  | 'joints'
  /** A recorded tracker feed: devices that are not assigned to joints yet. */
  | 'feed'
  /** A recorded hand, which plays a puppet. */
  | 'hand'
  | 'c3d'
  | 'mcap'
  | 'glb'
  | 'gltf'
  | 'vrm'
  | 'vrma'
  | 'gzip'
  | 'unknown';

/** How much of the beginning is looked at; headers with a skeleton inside are a few kilobytes. */
const lookAt = 64 * 1024;

/**
 * What kind of file bytes are. `vrm` is an avatar, `vrma` a VRM animation, `glb` any other binary glTF. gzip is
 * returned as such: unpack it and call again.
 */
export function sniffFormat(bytes: Uint8Array, fileName = ''): SniffedFormat {
  const name = fileName.toLowerCase();
  if (isGzip(bytes)) return 'gzip';
  if (looksLikeMcap(bytes)) return 'mcap';
  if (looksLikeGlb(bytes)) return sniffGlb(bytes, name);
  if (looksLikeBvh(bytes)) return 'bvh';
  const start = textOf(bytes.subarray(0, lookAt)).trimStart();
  if (start.startsWith('{')) {
    const format = /"format"\s*:\s*"([^"]*)"/.exec(start.slice(0, firstLineEnd(start)))?.[1];
    if (format?.startsWith('leib-tracking/')) return 'tracking';
    if (format?.startsWith('leib-joints/')) return 'joints';
    if (format?.startsWith('leib-feed-recording/')) return 'feed';
    if (format?.startsWith('leib-hand/')) return 'hand';
    if (/"asset"\s*:/.test(start) || name.endsWith('.gltf')) return 'gltf';
  }
  return looksLikeC3d(bytes) ? 'c3d' : 'unknown';
}

function sniffGlb(bytes: Uint8Array, name: string): SniffedFormat {
  const byName = name.endsWith('.vrma') ? 'vrma' : name.endsWith('.vrm') ? 'vrm' : 'glb';
  try {
    const { extensions = {} } = readGlb(bytes).json;
    if ('VRMC_vrm_animation' in extensions) return 'vrma';
    return 'VRMC_vrm' in extensions || 'VRM' in extensions ? 'vrm' : 'glb';
  } catch {
    // Cut off or only the beginning of a file: its reader reports what is wrong.
    return byName;
  }
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end;
}
