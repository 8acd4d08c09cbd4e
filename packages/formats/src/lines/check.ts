import { FormatError, type FormatKind, shown } from '../formatError.js';

/** Where a value stands: which kind of file, which line, and later the path inside the line. */
export interface Place {
  readonly kind: FormatKind;
  /** "line 12", or "message at 3.5 s". */
  readonly at: string;
}

export function failAt(place: Place, path: string, reason: string): FormatError {
  const where = [place.at, path].filter((part) => part !== '').join(', ');
  return new FormatError(place.kind, where, reason);
}

/** What stands there instead of what was expected, for a message. */
function seen(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object') return 'an object';
  return shown(JSON.stringify(value) ?? String(value)).slice(1, -1);
}

export function checkObject(value: unknown, place: Place, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw failAt(place, path, `is ${seen(value)}, expected an object`);
  }
  return value as Record<string, unknown>;
}

export function checkNumber(value: unknown, place: Place, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw failAt(place, path, `is ${seen(value)}, expected a number`);
  }
  return value;
}

export function checkPositive(value: unknown, place: Place, path: string): number {
  const number = checkNumber(value, place, path);
  if (number <= 0) throw failAt(place, path, `is ${number}, expected more than 0`);
  return number;
}

export function checkList(value: unknown, place: Place, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw failAt(place, path, `is ${seen(value)}, expected a list`);
  return value;
}

/** Writes a list of exactly `count` finite numbers to out[start ..]. */
export function checkNumbers(
  value: unknown,
  count: number,
  place: Place,
  path: string,
  out: Float64Array,
  start = 0,
): void {
  const list = checkList(value, place, path);
  if (list.length !== count) throw failAt(place, path, `${list.length} numbers, expected ${count}`);
  for (let i = 0; i < count; i++) {
    const item = list[i];
    if (typeof item !== 'number' || !Number.isFinite(item)) {
      throw failAt(place, `${path}[${i}]`, `is ${seen(item)}, expected a number`);
    }
    out[start + i] = item;
  }
}

/** Makes the four numbers at `at` a unit quaternion; refuses one that has no direction. */
export function normaliseQuaternion(values: Float64Array, at: number, place: Place, path: string): void {
  const length = Math.hypot(values[at], values[at + 1], values[at + 2], values[at + 3]);
  if (!(length > 1e-3)) throw failAt(place, path, `quaternion of length ${length}, expected 1`);
  for (let k = 0; k < 4; k++) values[at + k] /= length;
}

/** Writes `poseCount` poses (position, quaternion) and normalises their rotations. */
export function checkPoses(
  value: unknown,
  poseCount: number,
  place: Place,
  path: string,
  out: Float64Array,
  start = 0,
): void {
  checkNumbers(value, poseCount * 7, place, path, out, start);
  for (let i = 0; i < poseCount; i++) normaliseQuaternion(out, start + i * 7 + 3, place, path);
}

/** Time must not run backwards; equal times are allowed, clocks tick. */
export function checkTime(value: unknown, previous: number, place: Place): number {
  const time = checkNumber(value, place, 't');
  if (time < previous) throw failAt(place, 't', `is ${time}, before the ${previous} of the frame before it`);
  return time;
}
