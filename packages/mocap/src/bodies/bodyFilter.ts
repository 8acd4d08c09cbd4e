import {
  createQuat,
  createVec3,
  DEG,
  fromRotationVector,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  smoothStep,
  toRotationVector,
  type Vec3,
  vec3,
} from '@leib/core';

export interface BodyFilterParams {
  /** Time constant at which noise of a steadily moving body fades. 0: no smoothing. */
  readonly smoothingSeconds: number;
  /** Standard deviation of the tracker's noise per axis, metres and radians. */
  readonly positionNoise: number;
  readonly rotationNoise: number;
}

export const defaultBodyFilterParams: BodyFilterParams = {
  smoothingSeconds: 0.02,
  positionNoise: 0.001,
  rotationNoise: 0.3 * DEG,
};

/** Memory of one body: where it is and how it moves, world space. */
export interface BodyFilterState {
  isStarted: boolean;
  readonly position: Vec3;
  readonly rotation: Quat;
  /** Metres and radians per second. */
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

export function createBodyFilter(): BodyFilterState {
  return {
    isStarted: false,
    position: createVec3(),
    rotation: createQuat(),
    velocity: createVec3(),
    angularVelocity: createVec3(),
  };
}

// Scratch, written before it is read in every call.
const surprise = createVec3();
const turn = createQuat();

/** Moves the state on by its own velocities. */
export function predictBody(state: BodyFilterState, dtSeconds: number): void {
  vec3.scaleAndAdd(state.position, state.position, state.velocity, dtSeconds);
  vec3.scale(surprise, state.angularVelocity, dtSeconds);
  quat.multiply(state.rotation, fromRotationVector(turn, surprise), state.rotation);
  quat.normalize(state.rotation, state.rotation);
}

/**
 * Smooths a measured pose. The state follows position and velocity (a g-h filter, critically damped: g = 1 - t^2,
 * h = (1 - t)^2 with t = e^(-dt / smoothing); Brookner, "Tracking and Kalman Filtering Made Easy", 1998, ch. 1.3), so a body
 * at any steady velocity is followed without lag; a plain low pass, the 1 Euro filter included, always trails it. A
 * measurement that is farther from the prediction than noise explains is an acceleration: t falls, and the body is
 * followed at once. Call predictBody() first.
 */
export function correctBody(
  params: BodyFilterParams,
  state: BodyFilterState,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
  dtSeconds: number,
): void {
  if (!state.isStarted) {
    state.isStarted = true;
    vec3.copy(state.position, position);
    quat.copy(state.rotation, rotation);
    vec3.set(state.velocity, 0, 0, 0);
    vec3.set(state.angularVelocity, 0, 0, 0);
    return;
  }
  if (!(dtSeconds > 0)) return;
  const { smoothingSeconds } = params;
  const calm = smoothingSeconds > 0 ? Math.exp(-dtSeconds / smoothingSeconds) : 0;
  vec3.subtract(surprise, position, state.position);
  const place = calm * calmness(vec3.length(surprise) / params.positionNoise);
  vec3.scaleAndAdd(state.position, state.position, surprise, 1 - place * place);
  vec3.scaleAndAdd(state.velocity, state.velocity, surprise, velocityGain(place) / dtSeconds);

  quat.multiply(turn, rotation, quat.conjugate(turn, state.rotation));
  toRotationVector(surprise, turn);
  const facing = calm * calmness(vec3.length(surprise) / params.rotationNoise);
  vec3.scaleAndAdd(state.angularVelocity, state.angularVelocity, surprise, velocityGain(facing) / dtSeconds);
  vec3.scale(surprise, surprise, 1 - facing * facing);
  quat.multiply(state.rotation, fromRotationVector(turn, surprise), state.rotation);
  quat.normalize(state.rotation, state.rotation);
}

/** Length of a surprise in noise deviations that noise alone seldom reaches, and where it is movement for certain. */
const NOISE_AT_MOST = 4;
const SURELY_MOVEMENT = 8;
/** The velocity is never a bare difference of two frames: noise would fill it. */
const MOST_VELOCITY_GAIN = 0.6;

/** How much of the filter's t stays after a surprise: 1 where it may be noise, 0 where it is movement. */
function calmness(surprise: number): number {
  return 1 - smoothStep(surprise, NOISE_AT_MOST, SURELY_MOVEMENT);
}

/** The filter's h. */
function velocityGain(t: number): number {
  return Math.min((1 - t) ** 2, MOST_VELOCITY_GAIN);
}
