import { buildCurve, type Curve, clamp, evaluateCurve, evaluateCurveSlope, withTangents } from '@leib/core';

/** Share of a connection's angle over a finger's bend, as the file lists it. */
export type FingerCurvePoints = readonly { readonly bend: number; readonly share: number }[];

/** A smooth curve through the points that never runs past one; null: a straight line. */
export function buildFingerCurve(points: FingerCurvePoints): Curve | null {
  if (points.length === 0) return null;
  const keys = points.map(({ bend, share }) => ({ time: bend, value: share, inTangent: 0, outTangent: 0 }));
  return withTangents(buildCurve(keys, 'finger curve'), 'auto');
}

/** Share of the angle at a bend. */
export function fingerShare(curve: Curve | null, bend: number): number {
  return curve ? evaluateCurve(curve, bend) : bend;
}

/** Share per bend; a fist has the slope just before it. */
export function fingerSlope(curve: Curve | null, bend: number): number {
  return curve ? evaluateCurveSlope(curve, clamp(bend, 0, 1 - 1e-9)) : 1;
}
