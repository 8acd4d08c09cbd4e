import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import type { EngineViews } from '../engine/engineViews.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';

/** Share of the largest torque by which an axis may be beyond it before the substep is made again. */
const TOLERANCE = 1e-3;

/**
 * What an axis does in a substep. 'free': its spring and damper, within the limit. 'low' and 'high': its largest torque one
 * way, and no damping: spring, feed-forward, damping and the share that carries the limb's weight together are never more.
 */
export const limitKind = { low: -1, free: 0, high: 1 } as const;

/**
 * Guesses before a substep which axes will be at their largest torque: those that were, as far as they still ask for more.
 * Which of them really are is seen only afterwards, because the damping is implicit: checkTorques().
 */
export function guessLimits(state: RemoteBodyState, { speeds }: BodyAddresses, views: EngineViews): void {
  const { limits, releases, wantedTorques, maxTorque } = state;
  for (let s = 0; s < speeds.length; s++) {
    releases[s] = 0;
    if (limits[s] === limitKind.free) continue;
    const asked = wantedTorques[s] - fullDamping(state, s) * views.qvel[speeds[s]] + views.gravityTorques[speeds[s]];
    if (asked * limits[s] < maxTorque[s]) limits[s] = limitKind.free;
  }
}

/** Writes forces and damping of one try of a substep. */
export function writeTorques(state: RemoteBodyState, { speeds }: BodyAddresses, views: EngineViews): void {
  const { limits, wantedTorques, maxTorque } = state;
  const { appliedForces, damping, gravityTorques } = views;
  for (let s = 0; s < speeds.length; s++) {
    const address = speeds[s];
    const isFree = limits[s] === limitKind.free;
    appliedForces[address] = isFree ? wantedTorques[s] : limits[s] * maxTorque[s] - gravityTorques[address];
    damping[address] = isFree ? fullDamping(state, s) : 0;
  }
}

/**
 * Looks after a substep at what every axis gave, into `state.torques`: its force, the engine's damping at the new speed and
 * the weight that it carried. Returns whether all are within their limits; where not, `limits` is corrected for another try. An
 * axis leaves its limit once at most in a substep, so there is an end.
 */
export function checkTorques(state: RemoteBodyState, { speeds }: BodyAddresses, views: EngineViews): boolean {
  const { limits, releases, wantedTorques, torques, maxTorque } = state;
  const { appliedForces, damping, gravityTorques, qvel } = views;
  let isGood = true;
  for (let s = 0; s < speeds.length; s++) {
    const address = speeds[s];
    const weight = gravityTorques[address];
    torques[s] = appliedForces[address] - damping[address] * qvel[address] + weight;
    const most = maxTorque[s] * (1 + TOLERANCE) + 1e-9;
    if (limits[s] === limitKind.free) {
      if (Math.abs(torques[s]) <= most) continue;
      limits[s] = torques[s] < 0 ? limitKind.low : limitKind.high;
      isGood = false;
      continue;
    }
    const asked = wantedTorques[s] - fullDamping(state, s) * qvel[address] + weight;
    const isStale = Math.abs(torques[s]) > most;
    if (asked * limits[s] < maxTorque[s] && releases[s] === 0) {
      limits[s] = limitKind.free;
      releases[s] = 1;
      isGood = false;
    } else if (isStale) isGood = false;
  }
  return isGood;
}

/** Damping of an axis in the engine, kd + kp h, which makes its spring implicit (see driveJoints). */
export function fullDamping({ kp, kd }: RemoteBodyState, speed: number): number {
  return kd[speed] + kp[speed] * SUBSTEP_SECONDS;
}
