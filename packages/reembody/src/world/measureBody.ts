import { multiplyInverseFlat } from '@leib/core';
import { readEngineRotation, rotationVector } from '../body/flatRotation.js';
import { readBallAngles } from '../body/jointCoordinates.js';
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

/** How far a part's joint is beyond its limits after the last substep, radians: of its axes the farthest, 0 within. */
export function limitExcess({ body, coordinates, targetNow }: RemoteBodyState, part: number): number {
  const drive = body.drives[body.parts[part].drive];
  if (drive === undefined) return 0;
  const c = drive.firstCoordinate;
  if (drive.kind === 'ball') {
    readEngineRotation(turn, coordinates, c);
    readBallAngles(drive, turn, 0, targetNow, c, vector);
  } else for (let k = 0; k < drive.speedCount; k++) vector[k] = coordinates[c + k];
  let most = 0;
  for (let k = 0; k < drive.speedCount; k++) {
    most = Math.max(most, vector[k] - drive.high[k], drive.low[k] - vector[k]);
  }
  return most;
}

function angleBetween(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  multiplyInverseFlat(turn, 0, a, atA, b, atB);
  rotationVector(vector, 0, turn, 0);
  return Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}
// Scratch of angleBetween and limitExcess.
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

/** Torque that every axis gave in the last substep, N m; written from `at` on. Parts without joints give none. */
export function readTorques({ bodies }: RemoteWorld, index: number, out: Float64Array, at = 0): void {
  out.set(bodies[index].torques, at);
}
