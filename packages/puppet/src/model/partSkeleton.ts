import { buildSkeleton, InputError, multiplyFlat, type Pose, type RawJoint, type Skeleton } from '@leib/core';
import type { PuppetPart } from '../file/puppetFile.js';

/** Joint 0 of a puppet's skeleton is the whole puppet; part i of the model is joint i + 1. */
export const WHOLE = 0;

/** Where a part turns, model space. */
export function pivotOf({ shape }: PuppetPart): readonly [number, number, number] {
  return shape.kind === 'bone' ? shape.from : shape.pivot;
}

/** Where a part ends, model space: the end of a bone; for a box the far side, seen from its pivot. */
export function endOf({ shape }: PuppetPart): readonly [number, number, number] {
  if (shape.kind === 'bone') return shape.to;
  const { pivot, centre } = shape;
  return [2 * centre[0] - pivot[0], 2 * centre[1] - pivot[1], 2 * centre[2] - pivot[2]];
}

/** Parts with parents before their children, in the file's order where that is free. */
export function sortParts(parts: readonly PuppetPart[]): PuppetPart[] {
  const sorted: PuppetPart[] = [];
  const placed = new Set<string>();
  let left = [...parts];
  while (left.length > 0) {
    const ready = left.filter(({ parent }) => parent === null || placed.has(parent));
    if (ready.length === 0) throw new InputError('parts', `expected a tree, got a ring through "${left[0].name}"`);
    for (const part of ready) placed.add(part.name);
    sorted.push(...ready);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return sorted;
}

/** The parts (parents first) as a skeleton whose joints are their pivots. */
export function buildPartSkeleton(parts: readonly PuppetPart[]): Skeleton {
  const pivots = new Map(parts.map((part) => [part.name, pivotOf(part)]));
  const joints: RawJoint[] = [{ name: ' puppet', offset: [0, 0, 0] }];
  for (const part of parts) {
    const at = pivotOf(part);
    const from = part.parent === null ? [0, 0, 0] : pivots.get(part.parent);
    if (!from) throw new InputError('parts', `expected a part named "${part.parent}", got none`);
    const offset: [number, number, number] = [at[0] - from[0], at[1] - from[1], at[2] - from[2]];
    joints.push({ name: part.name, parent: part.parent ?? ' puppet', offset });
  }
  return buildSkeleton(joints);
}

/**
 * World places and rotations of all parts. Parts that hang on the whole puppet may be shifted from their rest place:
 * `offsets` has three numbers per part, in the puppet's frame; those of other parts are not read.
 */
export function updatePartPoses(skeleton: Skeleton, pose: Pose, offsets: Float64Array): void {
  const { jointCount, parents, restOffsets } = skeleton;
  const { rootPosition, localRotations: local, worldPositions: at, worldRotations: q } = pose;
  at.set(rootPosition);
  for (let i = 0; i < 4; i++) q[i] = local[i];
  for (let joint = 1; joint < jointCount; joint++) {
    const parent = parents[joint];
    const p = parent * 4;
    const o = joint * 3;
    const isFree = parent === WHOLE;
    const x = restOffsets[o] + (isFree ? offsets[o - 3] : 0);
    const y = restOffsets[o + 1] + (isFree ? offsets[o - 2] : 0);
    const z = restOffsets[o + 2] + (isFree ? offsets[o - 1] : 0);
    const qx = q[p];
    const qy = q[p + 1];
    const qz = q[p + 2];
    const qw = q[p + 3];
    const tx = 2 * (qy * z - qz * y);
    const ty = 2 * (qz * x - qx * z);
    const tz = 2 * (qx * y - qy * x);
    at[o] = at[parent * 3] + x + qw * tx + qy * tz - qz * ty;
    at[o + 1] = at[parent * 3 + 1] + y + qw * ty + qz * tx - qx * tz;
    at[o + 2] = at[parent * 3 + 2] + z + qw * tz + qx * ty - qy * tx;
    multiplyFlat(q, joint * 4, q, p, local, joint * 4);
  }
}

/** Parts per place at the most. */
export const BOUND_PARTS = 4;

/** Which parts carry each place of a mesh ("cut"). A place that no part reaches goes with the whole puppet. */
export interface PartBinding {
  /** Joints of the puppet's skeleton (0: the whole puppet, part i + 1), heaviest first; unused ones 0. placeCount x 4. */
  readonly joints: Uint8Array;
  /** Sum 1 for each place. placeCount x 4. */
  readonly weights: Float32Array;
}
