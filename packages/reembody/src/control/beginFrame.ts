import { multiplyInverseFlat } from '@leib/core';
import { readEngineRotation, rotationVector } from '../body/flatRotation.js';
import type { RemoteBodyState } from '../body/remoteBodyState.js';

/** Scratch of updateRates and updateRoot: a rotation vector. */
const vector = new Float64Array(3);

/**
 * Takes the given target over for a frame: where it was becomes where it starts, and its speed follows. Returns whether
 * the hips' step was a teleport; a joint's step that is too large for a movement is taken without its speed.
 */
export function beginFrame(state: RemoteBodyState, dtSeconds: number): boolean {
  const isFirst = !state.hasTarget;
  state.targetBefore.set(isFirst ? state.targetGiven : state.targetNow);
  state.targetNow.set(state.targetGiven);
  state.targetRootBefore.set(isFirst ? state.targetRootGiven : state.targetRootNow);
  state.targetRootNow.set(state.targetRootGiven);
  state.targetPlacesBefore.set(isFirst ? state.targetPlacesGiven : state.targetPlacesNow);
  state.targetPlacesNow.set(state.targetPlacesGiven);
  state.hasTarget = true;
  updateRates(state, dtSeconds);
  return updateRoot(state, dtSeconds) || isFirst;
}

function updateRates(state: RemoteBodyState, dtSeconds: number): void {
  const { targetBefore: before, targetNow: now, targetRates: rates, body } = state;
  const { maxTargetRate, teleport, feedForward } = body.settings.control;
  for (let d = 0; d < body.drives.length; d++) {
    const drive = body.drives[d];
    const c = drive.firstCoordinate;
    const s = drive.firstSpeed;
    let largest = 0;
    if (drive.kind === 'ball') {
      // The target's own frame turns with it; the simulated part is near enough to share it.
      ballStep(vector, before, now, c);
      for (let k = 0; k < 3; k++) {
        rates[s + k] = vector[k] / dtSeconds;
        largest = Math.max(largest, Math.abs(vector[k]));
      }
    } else {
      for (let k = 0; k < drive.speedCount; k++) {
        const change = now[c + k] - before[c + k];
        rates[s + k] = change / dtSeconds;
        largest = Math.max(largest, Math.abs(change));
      }
    }
    const isJump = largest > teleport.jointAngle;
    for (let k = 0; k < drive.speedCount; k++) {
      const rate = isJump ? 0 : Math.min(maxTargetRate, Math.max(-maxTargetRate, rates[s + k]));
      rates[s + k] = rate * feedForward;
    }
    // A jump is not interpolated: its end is the target at once.
    if (isJump) for (let k = 0; k < drive.coordinateCount; k++) before[c + k] = now[c + k];
  }
}

/** Rotation vector from one ball's coordinates (w x y z) to another's, both at `at`, in the frame of the first. */
function ballStep(out: Float64Array, from: Float64Array, to: Float64Array, at: number): void {
  readEngineRotation(ballFrom, from, at);
  readEngineRotation(ballTo, to, at);
  multiplyInverseFlat(turn, 0, ballFrom, 0, ballTo, 0);
  rotationVector(out, 0, turn, 0);
}
// Scratch of ballStep; `turn` also of updateRoot.
const ballFrom = new Float64Array(4);
const ballTo = new Float64Array(4);
const turn = new Float64Array(4);

function updateRoot(state: RemoteBodyState, dtSeconds: number): boolean {
  const { targetRootBefore: before, targetRootNow: now, targetRootRates: rates, body } = state;
  const { teleport } = body.settings.control;
  let distanceSq = 0;
  for (let k = 0; k < 3; k++) {
    const change = now[k] - before[k];
    distanceSq += change * change;
    rates[k] = change / dtSeconds;
  }
  multiplyInverseFlat(turn, 0, before, 3, now, 3);
  rotationVector(vector, 0, turn, 0);
  let angleSq = 0;
  for (let k = 0; k < 3; k++) {
    angleSq += vector[k] * vector[k];
    rates[3 + k] = vector[k] / dtSeconds;
  }
  const farthest = Math.max(teleport.distance, teleport.speed * dtSeconds);
  const isTeleport = distanceSq > farthest * farthest || angleSq > teleport.angle * teleport.angle;
  if (isTeleport) {
    rates.fill(0);
    before.set(now);
    state.targetPlacesBefore.set(state.targetPlacesNow);
  }
  return isTeleport;
}
