import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';

/**
 * After a blow the joints that felt it are weak for a moment (Mitake et al.'s idea in the thesis's related work): where
 * the torque of contacts jumps within one substep, the stiffness falls, and recovers gradually. A steady press, however
 * strong, does not count.
 */
export function softenAfterImpact(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  constraintForces: Float64Array,
  hasContact: boolean,
): void {
  const { impact } = state.body.settings.control;
  const { softness, contactTorques: before, maxTorque } = state;
  const share = impact.recoverySeconds > 0 ? 1 - Math.exp(-SUBSTEP_SECONDS / impact.recoverySeconds) : 1;
  for (let s = 0; s < softness.length; s++) {
    const torque = hasContact ? constraintForces[addresses.speeds[s]] : 0;
    const isBlow = hasContact && Math.abs(torque - before[s]) > impact.threshold * maxTorque[s];
    before[s] = torque;
    softness[s] = isBlow ? Math.min(softness[s], impact.softness) : softness[s] + (1 - softness[s]) * share;
  }
}
