import { buildQuatTrack, buildVec3Track, type QuatTrack, type Vec3Track } from '@leib/core';

/**
 * Tracks of a loop: the keys are repeated before and after, so that the curve's tangents at the seam are those of one
 * endless movement and the loop has no corner.
 */
export function buildLoopVec3Track(keys: Parameters<typeof buildVec3Track>[0], loopSeconds: number): Vec3Track {
  return buildVec3Track(aroundTheSeam(keys, loopSeconds));
}

export function buildLoopQuatTrack(keys: Parameters<typeof buildQuatTrack>[0], loopSeconds: number): QuatTrack {
  return buildQuatTrack(aroundTheSeam(keys, loopSeconds));
}

/** Two keys more on either side: a tangent looks one key ahead and one back. */
function aroundTheSeam<Key extends { readonly time: number }>(keys: readonly Key[], loopSeconds: number): Key[] {
  const shifted = (some: readonly Key[], by: number) => some.map((key) => ({ ...key, time: key.time + by }));
  return [...shifted(keys.slice(-2), -loopSeconds), ...keys, ...shifted(keys.slice(0, 3), loopSeconds)];
}
