import { InputError } from '../check/inputError.js';
import {
  createQuat,
  createVec3,
  EPSILON,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  unitAcross,
  unitTowards,
  vec3,
} from '../math/index.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import type { TwoBoneIkOutput } from './twoBoneIk.js';

/** Upper joint, lower joint and end of a limb in a skeleton. Made once by buildTwoBoneLimb(). */
export interface TwoBoneLimb {
  readonly upperJoint: number;
  readonly lowerJoint: number;
  readonly endJoint: number;
  /** Metres. */
  readonly upperLength: number;
  readonly lowerLength: number;
  /** Bone along +Z and bend plane's normal along +Y -> rest, world axes; inverted, ready to multiply. */
  readonly upperRestInverse: Quat;
  readonly lowerRestInverse: Quat;
}

/**
 * `restPole` is where the elbow or knee would point if the limb bent from its rest: for a T-pose facing +Z that is
 * -Z for elbows and +Z for knees. A straight rest pose cannot tell.
 */
export function buildTwoBoneLimb(
  skeleton: Skeleton,
  upperJoint: number,
  lowerJoint: number,
  endJoint: number,
  restPole: ReadonlyVec3,
): TwoBoneLimb {
  const { jointCount, parents, restOffsets, names } = skeleton;
  for (const joint of [upperJoint, lowerJoint, endJoint]) {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < jointCount)) {
      throw new InputError('limb', `expected a joint from 0 to ${jointCount - 1}, got ${joint}`);
    }
  }
  if (parents[lowerJoint] !== upperJoint || parents[endJoint] !== lowerJoint) {
    throw new InputError(
      `limb "${names[upperJoint]}", "${names[lowerJoint]}", "${names[endJoint]}"`,
      'expected each to be the parent of the next',
    );
  }
  if (!(vec3.length(restPole) > EPSILON))
    throw new InputError(`limb "${names[upperJoint]}", restPole`, 'expected a direction');
  const upperBone = restOffsets.subarray(lowerJoint * 3, lowerJoint * 3 + 3);
  const lowerBone = restOffsets.subarray(endJoint * 3, endJoint * 3 + 3);
  const axis = vec3.add(createVec3(), upperBone, lowerBone);
  unitTowards(axis, origin, axis);
  const bend = unitAcross(createVec3(), axis, restPole);
  const normal = vec3.cross(createVec3(), axis, bend);
  return {
    upperJoint,
    lowerJoint,
    endJoint,
    upperLength: vec3.length(upperBone),
    lowerLength: vec3.length(lowerBone),
    upperRestInverse: restInverse(upperBone, axis, normal),
    lowerRestInverse: restInverse(lowerBone, axis, normal),
  };
}

function restInverse(bone: ReadonlyVec3, axis: ReadonlyVec3, normal: ReadonlyVec3): Quat {
  const isZeroLength = vec3.length(bone) < EPSILON;
  const along = isZeroLength ? axis : unitTowards(createVec3(), origin, bone);
  const frame = lookRotation(createQuat(), along, normal);
  return quat.conjugate(frame, frame);
}

// Scratch: every call writes these before reading them, except origin, which is never written.
const origin = createVec3();
const axisWorld = createVec3();
const boneWorld = createVec3();
const bendWorld = createVec3();
const normalWorld = createVec3();
const upperWorld = createQuat();
const lowerWorld = createQuat();
const inverse = createQuat();

/**
 * Turns a solved limb into local rotations of its upper and lower joint. Each bone goes from its rest direction to
 * the solved one, and the normal of the bend plane fixes the roll: the hinge of the elbow stays the hinge. Where
 * the limb is straight, and has no plane of its own, `poleWorld` (the solver's) gives the side to which it would bend, so the roll
 * is continuous through straight.
 *
 * Reads the root from where the upper joint's parent puts it: world arrays must be current down to that parent.
 * Afterwards call updateWorldPoseFrom(skeleton, pose, limb.upperJoint).
 */
export function applyTwoBone(
  skeleton: Skeleton,
  pose: Pose,
  limb: TwoBoneLimb,
  poleWorld: ReadonlyVec3,
  solved: TwoBoneIkOutput,
): void {
  const { upperJoint, lowerJoint } = limb;
  const { localRotations, worldRotations } = pose;
  const { midWorld, endWorld } = solved;
  const parent = skeleton.parents[upperJoint];
  readUpperPosition(skeleton, pose, upperJoint);

  // The plane: through root, mid and end where they span one, else through the pole.
  unitTowards(axisWorld, upperPosition, endWorld);
  if (vec3.distance(upperPosition, endWorld) < EPSILON) unitTowards(axisWorld, upperPosition, midWorld);
  vec3.subtract(boneWorld, midWorld, upperPosition);
  const along = vec3.dot(boneWorld, axisWorld);
  const outwardSq = vec3.squaredLength(boneWorld) - along * along;
  const reach = limb.upperLength + limb.lowerLength;
  const isBent = outwardSq > 1e-10 * reach * reach;
  unitAcross(bendWorld, axisWorld, isBent ? boneWorld : poleWorld);
  vec3.cross(normalWorld, axisWorld, bendWorld);

  if (limb.upperLength < EPSILON) vec3.copy(boneWorld, axisWorld);
  else unitTowards(boneWorld, upperPosition, midWorld);
  lookRotation(upperWorld, boneWorld, normalWorld);
  quat.multiply(upperWorld, upperWorld, limb.upperRestInverse);

  if (limb.lowerLength < EPSILON) vec3.copy(boneWorld, axisWorld);
  else unitTowards(boneWorld, midWorld, endWorld);
  lookRotation(lowerWorld, boneWorld, normalWorld);
  quat.multiply(lowerWorld, lowerWorld, limb.lowerRestInverse);

  quat.conjugate(inverse, upperWorld);
  quat.multiply(lowerWorld, inverse, lowerWorld);
  if (parent >= 0) {
    const at = parent * 4;
    quat.set(inverse, -worldRotations[at], -worldRotations[at + 1], -worldRotations[at + 2], worldRotations[at + 3]);
    quat.multiply(upperWorld, inverse, upperWorld);
  }
  for (let k = 0; k < 4; k++) {
    localRotations[upperJoint * 4 + k] = upperWorld[k];
    localRotations[lowerJoint * 4 + k] = lowerWorld[k];
  }
}

const upperPosition = createVec3();
const parentRotation = createQuat();

/** Where the parent puts the upper joint, into upperPosition. */
function readUpperPosition(skeleton: Skeleton, pose: Pose, joint: number): void {
  const parent = skeleton.parents[joint];
  if (parent < 0) {
    vec3.copy(upperPosition, pose.rootPosition);
    return;
  }
  const { restOffsets } = skeleton;
  const { worldPositions, worldRotations } = pose;
  for (let k = 0; k < 4; k++) parentRotation[k] = worldRotations[parent * 4 + k];
  for (let k = 0; k < 3; k++) upperPosition[k] = restOffsets[joint * 3 + k];
  vec3.transformQuat(upperPosition, upperPosition, parentRotation);
  for (let k = 0; k < 3; k++) upperPosition[k] += worldPositions[parent * 3 + k];
}
