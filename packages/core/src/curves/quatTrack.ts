import { InputError } from '../check/inputError.js';
import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  type Vec3,
  vec3,
} from '../math/index.js';
import { checkKeyTimes, keyBefore } from './curve.js';

export interface QuatKey {
  readonly time: number;
  readonly value: readonly [x: number, y: number, z: number, w: number];
}

/** A turning thing from keyframes: smooth in angular velocity, through every key, the short way round. Read-only. */
export interface QuatTrack {
  /** Rising. keyCount. */
  readonly times: Float64Array;
  /** Unit quaternions of the keys, each on the side of the one before it. keyCount x 4. */
  readonly rotations: Float64Array;
  /** The three rotation vectors of each segment, radians. (keyCount - 1) x 9. */
  readonly turns: Float64Array;
}

/**
 * Hermite interpolation on rotations after Kim, Kim & Shin, "A general construction scheme for unit quaternion curves
 * with simple high order derivatives", SIGGRAPH 1995:
 *
 *   q(s) = q0 exp(w1 b1(s)) exp(w2 b2(s)) exp(w3 b3(s)),   b1 = 1 - (1-s)^3,  b2 = 3s^2 - 2s^3,  b3 = s^3
 *   w1 = va h / 3,   w3 = vb h / 3,   exp(w2) = exp(-w1) q0^-1 q1 exp(-w3)
 *
 * with h the segment's length and va, vb the angular velocities at its keys, here those of the parabola through a key
 * and its neighbours. Keys of a constant turn give exactly that turn; two equal keys in a row hold still between them.
 */
export function buildQuatTrack(keys: readonly QuatKey[], where = 'track'): QuatTrack {
  const times = Float64Array.from(keys, (key) => key.time);
  checkKeyTimes(times, where);
  const rotations = readRotations(keys, where);
  const keyAt = (i: number) => rotations.subarray(i * 4, i * 4 + 4);
  const segmentCount = keys.length - 1;
  const rates = Array.from({ length: segmentCount }, (_, i) => {
    const turn = quat.multiply(createQuat(), quat.conjugate(createQuat(), keyAt(i)), keyAt(i + 1));
    const rate = createVec3();
    logOf(rate, turn);
    return vec3.scale(rate, rate, 1 / (times[i + 1] - times[i]));
  });
  const turns = new Float64Array(segmentCount * 9);
  for (let i = 0; i < segmentCount; i++) {
    const third = (times[i + 1] - times[i]) / 3;
    const w1 = vec3.scale(createVec3(), keyRate(times, rates, i), third);
    const w3 = vec3.scale(createVec3(), keyRate(times, rates, i + 1), third);
    const middle = quat.conjugate(createQuat(), exponential(createQuat(), w1, 1));
    quat.multiply(middle, middle, quat.conjugate(createQuat(), keyAt(i)));
    quat.multiply(middle, middle, keyAt(i + 1));
    quat.multiply(middle, middle, exponential(createQuat(), w3, -1));
    const w2 = createVec3();
    logOf(w2, middle);
    turns.set([...w1, ...w2, ...w3], i * 9);
  }
  return { times, rotations, turns };
}

// Scratch, written before it is read in every call.
const turn = createVec3();
const factor = createQuat();

/** Writes the rotation at a time; first and last key are held outside. Allocates nothing. */
export function sampleQuatTrack(track: QuatTrack, timeSeconds: number, out: Quat): void {
  const { times, rotations, turns } = track;
  const last = times.length - 1;
  const isInside = timeSeconds > times[0] && timeSeconds < times[last];
  const i = isInside ? keyBefore(times, timeSeconds) : timeSeconds <= times[0] ? 0 : last;
  for (let k = 0; k < 4; k++) out[k] = rotations[i * 4 + k];
  if (!isInside) return;
  const s = (timeSeconds - times[i]) / (times[i + 1] - times[i]);
  const rest = 1 - s;
  for (let part = 0; part < 3; part++) {
    for (let k = 0; k < 3; k++) turn[k] = turns[i * 9 + part * 3 + k];
    const amount = part === 0 ? 1 - rest * rest * rest : part === 1 ? s * s * (3 - 2 * s) : s * s * s;
    quat.multiply(out, out, exponential(factor, turn, amount));
  }
}

function readRotations(keys: readonly QuatKey[], where: string): Float64Array {
  const rotations = new Float64Array(keys.length * 4);
  keys.forEach(({ value }, i) => {
    const length = Math.hypot(...value);
    if (value.length !== 4 || !(length > 1e-6) || !Number.isFinite(length)) {
      throw new InputError(`${where}, keys[${i}].value`, 'expected 4 finite numbers x y z w that are not all zero');
    }
    let along = 0;
    for (let k = 0; k < 4; k++) along += i > 0 ? value[k] * rotations[(i - 1) * 4 + k] : 0;
    for (let k = 0; k < 4; k++) rotations[i * 4 + k] = (along < 0 ? -value[k] : value[k]) / length;
  });
  return rotations;
}

/** Angular velocity at a key, in its own axes: of the parabola through its neighbours; none beside a hold. */
function keyRate(times: Float64Array, rates: readonly ReadonlyVec3[], i: number): Vec3 {
  const before = rates[Math.max(0, i - 1)];
  const after = rates[Math.min(rates.length - 1, i)];
  const out = createVec3();
  if (i === 0 || i === rates.length) return vec3.copy(out, i === 0 ? after : before);
  if (vec3.length(before) < 1e-9 || vec3.length(after) < 1e-9) return out;
  const share = (times[i] - times[i - 1]) / (times[i + 1] - times[i - 1]);
  return vec3.lerp(out, before, after, share);
}

/** Rotation vector of a rotation, the short way round. */
function logOf(out: Vec3, rotation: ReadonlyQuat): void {
  const sign = rotation[3] < 0 ? -1 : 1;
  const sine = Math.sqrt(rotation[0] ** 2 + rotation[1] ** 2 + rotation[2] ** 2);
  const scale = sine > 1e-12 ? (2 * Math.atan2(sine, sign * rotation[3]) * sign) / sine : 2 * sign;
  for (let k = 0; k < 3; k++) out[k] = rotation[k] * scale;
}

/** Rotation of `amount` times a rotation vector. */
function exponential(out: Quat, vector: ReadonlyVec3, amount: number): Quat {
  const angle = Math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2);
  const half = (angle * amount) / 2;
  const scale = angle > 1e-12 ? Math.sin(half) / angle : amount / 2;
  return quat.set(out, vector[0] * scale, vector[1] * scale, vector[2] * scale, Math.cos(half));
}
