import { mixRotation } from '../body/flatRotation.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { inputAt } from './remoteFrame.js';

/**
 * The target of a body between two frames of its block, each at `at`: for worlds that step more often than frames come. Without
 * it the body would make a frame's whole way in one step and then wait. A teleport is not travelled: it is there at once.
 * @param amount 0 the earlier frame, 1 the later one
 */
export function mixTarget(
  out: Float64Array,
  from: Float64Array,
  to: Float64Array,
  at: number,
  jointCount: number,
  amount: number,
): void {
  const root = at + inputAt.targetRootPosition;
  const first = at + inputAt.targetRotations;
  let distanceSq = 0;
  for (let k = root; k < root + 3; k++) distanceSq += (to[k] - from[k]) ** 2;
  const isTeleport = !(distanceSq <= defaultRemoteBodySettings.control.teleport.distance ** 2);
  const share = isTeleport ? 1 : amount;
  for (let k = root; k < root + 3; k++) out[k] = share < 1 ? from[k] + (to[k] - from[k]) * share : to[k];
  for (let q = first; q < first + jointCount * 4; q += 4) {
    if (share < 1) mixRotation(out, q, from, to, q, share);
    else for (let k = q; k < q + 4; k++) out[k] = to[k];
  }
}
