import type { FootSole, Skeleton } from './skeleton.js';

/**
 * Gives a body other lengths: one linear map per joint, applied to everything attached to that joint. Skin and bones
 * use the same maps, so the skin does not tear (three's createRigStretch).
 */
export interface SkeletonStretch {
  /** Symmetric linear maps about the joints, axes of the rest pose: xx yy zz xy xz yz. jointCount x 6. */
  readonly maps: Float64Array;
  /** Added to each joint's offset after its parent's map, axes of the rest pose, metres; includes the root's position. jointCount x 3. */
  readonly moves: Float64Array;
}

export const STRETCH_MAP_SIZE = 6;

/** A stretch that changes nothing. */
export function createSkeletonStretch({ jointCount }: Skeleton): SkeletonStretch {
  const maps = new Float64Array(jointCount * STRETCH_MAP_SIZE);
  for (let at = 0; at < maps.length; at += STRETCH_MAP_SIZE) maps.fill(1, at, at + 3);
  return { maps, moves: new Float64Array(jointCount * 3) };
}

/** Stretches everything attached to a joint along the axes of the rest pose. */
export function stretchAlongAxes(stretch: SkeletonStretch, joint: number, x: number, y: number, z: number): void {
  const at = joint * STRETCH_MAP_SIZE;
  stretch.maps[at] *= x;
  stretch.maps[at + 1] *= y;
  stretch.maps[at + 2] *= z;
}

/** Makes everything attached to a joint longer along a unit direction, but not thicker: I + (ratio - 1) d d^T. */
export function stretchAlong(
  stretch: SkeletonStretch,
  joint: number,
  direction: ArrayLike<number>,
  ratio: number,
): void {
  const { maps } = stretch;
  const at = joint * STRETCH_MAP_SIZE;
  const [x, y, z] = [direction[0], direction[1], direction[2]];
  const more = ratio - 1;
  maps.set([1 + more * x * x, 1 + more * y * y, 1 + more * z * z, more * x * y, more * x * z, more * y * z], at);
}

/** The same joints with the stretched lengths: offset = map of the parent . offset + move. */
export function stretchSkeleton(skeleton: Skeleton, { maps, moves }: SkeletonStretch): Skeleton {
  const { jointCount, parents, restOffsets: from } = skeleton;
  const restOffsets = new Float64Array(jointCount * 3);
  const restWorldPositions = new Float64Array(jointCount * 3);
  for (let joint = 0; joint < jointCount; joint++) {
    const at = joint * 3;
    const parent = parents[joint];
    const [x, y, z] = [from[at], from[at + 1], from[at + 2]];
    const m = Math.max(0, parent) * STRETCH_MAP_SIZE;
    const offset =
      parent < 0
        ? [x, y, z]
        : [
            maps[m] * x + maps[m + 3] * y + maps[m + 4] * z,
            maps[m + 3] * x + maps[m + 1] * y + maps[m + 5] * z,
            maps[m + 4] * x + maps[m + 5] * y + maps[m + 2] * z,
          ];
    for (let k = 0; k < 3; k++) {
      restOffsets[at + k] = offset[k] + moves[at + k];
      restWorldPositions[at + k] = restOffsets[at + k] + (parent < 0 ? 0 : restWorldPositions[parent * 3 + k]);
    }
  }
  const [left, right] = skeleton.soles;
  return { ...skeleton, restOffsets, restWorldPositions, soles: [stretchSole(left, maps), stretchSole(right, maps)] };
}

function stretchSole(sole: FootSole | null, maps: Float64Array): FootSole | null {
  if (sole === null) return null;
  const [, y, z] = maps.subarray(sole.joint * STRETCH_MAP_SIZE);
  return { ...sole, below: sole.below * y, ahead: sole.ahead * z, behind: sole.behind * z };
}
