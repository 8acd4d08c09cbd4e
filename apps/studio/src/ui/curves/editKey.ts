import { type Curve, moveCurveKey, setCurveKeyTangents } from '@leib/core';

/** What is being dragged: a key, or the tangent before (-1) or after (1) it. */
export interface HeldHandle {
  readonly key: number;
  readonly tangent: -1 | 0 | 1;
}

/**
 * The curve with a key or a tangent dragged to a place; null where the tangent would point the wrong way. Joined tangents
 * turn together.
 */
export function dragCurve(
  curve: Curve,
  { key, tangent }: HeldHandle,
  time: number,
  value: number,
  isJoined: boolean,
): Curve | null {
  if (tangent === 0) return moveCurveKey(curve, key, time, value);
  const run = time - curve.times[key];
  if (run * tangent < 1e-6) return null;
  return setSlope(curve, key, tangent, (value - curve.values[key]) / run, isJoined);
}

/** The curve with the slope before (-1) or after (1) a key set; joined: with both. */
export function setSlope(curve: Curve, key: number, side: -1 | 1, slope: number, isJoined: boolean): Curve {
  const before = side < 0 || isJoined ? slope : curve.inTangents[key];
  const after = side > 0 || isJoined ? slope : curve.outTangents[key];
  return setCurveKeyTangents(curve, key, before, after);
}

/** Whether the slopes before and after a key differ: they cannot be dragged as one. */
export function isSplit(curve: Curve, key: number): boolean {
  return curve.inTangents[key] !== curve.outTangents[key];
}

/** A time for one more key: halfway to the next key, or to the one before the last. */
export function timeForKey(curve: Curve, key: number): number {
  const { times } = curve;
  if (times.length === 1) return times[0] + 1;
  const other = key < times.length - 1 ? key + 1 : key - 1;
  return (times[key] + times[other]) / 2;
}
