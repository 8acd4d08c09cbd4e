import { freeDamping } from '../control/driveFree.js';
import type { RemoteWorld } from './remoteWorld.js';
import { SUBSTEP_SECONDS } from './writeMjcf.js';

/**
 * Tells the engine a body's damping after its gains were changed: kd + kp h at every axis, which makes the spring
 * implicit too (see driveJoints). Call it after writing to kp or kd of a running body.
 */
export function applyGains(world: RemoteWorld, index: number): void {
  const state = world.bodies[index];
  const { speeds, rootSpeed, partSpeeds } = world.addresses[index];
  const { parts, settings } = state.body;
  const damping = world.model.dof_damping;
  if (partSpeeds.length > 0) {
    const perMass = freeDamping(settings.control.freeParts);
    for (const [part, first] of partSpeeds.entries()) {
      const { mass, inertia } = parts[part];
      const largest = Math.max(inertia[0], inertia[1], inertia[2]);
      for (let k = 0; k < 6; k++) damping[first + k] = perMass * (k < 3 ? mass : largest);
    }
    return;
  }
  for (let s = 0; s < speeds.length; s++) damping[speeds[s]] = state.kd[s] + state.kp[s] * SUBSTEP_SECONDS;
  if (rootSpeed < 0) return;
  const perMass = settings.control.root === 'spring' ? freeDamping(settings.control.rootSpring) : 0;
  for (let k = 0; k < 6; k++) damping[rootSpeed + k] = perMass * (k < 3 ? state.totalMass : state.rootInertia);
}
