import { createQuat, createVec3, quat, type Vec3, wrapAngle, yawOf } from '@leib/core';
import { OBSERVER_HZ, SIGNAL_COUNT } from './observerModel.js';

/** Head pose, then both hands' positions, world space: what one tick is made of. */
export const SAMPLE_SIZE = 13;

/** Time constant with which the observer's axes follow the head's heading, seconds. */
const HEADING_SECONDS = 0.25;
const HEADING_SHARE = 1 - Math.exp(-1 / (OBSERVER_HZ * HEADING_SECONDS));

/** What the signals remember from tick to tick. */
export interface SignalState {
  readonly sample: Float64Array;
  /** Heading of the head, low-passed: the axes that everything is told in. Radians. */
  axesYaw: number;
  headYaw: number;
  isStarted: boolean;
}

export function createSignalState(): SignalState {
  return { sample: new Float64Array(SAMPLE_SIZE), axesYaw: 0, headYaw: 0, isStarted: false };
}

// Scratch.
const rotation = createQuat();
const axis = createVec3();
const FORWARD = createVec3(0, 0, 1);
const LEFT = createVec3(1, 0, 0);

/**
 * Signals of one tick: 0 head height; 1-3 its velocity (left, up, ahead); 4 head yaw against the axes; 5 its rate / 5;
 * 6 pitch, 7 roll (heights of the head's own axes); 8-13 hands from the head; 14-19 their velocities. Lengths are in
 * units of the standing head height, so that tall and short people sound alike.
 */
export function readSignals(
  state: SignalState,
  sample: Float64Array,
  floorY: number,
  inverseHeight: number,
  out: Float64Array,
): void {
  const { sample: last } = state;
  quat.set(rotation, sample[3], sample[4], sample[5], sample[6]);
  const yaw = yawOf(rotation);
  if (!state.isStarted) {
    last.set(sample);
    state.axesYaw = yaw;
    state.headYaw = yaw;
    state.isStarted = true;
  }
  state.axesYaw = wrapAngle(state.axesYaw + wrapAngle(yaw - state.axesYaw) * HEADING_SHARE);
  const perSecond = OBSERVER_HZ * inverseHeight;
  const sin = Math.sin(state.axesYaw);
  const cos = Math.cos(state.axesYaw);
  out[0] = (sample[1] - floorY) * inverseHeight;
  out[1] = (cos * (sample[0] - last[0]) - sin * (sample[2] - last[2])) * perSecond;
  out[2] = (sample[1] - last[1]) * perSecond;
  out[3] = (sin * (sample[0] - last[0]) + cos * (sample[2] - last[2])) * perSecond;
  out[4] = wrapAngle(yaw - state.axesYaw);
  out[5] = wrapAngle(yaw - state.headYaw) * OBSERVER_HZ * 0.2;
  out[6] = heightOfAxis(FORWARD);
  out[7] = heightOfAxis(LEFT);
  for (let hand = 0; hand < 2; hand++) {
    const from = 7 + hand * 3;
    const to = 8 + hand * 3;
    let x = sample[from] - sample[0];
    let z = sample[from + 2] - sample[2];
    out[to] = (cos * x - sin * z) * inverseHeight;
    out[to + 1] = (sample[from + 1] - sample[1]) * inverseHeight;
    out[to + 2] = (sin * x + cos * z) * inverseHeight;
    x = sample[from] - last[from];
    z = sample[from + 2] - last[from + 2];
    out[to + 6] = (cos * x - sin * z) * perSecond;
    out[to + 7] = (sample[from + 1] - last[from + 1]) * perSecond;
    out[to + 8] = (sin * x + cos * z) * perSecond;
  }
  last.set(sample);
  state.headYaw = yaw;
}

function heightOfAxis(local: Vec3): number {
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const w = rotation[3];
  axis[1] = 2 * (x * y + w * z) * local[0] + (1 - 2 * (x * x + z * z)) * local[1] + 2 * (y * z - w * x) * local[2];
  return axis[1];
}

const mirrorOrder = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 8, 9, 10, 17, 18, 19, 14, 15, 16];
const mirrorSigns = [1, -1, 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, 1, 1, -1, 1, 1, -1, 1, 1];

/** The signals of the person's mirror image. */
export function mirrorSignals(signals: Float64Array, out: Float64Array): void {
  for (let i = 0; i < SIGNAL_COUNT; i++) out[i] = signals[mirrorOrder[i]] * mirrorSigns[i];
}
