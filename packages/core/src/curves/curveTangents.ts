import { buildCurve, type Curve, curveKeys } from './curve.js';

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
