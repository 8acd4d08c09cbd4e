import { createVec3, type ReadonlyVec3, type Vec3 } from '@leib/core';

/** A scalar on a spring. */
export interface SpringState {
  value: number;
  /** Per second. */
  velocity: number;
}

/** A point on a spring. */
export interface Vec3SpringState {
  readonly position: Vec3;
  readonly velocity: Vec3;
}

export function createSpring(value = 0): SpringState {
  return { value, velocity: 0 };
}

export function createVec3Spring(x = 0, y = 0, z = 0): Vec3SpringState {
  return { position: createVec3(x, y, z), velocity: createVec3() };
}

/** Root of (1 + u) e^-u = 1/2: a critically damped spring let go at rest is half-way after u / frequency seconds. */
const halfWay = 1.678346990016661;

/**
 * Critically damped spring: the fastest way to the target that does not swing past it when let go at rest. The closed
 * form of x'' = -2 w x' - w^2 x (x: distance from the target), so any dt is exact and steps compose:
 *
 *   x(t) = (x0 + (v0 + w x0) t) e^-wt        v(t) = (v0 - w (v0 + w x0) t) e^-wt
 */
export function stepSpring(state: SpringState, target: number, halfLifeSeconds: number, dtSeconds: number): void {
  if (!(dtSeconds > 0)) return;
  const frequency = halfWay / halfLifeSeconds;
  const decay = springDecay(frequency, dtSeconds);
  if (decay === 0) {
    state.value = target;
    state.velocity = 0;
    return;
  }
  const distance = state.value - target;
  const rate = state.velocity + frequency * distance;
  state.value = target + (distance + rate * dtSeconds) * decay;
  state.velocity = (state.velocity - frequency * rate * dtSeconds) * decay;
}

/** The same for a point. */
export function stepVec3Spring(
  state: Vec3SpringState,
  target: ReadonlyVec3,
  halfLifeSeconds: number,
  dtSeconds: number,
): void {
  if (!(dtSeconds > 0)) return;
  const { position, velocity } = state;
  const frequency = halfWay / halfLifeSeconds;
  const decay = springDecay(frequency, dtSeconds);
  for (let k = 0; k < 3; k++) {
    if (decay === 0) {
      position[k] = target[k];
      velocity[k] = 0;
      continue;
    }
    const distance = position[k] - target[k];
    const rate = velocity[k] + frequency * distance;
    position[k] = target[k] + (distance + rate * dtSeconds) * decay;
    velocity[k] = (velocity[k] - frequency * rate * dtSeconds) * decay;
  }
}

/** e^-wt, or 0 where that is as good as over: a half-life of 0, or a pause of any length, arrives and stays finite. */
function springDecay(frequency: number, dtSeconds: number): number {
  const exponent = frequency * dtSeconds;
  return exponent < 600 ? Math.exp(-exponent) : 0;
}
