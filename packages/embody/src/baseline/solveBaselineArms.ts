import {
  createQuat,
  createVec3,
  quat,
  type ReadonlyQuat,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  unitTowards,
  type Vec3,
  vec3,
} from '@leib/core';
import { isTracked } from '@leib/tracking';
import { trackedPosition, trackedRotation } from '../limb/readTracked.js';
import { elbowPoints, handPoints } from '../limb/sidePoints.js';
import { setWorldRotation, updateWorldJoint } from '../limb/worldJoint.js';
import type { BaselineState } from './baselineState.js';
import type { BaselineArm, BaselineModel } from './buildBaseline.js';
import { elbowPole } from './elbowPole.js';
import { placeLimb } from './placeLimb.js';

// Scratch.
const hand = createVec3();
const handRotation = createQuat();
const root = createVec3();
const toHand = createVec3();
const fingers = createVec3();
const pole = createVec3();
const chest = createQuat();
const chestInverse = createQuat();
const collar = createQuat();
const armIn = { rootWorld: root, targetWorld: hand, poleWorld: pole, upperLength: 0, lowerLength: 0 };
const armOut: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

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
  const { limb } = arm;
  trackedPosition(hand, tracked, handPoints[side]);
  trackedRotation(handRotation, tracked, handPoints[side]);
  readRotation(chest, pose.worldRotations, arm.shoulder >= 0 ? skeleton.parents[arm.shoulder] : limb.parent);
  quat.conjugate(chestInverse, chest);

  moveCollar(model, state, arm);
  readPosition(root, pose.worldPositions, limb.upper.joint);
  lookFromChest(limb.mirror);
  if (isTracked(tracked, elbowPoints[side])) {
    trackedPosition(pole, tracked, elbowPoints[side]);
    vec3.subtract(pole, pole, root);
  } else {
    elbowPole(pole, toHand, fingers);
    pole[0] *= limb.mirror;
    vec3.transformQuat(pole, pole, chest);
  }
  armIn.upperLength = limb.upper.length;
  armIn.lowerLength = limb.lower.length;
  solveTwoBoneIk(armIn, armOut);
  placeLimb(skeleton, pose, limb, {
    rootWorld: root,
    solution: armOut,
    poleWorld: pole,
    endRotation: handRotation,
    twistShare: params.forearmTwistShare,
  });
}

/** Direction of the hand from the upper arm, and of its fingers, in axes of the chest with lateral as +X. */
function lookFromChest(mirror: number): void {
  unitTowards(toHand, root, hand);
  vec3.transformQuat(toHand, toHand, chestInverse);
  toHand[0] *= mirror;
  vec3.set(fingers, mirror, 0, 0);
  vec3.transformQuat(fingers, fingers, handRotation);
  vec3.transformQuat(fingers, fingers, chestInverse);
  fingers[0] *= mirror;
}

/** The collar bone rises with a raised arm, drops a little with a hanging one, and goes along with a reach ahead. */
function moveCollar({ skeleton, params }: BaselineModel, { pose }: BaselineState, arm: BaselineArm): void {
  const { limb, shoulder } = arm;
  if (shoulder < 0) return;
  const { mirror } = limb;
  setWorldRotation(skeleton, pose, shoulder, chest);
  updateWorldJoint(skeleton, pose, limb.upper.joint);
  readPosition(root, pose.worldPositions, limb.upper.joint);
  const stretch = Math.min(1, vec3.distance(root, hand) / (limb.upper.length + limb.lower.length));
  lookFromChest(mirror);
  const raise = (toHand[1] > 0 ? toHand[1] : 0.15 * toHand[1]) * params.collarRaise * stretch;
  const reach = (toHand[2] > 0 ? toHand[2] : 0.5 * toHand[2]) * params.collarReach * stretch;
  quat.rotateY(collar, chest, -mirror * reach);
  quat.rotateZ(collar, collar, mirror * raise);
  setWorldRotation(skeleton, pose, shoulder, collar);
  updateWorldJoint(skeleton, pose, limb.upper.joint);
}

function readPosition(out: Vec3, positions: Float64Array, joint: number): void {
  vec3.set(out, positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]);
}

function readRotation(out: typeof chest, rotations: Float64Array, joint: number): ReadonlyQuat {
  const at = joint * 4;
  return quat.set(out, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
}
