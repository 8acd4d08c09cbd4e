import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
import type { Swing } from '../bodyState.js';
import { copyFlat } from '../copyFlat.js';
import type { TrunkModel } from './buildTrunk.js';
import { createTravelHistory, resetTravelHistory, type TravelHistory } from './travelHistory.js';
import { createTrunkFeatures, type TrunkFeatures } from './trunkFeatures.js';
import { OUTPUT_COUNT } from './trunkOutputs.js';

/** What the trunk remembers from frame to frame. One per avatar. */
export interface TrunkState {
  readonly history: TravelHistory;
  readonly features: TrunkFeatures;
  /** The estimate of this frame, the settled one with its rates, and what is shown of it: see trunkOutputs.ts. */
  readonly estimate: Float64Array;
  readonly settled: Float64Array;
  readonly rates: Float64Array;
  readonly shown: Float64Array;
  /** Where the head is to be in this frame, world space. */
  readonly headWorld: Vec3;
  readonly headRotation: Quat;
  /** World rotations of hips and path as they are worked out. (path.length + 1) x 4. */
  readonly rotations: Float64Array;
  /** From each row's joint to the next, as it is turned now, world space. rowCount x 3. */
  readonly bones: Float64Array;
  /** By what the legs of standing feet hold the hips back, world space. */
  readonly legPull: Vec3;
  /** What the steps turn hips and shoulders by: in what the rules work out, and in what the prior proposes. */
  readonly ruleSwing: Swing;
  readonly priorSwing: Swing;
}

export function createTrunkState(model: TrunkModel): TrunkState {
  return {
    history: createTravelHistory(),
    features: createTrunkFeatures(),
    estimate: new Float64Array(OUTPUT_COUNT),
    settled: new Float64Array(OUTPUT_COUNT),
    rates: new Float64Array(OUTPUT_COUNT),
    shown: new Float64Array(OUTPUT_COUNT),
    headWorld: createVec3(),
    headRotation: createQuat(),
    rotations: new Float64Array((model.path.length + 1) * 4),
    bones: new Float64Array(model.rowCount * 3),
    legPull: createVec3(),
    ruleSwing: { hipYaw: 0, shoulderYaw: 0 },
    priorSwing: { hipYaw: 0, shoulderYaw: 0 },
  };
}

/** Forgets the person. The next frame, with body.isPlaced false, starts everything else anew. */
export function resetTrunkState(state: TrunkState): void {
  resetTravelHistory(state.history);
  state.rates.fill(0);
}

export function copyTrunkState(out: TrunkState, from: TrunkState): void {
  const { history, features, ruleSwing, priorSwing, ...flat } = from;
  copyFlat(out, flat);
  copyFlat(out.history, history);
  copyFlat(out.features, features);
  copyFlat(out.ruleSwing, ruleSwing);
  copyFlat(out.priorSwing, priorSwing);
}
