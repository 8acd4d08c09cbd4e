import { createQuat, createVec3, vec3 } from '@leib/core';
import { bendLimb } from '@leib/core/solvers';
import { pointAtCapsule, readPoint, readRotation } from './bodyCapsules.js';
import { reachOf } from './stepPelvis.js';
import type { ArmJoints, HandState, TransferModel, TransferState } from './transferModel.js';

/** A hand may touch the other arm, which moves itself: the second pass sees where it went. */
const passCount = 2;
/** Rounds in which two palms that do not reach each other come together where both reach. */
const reachRounds = 6;
/** An arm is not stretched farther than this to touch something. */
const straightest = 0.999;

// Scratch: every call of a function below writes these before reading them.
const goalWorld = createVec3();
const mixedWorld = createVec3();
const shoulderWorld = createVec3();
const palmToWrist = createVec3();
const wristWorld = createVec3();
const handRotation = createQuat();

/** Bends the agent's arms so that its hands touch what the actor's touch. */
export function solveHands(model: TransferModel, state: TransferState): void {
  for (const hand of state.hands) hand.palmByAngles[1] -= state.pelvisDrop;
  if (state.palmsWeight === 0 && state.hands.every((hand) => hand.heldWeight === 0)) return;
  for (let pass = 0; pass < passCount; pass++) {
    for (const hand of state.hands) placePalm(model, state, hand);
    if (state.palmsWeight > 0) joinPalms(model, state);
    for (let i = 0; i < model.arms.length; i++) movePalm(model, state, i);
  }
}

/** Where the palm goes for the floor and the body: the contacts' places mixed, near ones most. */
function placePalm(model: TransferModel, state: TransferState, hand: HandState): void {
  const { palmWorld, palmByAngles, floorWeight, weights } = hand;
  vec3.copy(palmWorld, palmByAngles);
  if (hand.heldWeight === 0) return;
  let sum = floorWeight * floorWeight;
  vec3.scale(mixedWorld, palmByAngles, sum);
  mixedWorld[1] = (model.floorY + hand.floorHeight) * sum;
  for (let c = 0; c < weights.length; c++) {
    if (weights[c] === 0) continue;
    const { to } = model.capsules[c];
    pointAtCapsule(to, state.pose, hand.places[c], hand.places[c].gap * model.girthRatio, goalWorld);
    vec3.scaleAndAdd(mixedWorld, mixedWorld, goalWorld, weights[c] * weights[c]);
    sum += weights[c] * weights[c];
  }
  vec3.scale(mixedWorld, mixedWorld, 1 / sum);
  vec3.lerp(palmWorld, palmWorld, mixedWorld, hand.heldWeight);
}

/** Brings the two palms together. The hand that is held less comes more of the way. */
function joinPalms(model: TransferModel, state: TransferState): void {
  const [left, right] = state.hands;
  const freedom = 2.02 - left.heldWeight - right.heldWeight;
  const leftShare = (1.01 - left.heldWeight) / freedom;
  for (let round = 0; round <= reachRounds; round++) {
    for (let k = 0; k < 3; k++) {
      const missing = (state.palmsOffset[k] - (right.palmWorld[k] - left.palmWorld[k])) * state.palmsWeight;
      left.palmWorld[k] -= missing * leftShare;
      right.palmWorld[k] += missing * (1 - leftShare);
    }
    // The last round ends with the palms together, wherever the arms reach.
    if (round === reachRounds) return;
    const isNear = [clampToReach(state, model.arms[0].to, left), clampToReach(state, model.arms[1].to, right)];
    if (isNear.every(Boolean)) return;
  }
}

/** Moves a palm's goal to where its arm reaches; whether it already was. */
function clampToReach(state: TransferState, arm: ArmJoints, { palmWorld }: HandState): boolean {
  readPoint(shoulderWorld, state.pose, arm.upper);
  readRotation(handRotation, state.pose, arm.end);
  vec3.transformQuat(palmToWrist, arm.palmOffset, handRotation);
  vec3.subtract(wristWorld, palmWorld, palmToWrist);
  const distance = vec3.distance(shoulderWorld, wristWorld);
  const reach = straightest * reachOf(state.pose, arm);
  if (distance <= reach) return true;
  vec3.lerp(wristWorld, shoulderWorld, wristWorld, reach / distance);
  vec3.add(palmWorld, wristWorld, palmToWrist);
  return false;
}

function movePalm(model: TransferModel, state: TransferState, index: number): void {
  const { to } = model.arms[index];
  readRotation(handRotation, state.pose, to.end);
  vec3.transformQuat(palmToWrist, to.palmOffset, handRotation);
  vec3.subtract(wristWorld, state.hands[index].palmWorld, palmToWrist);
  bendLimb(model.to, state.pose, to, wristWorld);
}
