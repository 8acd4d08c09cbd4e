import {
  checkPose,
  clamp,
  createQuat,
  createVec3,
  easingShare,
  quat,
  type ReadonlyVec3,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitTowards,
  updateWorldPose,
  vec3,
  wrapAngle,
  yawOf,
} from '@leib/core';
import { isTracked, type JointFrame, pointNumber } from '@leib/tracking';
import { stepFingers } from '../fingers/stepFingers.js';
import {
  elbowPoints,
  handPoints,
  readJoint,
  readJointRotation,
  setWorldRotation,
  trackedPosition,
  trackedRotation,
  updateWorldJoint,
} from '../limb/worldJoint.js';
import type { BaselineState } from './baselineState.js';
import type { ArmWork } from './baselineWork.js';
import type { BaselineArm, BaselineModel } from './buildBaseline.js';
import { elbowPole } from './elbowPole.js';
import { placeLimb } from './placeLimb.js';
import { solveBaselineLegs } from './solveBaselineLegs.js';
import { solveBaselineTrunk } from './solveBaselineTrunk.js';
import { stepBaselineFeet } from './stepBaselineFeet.js';

// Scratch.
const pole = createVec3();
const collar = createQuat();
const solution: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/** In a bow the seat goes back by about a quarter of what the head goes ahead: one would fall over otherwise. */
const SEAT_BACK = 0.25;
const VELOCITY_HALF_LIFE = 0.06;
const WALKING_SPEED = 0.4;

// Scratch.
const head = createVec3();
const balance = createVec3();

/**
 * The whole body from head and hands, the plain way: `jointFrame` in, the
 * floor is at height zero, and the answer is `state.pose`. Before a head was seen the body stays as it is.
 */
export function stepBaseline(
  model: BaselineModel,
  state: BaselineState,
  jointFrame: JointFrame,
  dtSeconds: number,
): void {
  if (!isTracked(jointFrame, pointNumber.head)) return;
  state.tracked = jointFrame;
  stepBaselineHeading(model, state, dtSeconds);
  estimateBend(model, state, dtSeconds);
  solveBaselineTrunk(model, state, dtSeconds);
  stepBaselineFeet(model, state, dtSeconds);
  solveBaselineLegs(model, state);
  solveBaselineArms(model, state);
  stepFingers(model.fingers, state.fingers, model.params.fingers, state.tracked, state.pose, dtSeconds);
  updateWorldPose(model.skeleton, state.pose);
  checkPose(state.guard, state.pose);
}

const rotation = createQuat();

/**
 * Which way the body faces. People look about without turning the body, so it follows the head only beyond a dead
 * zone; while walking it comes round fully. A tracker on the hips knows better.
 */
function stepBaselineHeading(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  const { yawDeadZone, yawHalfLife, walkYawHalfLife } = model.params;
  const { tracked } = state;
  if (isTracked(tracked, pointNumber.hips)) {
    const turn = wrapAngle(yawOf(trackedRotation(rotation, tracked, pointNumber.hips)) - state.bodyYaw);
    state.bodyYaw += turn * (state.isPlaced ? easingShare(yawHalfLife / 4, dtSeconds) : 1);
    return;
  }
  const headYaw = yawOf(trackedRotation(rotation, tracked, pointNumber.head));
  if (!state.isPlaced) {
    state.bodyYaw = headYaw;
    return;
  }
  const turn = wrapAngle(headYaw - state.bodyYaw);
  const excess = turn - clamp(turn, -yawDeadZone, yawDeadZone);
  const speed = vec3.length(state.balanceVelocity);
  // Standing still, sway alone must not turn the body.
  const walking = speed > 0.25 ? easingShare(walkYawHalfLife / speed, dtSeconds) : 0;
  state.bodyYaw += excess * easingShare(yawHalfLife, dtSeconds) + (turn - excess) * walking;
}

/**
 * Why is the head where it is? Ahead of the feet and lower: the trunk leans. Ahead and not lower: the person walks,
 * and the feet will follow. Lower and not ahead: the knees bend, and the trunk leans a little against it. Also finds
 * the balance point, under the head as if it were carried upright: the feet belong around it.
 */
function estimateBend(model: BaselineModel, state: BaselineState, dtSeconds: number): void {
  const { params, trunk } = model;
  trackedPosition(head, state.tracked, pointNumber.head);
  const sin = Math.sin(state.bodyYaw);
  const cos = Math.cos(state.bodyYaw);

  const ahead = state.isPlaced ? headAheadOfFeet(head, state, sin, cos) - trunk.headAhead : 0;
  const drop = Math.max(0, trunk.standingHeadHeight - head[1] - params.bendDeadZone);
  const wholeLean = Math.asin(clamp((Math.max(0, ahead) * (1 + SEAT_BACK)) / trunk.length, 0, 0.97));
  const wholeDrop = trunk.length * (1 - Math.cos(wholeLean));
  // Walking people do not bow: the faster the body travels, the less its head being ahead means a lean.
  const speed = vec3.length(state.balanceVelocity);
  const standing = 1 / (1 + (speed / WALKING_SPEED) ** 2);
  const lean = wholeLean * standing * clamp(drop / (wholeDrop + 0.01), 0, 1);
  // Feet land at once, backs take their time.
  state.lean += (lean - state.lean) * (state.isPlaced ? easingShare(params.leanHalfLife, dtSeconds) : 1);
  const kneeDrop = Math.max(0, drop - trunk.length * (1 - Math.cos(state.lean)));
  state.crouchLean = Math.min(kneeDrop * params.crouchLean, Math.max(0, 1.5 - state.lean));

  const leanAhead = (trunk.length * Math.sin(state.lean)) / (1 + SEAT_BACK);
  vec3.set(balance, head[0] - sin * leanAhead, 0, head[2] - cos * leanAhead);
  moveBalance(model, state, balance, dtSeconds);
}

function headAheadOfFeet(head: ReadonlyVec3, { feet }: BaselineState, sin: number, cos: number): number {
  const x = head[0] - (feet[0].ankleWorld[0] + feet[1].ankleWorld[0]) / 2;
  const z = head[2] - (feet[0].ankleWorld[2] + feet[1].ankleWorld[2]) / 2;
  return sin * x + cos * z;
}

/** Moves the balance point there, and updates its velocity; a jump starts anew. */
function moveBalance({ params }: BaselineModel, state: BaselineState, balance: ReadonlyVec3, dtSeconds: number): void {
  const { balanceVelocity: velocity, balanceWorld: last } = state;
  const isJump = !state.isPlaced || vec3.distance(balance, last) > params.teleportDistance;
  if (isJump) {
    vec3.set(velocity, 0, 0, 0);
    state.isPlaced = false;
  } else if (dtSeconds > 0) {
    const amount = easingShare(VELOCITY_HALF_LIFE, dtSeconds);
    for (let k = 0; k < 3; k += 2) velocity[k] += ((balance[k] - last[k]) / dtSeconds - velocity[k]) * amount;
  }
  vec3.copy(last, balance);
}

/** Collar bone, then two bones to the wrist; a hand in reach is exactly on its target. */
function solveBaselineArms(model: BaselineModel, state: BaselineState): void {
  for (let side = 0; side < 2; side++) {
    const arm = model.arms[side];
    if (arm !== null) solveArm(model, state, arm, side);
  }
}

function solveArm(model: BaselineModel, state: BaselineState, arm: BaselineArm, side: number): void {
  const { skeleton, params } = model;
  const { pose, tracked } = state;
  const work = state.work.arm;
  const { rootWorld, handWorld, handRotation, chestRotation, chestInverse } = work;
  const { limb } = arm;
  trackedPosition(handWorld, tracked, handPoints[side]);
  trackedRotation(handRotation, tracked, handPoints[side]);
  readJointRotation(chestRotation, pose, arm.shoulder >= 0 ? skeleton.parents[arm.shoulder] : limb.parent);
  quat.conjugate(chestInverse, chestRotation);

  moveCollar(model, state, arm);
  readJoint(rootWorld, pose, limb.upper.joint);
  lookFromChest(work, limb.mirror);
  if (isTracked(tracked, elbowPoints[side])) {
    trackedPosition(pole, tracked, elbowPoints[side]);
    vec3.subtract(pole, pole, rootWorld);
  } else {
    elbowPole(pole, work.toHandChest, work.fingersChest);
    pole[0] *= limb.mirror;
    vec3.transformQuat(pole, pole, chestRotation);
  }
  const ends = { rootWorld, targetWorld: handWorld, poleWorld: pole };
  solveTwoBoneIk({ ...ends, upperLength: limb.upper.length, lowerLength: limb.lower.length }, solution);
  const twistShare = params.forearmTwistShare;
  placeLimb(skeleton, pose, limb, { ...ends, solution, endRotation: handRotation, twistShare });
}

/** Writes the directions in axes of the chest. */
function lookFromChest(work: ArmWork, mirror: number): void {
  const { chestInverse, toHandChest, fingersChest } = work;
  unitTowards(toHandChest, work.rootWorld, work.handWorld);
  vec3.transformQuat(toHandChest, toHandChest, chestInverse);
  toHandChest[0] *= mirror;
  vec3.set(fingersChest, mirror, 0, 0);
  vec3.transformQuat(fingersChest, fingersChest, work.handRotation);
  vec3.transformQuat(fingersChest, fingersChest, chestInverse);
  fingersChest[0] *= mirror;
}

/** The collar bone rises with a raised arm, drops a little with a hanging one, and goes along with a reach ahead. */
function moveCollar({ skeleton, params }: BaselineModel, state: BaselineState, arm: BaselineArm): void {
  const { limb, shoulder } = arm;
  if (shoulder < 0) return;
  const { pose } = state;
  const work = state.work.arm;
  const { rootWorld, handWorld, chestRotation, toHandChest: toHand } = work;
  const { mirror } = limb;
  setWorldRotation(skeleton, pose, shoulder, chestRotation);
  updateWorldJoint(skeleton, pose, limb.upper.joint);
  readJoint(rootWorld, pose, limb.upper.joint);
  const stretch = Math.min(1, vec3.distance(rootWorld, handWorld) / (limb.upper.length + limb.lower.length));
  lookFromChest(work, mirror);
  const raise = (toHand[1] > 0 ? toHand[1] : 0.15 * toHand[1]) * params.collarRaise * stretch;
  const reach = (toHand[2] > 0 ? toHand[2] : 0.5 * toHand[2]) * params.collarReach * stretch;
  quat.rotateY(collar, chestRotation, -mirror * reach);
  quat.rotateZ(collar, collar, mirror * raise);
  setWorldRotation(skeleton, pose, shoulder, collar);
  updateWorldJoint(skeleton, pose, limb.upper.joint);
}
