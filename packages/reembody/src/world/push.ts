import type { ReadonlyVec3 } from '@leib/core';
import type { RemoteWorld } from './remoteWorld.js';

/** The most that a push turns what it meets, N m: a lever of a metre does not fit on any body, and throws the engine off. */
const MAX_TORQUE = 300;

/**
 * Pushes a part of a body (or, with bodyIndex -1, an object by its number) at a point for some time: a force in newtons,
 * world space. Returns false where eight pushes are going on already.
 */
export function push(
  world: RemoteWorld,
  bodyIndex: number,
  part: number,
  pointWorld: ReadonlyVec3,
  forceWorld: ReadonlyVec3,
  seconds: number,
): boolean {
  const free = world.pushes.find((candidate) => candidate.body < 0);
  if (free === undefined) return false;
  free.body = bodyIndex < 0 ? world.objects[part].body : world.addresses[bodyIndex].bodies[part];
  free.secondsLeft = seconds;
  const { massCentres } = world.views;
  const x = pointWorld[0] - massCentres[free.body * 3];
  const y = pointWorld[1] - massCentres[free.body * 3 + 1];
  const z = pointWorld[2] - massCentres[free.body * 3 + 2];
  for (let k = 0; k < 3; k++) free.forceWorld[k] = forceWorld[k];
  free.torqueWorld[0] = y * forceWorld[2] - z * forceWorld[1];
  free.torqueWorld[1] = z * forceWorld[0] - x * forceWorld[2];
  free.torqueWorld[2] = x * forceWorld[1] - y * forceWorld[0];
  const torque = Math.hypot(...free.torqueWorld);
  if (torque > MAX_TORQUE) for (let k = 0; k < 3; k++) free.torqueWorld[k] *= MAX_TORQUE / torque;
  return true;
}

/** Writes the forces of all pushes for a frame and lets their time pass. */
export function applyPushes(world: RemoteWorld, dtSeconds: number): void {
  let isAny = false;
  for (let i = 0; i < world.pushes.length; i++) if (world.pushes[i].body >= 0) isAny = true;
  if (!isAny) return;
  const forces = world.views.bodyForces;
  for (let i = 0; i < world.pushes.length; i++) {
    const { body } = world.pushes[i];
    if (body >= 0) for (let k = 0; k < 6; k++) forces[body * 6 + k] = 0;
  }
  for (let i = 0; i < world.pushes.length; i++) {
    const each = world.pushes[i];
    if (each.body < 0) continue;
    if (each.secondsLeft <= 0) {
      each.body = -1;
      continue;
    }
    for (let k = 0; k < 3; k++) {
      forces[each.body * 6 + k] += each.forceWorld[k];
      forces[each.body * 6 + 3 + k] += each.torqueWorld[k];
    }
    each.secondsLeft -= dtSeconds;
  }
}
