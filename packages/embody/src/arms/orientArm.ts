import {
  clamp,
  createQuat,
  createVec3,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  unitAcross,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { aimBone } from '../limb/limbModel.js';
import { angleAbout, setWorldRotation, turnAbout, updateWorldJoint } from '../limb/worldJoint.js';
import type { ArmState } from './armsState.js';
import type { ArmModel, ArmsModel, TwistFold } from './buildArms.js';

/** An elbow this far off the line from shoulder to hand, as a part of the arm's length, shows the arm's plane clearly. */
const CLEAR_BEND = 0.25;

// Scratch.
const hinge = createVec3();
const upper = createQuat();
const lower = createQuat();
const rolled = createQuat();

/**
 * Rotations of an arm whose joints are known. Both bones bend about one hinge, the normal of the plane of shoulder,
 * elbow and hand (thesis eq. 4.11); the straighter the arm, the more that of the side where the elbow is wished, so
 * that it does not spin. The hand's roll against the elbow then spreads over forearm, twist joints and upper arm; the hand is
 * turned as it was asked.
 */
export function orientArm(
  model: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  { pose, isPlaced }: BodyState,
  dtSeconds: number,
): void {
  const { skeleton, settings } = model;
  const { limb, twistShares } = arm;
  const mostTurn = isPlaced ? settings.elbow.swivelSpeed * dtSeconds : 2 * Math.PI;
  findHinge(hinge, arm, state, mostTurn);
  aimBone(upper, limb.upper, state.shoulderWorld, state.elbowWorld, hinge);
  aimBone(lower, limb.lower, state.elbowWorld, state.endWorld, hinge);
  const roll = measureRoll(arm, state, lower);
  quat.copy(state.forearmRotation, lower);
  state.forearmRoll = roll;
  const { upperArmShare } = settings.twist;
  if (upperArmShare !== 0) rollBy(upper, arm.upperArmAxis, upperArmShare * roll);
  keepTwist(arm, state, upper, settings.limits.isOn);
  for (let i = 0; i < limb.path.length; i++) {
    const joint = limb.path[i];
    if (joint === limb.upper.joint) {
      setWorldRotation(skeleton, pose, joint, upper);
    } else if (joint === limb.end) {
      setWorldRotation(skeleton, pose, joint, state.handRotation);
    } else if (twistShares[i] !== 0) {
      quat.copy(rolled, lower);
      rollBy(rolled, arm.forearmAxis, twistShares[i] * roll);
      setWorldRotation(skeleton, pose, joint, rolled);
    } else if (joint === limb.lower.joint) {
      setWorldRotation(skeleton, pose, joint, lower);
    } else {
      updateWorldJoint(skeleton, pose, joint);
    }
  }
}

// Scratch.
const rollSide = createVec3();

/** Where fields, limits, trunk or a tracker turn the elbow away from the wish, the roll follows no faster than elbows do. */
function findHinge(out: Vec3, arm: ArmModel, state: ArmState, mostTurn: number): void {
  const { axisWorld, sideWorld, wishedSideWorld } = state;
  const bend = state.radius / (CLEAR_BEND * arm.reach);
  unitAcross(rollSide, axisWorld, wishedSideWorld);
  const share = bend < 1 ? bend * bend * (3 - 2 * bend) : 1;
  const turn = angleAbout(axisWorld, rollSide, sideWorld) * share;
  state.rollTurn += clamp(turn - state.rollTurn, -mostTurn, mostTurn);
  turnAbout(rollSide, axisWorld, rollSide, state.rollTurn);
  vec3.cross(out, axisWorld, rollSide);
}

// Scratch.
const twist = createQuat();

/** Turns a bone about itself. */
function rollBy(rotation: Quat, axis: ReadonlyVec3, angle: number): void {
  quat.setAxisAngle(twist, axis, angle);
  quat.multiply(rotation, rotation, twist);
}

// Scratch.
const relative = createQuat();

/** Roll of the hand against the forearm, about the forearm and within its range. */
function measureRoll(arm: ArmModel, { handRotation }: ArmState, forearm: ReadonlyQuat): number {
  quat.conjugate(relative, forearm);
  quat.multiply(relative, relative, handRotation);
  return (
    foldTwist(measureTwist(relative, arm.forearmAxis, arm.forearmTwist), arm.forearmTwist) *
    trustTwist(relative, arm.forearmAxis)
  );
}

/** Measures the roll of the upper arm against the collar bone, and where limits are on, turns it back into its range. */
function keepTwist(arm: ArmModel, state: ArmState, upperArm: Quat, isLimited: boolean): void {
  quat.multiply(relative, state.collarRotation, arm.upperArmMiddle);
  quat.conjugate(relative, relative);
  quat.multiply(relative, relative, upperArm);
  const trust = trustTwist(relative, arm.upperArmAxis);
  const twisted = measureTwist(relative, arm.upperArmAxis, arm.upperArmTwist);
  const kept = isLimited ? foldTwist(twisted, arm.upperArmTwist) : twisted;
  state.upperArmTwist = trust * kept;
  if (kept !== twisted) rollBy(upperArm, arm.upperArmAxis, trust * (kept - twisted));
}

/** The twist of a rotation about an axis (swing-twist), at most half a turn from the middle of its range, radians. */
function measureTwist(rotation: ReadonlyQuat, axis: ReadonlyVec3, { middle }: TwistFold): number {
  const turns = (2 * Math.atan2(alongAxis(rotation, axis), rotation[3]) - middle) / (2 * Math.PI);
  return middle + (turns - Math.ceil(turns - 0.5)) * 2 * Math.PI;
}

/**
 * What its range keeps of a twist. From the end of the range that falls back, to be the middle at half a turn from it,
 * where its sign would be a coin toss.
 */
function foldTwist(twisted: number, { middle, half }: TwistFold): number {
  const fromMiddle = twisted - middle;
  const size = Math.abs(fromMiddle);
  if (size <= half) return twisted;
  const left = (half * (Math.PI - size)) / (Math.PI - half);
  return middle + (fromMiddle < 0 ? -left : left);
}

/** Where the swing is nearly a half turn, so that the twist has no meaning, it counts less and less: 1..0. */
function trustTwist(rotation: ReadonlyQuat, axis: ReadonlyVec3): number {
  const along = alongAxis(rotation, axis);
  // Cosine of half the swing: 0.4 at 133 degrees.
  const straightness = Math.sqrt(along * along + rotation[3] * rotation[3]);
  return straightness >= 0.4 ? 1 : straightness / 0.4;
}

const alongAxis = (rotation: ReadonlyQuat, axis: ReadonlyVec3) =>
  rotation[0] * axis[0] + rotation[1] * axis[1] + rotation[2] * axis[2];
