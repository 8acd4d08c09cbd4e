import { InputError } from '../check/inputError.js';

/** Checks that keys exist, that their times are numbers, and that they rise. `where` starts every message. */
export function checkKeyTimes(times: ArrayLike<number>, where: string): void {
  if (times.length === 0) throw new InputError(where, 'keys is empty; at least one key is needed.');
  for (let i = 0; i < times.length; i++) {
    if (!Number.isFinite(times[i])) throw new InputError(where, `keys[${i}].time is ${times[i]}, not a number.`);
    if (i > 0 && times[i] <= times[i - 1]) {
      throw new InputError(where, `keys[${i}].time must be after keys[${i - 1}].time.`);
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
