import {
  clamp,
  createQuat,
  createVec3,
  easeAngle,
  InputError,
  jointOfBone,
  type Pose,
  type Quat,
  quat,
  type ReadonlyQuat,
  type Skeleton,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitTowards,
  updateWorldPose,
  type Vec3,
  vec3,
  yawOf,
} from '@leib/core';
import { isTracked, type JointFrame, pointNumber } from '@leib/tracking';
import { elbowPole } from '../baseline/elbowPole.js';
import { placeLimb } from '../baseline/placeLimb.js';
import { buildGait, type GaitLeg, type GaitModel } from '../gait/gaitModel.js';
import { defaultGaitSettings } from '../gait/gaitSettings.js';
import { raiseHeel } from '../legs/raiseHeel.js';
import { buildLimb, type LimbModel, restPosition } from '../limb/limbModel.js';
import {
  footPoints,
  handPoints,
  readJoint,
  setWorldRotation,
  trackedPosition,
  trackedRotation,
} from '../limb/worldJoint.js';
import { createFarWalk, type FarWalk, farFootPose, stepFarWalk } from './farWalk.js';

/** A body seen from afar: what is needed to hang it on its targets. */
export interface FarModel {
  readonly skeleton: Skeleton;
  readonly head: number;
  /** Head joint from the root, and from the hips, at rest. */
  readonly headFromRoot: Vec3;
  readonly headFromHips: Vec3;
  /** Left, right; null where the rig has none. */
  readonly arms: readonly (LimbModel | null)[];
  /** Legs and steps are the gait's. */
  readonly gait: GaitModel;
  /** Lowest the hips go before the trunk bends instead. */
  readonly lowestHips: number;
}

export interface FarState {
  /** Heading; NaN before a head was seen. */
  yaw: number;
  /** This frame's, world space. */
  readonly headWorld: Vec3;
  readonly headRotation: Quat;
  readonly headingWorld: Quat;
  readonly walk: FarWalk;
  /** The limb that is being placed. */
  readonly limb: FarLimb;
}

/** Where one limb begins and ends and which way it bends, world space. */
interface FarLimb {
  readonly rootWorld: Vec3;
  readonly targetWorld: Vec3;
  readonly poleWorld: Vec3;
  readonly endRotation: Quat;
}

export function buildFarPose(skeleton: Skeleton): FarModel {
  const head = jointOfBone(skeleton, 'head');
  const hips = jointOfBone(skeleton, 'hips');
  if (hips < 0 || head < 0) throw new InputError('skeleton', `expected a ${hips < 0 ? 'hips' : 'head'} bone, got none`);
  const [headRest, hipsRest] = [restPosition(skeleton, head), restPosition(skeleton, hips)];
  const sides = [
    ['left', 1],
    ['right', -1],
  ] as const;
  const gait = buildGait(skeleton, defaultGaitSettings);
  const leg = gait.legs[0] ?? gait.legs[1];
  return {
    skeleton,
    head,
    headFromRoot: vec3.subtract(createVec3(), headRest, restPosition(skeleton, 0)),
    headFromHips: vec3.subtract(createVec3(), headRest, hipsRest),
    arms: sides.map(([side, mirror]) =>
      buildLimb(skeleton, [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`], [0, 0, -1], mirror),
    ),
    gait,
    lowestHips: leg ? 0.5 * leg.length : 0,
  };
}

export function createFarState(): FarState {
  return {
    yaw: Number.NaN,
    headWorld: createVec3(),
    headRotation: createQuat(),
    headingWorld: createQuat(),
    walk: createFarWalk(),
    limb: {
      rootWorld: createVec3(),
      targetWorld: createVec3(),
      poleWorld: createVec3(),
      endRotation: createQuat(),
    },
  };
}

/** Half of a turn of the head is followed by the body in this time. */
const YAW_HALF_LIFE = 0.3;
/** The trunk bends no farther than this: upside down it would face the other way. */
const LARGEST_BEND = 1.5;
const UP = createVec3(0, 1, 0);

const FORWARD = createVec3(0, 0, 1);

// Scratch.
const level = createQuat();
const trunkWorld = createQuat();
const headOffset = createVec3();
const hanging = createVec3();
const headingInverse = createQuat();
const toHand = createVec3();
const fingers = createVec3();
const solution: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/**
 * The cheapest pose that still belongs to its targets, for bodies a few pixels high: the head exactly where it is, the
 * trunk stiff below it, arms to the hands, legs that walk below it on the floor (height zero). Returns false, and leaves the pose alone, where there is no head.
 */
export function solveFarPose(
  model: FarModel,
  state: FarState,
  frame: JointFrame,
  pose: Pose,
  dtSeconds: number,
): boolean {
  if (!isTracked(frame, pointNumber.head)) return false;
  const { headWorld, headRotation, headingWorld } = state;
  trackedPosition(headWorld, frame, pointNumber.head);
  trackedRotation(headRotation, frame, pointNumber.head);
  const headYaw = yawOf(headRotation);
  if (Number.isNaN(state.yaw)) state.walk.isStarted = false;
  state.yaw = Number.isNaN(state.yaw) ? headYaw : easeAngle(state.yaw, headYaw, YAW_HALF_LIFE, dtSeconds);
  quat.setAxisAngle(headingWorld, UP, state.yaw);
  stepFarWalk(model.gait, state.walk, pose, headWorld, state.yaw, dtSeconds);
  placeTrunk(model, state, pose);

  for (let side = 0; side < 2; side++) {
    const leg = model.gait.legs[side];
    if (leg !== null) {
      aimLeg(model.gait, leg, state, frame, pose, side);
      bendLimb(model.skeleton, pose, leg.limb, state.limb);
      if (leg.toes >= 0) flattenToes(model.skeleton, pose, leg, state);
    }
    const arm = model.arms[side];
    if (arm !== null) {
      aimArm(arm, state, frame, pose, side);
      bendLimb(model.skeleton, pose, arm, state.limb);
    }
  }
  updateWorldPose(model.skeleton, pose);
  return true;
}

/** Everything at rest but the root, which turns and bends so that the head is in its place, and the head itself. */
function placeTrunk(model: FarModel, { headWorld, headRotation, headingWorld }: FarState, pose: Pose): void {
  const { localRotations } = pose;
  for (let at = 0; at < localRotations.length; at += 4) {
    localRotations[at] = 0;
    localRotations[at + 1] = 0;
    localRotations[at + 2] = 0;
    localRotations[at + 3] = 1;
  }
  // Hips as high as the head lets them, not lower than knees bend; what is missing the trunk makes up by bending.
  const rise = clamp((headWorld[1] - model.lowestHips) / model.headFromHips[1], Math.cos(LARGEST_BEND), 1);
  quat.rotateX(trunkWorld, headingWorld, Math.acos(rise));
  vec3.transformQuat(headOffset, model.headFromRoot, trunkWorld);
  for (let k = 0; k < 3; k++) pose.rootPosition[k] = headWorld[k] - headOffset[k];
  for (let k = 0; k < 4; k++) localRotations[k] = trunkWorld[k];
  updateWorldPose(model.skeleton, pose);
  setWorldRotation(model.skeleton, pose, model.head, headRotation);
}

/** Writes `state.limb`. A leg that is too short for its place raises the heel. */
function aimLeg(gait: GaitModel, leg: GaitLeg, state: FarState, frame: JointFrame, pose: Pose, side: number): void {
  const { headingWorld, walk } = state;
  const { rootWorld, targetWorld, poleWorld, endRotation } = state.limb;
  readJoint(rootWorld, pose, leg.limb.upper.joint);
  vec3.transformQuat(poleWorld, FORWARD, headingWorld);
  if (isTracked(frame, footPoints[side])) {
    trackedPosition(targetWorld, frame, footPoints[side]);
    trackedRotation(endRotation, frame, footPoints[side]);
    return;
  }
  farFootPose(gait, walk, side, targetWorld, endRotation);
  raiseHeel(gait, leg, { hipWorld: rootWorld, ankleWorld: targetWorld, rotationWorld: endRotation });
}

/** Toes stay level under a raised heel. */
function flattenToes(skeleton: Skeleton, pose: Pose, { toes }: GaitLeg, { limb }: FarState): void {
  quat.setAxisAngle(level, UP, yawOf(limb.endRotation));
  setWorldRotation(skeleton, pose, toes, level);
}

/** Writes `state.limb`. */
function aimArm(arm: LimbModel, state: FarState, frame: JointFrame, pose: Pose, side: number): void {
  const { headingWorld } = state;
  const { rootWorld, targetWorld, endRotation } = state.limb;
  readJoint(rootWorld, pose, arm.upper.joint);
  if (isTracked(frame, handPoints[side])) {
    trackedPosition(targetWorld, frame, handPoints[side]);
    trackedRotation(endRotation, frame, handPoints[side]);
  } else {
    // Hanging, in arm's lengths; fingers down.
    const length = arm.upper.length + arm.lower.length;
    vec3.set(hanging, 0.13 * arm.mirror * length, -0.97 * length, 0.075 * length);
    vec3.transformQuat(targetWorld, hanging, headingWorld);
    vec3.add(targetWorld, targetWorld, rootWorld);
    quat.rotateZ(endRotation, headingWorld, (-arm.mirror * Math.PI) / 2);
  }
  pointElbow(state.limb, headingWorld, arm.mirror);
}

/** Writes the pole: where the baseline's elbow would point. The same hand gives the same elbow, and it never flips. */
function pointElbow(limb: FarLimb, headingWorld: ReadonlyQuat, mirror: number): void {
  const { rootWorld, targetWorld, poleWorld, endRotation } = limb;
  quat.conjugate(headingInverse, headingWorld);
  unitTowards(toHand, rootWorld, targetWorld);
  vec3.transformQuat(toHand, toHand, headingInverse);
  vec3.set(fingers, mirror, 0, 0);
  vec3.transformQuat(fingers, fingers, endRotation);
  vec3.transformQuat(fingers, fingers, headingInverse);
  // As if it were the left arm, and back.
  toHand[0] *= mirror;
  fingers[0] *= mirror;
  elbowPole(poleWorld, toHand, fingers);
  poleWorld[0] *= mirror;
  vec3.transformQuat(poleWorld, poleWorld, headingWorld);
}

function bendLimb(skeleton: Skeleton, pose: Pose, limb: LimbModel, aim: FarLimb): void {
  const { rootWorld, targetWorld, poleWorld, endRotation } = aim;
  const lengths = { upperLength: limb.upper.length, lowerLength: limb.lower.length };
  solveTwoBoneIk({ rootWorld, targetWorld, poleWorld, ...lengths }, solution);
  placeLimb(skeleton, pose, limb, { rootWorld, solution, poleWorld, endRotation, twistShare: 0 });
}
