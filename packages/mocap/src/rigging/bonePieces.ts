import type { HumanoidBone } from '@leib/core';
import { isInsideGrid, type SolidGrid } from '@leib/formats/volume';
import { listRigPoints, presentParent, type RigPoint, type RigPoints } from './rigPoints.js';

/** Bones as lines: from a bone's joint to each joint that hangs on it, or to the end of the limb. */
export interface BonePieces {
  readonly bones: readonly HumanoidBone[];
  /** Index of each bone's parent; -1 for the hips. */
  readonly parents: Int16Array;
  /** Joints. boneCount x 3. */
  readonly joints: Float64Array;
  /** Bone of each piece, and its two ends. pieceCount, pieceCount x 6. */
  readonly pieceBones: Int16Array;
  readonly ends: Float64Array;
}

/** Builds the pieces of a complete set of points. */
export function buildBonePieces(points: RigPoints, grid: SolidGrid): BonePieces {
  const listed = listRigPoints(points);
  const bones = listed.map(([bone]) => bone);
  const parents = Int16Array.from(bones, (bone) => {
    const parent = presentParent(points, bone);
    return parent === null ? -1 : bones.indexOf(parent);
  });
  const pieceBones: number[] = [];
  const ends: number[] = [];
  listed.forEach(([bone, point], b) => {
    const children = listed.filter((_, child) => parents[child] === b);
    const tips = children.length > 0 ? children.map(([, tip]) => tip) : [limbTip(points, bone, point, grid)];
    for (const tip of tips) {
      pieceBones.push(b);
      ends.push(...point, ...tip);
    }
  });
  return {
    bones,
    parents,
    joints: Float64Array.from(listed.flatMap(([, point]) => point)),
    pieceBones: Int16Array.from(pieceBones),
    ends: Float64Array.from(ends),
  };
}

/** Where the last bone of a limb ends: as far along its way as the mesh reaches. */
function limbTip(points: RigPoints, bone: HumanoidBone, start: RigPoint, grid: SolidGrid): RigPoint {
  const way = tipWay(points, bone, start);
  const length = Math.hypot(...way);
  const { cell } = grid;
  const at = (distance: number) =>
    start.map((value, k) => value + (way[k] / length) * distance) as [number, number, number];
  let reach = 0;
  for (let step = cell / 2, out = 0; step < length && out < 4; step += cell / 2) {
    if (isInsideGrid(grid, at(step))) {
      reach = step;
      out = 0;
    } else out++;
  }
  // The skin ends a little after the bone does.
  return at(Math.max(reach - 2 * cell, cell));
}

/** Direction of a last bone; its length is the farthest that it may reach. */
function tipWay(points: RigPoints, bone: HumanoidBone, start: RigPoint): [number, number, number] {
  const parent = presentParent(points, bone);
  const from = parent === null ? start : (points[parent] as RigPoint);
  const along = start.map((value, k) => value - from[k]) as [number, number, number];
  const length = Math.hypot(...along) || 1;
  if (bone === 'head' || bone === 'neck') return [0, 3 * length, 0];
  if (bone.endsWith('Foot')) return [0, -0.35 * length, 0.8 * length];
  if (bone.endsWith('Toes')) return [along[0], 0, Math.max(along[2], 0.5 * length)];
  return bone.endsWith('Hand') ? along : scaled(along, 1.5);
}

function scaled(v: readonly number[], factor: number): [number, number, number] {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}
