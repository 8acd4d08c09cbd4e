import { LOWER_BACK, PRIOR_JOINT_COUNT } from '../network/priorLayout.js';
import type { GuideModel } from './buildGuide.js';
import type { GuideState } from './guideState.js';

/** How fast a joint turns is known by half in this time, seconds. */
const SPEED_SECONDS = 0.05;

/**
 * The proposal's rotations, low-passed with a cutoff that rises with each joint's own speed, seen from where the body
 * faces: turning round costs no lag. After Casiez, Roussel & Vogel, "1 Euro Filter", CHI 2012: fc = fc0 + beta |w|.
 */
export function smoothProposal({ settings }: GuideModel, state: GuideState, dtSeconds: number): void {
  const { smoothed, speeds, network } = state;
  const { proposal } = network;
  const { isOn, cutoffAtRest, cutoffPerSpeed } = settings.smoothing;
  const sin = Math.sin(-proposal.heading / 2);
  const cos = Math.cos(-proposal.heading / 2);
  const isFresh = !isOn || !state.isSmoothed;
  const speedShare = 1 - Math.exp(-dtSeconds / SPEED_SECONDS);
  for (let joint = 0; joint < PRIOR_JOINT_COUNT; joint++) {
    const from = joint === LOWER_BACK ? proposal.lowerBackRotation : proposal.rotations;
    const at = joint === LOWER_BACK ? 0 : joint * 4;
    const to = joint * 4;
    // heading^-1 * rotation
    let x = cos * from[at] + sin * from[at + 2];
    let y = cos * from[at + 1] + sin * from[at + 3];
    let z = cos * from[at + 2] - sin * from[at];
    let w = cos * from[at + 3] - sin * from[at + 1];
    if (isFresh) {
      speeds[joint] = 0;
    } else {
      let dot = x * smoothed[to] + y * smoothed[to + 1] + z * smoothed[to + 2] + w * smoothed[to + 3];
      const sign = dot < 0 ? -1 : 1;
      dot = Math.min(1, dot * sign);
      // Angle from the chord: exact where it matters, near zero.
      const cutoff = cutoffAtRest + cutoffPerSpeed * speeds[joint];
      const share = 1 - Math.exp(-2 * Math.PI * cutoff * dtSeconds);
      const angle = 2 * Math.sqrt(2 * (1 - dot));
      if (dtSeconds > 0) speeds[joint] += ((angle * share) / dtSeconds - speeds[joint]) * speedShare;
      x = smoothed[to] + (sign * x - smoothed[to]) * share;
      y = smoothed[to + 1] + (sign * y - smoothed[to + 1]) * share;
      z = smoothed[to + 2] + (sign * z - smoothed[to + 2]) * share;
      w = smoothed[to + 3] + (sign * w - smoothed[to + 3]) * share;
    }
    const size = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    smoothed[to] = x * size;
    smoothed[to + 1] = y * size;
    smoothed[to + 2] = z * size;
    smoothed[to + 3] = w * size;
  }
  state.isSmoothed = true;
}
