import type { BodyState } from '../bodyState.js';
import type { TrunkModel } from './buildTrunk.js';
import type { TrunkState } from './trunkState.js';

/**
 * The floor that the person stands on is below the lower of the feet that stand, as the last frame left them: on stairs
 * the head is no higher above it than on the ground. Feet in the air say nothing.
 */
export function findFloor(model: TrunkModel, state: TrunkState, { feet, isPlaced }: BodyState): void {
  if (!isPlaced) return;
  const left = feet[0].isPlanted ? feet[0].ankleWorld[1] : Number.POSITIVE_INFINITY;
  const right = feet[1].isPlanted ? feet[1].ankleWorld[1] : Number.POSITIVE_INFINITY;
  const lowest = Math.min(left, right) - model.ankleHeight;
  if (lowest > Number.NEGATIVE_INFINITY && lowest < Number.POSITIVE_INFINITY) state.floorY = lowest;
}
