import { createVec3, multiplyFlat, type Vec3, vec3 } from '@leib/core';
import { type BvhBodySource, bvhWorldPositions, createBvhBodyPose, readBvhBodyPose } from './bvhBodyPose.js';

/** A body in some frames of its file, evenly spread: what guesses about the file are made from. World space, file units. */
export interface BvhSamples {
  readonly count: number;
  readonly jointCount: number;
  /** count x jointCount x 3. */
  readonly positions: Float64Array;
  /** count x jointCount x 4. */
  readonly rotations: Float64Array;
}

/** More frames tell nothing new about axes and rest. */
const mostSamples = 240;

export function sampleBvhBody(source: BvhBodySource, firstFrame: number): BvhSamples {
  const { file, body } = source;
  const jointCount = body.names.length;
  const available = file.frameCount - firstFrame;
  const count = Math.min(available, mostSamples);
  const positions = new Float64Array(count * jointCount * 3);
  const rotations = new Float64Array(count * jointCount * 4);
  const pose = createBvhBodyPose(file, body);
  for (let sample = 0; sample < count; sample++) {
    readBvhBodyPose(source, firstFrame + Math.floor((sample * available) / count), pose);
    positions.set(bvhWorldPositions(body, pose), sample * jointCount * 3);
    rotations.set(worldRotations(body.parents, pose.rotations), sample * jointCount * 4);
  }
  return { count, jointCount, positions, rotations };
}

/** World rotations of local ones, whose root is in world space. jointCount x 4. */
export function worldRotations(parents: ArrayLike<number>, local: Float64Array): Float64Array {
  const world = local.slice();
  for (let joint = 1; joint < parents.length; joint++) {
    multiplyFlat(world, joint * 4, world, parents[joint] * 4, local, joint * 4);
  }
  return world;
}

/** Positions of one sample. jointCount x 3. */
export function samplePositions({ positions, jointCount }: BvhSamples, sample: number): Float64Array {
  return positions.subarray(sample * jointCount * 3, (sample + 1) * jointCount * 3);
}

/** From one joint to another. */
export function jointVector(positions: ArrayLike<number>, from: number, to: number): Vec3 {
  return createVec3(
    positions[to * 3] - positions[from * 3],
    positions[to * 3 + 1] - positions[from * 3 + 1],
    positions[to * 3 + 2] - positions[from * 3 + 2],
  );
}

/** Unit vector from one joint to another; zeros where they are in one place or one of them is missing. */
export function jointDirection(positions: ArrayLike<number>, from: number | undefined, to: number | undefined): Vec3 {
  if (from === undefined || to === undefined) return createVec3();
  const vector = jointVector(positions, from, to);
  return vec3.normalize(vector, vector);
}
