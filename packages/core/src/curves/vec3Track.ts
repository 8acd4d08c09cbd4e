import { InputError } from '../check/inputError.js';
import type { Vec3 } from '../math/index.js';
import { checkKeyTimes, keyBefore, keyTangents } from './curve.js';

export interface Vec3Key {
  readonly time: number;
  readonly value: readonly [x: number, y: number, z: number];
}

/** A moving point from keyframes: smooth, through every key, no axis past its keys' values. Read-only. */
export interface Vec3Track {
  /** Rising. keyCount. */
  readonly times: Float64Array;
  /** Points at the keys, and velocities there (`auto` tangents of a curve, per axis). keyCount x 3 each. */
  readonly points: Float64Array;
  readonly velocities: Float64Array;
}

export function buildVec3Track(keys: readonly Vec3Key[], where = 'track'): Vec3Track {
  const times = Float64Array.from(keys, (key) => key.time);
  checkKeyTimes(times, where);
  const points = new Float64Array(keys.length * 3);
  const velocities = new Float64Array(keys.length * 3);
  keys.forEach(({ value }, i) => {
    if (value.length !== 3 || !value.every(Number.isFinite)) {
      throw new InputError(`${where}, keys[${i}].value`, `expected 3 finite numbers, got ${JSON.stringify(value)}`);
    }
    points.set(value, i * 3);
  });
  for (let k = 0; k < 3; k++) {
    const values = Float64Array.from(keys, (key) => key.value[k]);
    for (let i = 0; i < keys.length; i++) {
      velocities[i * 3 + k] = keyTangents({ times, values }, i, 'auto').outTangent;
    }
  }
  return { times, points, velocities };
}

/** Writes the point at a time; first and last key are held outside. Allocates nothing. */
export function sampleVec3Track(track: Vec3Track, timeSeconds: number, out: Vec3): void {
  const { times, points, velocities } = track;
  const last = times.length - 1;
  const isInside = timeSeconds > times[0] && timeSeconds < times[last];
  const i = isInside ? keyBefore(times, timeSeconds) : timeSeconds <= times[0] ? 0 : last;
  if (!isInside) {
    for (let k = 0; k < 3; k++) out[k] = points[i * 3 + k];
    return;
  }
  // Hermite's basis, once for all three axes: see evaluateCurve().
  const span = times[i + 1] - times[i];
  const s = (timeSeconds - times[i]) / span;
  const rest = 1 - s;
  const pointA = (1 + 2 * s) * rest * rest;
  const pointB = s * s * (3 - 2 * s);
  const velocityA = s * rest * rest * span;
  const velocityB = -s * s * rest * span;
  for (let k = 0; k < 3; k++) {
    const a = i * 3 + k;
    out[k] = pointA * points[a] + pointB * points[a + 3] + velocityA * velocities[a] + velocityB * velocities[a + 3];
  }
}
