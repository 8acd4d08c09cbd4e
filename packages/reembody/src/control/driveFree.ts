import { multiplyInverseFlat } from '@leib/core';
import type { RootSpringSettings } from '../settings/remoteBodySettings.js';
import { SUBSTEP_SECONDS } from '../world/writeMjcf.js';
import { mixPlace } from './beginFrame.js';
import { rotationVector } from './flatRotation.js';

const goal = new Float64Array(7);
const current = new Float64Array(4);
const turn = new Float64Array(4);
const error = new Float64Array(3);

/** Stiffness and damping per kilogram (or kg m2) of a spring on a place. */
export function freeGains({ naturalHz, dampingRatio }: RootSpringSettings): { kp: number; kd: number } {
  const omega = 2 * Math.PI * naturalHz;
  return { kp: omega * omega, kd: 2 * dampingRatio * omega };
}

/** What to write into the engine's damping of a free joint: as in driveJoints(), the spring's share included. */
export function freeDamping(settings: RootSpringSettings): number {
  const { kp, kd } = freeGains(settings);
  return kd + kp * SUBSTEP_SECONDS;
}

/**
 * Force and torque that pull a free body towards a place on its way through the frame. The same stable form as for the
 * joints; `rates` are the target's speeds, 6 numbers at `atRates`.
 */
export function driveFree(
  settings: RootSpringSettings,
  mass: number,
  inertia: number,
  from: Float64Array,
  to: Float64Array,
  atPlace: number,
  rates: Float64Array,
  atRates: number,
  qpos: Float64Array,
  q: number,
  outForces: Float64Array,
  v: number,
  amount: number,
): void {
  const omega = 2 * Math.PI * settings.naturalHz;
  const kp = omega * omega;
  const kd = 2 * settings.dampingRatio * omega;
  mixPlace(goal, 0, from, to, atPlace, amount);
  for (let k = 0; k < 3; k++) {
    const pull = kp * (goal[k] - qpos[q + k]);
    const limited = Math.min(settings.maxAcceleration, Math.max(-settings.maxAcceleration, pull));
    outForces[v + k] = mass * (limited + kd * rates[atRates + k]);
  }
  current[0] = qpos[q + 4];
  current[1] = qpos[q + 5];
  current[2] = qpos[q + 6];
  current[3] = qpos[q + 3];
  multiplyInverseFlat(turn, 0, current, 0, goal, 3);
  rotationVector(error, 0, turn, 0);
  for (let k = 0; k < 3; k++) outForces[v + 3 + k] = inertia * (kp * error[k] + kd * rates[atRates + 3 + k]);
}
