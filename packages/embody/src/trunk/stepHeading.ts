import { clamp, createQuat, createVec3, easingShare, twistAngle, wrapAngle, yawOf } from '@leib/core';
import { pointNumber } from '@leib/tracking';
import type { BodyState } from '../bodyState.js';
import { trackedRotation } from '../limb/worldJoint.js';
import type { TrunkModel } from './buildTrunk.js';
import { solveMirrorNet } from './mirrorNet.js';
import { stepTrunkFeatures } from './trunkFeatures.js';
import { OUT_PELVIS_COS, OUT_PELVIS_SIN, OUTPUT_COUNT } from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

/** The rate of turning settles half-way in this time, seconds. */
const RATE_HALF_LIFE = 0.05;
const UP = createVec3(0, 1, 0);
const rotation = createQuat();

/**
 * Which way the body faces. People look about without turning the body, turn it after their hands, and walk where it
 * faces, mostly: ours weighs head, hands and motion together. The thesis lets it follow the head beyond a dead zone. A
 * tracker on the hips knows better than both.
 */
export function stepHeading(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
  const { settings } = model;
  const { heading } = body;
  const { frame, weights } = body.targets;
  if (settings.heading === 'fitted' || settings.bend === 'fitted') estimateTrunk(model, state, body, dtSeconds);
  let turn: number;
  if (settings.heading === 'fitted') {
    const { features, settled } = state;
    turn = wrapAngle(features.frameYaw + Math.atan2(settled[OUT_PELVIS_SIN], settled[OUT_PELVIS_COS]) - heading.yaw);
  } else {
    const headTurn = wrapAngle(yawOf(trackedRotation(rotation, frame, pointNumber.head)) - heading.yaw);
    turn = body.isPlaced
      ? (headTurn - clamp(headTurn, -settings.yawDeadZone, settings.yawDeadZone)) *
        easingShare(settings.yawHalfLife, dtSeconds)
      : headTurn;
  }
  const weight = weights[pointNumber.hips];
  if (weight > 0) {
    const tracked = wrapAngle(twistAngle(trackedRotation(rotation, frame, pointNumber.hips), UP) - heading.yaw);
    turn += wrapAngle(tracked - turn) * weight;
  }
  heading.yaw += turn;
  if (!body.isPlaced || !(dtSeconds > 0)) heading.rate = 0;
  else heading.rate += (turn / dtSeconds - heading.rate) * easingShare(RATE_HALF_LIFE, dtSeconds);
}

/**
 * How trunk and pelvis are held, from head, hands and how they moved lately: state.settled, seen from the features'
 * frame. A spring takes the tremble of trackers out; its step is exact for any dt.
 */
function estimateTrunk(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
  const { features, estimate, settled, rates } = state;
  features.floorY = body.floorY;
  stepTrunkFeatures(model, features, body, dtSeconds);
  solveMirrorNet(model.net, features.even, features.odd, estimate);
  const halfLife = model.settings.settleHalfLife;
  if (!body.isPlaced || !(halfLife > 0)) {
    for (let i = 0; i < OUTPUT_COUNT; i++) {
      settled[i] = estimate[i];
      rates[i] = 0;
    }
    return;
  }
  // Critically damped, in closed form: core's filters/spring.ts, here for many values with one power.
  const frequency = HALF_WAY / halfLife;
  const decay = Math.exp(-frequency * dtSeconds);
  for (let i = 0; i < OUTPUT_COUNT; i++) {
    const distance = settled[i] - estimate[i];
    const rate = rates[i] + frequency * distance;
    settled[i] = estimate[i] + (distance + rate * dtSeconds) * decay;
    rates[i] = (rates[i] - frequency * rate * dtSeconds) * decay;
  }
}

/** Root of (1 + u) e^-u = 1/2. */
const HALF_WAY = 1.678346990016661;
