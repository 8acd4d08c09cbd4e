import { multiplyInverseFlat } from '@leib/core';
import { mixRotation, readEngineRotation, rotationVector } from '../body/flatRotation.js';
import { projectRotation } from '../body/jointCoordinates.js';
import type { JointDrive } from '../body/jointDrive.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';

/** Own stop of a ball joint at its limits, Hz: as stiff as an explicit spring may be at 180 substeps a second. */
const STOP_HZ = 18;

/**
 * Torques of one substep. The damping itself is the joint's own in the engine, kd + kp h, which makes spring and damper
 * implicit (Tan, Liu & Turk, "Stable proportional-derivative controllers", 2011: torque = -kp (q + h v - target) -
 * kd (v - rate), the target taken at the substep's end). What that damping would take from a movement that is as fast as
 * the target is added back, (kd + kp h) rate. Only the spring is limited to the largest torque: with the rest inside the
 * limit, stiff joints would be held back from every fast movement (measured in docs/reembody.md).
 *
 * @param amount how far through the frame the substep ends, 0..1 and a little beyond
 */
export function driveJoints(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  qpos: Float64Array,
  outForces: Float64Array,
  amount: number,
): void {
  const { body, targetBefore: before, targetNow: now } = state;
  const { coordinates, speeds } = addresses;
  for (const drive of body.drives) {
    const c = drive.firstCoordinate;
    const s = drive.firstSpeed;
    if (drive.kind === 'ball') {
      readEngineRotation(current, qpos, coordinates[c]);
      driveBall(state, drive, current, outForces, speeds[s], amount);
      stopBall(state, drive, current, outForces, speeds[s]);
      continue;
    }
    for (let k = 0; k < drive.speedCount; k++) {
      const target = before[c + k] + (now[c + k] - before[c + k]) * amount;
      setTorque(state, s + k, target - qpos[coordinates[c + k]], outForces, speeds[s + k]);
    }
  }
}
/** Scratch of driveJoints: a ball's rotation now. */
const current = new Float64Array(4);

/** Torque of one axis that is `error` away from its target, radians. */
function setTorque(
  state: RemoteBodyState,
  speed: number,
  error: number,
  outForces: Float64Array,
  address: number,
): void {
  const limit = state.maxTorque[speed];
  const kp = state.kp[speed];
  const rate = state.targetRates[speed];
  const spring = Math.min(limit, Math.max(-limit, kp * (error - SUBSTEP_SECONDS * rate))) * state.softness[speed];
  outForces[address] = spring + (state.kd[speed] + kp * SUBSTEP_SECONDS) * rate;
  state.torques[speed] = outForces[address];
}

// Scratch of driveBall and stopBall, written by each before it is read.
const targetCoordinates = new Float64Array(4);
const goal = new Float64Array(4);
const turn = new Float64Array(4);
const vector = new Float64Array(3);

function driveBall(
  state: RemoteBodyState,
  drive: JointDrive,
  rotation: Float64Array,
  outForces: Float64Array,
  address: number,
  amount: number,
): void {
  mixRotation(targetCoordinates, 0, state.targetBefore, state.targetNow, drive.firstCoordinate, amount);
  readEngineRotation(goal, targetCoordinates, 0);
  multiplyInverseFlat(turn, 0, rotation, 0, goal, 0);
  rotationVector(vector, 0, turn, 0);
  for (let k = 0; k < 3; k++) setTorque(state, drive.firstSpeed + k, vector[k], outForces, address + k);
}

/** The engine stops hinges at their limits, but balls only at a cone: theirs are kept by a stiff spring of our own. */
function stopBall(
  state: RemoteBodyState,
  drive: JointDrive,
  rotation: Float64Array,
  outForces: Float64Array,
  address: number,
): void {
  const { allowedCoordinates: allowed, targetNow, inertias } = state;
  const c = drive.firstCoordinate;
  for (let k = 0; k < 4; k++) allowed[c + k] = targetNow[c + k];
  projectRotation(drive, rotation, 0, allowed);
  readEngineRotation(goal, allowed, c);
  multiplyInverseFlat(turn, 0, rotation, 0, goal, 0);
  rotationVector(vector, 0, turn, 0);
  const omega = 2 * Math.PI * STOP_HZ;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(vector[k]) < 1e-9) continue;
    outForces[address + k] += inertias[drive.firstSpeed + k] * omega * omega * vector[k];
  }
}
