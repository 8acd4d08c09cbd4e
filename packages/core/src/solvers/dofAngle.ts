import type { ArticulatedChain } from './chainTypes.js';

export const TURN = 2 * Math.PI;

/**
 * The angle if it is allowed, else the nearest allowed one. Where the range is a whole turn or more, nothing is
 * forbidden and only the number has to change: the same pose, some turns away.
 */
export function clampDofAngle(chain: ArticulatedChain, dof: number, angle: number): number {
  const min = chain.minAngles[dof];
  const max = chain.maxAngles[dof];
  if (angle < min) return max - min >= TURN ? angle + TURN * Math.ceil((min - angle) / TURN) : min;
  if (angle > max) return max - min >= TURN ? angle - TURN * Math.ceil((angle - max) / TURN) : max;
  return angle;
}
