import {
  createQuat,
  createVec3,
  type HumanoidBone,
  jointOfBone,
  mirrorBone,
  quat,
  type Skeleton,
  vec3,
} from '@leib/core';
import { jointRank, type MeasuredJoints } from './measuredJoints.js';

/** Good frames of which the median is a bone's length: half a second to a second. */
const SAMPLE_COUNT = 60;

/** Shorter than this is no bone, longer than this no person's; metres. */
const LEAST_LENGTH = 0.02;
const MOST_LENGTH = 0.9;

/** Bones whose length is the distance between two joints that different bodies tell. */
const measurableBones: readonly HumanoidBone[] = [
  'head',
  'leftLowerArm',
  'rightLowerArm',
  'leftHand',
  'rightHand',
  'leftLowerLeg',
  'rightLowerLeg',
  'leftFoot',
  'rightFoot',
  'leftToes',
  'rightToes',
];

/** Length of one bone while it is being measured: from the joint above to the bone's own joint. */
export interface BoneLength {
  readonly bone: HumanoidBone;
  readonly joint: number;
  readonly parent: number;
  /** Vectors from the joint above, in its own frame where a body tells it, else only their length is of use. x 3. */
  readonly samples: Float64Array;
  count: number;
  /** Whether the samples are vectors in the upper joint's frame. */
  hasDirection: boolean;
  /** Offset from the joint above, metres, once it is known. */
  offset: readonly [number, number, number] | null;
  /** Why it could not be taken; null as long as it could. */
  problem: string | null;
}

/** Lengths that are taken from the actor once. */
export interface ActorLengths {
  readonly bones: readonly BoneLength[];
}

export function createActorLengths(skeleton: Skeleton): ActorLengths {
  const bones = measurableBones.flatMap((bone): BoneLength[] => {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) return [];
    const parent = skeleton.parents[joint];
    const samples = new Float64Array(SAMPLE_COUNT * 3);
    return [{ bone, joint, parent, samples, count: 0, hasDirection: false, offset: null, problem: null }];
  });
  return { bones };
}

const rotation = createQuat();
const offset = createVec3();

/** Takes samples from a frame; true when a bone's length has become known. */
export function stepActorLengths(lengths: ActorLengths, skeleton: Skeleton, measured: MeasuredJoints): boolean {
  let isNew = false;
  for (const bone of lengths.bones) {
    if (bone.offset !== null || bone.problem !== null) continue;
    if (!takeSample(bone, measured)) continue;
    if (bone.count < SAMPLE_COUNT) continue;
    finishBone(bone, skeleton);
    isNew ||= bone.offset !== null;
  }
  return isNew;
}

function takeSample(bone: BoneLength, { positions, ranks, rotations, hasRotation, isSeen }: MeasuredJoints): boolean {
  const { joint, parent, samples, count } = bone;
  // A place across the waist moves against the legs whenever the trunk bends: it is used, as no body tells more.
  if (ranks[joint] < jointRank.trunk || ranks[parent] === jointRank.unknown) return false;
  if (!isSeen[joint] || !isSeen[parent]) return false;
  for (let i = 0; i < 3; i++) offset[i] = positions[joint * 3 + i] - positions[parent * 3 + i];
  bone.hasDirection = hasRotation[parent] === 1;
  if (bone.hasDirection) {
    const at = parent * 4;
    quat.set(rotation, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
    vec3.transformQuat(offset, offset, quat.conjugate(rotation, rotation));
  }
  for (let i = 0; i < 3; i++) samples[count * 3 + i] = offset[i];
  bone.count++;
  return true;
}

function finishBone(bone: BoneLength, { restOffsets }: Skeleton): void {
  const { samples, joint, hasDirection } = bone;
  const pick = (of: (at: number) => number) => median(Array.from({ length: SAMPLE_COUNT }, (_, k) => of(k * 3)));
  const length = pick((at) => Math.hypot(samples[at], samples[at + 1], samples[at + 2]));
  if (!(length >= LEAST_LENGTH && length <= MOST_LENGTH)) {
    bone.problem = `${bone.bone}: expected a length of ${LEAST_LENGTH} to ${MOST_LENGTH} m, got ${length.toFixed(3)}; look at the offsets on both sides of it`;
    return;
  }
  if (hasDirection) {
    bone.offset = [pick((at) => samples[at]), pick((at) => samples[at + 1]), pick((at) => samples[at + 2])];
    return;
  }
  const at = joint * 3;
  const scale = length / Math.hypot(restOffsets[at], restOffsets[at + 1], restOffsets[at + 2]);
  bone.offset = [restOffsets[at] * scale, restOffsets[at + 1] * scale, restOffsets[at + 2] * scale];
}

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1];
}

/**
 * Offsets of all joints with the lengths known so far. A bone that is not measured (yet) is its mirror image, else as much longer
 * than the skeleton's as the bones that are.
 */
export function offsetsWithLengths(lengths: ActorLengths, restOffsets: Float64Array): Float64Array {
  const out = restOffsets.slice();
  const ratios: number[] = [];
  for (const { joint, offset: known } of lengths.bones) {
    if (known === null) continue;
    const at = joint * 3;
    ratios.push(Math.hypot(...known) / Math.hypot(restOffsets[at], restOffsets[at + 1], restOffsets[at + 2]));
    out.set(known, at);
  }
  if (ratios.length === 0) return out;
  const ratio = median(ratios);
  for (const { bone, joint, offset: known } of lengths.bones) {
    if (known !== null) continue;
    const twin =
      lengths.bones.find((other) => other.bone === mirrorBone(bone) && other.joint !== joint)?.offset ?? null;
    if (twin !== null) out.set([-twin[0], twin[1], twin[2]], joint * 3);
    else for (let i = 0; i < 3; i++) out[joint * 3 + i] *= ratio;
  }
  return out;
}

/** Bones whose length is not the actor's own (yet): from the other side, or in proportion. */
export function guessedLengths({ bones }: ActorLengths): HumanoidBone[] {
  return bones.filter(({ offset: known }) => known === null).map(({ bone }) => bone);
}
