import { multiplyInverseFlat } from '@leib/core';
import { mixPlace, PLACE_SIZE, readEngineRotation, rotationVector } from '../body/flatRotation.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';
import type { RootSpringSettings } from '../settings/remoteBodySettings.js';

/** A rigid body on a free joint and the spring that pulls it to a place. Made once; its arrays are views of the state. */
export interface FreeDrive {
  readonly spring: RootSpringSettings;
  readonly mass: number;
  readonly inertia: number;
  /** The target at the frame's beginning and end: places. */
  readonly before: Float64Array;
  readonly now: Float64Array;
  /** The target's speed over the frame: linear 3, angular 3. */
  readonly rates: Float64Array;
  /** First coordinate and speed of the free joint in the engine's arrays. */
  readonly coordinate: number;
  readonly speed: number;
}

/** What springs pull of a body: its hips (control.root 'spring'), every part by itself ('freeParts'), or nothing. */
export function buildFreeDrives(state: RemoteBodyState, addresses: BodyAddresses): FreeDrive[] {
  const { parts, settings } = state.body;
  const { drive, root, freeParts, rootSpring } = settings.control;
  if (drive === 'freeParts') {
    // Their targets' speeds are not fed forward, as in the thesis.
    const rates = new Float64Array(6);
    return parts.map(({ mass, inertia }, part) => ({
      spring: freeParts,
      mass,
      inertia: Math.max(inertia[0], inertia[1], inertia[2]),
      before: state.targetPlacesBefore.subarray(part * PLACE_SIZE, (part + 1) * PLACE_SIZE),
      now: state.targetPlacesNow.subarray(part * PLACE_SIZE, (part + 1) * PLACE_SIZE),
      rates,
      coordinate: addresses.partCoordinates[part],
      speed: addresses.partSpeeds[part],
    }));
  }
  if (root !== 'spring') return [];
  return [
    {
      spring: rootSpring,
      mass: state.totalMass,
      inertia: state.rootInertia,
      before: state.targetRootBefore,
      now: state.targetRootNow,
      rates: state.targetRootRates,
      coordinate: addresses.rootCoordinate,
      speed: addresses.rootSpeed,
    },
  ];
}

/** Damping of the free joint in the engine, per kilogram (or kg m2): as in driveJoints(), the spring's share included. */
export function freeDamping(spring: RootSpringSettings): number {
  const { kp, kd } = freeGains(spring);
  return kd + kp * SUBSTEP_SECONDS;
}

/** Stiffness and damping per kilogram (or kg m2). */
function freeGains({ naturalHz, dampingRatio }: RootSpringSettings): { kp: number; kd: number } {
  const omega = 2 * Math.PI * naturalHz;
  return { kp: omega * omega, kd: 2 * dampingRatio * omega };
}

// Scratch of driveFree.
const goal = new Float64Array(PLACE_SIZE);
const current = new Float64Array(4);
const turn = new Float64Array(4);
const error = new Float64Array(3);

/**
 * Force and torque that pull a free body towards its target, `amount` of the way through the frame. The same stable
 * form as for the joints.
 */
export function driveFree(drive: FreeDrive, qpos: Float64Array, outForces: Float64Array, amount: number): void {
  const { spring, mass, inertia, rates, coordinate: q, speed: v } = drive;
  const { kp, kd } = freeGains(spring);
  mixPlace(goal, 0, drive.before, drive.now, 0, amount);
  for (let k = 0; k < 3; k++) {
    const pull = kp * (goal[k] - qpos[q + k]);
    const limited = Math.min(spring.maxAcceleration, Math.max(-spring.maxAcceleration, pull));
    outForces[v + k] = mass * (limited + kd * rates[k]);
  }
  readEngineRotation(current, qpos, q + 3);
  multiplyInverseFlat(turn, 0, current, 0, goal, 3);
  rotationVector(error, 0, turn, 0);
  for (let k = 0; k < 3; k++) outForces[v + 3 + k] = inertia * (kp * error[k] + kd * rates[3 + k]);
}
