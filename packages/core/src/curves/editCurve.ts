import { InputError } from '../check/inputError.js';
import { clamp } from '../math/index.js';
import {
  buildCurve,
  type Curve,
  type CurveKey,
  curveKeys,
  evaluateCurve,
  evaluateCurveSlope,
  keyBefore,
} from './curve.js';

/** Every edit returns a new curve and leaves the old one alone: undo is keeping it. */

/** Keys stay at least this far apart in time when dragged. */
const leastGap = 1e-4;

/** The curve with a key more, on the curve and without changing its shape; and the new key's index. */
export function insertCurveKey(curve: Curve, time: number): { readonly curve: Curve; readonly index: number } {
  if (!Number.isFinite(time)) throw new InputError('time', `expected a finite number, got ${time}`);
  const { times } = curve;
  const last = times.length - 1;
  const existing = times.indexOf(time);
  if (existing >= 0) return { curve, index: existing };
  const isInside = time > times[0] && time < times[last];
  const index = time < times[0] ? 0 : isInside ? keyBefore(times, time) + 1 : last + 1;
  const isStep = isInside && !Number.isFinite(curve.outTangents[index - 1] + curve.inTangents[index]);
  const slope = isStep ? Number.POSITIVE_INFINITY : evaluateCurveSlope(curve, time);
  const key: CurveKey = { time, value: evaluateCurve(curve, time), inTangent: slope, outTangent: slope };
  const keys = curveKeys(curve);
  // Outside the keys the curve is level: the old end must leave it that way.
  if (time < times[0]) keys[0] = { ...keys[0], inTangent: 0 };
  if (time > times[last]) keys[last] = { ...keys[last], outTangent: 0 };
  return { curve: buildCurve(keys.toSpliced(index, 0, key)), index };
}

/** The curve with a key moved; in time it stops at its neighbours, so its index stays. */
export function moveCurveKey(curve: Curve, index: number, time: number, value: number): Curve {
  const keys = curveKeys(curve);
  checkIndex(keys, index);
  const low = index > 0 ? keys[index - 1].time + leastGap : Number.NEGATIVE_INFINITY;
  const high = index < keys.length - 1 ? keys[index + 1].time - leastGap : Number.POSITIVE_INFINITY;
  // Between neighbours closer than two gaps there is no room: the key keeps its time.
  const moved = low <= high ? clamp(time, low, high) : keys[index].time;
  return buildCurve(keys.with(index, { ...keys[index], time: moved, value }));
}

/** The curve with one key's slopes set; infinite ones make steps. */
export function setCurveKeyTangents(curve: Curve, index: number, inTangent: number, outTangent: number): Curve {
  const keys = curveKeys(curve);
  checkIndex(keys, index);
  return buildCurve(keys.with(index, { ...keys[index], inTangent, outTangent }));
}

export function removeCurveKey(curve: Curve, index: number): Curve {
  const keys = curveKeys(curve);
  checkIndex(keys, index);
  if (keys.length === 1) throw new InputError('curve', 'expected at least two keys to remove one from, got one');
  return buildCurve(keys.toSpliced(index, 1));
}

function checkIndex(keys: readonly CurveKey[], index: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= keys.length) {
    throw new InputError('index', `expected a key from 0 to ${keys.length - 1}, got ${index}`);
  }
}
