import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import { solveMirrorNet } from './mirrorNet.js';
import { stepTrunkFeatures } from './trunkFeatures.js';
import { OUTPUT_COUNT } from './trunkOutputs.js';
import type { TrunkState } from './trunkState.js';

/**
 * How trunk and pelvis are held, from head, hands and how they moved lately: state.settled, seen from the features'
 * frame. A spring takes the tremble of trackers out; its step is exact for any dt.
 */
export function estimateTrunk(model: TrunkModel, state: TrunkState, body: BodyState, dtSeconds: number): void {
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
