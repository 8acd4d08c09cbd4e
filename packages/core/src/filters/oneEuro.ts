import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Vec3,
} from '../math/index.js';

export interface OneEuroParams {
  /** Cutoff at rest, Hz: lower removes more jitter from still hands. */
  readonly minCutoffHz: number;
  /** How much the cutoff rises per unit of speed (metres or radians per second): higher removes lag from fast hands. */
  readonly beta: number;
  /** Cutoff of the speed estimate, Hz. */
  readonly speedCutoffHz: number;
}

export const defaultOneEuroParams: OneEuroParams = { minCutoffHz: 1, beta: 1, speedCutoffHz: 1 };

/** Memory of a filtered scalar. */
export interface OneEuroState {
  isStarted: boolean;
  /** The last input. */
  raw: number;
  /** The filtered value: the output. */
  value: number;
  /** Filtered rate of change, per second. */
  rate: number;
}

/** Memory of a filtered point. */
export interface OneEuroVec3State {
  isStarted: boolean;
  readonly raw: Vec3;
  readonly value: Vec3;
  /** Filtered velocity, metres per second. */
  readonly rate: Vec3;
}

/** Memory of a filtered rotation. */
export interface OneEuroQuatState {
  isStarted: boolean;
  readonly raw: Quat;
  readonly value: Quat;
  /** Filtered angular velocity, world space, radians per second. */
  readonly rate: Vec3;
}

export function createOneEuro(): OneEuroState {
  return { isStarted: false, raw: 0, value: 0, rate: 0 };
}

export function createOneEuroVec3(): OneEuroVec3State {
  return { isStarted: false, raw: createVec3(), value: createVec3(), rate: createVec3() };
}

export function createOneEuroQuat(): OneEuroQuatState {
  return { isStarted: false, raw: createQuat(), value: createQuat(), rate: createVec3() };
}

/**
 * The 1 Euro filter: a low pass whose cutoff rises with speed, fc = fc_min + beta |dx/dt|. Steady hands lose jitter,
 * fast hands lose lag. Casiez, Roussel & Vogel, "1 Euro Filter", CHI 2012, doi:10.1145/2207676.2208639.
 *
 * Two changes, both so that the answer does not depend on the frame rate: the smoothing factor is the exact
 * 1 - e^(-2 pi fc dt) instead of its first-order form 1 / (1 + 1 / (2 pi fc dt)), and the speed is that of the input
 * between two frames, not of the input against the lagging output (lag / dt grows with the frame rate).
 *
 * The first input starts the filter and passes through. dt of 0 changes nothing. Returns the filtered value.
 */
export function stepOneEuro(state: OneEuroState, params: OneEuroParams, input: number, dtSeconds: number): number {
  if (!state.isStarted) {
    state.isStarted = true;
    state.raw = input;
    state.value = input;
    state.rate = 0;
  } else if (dtSeconds > 0) {
    const speedShare = lowPassShare(params.speedCutoffHz, dtSeconds);
    state.rate += ((input - state.raw) / dtSeconds - state.rate) * speedShare;
    state.value += (input - state.value) * lowPassShare(cutoff(params, Math.abs(state.rate)), dtSeconds);
    state.raw = input;
  }
  return state.value;
}

/** The same for a point: one cutoff, from its speed, for all three axes, so that it lags behind but not aside. */
export function stepOneEuroVec3(
  state: OneEuroVec3State,
  params: OneEuroParams,
  input: ReadonlyVec3,
  dtSeconds: number,
): void {
  const { raw, value, rate } = state;
  if (!state.isStarted) {
    state.isStarted = true;
    for (let k = 0; k < 3; k++) {
      raw[k] = input[k];
      value[k] = input[k];
      rate[k] = 0;
    }
    return;
  }
  if (!(dtSeconds > 0)) return;
  const speedShare = lowPassShare(params.speedCutoffHz, dtSeconds);
  for (let k = 0; k < 3; k++) rate[k] += ((input[k] - raw[k]) / dtSeconds - rate[k]) * speedShare;
  const share = lowPassShare(cutoff(params, length(rate)), dtSeconds);
  for (let k = 0; k < 3; k++) {
    value[k] += (input[k] - value[k]) * share;
    raw[k] = input[k];
  }
}

// Scratch, written before it is read in every call.
const turn = createQuat();

/** The same for a rotation, the short way round; speed is the angular speed. */
export function stepOneEuroQuat(
  state: OneEuroQuatState,
  params: OneEuroParams,
  input: ReadonlyQuat,
  dtSeconds: number,
): void {
  const { raw, value, rate } = state;
  if (!state.isStarted) {
    state.isStarted = true;
    quat.copy(raw, input);
    quat.copy(value, input);
    for (let k = 0; k < 3; k++) rate[k] = 0;
    return;
  }
  if (!(dtSeconds > 0)) return;
  quat.multiply(turn, input, quat.conjugate(turn, raw));
  const sign = turn[3] < 0 ? -1 : 1;
  const sine = length(turn);
  const angle = 2 * Math.atan2(sine, sign * turn[3]);
  const perSecond = sine > 1e-12 ? (sign * angle) / (sine * dtSeconds) : 0;
  const speedShare = lowPassShare(params.speedCutoffHz, dtSeconds);
  for (let k = 0; k < 3; k++) rate[k] += (turn[k] * perSecond - rate[k]) * speedShare;
  quat.slerp(value, value, input, lowPassShare(cutoff(params, length(rate)), dtSeconds));
  quat.normalize(value, value);
  quat.copy(raw, input);
}

function cutoff(params: OneEuroParams, speed: number): number {
  return params.minCutoffHz + params.beta * speed;
}

function lowPassShare(cutoffHz: number, dtSeconds: number): number {
  return -Math.expm1(-2 * Math.PI * cutoffHz * dtSeconds);
}

/** Length of the first three components. */
function length(v: ArrayLike<number>): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}
