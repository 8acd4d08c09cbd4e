import type { BodyState } from '../bodyState.js';
import type { TrunkState } from './trunkState.js';

/**
 * How far the left foot is ahead of the right one, where the body faces, as the last frame left them (ch. 6: swing =
 * dLeft - dRight). Who goes sideways does not swing.
 */
export function findSwing(state: TrunkState, { feet, heading, travel, isPlaced }: BodyState): void {
  if (!isPlaced) {
    state.swing = 0;
    return;
  }
  const sin = Math.sin(heading.yaw);
  const cos = Math.cos(heading.yaw);
  const along = sin * travel.directionWorld[0] + cos * travel.directionWorld[2];
  const left = feet[0].ankleWorld;
  const right = feet[1].ankleWorld;
  const swing = (sin * (left[0] - right[0]) + cos * (left[2] - right[2])) * along * along;
  // Feet that are nowhere must not take the trunk along.
  state.swing = swing > -2 && swing < 2 ? swing : 0;
}
