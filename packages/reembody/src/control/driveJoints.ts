import { multiplyInverseFlat } from '@leib/core';
import { projectRotation } from '../body/jointCoordinates.js';
import type { JointDrive } from '../body/jointDrive.js';
import type { RemoteBodyState } from '../world/remoteBodyState.js';
import type { BodyAddresses } from '../world/remoteWorld.js';
import { SUBSTEP_SECONDS } from '../world/writeMjcf.js';
import { mix, rotationVector } from './flatRotation.js';

/** Own stop of a ball joint at its limits, Hz: as stiff as an explicit spring may be at 180 substeps a second. */
const STOP_HZ = 18;

// Scratch: every call writes these before reading them.
const current = new Float64Array(4);
const wanted = new Float64Array(4);
const turn = new Float64Array(4);
const error = new Float64Array(3);
let allowed = new Float64Array(64);

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
  for (let d = 0; d < body.drives.length; d++) {
    const drive = body.drives[d];
    const c = drive.firstCoordinate;
    const s = drive.firstSpeed;
    if (drive.kind === 'ball') {
      driveBall(state, drive, coordinates[c], qpos, outForces, speeds[s], amount);
      continue;
    }
    for (let k = 0; k < drive.speedCount; k++) {
      const target = before[c + k] + (now[c + k] - before[c + k]) * amount;
      setTorque(state, s + k, target - qpos[coordinates[c + k]], outForces, speeds[s + k]);
    }
  }
}

function setTorque(
  state: RemoteBodyState,
  speed: number,
  away: number,
  outForces: Float64Array,
  address: number,
): void {
  const limit = state.maxTorque[speed];
  const kp = state.kp[speed];
  const rate = state.targetRates[speed];
  const spring = Math.min(limit, Math.max(-limit, kp * (away - SUBSTEP_SECONDS * rate))) * state.softness[speed];
  outForces[address] = spring + (state.kd[speed] + kp * SUBSTEP_SECONDS) * rate;
  state.torques[speed] = outForces[address];
}

function driveBall(
  state: RemoteBodyState,
  drive: JointDrive,
  q: number,
  qpos: Float64Array,
  outForces: Float64Array,
  address: number,
  amount: number,
): void {
  const c = drive.firstCoordinate;
  const s = drive.firstSpeed;
  current[0] = qpos[q + 1];
  current[1] = qpos[q + 2];
  current[2] = qpos[q + 3];
  current[3] = qpos[q];
  mix(turn, 0, state.targetBefore, c, state.targetNow, c, amount);
  fromEngine(wanted, turn);
  multiplyInverseFlat(turn, 0, current, 0, wanted, 0);
  rotationVector(error, 0, turn, 0);
  for (let k = 0; k < 3; k++) setTorque(state, s + k, error[k], outForces, address + k);
  stopBall(state, drive, outForces, address);
}

/** The engine stops hinges at their limits, but balls only at a cone: theirs are kept by a stiff spring of our own. */
function stopBall(state: RemoteBodyState, drive: JointDrive, outForces: Float64Array, address: number): void {
  if (allowed.length < drive.firstCoordinate + 4) allowed = new Float64Array(drive.firstCoordinate + 64);
  for (let k = 0; k < 4; k++) allowed[drive.firstCoordinate + k] = state.targetNow[drive.firstCoordinate + k];
  projectRotation(drive, current, 0, allowed);
  for (let k = 0; k < 4; k++) turn[k] = allowed[drive.firstCoordinate + k];
  fromEngine(wanted, turn);
  multiplyInverseFlat(turn, 0, current, 0, wanted, 0);
  rotationVector(error, 0, turn, 0);
  const omega = 2 * Math.PI * STOP_HZ;
  for (let k = 0; k < 3; k++) {
    if (Math.abs(error[k]) < 1e-9) continue;
    outForces[address + k] += state.inertias[drive.firstSpeed + k] * omega * omega * error[k];
  }
}

/** w x y z, as the engine has it, to x y z w. */
function fromEngine(out: Float64Array, q: Float64Array): void {
  out[0] = q[1];
  out[1] = q[2];
  out[2] = q[3];
  out[3] = q[0];
}
