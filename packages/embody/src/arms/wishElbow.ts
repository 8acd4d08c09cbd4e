import { createQuat, createVec3, quat, unitAcross, unitTowards, vec3 } from '@leib/core';
import { angleAbout, turnAbout } from '../limb/turnAbout.js';
import type { ArmState } from './armsState.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { ELBOW_FEATURE_COUNT, writeElbowFeatures } from './elbowFeatures.js';
import { evaluateElbowNet } from './elbowNet.js';

/** However weak the wish, the elbow comes round in about a second. */
const WEAKEST = 0.1;

// Scratch.
const features = new Float64Array(ELBOW_FEATURE_COUNT);
const pole = createVec3();
const lastSide = createVec3();
const inverse = createQuat();

/**
 * The side of the line from shoulder to hand on which the elbow belongs: a function of hand and chest alone. Only
 * where that changes faster than an elbow can does it lag behind for a moment.
 */
export function wishElbow(
  { settings, elbowNet }: ArmsModel,
  arm: ArmModel,
  state: ArmState,
  isPlaced: boolean,
  dtSeconds: number,
): void {
  const { axisWorld, sideWorld, shoulderWorld, handWorld, handRotation, chestRotation } = state;
  const { mirror } = arm;
  unitTowards(axisWorld, shoulderWorld, handWorld);
  if (settings.elbow.source === 'fitted') {
    writeElbowFeatures(features, chestRotation, shoulderWorld, handWorld, handRotation, arm);
    evaluateElbowNet(elbowNet, features, pole);
    pole[0] *= mirror;
  } else {
    vec3.copy(pole, arm.fixedPole);
  }
  vec3.transformQuat(pole, pole, chestRotation);
  unitAcross(sideWorld, axisWorld, pole);
  if (state.sideWeight > 0) {
    unitAcross(lastSide, axisWorld, state.proposedSide);
    turnAbout(sideWorld, axisWorld, sideWorld, angleAbout(axisWorld, sideWorld, lastSide) * state.sideWeight);
  }
  if (isPlaced && state.hasLastSide) {
    vec3.transformQuat(lastSide, state.lastSideChest, chestRotation);
    unitAcross(lastSide, axisWorld, lastSide);
    const clarity = sideWorld[0] * pole[0] + sideWorld[1] * pole[1] + sideWorld[2] * pole[2];
    const share = clarity < WEAKEST ? WEAKEST : clarity > 1 ? 1 : clarity;
    const mostTurn = settings.elbow.swivelSpeed * share * dtSeconds;
    const turn = angleAbout(axisWorld, lastSide, sideWorld);
    if (Math.abs(turn) > mostTurn) turnAbout(sideWorld, axisWorld, lastSide, turn > 0 ? mostTurn : -mostTurn);
  }
  vec3.copy(state.wishedSideWorld, sideWorld);
  quat.conjugate(inverse, chestRotation);
  vec3.transformQuat(state.lastSideChest, sideWorld, inverse);
  state.hasLastSide = true;
}
