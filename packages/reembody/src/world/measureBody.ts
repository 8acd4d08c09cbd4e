import { multiplyInverseFlat } from '@leib/core';
import { rotationVector } from '../body/flatRotation.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { RemoteWorld } from './remoteWorld.js';

/** Angle between a part's rotation against the part it hangs on and its projected target, radians. */
export function partError(state: RemoteBodyState, part: number): number {
  return angleBetween(state.jointRotations, part * 4, state.targetRotations, part * 4);
}

/** Angle that the projection on the joint's axes and limits took from the wanted rotation, radians. */
export function projectionLoss(state: RemoteBodyState, part: number): number {
  return angleBetween(state.targetRotationsGiven, part * 4, state.targetRotations, part * 4);
}

function angleBetween(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  multiplyInverseFlat(turn, 0, a, atA, b, atB);
  rotationVector(vector, 0, turn, 0);
  return Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}
// Scratch of angleBetween.
const turn = new Float64Array(4);
const vector = new Float64Array(3);

/**
 * Largest distance between a part's joint and the place on its parent where it belongs, metres, by the engine's own
 * positions of the last substep: joints that hold have none.
 */
export function largestSeparation({ views, bodies, addresses }: RemoteWorld, index: number): number {
  const { parts } = bodies[index].body;
  const { bodyPositions: xpos, bodyRotations: xquat } = views;
  let largest = 0;
  for (let part = 1; part < parts.length; part++) {
    const { parent, offset } = parts[part];
    const own = addresses[index].bodies[part];
    const above = addresses[index].bodies[parent];
    const qw = xquat[above * 4];
    const qx = xquat[above * 4 + 1];
    const qy = xquat[above * 4 + 2];
    const qz = xquat[above * 4 + 3];
    const ox = offset[0];
    const oy = offset[1];
    const oz = offset[2];
    const tx = 2 * (qy * oz - qz * oy);
    const ty = 2 * (qz * ox - qx * oz);
    const tz = 2 * (qx * oy - qy * ox);
    const x = xpos[own * 3] - xpos[above * 3] - (ox + qw * tx + qy * tz - qz * ty);
    const y = xpos[own * 3 + 1] - xpos[above * 3 + 1] - (oy + qw * ty + qz * tx - qx * tz);
    const z = xpos[own * 3 + 2] - xpos[above * 3 + 2] - (oz + qw * tz + qx * ty - qy * tx);
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  }
  return largest;
}

/** Torque of every axis' drive at the end of the last substep, spring and damper together, N m; written from `at` on. */
export function readTorques({ views, bodies, addresses }: RemoteWorld, index: number, out: Float64Array, at = 0): void {
  const { speeds } = addresses[index];
  const { torques } = bodies[index];
  const { qvel, damping } = views;
  for (let s = 0; s < speeds.length; s++) {
    out[at + s] = speeds[s] < 0 ? 0 : torques[s] - damping[speeds[s]] * qvel[speeds[s]];
  }
}
