import { createQuat, createVec3, easeScalar, type Pose, smoothStep, type Vec3, vec3 } from '@leib/core';
import { findCapsulePlace, readPoint, readRotation } from './bodyCapsules.js';
import type { ArmJoints, HandState, TransferModel, TransferParams, TransferState } from './transferModel.js';

// Scratch: every call of a function below writes these before reading them.
const palms = { left: createVec3(), right: createVec3() };
const handRotation = createQuat();
const offset = createVec3();
const before = createVec3();

/**
 * Finds what the actor's hands touch: each other, the floor, parts of the body. Weights are smooth functions of
 * distance and speed, so contacts come and go without a jump.
 */
export function stepHandContacts(model: TransferModel, state: TransferState, pose: Pose, dtSeconds: number): void {
  const { params, arms, girthRatio } = model;
  for (let i = 0; i < arms.length; i++) {
    const palm = palms[arms[i].side];
    readPalm(palm, pose, arms[i].from);
    stepHandContact(model, arms[i].side, palm, state.hands[i], { pose, isFirst: !state.isStarted, dtSeconds });
    readPalm(state.hands[i].palmByAngles, state.pose, arms[i].to);
  }
  state.palmsWeight = 0;
  if (arms.length < 2) return;
  const distance = vec3.distance(palms.left, palms.right);
  state.palmsWeight = 1 - smoothStep(distance, params.palmsTouchDistance, params.palmsFarDistance);
  vec3.scale(state.palmsOffset, vec3.subtract(state.palmsOffset, palms.right, palms.left), girthRatio);
}

interface HandFrame {
  /** Actor's. */
  readonly pose: Pose;
  readonly isFirst: boolean;
  readonly dtSeconds: number;
}

function stepHandContact(
  model: TransferModel,
  side: 'left' | 'right',
  palmWorld: Vec3,
  hand: HandState,
  { pose, isFirst, dtSeconds }: HandFrame,
): void {
  const { params, capsules } = model;
  const { places, speeds, weights } = hand;
  const height = palmWorld[1] - model.floorY;
  hand.floorHeight = height * model.girthRatio;
  hand.floorWeight = nearness(params, height);
  hand.heldWeight = hand.floorWeight;
  for (let c = 0; c < capsules.length; c++) {
    weights[c] = 0;
    if (capsules[c].arm === side) continue;
    vec3.copy(before, places[c].local);
    findCapsulePlace(capsules[c].from, pose, palmWorld, places[c]);
    const isKnown = !isFirst && dtSeconds > 0;
    const speed = isKnown ? vec3.distance(places[c].local, before) / dtSeconds : speeds[c];
    speeds[c] = easeScalar(speeds[c], speed, params.speedHalfLifeSeconds, dtSeconds);
    // A hand that swings past the thigh does not lie on it.
    const rest = 1 - smoothStep(speeds[c], params.restSpeed, params.passSpeed);
    weights[c] = rest * nearness(params, places[c].gap);
    hand.heldWeight = Math.max(hand.heldWeight, weights[c]);
  }
}

/** 1 for a palm that touches, 0 for one that is far. */
function nearness({ touchDistance, farDistance }: TransferParams, distance: number): number {
  return 1 - smoothStep(distance, touchDistance, farDistance);
}

/** Middle of the palm, world. */
export function readPalm(out: Vec3, pose: Pose, { end, palmOffset }: ArmJoints): void {
  readPoint(out, pose, end);
  vec3.add(out, out, vec3.transformQuat(offset, palmOffset, readRotation(handRotation, pose, end)));
}
