import { createQuat, createVec3, quat, solveTwoBoneIk, type TwoBoneIkOutput, unitTowards, vec3 } from '@leib/core';
import { isTracked } from '@leib/tracking';
import { trackedPosition, trackedRotation } from '../limb/readTracked.js';
import { elbowPoints, handPoints } from '../limb/sidePoints.js';
import { readJoint, readJointRotation, setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import type { BaselineState } from './baselineState.js';
import type { ArmWork } from './baselineWork.js';
import type { BaselineArm, BaselineModel } from './buildBaseline.js';
import { elbowPole } from './elbowPole.js';
import { placeLimb } from './placeLimb.js';

// Scratch.
const pole = createVec3();
const collar = createQuat();
const solution: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/** Collar bone, then two bones to the wrist; a hand in reach is exactly on its target. */
export function solveBaselineArms(model: BaselineModel, state: BaselineState): void {
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
