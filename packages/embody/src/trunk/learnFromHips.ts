import { createQuat, createVec3, twistAngle, vec3 } from '@leib/core';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { trackedRotation } from '../limb/readTracked.js';
import type { TrunkModel } from './buildTrunk.js';
import { EVEN_TOLD_COUNT, ODD_TOLD_COUNT } from './hipsGain.js';
import {
  EVEN_OUTPUT_COUNT,
  ODD_OUTPUT_COUNT,
  OUT_PELVIS_COS,
  OUT_PELVIS_SIN,
  OUT_X,
  OUT_YZ,
  OUTPUT_COUNT,
} from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

const UP = createVec3(0, 1, 0);

// Scratch.
const rotation = createQuat();
const up = createVec3();
const evenTold = new Float64Array(EVEN_TOLD_COUNT);
const oddTold = new Float64Array(ODD_TOLD_COUNT);

/**
 * The settled estimate, into state.shown, and with a tracker on the hips what that tells about the rest of the spine:
 * see hipsGain.ts.
 */
export function learnFromHips(model: TrunkModel, state: TrunkState, body: BodyState): void {
  const { settled, shown, features } = state;
  for (let i = 0; i < OUTPUT_COUNT; i++) shown[i] = settled[i];
  const { frame, weights } = body.targets;
  const weight = weights[pointNumber.hips];
  if (!(weight > 0)) return;
  const { even, odd, evenPlace, oddPlace } = model.hipsGain;
  trackedRotation(rotation, frame, pointNumber.hips);
  vec3.transformQuat(up, UP, rotation);
  const yaw = twistAngle(rotation, UP) - features.frameYaw;
  const sin = Math.sin(features.frameYaw);
  const cos = Math.cos(features.frameYaw);
  const head = pointNumber.head * POSE_SIZE;
  const hips = pointNumber.hips * POSE_SIZE;
  const x = frame.poses[hips] - frame.poses[head];
  const y = frame.poses[hips + 1] - frame.poses[head + 1];
  const z = frame.poses[hips + 2] - frame.poses[head + 2];
  evenTold[0] = up[1] - settled[OUT_YZ];
  evenTold[1] = sin * up[0] + cos * up[2] - settled[OUT_YZ + 1];
  evenTold[2] = Math.cos(yaw) - settled[OUT_PELVIS_COS];
  evenTold[3] = y;
  evenTold[4] = sin * x + cos * z;
  for (let i = 0; i < EVEN_OUTPUT_COUNT; i++) {
    evenTold[3] -= evenPlace[i] * settled[i];
    evenTold[4] -= evenPlace[EVEN_OUTPUT_COUNT + i] * settled[i];
  }
  oddTold[0] = cos * up[0] - sin * up[2] - settled[OUT_X];
  oddTold[1] = Math.sin(yaw) - settled[OUT_PELVIS_SIN];
  oddTold[2] = cos * x - sin * z;
  for (let i = 0; i < ODD_OUTPUT_COUNT; i++) oddTold[2] -= oddPlace[i] * settled[OUT_X + i];
  for (let i = 0; i < EVEN_OUTPUT_COUNT; i++) {
    for (let k = 0; k < EVEN_TOLD_COUNT; k++) shown[i] += weight * even[i * EVEN_TOLD_COUNT + k] * evenTold[k];
  }
  for (let i = 0; i < ODD_OUTPUT_COUNT; i++) {
    for (let k = 0; k < ODD_TOLD_COUNT; k++) shown[OUT_X + i] += weight * odd[i * ODD_TOLD_COUNT + k] * oddTold[k];
  }
}
