import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import { freeDamping } from './driveFree.js';
import { fullDamping } from './limitTorques.js';

/** Writes a body's share of the engine's damping: kd + kp h at every axis, which makes the spring implicit (see driveJoints); limitTorques writes it anew in every substep. */
export function writeDamping(
  state: RemoteBodyState,
  { speeds, rootSpeed, partSpeeds }: BodyAddresses,
  outDamping: Float64Array,
): void {
  const { parts, settings } = state.body;
  if (partSpeeds.length > 0) {
    const perMass = freeDamping(settings.control.freeParts);
    for (const [part, first] of partSpeeds.entries()) {
      const { mass, inertia } = parts[part];
      const largest = Math.max(inertia[0], inertia[1], inertia[2]);
      for (let k = 0; k < 6; k++) outDamping[first + k] = perMass * (k < 3 ? mass : largest);
    }
    return;
  }
  for (let s = 0; s < speeds.length; s++) outDamping[speeds[s]] = fullDamping(state, s);
  if (rootSpeed < 0) return;
  const perMass = settings.control.root === 'spring' ? freeDamping(settings.control.rootSpring) : 0;
  for (let k = 0; k < 6; k++) outDamping[rootSpeed + k] = perMass * (k < 3 ? state.totalMass : state.rootInertia);
}
