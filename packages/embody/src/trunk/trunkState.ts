import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
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
  /** How far the left foot is ahead of the right one, metres, as the last frame left them: hips and chest turn with it. */
  swing: number;
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
    swing: 0,
  };
}

/** Forgets the person. The next frame, with body.isPlaced false, starts everything else anew. */
export function resetTrunkState(state: TrunkState): void {
  resetTravelHistory(state.history);
  state.rates.fill(0);
  state.swing = 0;
}
