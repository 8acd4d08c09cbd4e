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
