import {
  createQuat,
  createVec3,
  lookRotation,
  type Quat,
  quat,
  type ReadonlyVec3,
  unitAcross,
  unitTowards,
  vec3,
} from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { AimedBone } from '../limb/limbModel.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import type { ArmState } from './armsState.js';
import type { ArmModel, ArmsModel, TwistFold } from './buildArms.js';
import { measureTurn, turn, turnSide } from './turnSide.js';

/** An elbow this far off the line from shoulder to hand, as a part of the arm's length, shows the arm's plane clearly. */
const CLEAR_BEND = 0.25;

// Scratch. Numbers go in and out through arrays because a call that is not inlined puts each on the heap.
const rollSide = createVec3();
const hinge = createVec3();
const roll = new Float64Array(1);
const angle = new Float64Array(1);
const direction = createVec3();
const upper = createQuat();
const lower = createQuat();
const relative = createQuat();
const twist = createQuat();
const rolled = createQuat();
const actual = new Float64Array(1);
const kept = new Float64Array(1);

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
  setHinge(model, arm, state, isPlaced, dtSeconds);
  aim(upper, limb.upper, state.shoulderWorld, state.elbowWorld);
  aim(lower, limb.lower, state.elbowWorld, state.endWorld);
  measureRoll(arm, state);
  const { upperArmShare } = settings.twist;
  if (upperArmShare !== 0) {
    angle[0] = upperArmShare * roll[0];
    rollBy(upper, arm.upperArmAxis);
  }
  if (settings.limits.isOn) keepTwist(arm, state);
  for (let i = 0; i < limb.path.length; i++) {
    const joint = limb.path[i];
    if (joint === limb.upper.joint) {
      setWorldRotation(skeleton, pose, joint, upper);
    } else if (joint === limb.end) {
      setWorldRotation(skeleton, pose, joint, state.handRotation);
    } else if (twistShares[i] !== 0) {
      quat.copy(rolled, lower);
      angle[0] = twistShares[i] * roll[0];
      rollBy(rolled, arm.forearmAxis);
      setWorldRotation(skeleton, pose, joint, rolled);
    } else if (joint === limb.lower.joint) {
      setWorldRotation(skeleton, pose, joint, lower);
    } else {
      updateWorldJoint(skeleton, pose, joint);
    }
  }
}

/** Where fields, limits, trunk or a tracker turn the elbow away from the wish, the roll follows no faster than elbows do. */
function setHinge({ settings }: ArmsModel, arm: ArmModel, state: ArmState, isPlaced: boolean, dtSeconds: number): void {
  const { axisWorld, sideWorld, wishWorld } = state;
  const bend = state.radius / (CLEAR_BEND * arm.reach);
  unitAcross(rollSide, axisWorld, wishWorld);
  measureTurn(axisWorld, rollSide, sideWorld);
  turn[0] *= bend < 1 ? bend * bend * (3 - 2 * bend) : 1;
  const mostTurn = isPlaced ? settings.elbow.swivelSpeed * dtSeconds : 2 * Math.PI;
  const change = turn[0] - state.rollTurn;
  if (change > mostTurn) turn[0] = state.rollTurn + mostTurn;
  else if (change < -mostTurn) turn[0] = state.rollTurn - mostTurn;
  state.rollTurn = turn[0];
  turnSide(rollSide, axisWorld, rollSide);
  vec3.cross(hinge, axisWorld, rollSide);
}

function aim(out: Quat, bone: AimedBone, from: ReadonlyVec3, to: ReadonlyVec3): void {
  unitTowards(direction, from, to);
  lookRotation(out, direction, hinge);
  quat.multiply(out, out, bone.restAimInverse);
}

/** Turns a bone about itself by `angle`. */
function rollBy(rotation: Quat, axis: ReadonlyVec3): void {
  const half = angle[0] / 2;
  const sine = Math.sin(half);
  for (let k = 0; k < 3; k++) twist[k] = axis[k] * sine;
  twist[3] = Math.cos(half);
  quat.multiply(rotation, rotation, twist);
}

/** Roll of the hand against the forearm into `roll`, about the forearm and within its range. */
function measureRoll(arm: ArmModel, { handRotation }: ArmState): void {
  quat.conjugate(relative, lower);
  quat.multiply(relative, relative, handRotation);
  measureTwist(arm.forearmAxis, arm.forearmTwist);
  roll[0] = kept[0];
}

/** Rolls the upper arm back into its range, against the collar bone. */
function keepTwist(arm: ArmModel, { collarRotation }: ArmState): void {
  quat.multiply(relative, collarRotation, arm.upperArmMiddle);
  quat.conjugate(relative, relative);
  quat.multiply(relative, relative, upper);
  measureTwist(arm.upperArmAxis, arm.upperArmTwist);
  angle[0] = kept[0] - actual[0];
  if (angle[0] !== 0) rollBy(upper, arm.upperArmAxis);
}

/**
 * Twist of `relative` about an axis into `actual` (swing-twist), and into `kept` what its range leaves of it. From the
 * end of the range that falls back, to be the middle at half a turn from it, where its sign would be a coin toss; and
 * where the swing is nearly a half turn, so that the twist has no meaning, it fades out.
 */
function measureTwist(axis: ReadonlyVec3, range: TwistFold): void {
  const { middle, half } = range;
  const along = relative[0] * axis[0] + relative[1] * axis[1] + relative[2] * axis[2];
  const turns = (2 * Math.atan2(along, relative[3]) - middle) / (2 * Math.PI);
  const fromMiddle = (turns - Math.ceil(turns - 0.5)) * 2 * Math.PI;
  const size = Math.abs(fromMiddle);
  const left = size <= half ? size : (half * (Math.PI - size)) / (Math.PI - half);
  // Cosine of half the swing: 0.4 at 133 degrees.
  const straightness = Math.sqrt(along * along + relative[3] * relative[3]);
  const trust = straightness >= 0.4 ? 1 : straightness / 0.4;
  actual[0] = trust * (middle + fromMiddle);
  kept[0] = trust * (middle + (fromMiddle < 0 ? -left : left));
}
