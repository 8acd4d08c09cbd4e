import { buildCurve, type Curve, clamp, evaluateCurve, evaluateCurveSlope, withTangents } from '@leib/core';
import type { Magnets } from '../file/puppetFile.js';

/** Share of a connection's angle over a finger's bend, as the file lists it. */
type FingerCurvePoints = readonly { readonly bend: number; readonly share: number }[];

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

/**
 * A wanted angle under two magnet stoppers. In the middle it stays as it is; from `softness` before a stopper on the
 * same change of the finger turns the part less and less, and the stopper is never reached:
 *
 *   f(x) = high - s / (1 + t),   t = (x - (high - s)) / s,   f'(x) = 1 / (1 + t)^2
 *
 * like the force between equal poles, which grows with the inverse square of their distance s / (1 + t).
 */
export function applyMagnets({ low, high, softness }: Magnets, angle: number): number {
  const soft = Math.min(softness, (high - low) / 2);
  if (!(soft > 0)) return (low + high) / 2;
  const past = Math.max(angle - (high - soft), low + soft - angle);
  if (past <= 0) return angle;
  const left = soft / (1 + past / soft);
  return angle > (low + high) / 2 ? high - left : low + left;
}

/**
 * How hard the stopper ahead holds a finger back, 0 (free) .. 1 (at the stopper): the share of its motion that the
 * magnets take away, 1 - f'. `isRising`: bending the finger further raises the angle, so the high stopper is ahead.
 */
export function magnetForce({ low, high, softness }: Magnets, angle: number, isRising: boolean): number {
  const soft = Math.min(softness, (high - low) / 2);
  if (!(soft > 0)) return 1;
  const past = isRising ? angle - (high - soft) : low + soft - angle;
  return past <= 0 ? 0 : 1 - 1 / (1 + past / soft) ** 2;
}
