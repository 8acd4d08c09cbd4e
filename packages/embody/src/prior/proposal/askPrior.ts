import { easeScalar } from '@leib/core';
import { pointNumber, quality } from '@leib/tracking';
import type { BodyState } from '../../bodyState.js';
import { carryPrior } from '../network/carryPrior.js';
import { stepPrior } from '../network/stepPrior.js';
import type { GuideModel } from './buildGuide.js';
import { type GuideState, resetGuide } from './guideState.js';

/** A lost hand counts less and less for the network, and a found one more and more, by half in this time, seconds. */
const HAND_HALF_LIFE = 0.06;
const { leftHand, rightHand } = pointNumber;

/**
 * Asks the network what the body does: state.network.proposal. Nothing is asked while the prior is off and has handed
 * over; it then begins anew.
 */
export function askPrior(model: GuideModel | null, state: GuideState | null, body: BodyState, dtSeconds: number): void {
  if (model === null || state === null) return;
  const { network, seen } = state;
  if (!model.settings.isOn && state.takenOver <= 0) {
    if (network.tick >= 0) resetGuide(state);
    return;
  }
  const { frame, weights } = body.targets;
  const isFirst = network.tick < 0;
  seen.frame = frame;
  for (let point = 0; point < weights.length; point++) {
    if (point !== leftHand && point !== rightHand) {
      seen.weights[point] = weights[point];
      continue;
    }
    // A lost hand has a target all the same, which the network had better not believe.
    const isThere = frame.quality[point] === quality.tracked ? 1 : 0;
    const halfLife = isFirst ? 0 : HAND_HALF_LIFE;
    seen.weights[point] = easeScalar(seen.weights[point], isThere, halfLife, isFirst ? 1 : dtSeconds);
  }
  if (!body.isPlaced && !isFirst) carryPrior(network, seen);
  network.floorY = body.floorY;
  stepPrior(model.network, network, seen, dtSeconds);
}
