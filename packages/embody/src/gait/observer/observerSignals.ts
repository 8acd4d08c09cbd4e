import { createQuat, quat, wrapAngle, yawOf } from '@leib/core';
import { OBSERVER_HZ } from './observerModel.js';

/** Head pose, then both hands' positions, world space: what one tick is made of. */
export const SAMPLE_SIZE = 13;

/** Time constant with which the observer's axes follow the head's heading, seconds. */
const HEADING_SECONDS = 0.25;
const HEADING_SHARE = 1 - Math.exp(-1 / (OBSERVER_HZ * HEADING_SECONDS));

/** What the signals remember from tick to tick. */
export interface SignalState {
  readonly sample: Float64Array;
  /** Heading of the head, low-passed: the axes of all signals. Radians. */
  axesYaw: number;
  headYaw: number;
  /** Floor, world space, and the person's standing head joint over it, metres; written before every tick. */
  floorY: number;
  headHeight: number;
  isStarted: boolean;
}

export function createSignalState(): SignalState {
  return {
    sample: new Float64Array(SAMPLE_SIZE),
    axesYaw: 0,
    headYaw: 0,
    floorY: 0,
    headHeight: 1.5,
    isStarted: false,
  };
}

// Scratch.
const rotation = createQuat();

/**
 * Signals of one tick: 0 head height; 1-3 its velocity (left, up, ahead); 4 head yaw against the axes; 5 its rate / 5;
 * 6 pitch, 7 roll (heights of the head's own axes); 8-13 hands from the head; 14-19 their velocities. Lengths are in
 * units of the standing head height, so that tall and short people sound alike.
 */
export function readSignals(state: SignalState, sample: Float64Array, out: Float64Array): void {
  const { floorY } = state;
  const inverseHeight = 1 / state.headHeight;
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
  // Heights of the head's +Z and +X axes.
  out[6] = 2 * (rotation[1] * rotation[2] - rotation[3] * rotation[0]);
  out[7] = 2 * (rotation[0] * rotation[1] + rotation[3] * rotation[2]);
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
