import { multiplyInverseFlat } from '@leib/core';
import { mixRotation, readEngineRotation, rotationVector } from '../body/flatRotation.js';
import type { JointDrive } from '../body/jointDrive.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';
import type { BodyAddresses } from '../engine/bodyAddresses.js';
import { SUBSTEP_SECONDS } from '../engine/substep.js';

/**
 * Torques that the drives ask for in one substep, into `state.wantedTorques`; limitTorques() brings them into their limits.
 * The damping itself is the joint's own in the engine, kd + kp h, which makes spring and damper implicit (Tan, Liu & Turk,
 * "Stable proportional-derivative controllers", 2011: torque = -kp (q + h v - target) - kd (v - rate), the target taken at
 * the substep's end). What that damping would take from a movement that is as fast as the target is added back,
 * (kd + kp h) rate. The spring alone is limited already here: a far target is then approached at the speed at which the
 * damping takes all of the largest torque, not at full torque until it is too late to brake.
 *
 * @param amount how far through the frame the substep ends, 0..1 and a little beyond
 */
export function driveJoints(
  state: RemoteBodyState,
  addresses: BodyAddresses,
  qpos: Float64Array,
  amount: number,
): void {
  const { body, targetBefore: before, targetNow: now } = state;
  const { coordinates } = addresses;
  for (const drive of body.drives) {
    const c = drive.firstCoordinate;
    const s = drive.firstSpeed;
    if (drive.kind === 'ball') {
      readEngineRotation(current, qpos, coordinates[c]);
      driveBall(state, drive, current, amount);
      continue;
    }
    for (let k = 0; k < drive.speedCount; k++) {
      const target = before[c + k] + (now[c + k] - before[c + k]) * amount;
      askTorque(state, s + k, target - qpos[coordinates[c + k]]);
    }
  }
}
/** Scratch of driveJoints: a ball's rotation now. */
const current = new Float64Array(4);

/** Torque of one axis that is `error` away from its target, radians. */
function askTorque(state: RemoteBodyState, speed: number, error: number): void {
  const kp = state.kp[speed];
  const rate = state.targetRates[speed];
  const limit = state.maxTorque[speed];
  const spring = Math.min(limit, Math.max(-limit, kp * (error - SUBSTEP_SECONDS * rate))) * state.softness[speed];
  state.wantedTorques[speed] = spring + (state.kd[speed] + kp * SUBSTEP_SECONDS) * rate;
}

// Scratch of driveBall, written before it is read.
const targetCoordinates = new Float64Array(4);
const goal = new Float64Array(4);
const turn = new Float64Array(4);
const vector = new Float64Array(3);

function driveBall(state: RemoteBodyState, drive: JointDrive, rotation: Float64Array, amount: number): void {
  mixRotation(targetCoordinates, 0, state.targetBefore, state.targetNow, drive.firstCoordinate, amount);
  readEngineRotation(goal, targetCoordinates, 0);
  multiplyInverseFlat(turn, 0, rotation, 0, goal, 0);
  rotationVector(vector, 0, turn, 0);
  for (let k = 0; k < 3; k++) askTorque(state, drive.firstSpeed + k, vector[k]);
}
