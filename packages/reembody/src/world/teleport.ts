import { PLACE_SIZE } from '../body/flatRotation.js';
import type { RemoteWorld } from './remoteWorld.js';

/** Puts a body right into its target, at rest: at the start, after numbers went wrong, and to get one on its own legs up again. */
export function placeBody(world: RemoteWorld, index: number): void {
  const state = world.bodies[index];
  const { coordinates, speeds, partCoordinates, partSpeeds } = world.addresses[index];
  const { qpos, qvel } = world.data;
  for (let i = 0; i < coordinates.length; i++) if (coordinates[i] >= 0) qpos[coordinates[i]] = state.targetNow[i];
  for (let i = 0; i < speeds.length; i++) if (speeds[i] >= 0) qvel[speeds[i]] = 0;
  state.coordinates.set(state.targetNow);
  state.softness.fill(1);
  state.limits.fill(0);
  state.contactTorques.fill(0);
  // balance() begins anew: from before to here is no speed.
  state.centreOfMass.fill(0);
  state.centreVelocity.fill(0);
  state.isFallen = false;
  for (let part = 0; part < partCoordinates.length; part++) {
    writePlace(qpos, partCoordinates[part], state.targetPlacesNow, part * PLACE_SIZE);
    for (let k = 0; k < 6; k++) qvel[partSpeeds[part] + k] = 0;
  }
  state.places.set(state.targetPlacesNow);
  moveRoot(world, index);
}

/**
 * Carries out a teleport: the body as a whole goes to where the hips are wanted, with its limbs as they are. Parts
 * without joints are left to their forces, as in the thesis: that is what comes apart there.
 */
export function moveBody(world: RemoteWorld, index: number): void {
  if (world.addresses[index].partCoordinates.length > 0) return;
  moveRoot(world, index);
}

function moveRoot(world: RemoteWorld, index: number): void {
  const state = world.bodies[index];
  const { anchor, rootCoordinate, rootSpeed } = world.addresses[index];
  state.root.set(state.targetRootNow);
  if (anchor >= 0) {
    const { mocap_pos: pos, mocap_quat: quat } = world.data;
    for (let k = 0; k < 3; k++) {
      pos[anchor * 3 + k] = state.targetRootNow[k];
      quat[anchor * 4 + 1 + k] = state.targetRootNow[3 + k];
    }
    quat[anchor * 4] = state.targetRootNow[6];
  }
  if (rootCoordinate < 0) return;
  writePlace(world.data.qpos, rootCoordinate, state.targetRootNow, 0);
  for (let k = 0; k < 6; k++) world.data.qvel[rootSpeed + k] = 0;
}

/** A place x y z, x y z w into the engine's x y z, w x y z. */
export function writePlace(qpos: Float64Array, q: number, from: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    qpos[q + k] = from[at + k];
    qpos[q + 4 + k] = from[at + 3 + k];
  }
  qpos[q + 3] = from[at + 6];
}
