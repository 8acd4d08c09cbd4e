import {
  createPose,
  createQuat,
  type HumanoidBone,
  jointOfBone,
  type Motion,
  type Pose,
  quat,
  type Skeleton,
  sampleMotion,
  smoothStep,
  updateWorldPose,
} from '@leib/core';
import { jointsOfBones } from './combination.js';
import { headingOf, mixRotation } from './placedPiece.js';

/** Some joints of a take at a time in the combination. */
export interface PlacedLayer {
  /** The take, on the combination's skeleton. */
  readonly motion: Motion;
  /** Seconds of the take. */
  readonly from: number;
  readonly to: number;
  /** When it begins in the combination, seconds. */
  readonly start: number;
  readonly blend: number;
  readonly orientation: 'joint' | 'world';
  /** 1 for the joints that it moves. */
  readonly members: Uint8Array;
  /**
   * For joints at which the layer meets the body below it: over how many joints from here up the two are matched, so
   * that no single one bends by all of it. 0 for others.
   */
  readonly seams: Uint8Array;
}

const trunkBones = ['spine', 'chest', 'upperChest'] as const;

/** Members and seams of a layer on a skeleton. */
export function buildLayerJoints(
  skeleton: Skeleton,
  bones: ReadonlySet<HumanoidBone>,
): Pick<PlacedLayer, 'members' | 'seams'> {
  const members = jointsOfBones(skeleton, bones);
  const seams = new Uint8Array(skeleton.jointCount);
  const trunk = trunkBones.map((bone) => jointOfBone(skeleton, bone)).filter((joint) => joint >= 0 && members[joint]);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    if (members[joint] && (parent < 0 || !members[parent])) seams[joint] = 1;
  }
  // The trunk is matched along all of its joints that the layer moves.
  if (trunk.length > 0 && seams[trunk[0]]) {
    trunk.forEach((joint, i) => {
      seams[joint] = trunk.length - i;
    });
  }
  return { members, seams };
}

/** Poses that a layer is worked out in. */
export interface LayerWork {
  readonly layerPose: Pose;
  /** World rotations of the combination with the layer at full weight. */
  readonly worldRotations: Float64Array;
  /** The layer's local rotations, matched to the body. */
  readonly localRotations: Float64Array;
}

export function createLayerWork(skeleton: Skeleton): LayerWork {
  return {
    layerPose: createPose(skeleton),
    worldRotations: new Float64Array(skeleton.jointCount * 4),
    localRotations: new Float64Array(skeleton.jointCount * 4),
  };
}

/** Lays a layer over the combination's pose at a time. `durationSeconds` is that of the combination. */
export function layGroups(
  layer: PlacedLayer,
  work: LayerWork,
  time: number,
  durationSeconds: number,
  pose: Pose,
): void {
  const weight = layerWeight(layer, time, durationSeconds);
  if (weight === 0) return;
  const { motion, members } = layer;
  sampleMotion(motion, layer.from + time - layer.start, work.layerPose);
  work.localRotations.set(work.layerPose.localRotations);
  if (layer.orientation === 'world') keepLeaning(layer, work, pose);
  for (let joint = 0; joint < members.length; joint++) {
    if (members[joint]) mixRotation(pose.localRotations, joint * 4, pose.localRotations, work.localRotations, weight);
  }
}

/** A layer comes and goes smoothly, except where the combination begins or ends with it. */
function layerWeight({ start, from, to, blend }: PlacedLayer, time: number, durationSeconds: number): number {
  const end = start + to - from;
  if (time < start - 1e-9 || time > end + 1e-9) return 0;
  const rise = start <= 1e-9 || blend === 0 ? 1 : smoothStep(time, start, start + blend);
  const fall = end >= durationSeconds - 1e-9 || blend === 0 ? 1 : 1 - smoothStep(time, end - blend, end);
  return Math.min(rise, fall);
}

// Scratch: every call of keepLeaning() writes these before reading them.
const turn = createQuat();
const wishWorld = createQuat();
const jointWorld = createQuat();
const parentInverse = createQuat();

/**
 * Turns the joints at the seam so that the layer's part has the rotation in the world that it had in its take, about the
 * heading of the pelvis below it now.
 */
function keepLeaning({ motion, members, seams }: PlacedLayer, work: LayerWork, pose: Pose): void {
  const { skeleton } = motion;
  const { layerPose, worldRotations, localRotations } = work;
  updateWorldPose(skeleton, pose);
  updateWorldPose(skeleton, layerPose);
  worldRotations.set(pose.worldRotations);
  quat.setAxisAngle(turn, [0, 1, 0], headingOf(skeleton, pose) - headingOf(skeleton, layerPose));
  for (let joint = 0; joint < members.length; joint++) {
    const parent = skeleton.parents[joint];
    const at = joint * 4;
    const local = members[joint] ? localRotations : pose.localRotations;
    for (let k = 0; k < 4; k++) jointWorld[k] = local[at + k];
    if (parent >= 0) {
      const parentWorld = worldRotations.subarray(parent * 4, parent * 4 + 4);
      quat.multiply(jointWorld, parentWorld, jointWorld);
      quat.conjugate(parentInverse, parentWorld);
    } else quat.identity(parentInverse);
    if (members[joint] && seams[joint] > 0) {
      for (let k = 0; k < 4; k++) wishWorld[k] = layerPose.worldRotations[at + k];
      quat.multiply(wishWorld, turn, wishWorld);
      quat.slerp(jointWorld, jointWorld, wishWorld, 1 / seams[joint]);
      const matched = quat.multiply(wishWorld, parentInverse, jointWorld);
      for (let k = 0; k < 4; k++) localRotations[at + k] = matched[k];
    }
    for (let k = 0; k < 4; k++) worldRotations[at + k] = jointWorld[k];
  }
}
