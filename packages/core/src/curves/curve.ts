import { InputError } from '../check/inputError.js';

/** Checks that keys exist, that their times are numbers, and that they rise. `where` starts every message. */
export function checkKeyTimes(times: ArrayLike<number>, where: string): void {
  if (times.length === 0) throw new InputError(`${where}, keys`, 'expected at least one key, got none');
  for (let i = 0; i < times.length; i++) {
    if (!Number.isFinite(times[i]))
      throw new InputError(`${where}, keys[${i}].time`, `expected a finite number, got ${times[i]}`);
    if (i > 0 && times[i] <= times[i - 1]) {
      throw new InputError(
        `${where}, keys[${i}].time`,
        `expected more than ${times[i - 1]} of the key before, got ${times[i]}`,
      );
    }
  }
}

/** Index of the last key at or before a time that lies between the first and the last key. Binary search. */
export function keyBefore(times: Float64Array, timeSeconds: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= timeSeconds) low = middle;
    else high = middle;
  }
  return low;
}

/** A point of a curve as people write it. An infinite tangent on either side makes the segment a step. */
export interface CurveKey {
  readonly time: number;
  readonly value: number;
  /** Slope just before and just after the key, value per time. */
  readonly inTangent: number;
  readonly outTangent: number;
}

/**
 * A keyframe curve: cubic Hermite segments between keys, the first and last value held outside. Behaves as Unity's
 * AnimationCurve with clamped ends and unweighted tangents. Read-only; editing makes a new one.
 */
export interface Curve {
  /** Rising. One entry per key in each array. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly inTangents: Float64Array;
  readonly outTangents: Float64Array;
}

export function buildCurve(keys: readonly CurveKey[], where = 'curve'): Curve {
  const times = Float64Array.from(keys, (key) => key.time);
  checkKeyTimes(times, where);
  keys.forEach((key, i) => {
    if (!Number.isFinite(key.value))
      throw new InputError(`${where}, keys[${i}].value`, `expected a finite number, got ${key.value}`);
    for (const side of ['inTangent', 'outTangent'] as const) {
      if (Number.isNaN(key[side])) throw new InputError(`${where}, keys[${i}].${side}`, 'expected a number, got NaN');
    }
  });
  return {
    times,
    values: Float64Array.from(keys, (key) => key.value),
    inTangents: Float64Array.from(keys, (key) => key.inTangent),
    outTangents: Float64Array.from(keys, (key) => key.outTangent),
  };
}

export function curveKeys({ times, values, inTangents, outTangents }: Curve): CurveKey[] {
  return Array.from(times, (time, i) => ({
    time,
    value: values[i],
    inTangent: inTangents[i],
    outTangent: outTangents[i],
  }));
}

/** Value at a time. Allocates nothing. */
export function evaluateCurve(curve: Curve, time: number): number {
  const { times, values, inTangents, outTangents } = curve;
  const last = times.length - 1;
  if (time <= times[0]) return values[0];
  if (time >= times[last]) return values[last];
  const i = keyBefore(times, time);
  const span = times[i + 1] - times[i];
  const slopeA = outTangents[i] * span;
  const slopeB = inTangents[i + 1] * span;
  if (!Number.isFinite(slopeA) || !Number.isFinite(slopeB)) return values[i];
  const s = (time - times[i]) / span;
  const rest = 1 - s;
  // Hermite's basis: h00 = (1 + 2s)(1 - s)^2, h10 = s (1 - s)^2, h01 = s^2 (3 - 2s), h11 = -s^2 (1 - s)
  return (
    (1 + 2 * s) * rest * rest * values[i] +
    s * rest * rest * slopeA +
    s * s * (3 - 2 * s) * values[i + 1] -
    s * s * rest * slopeB
  );
}

/** Slope at a time, value per time: 0 outside the keys and on steps; at a key, that of the segment after it. */
export function evaluateCurveSlope(curve: Curve, time: number): number {
  const { times, values, inTangents, outTangents } = curve;
  if (time < times[0] || time >= times[times.length - 1]) return 0;
  const i = keyBefore(times, time);
  const span = times[i + 1] - times[i];
  const [slopeA, slopeB] = [outTangents[i], inTangents[i + 1]];
  if (!Number.isFinite(slopeA) || !Number.isFinite(slopeB)) return 0;
  const s = (time - times[i]) / span;
  const secant = (values[i + 1] - values[i]) / span;
  return 6 * s * (1 - s) * secant + (1 - s) * (1 - 3 * s) * slopeA + s * (3 * s - 2) * slopeB;
}

/**
 * How a key's tangents follow from its neighbours. auto: smooth, and never past a key's value (rising keys give a
 * rising curve); flat: level; linear: straight lines; step: holds its value until the next key.
 */
export type TangentMode = 'auto' | 'flat' | 'linear' | 'step';

/** The curve with one key's tangents set by a rule, or all keys' where no index is given. */
export function withTangents(curve: Curve, mode: TangentMode, keyIndex?: number): Curve {
  const keys = curveKeys(curve);
  return buildCurve(
    keys.map((key, i) => (keyIndex === undefined || keyIndex === i ? { ...key, ...keyTangents(curve, i, mode) } : key)),
  );
}

/** The tangents that a rule gives one key. */
export function keyTangents(
  { times, values }: Pick<Curve, 'times' | 'values'>,
  i: number,
  mode: TangentMode,
): { inTangent: number; outTangent: number } {
  if (mode === 'flat') return { inTangent: 0, outTangent: 0 };
  if (mode === 'step') return { inTangent: Number.POSITIVE_INFINITY, outTangent: Number.POSITIVE_INFINITY };
  const last = times.length - 1;
  const secant = (from: number) => (values[from + 1] - values[from]) / (times[from + 1] - times[from]);
  const before = i > 0 ? secant(i - 1) : i < last ? secant(i) : 0;
  const after = i < last ? secant(i) : before;
  if (mode === 'linear') return { inTangent: before, outTangent: after };
  if (i === 0 || i === last) return { inTangent: before, outTangent: after };
  // Fritsch & Butland, "A method for constructing local monotone piecewise cubic interpolants", 1984: the
  // harmonic mean weighted for uneven keys: a turning point gets a level tangent, and no segment overshoots.
  if (before * after <= 0) return { inTangent: 0, outTangent: 0 };
  const spanBefore = times[i] - times[i - 1];
  const spanAfter = times[i + 1] - times[i];
  const slope =
    (3 * (spanBefore + spanAfter)) / ((2 * spanAfter + spanBefore) / before + (spanAfter + 2 * spanBefore) / after);
  return { inTangent: slope, outTangent: slope };
}
