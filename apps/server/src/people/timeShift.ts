import { TIME_SPAN_MS, timeOfPerson, writeTimeOfPerson } from '@leib/net';

/** By how much another machine's clock is behind this one's: the least of what its messages seem to take. */
export interface TimeShift {
  /** Of this span, and of the one before it: clocks drift. */
  leastMs: number;
  lastMs: number;
  beganMs: number;
}

const SPAN_MS = 10_000;
/** What machines that set their clocks by the network differ by, and what messages take: less is left as it is, milliseconds. */
const SMALL_MS = 20;

export function createTimeShift(): TimeShift {
  return { leastMs: Number.POSITIVE_INFINITY, lastMs: Number.POSITIVE_INFINITY, beganMs: Number.NEGATIVE_INFINITY };
}

/** A message that was sent at a time of the other clock came now. */
export function noteTime(shift: TimeShift, sentMs: number, nowMs: number): void {
  if (nowMs - shift.beganMs > SPAN_MS) {
    shift.lastMs = shift.leastMs;
    shift.leastMs = Number.POSITIVE_INFINITY;
    shift.beganMs = nowMs;
  }
  shift.leastMs = Math.min(shift.leastMs, nowMs - sentMs);
}

/** Brings the time of a person's update to this clock. */
export function correctTime(shift: TimeShift, update: Uint8Array): void {
  const behindMs = Math.min(shift.leastMs, shift.lastMs);
  if (!(Math.abs(behindMs) > SMALL_MS && Number.isFinite(behindMs))) return;
  const timeMs = (timeOfPerson(update, 0) + behindMs) % TIME_SPAN_MS;
  writeTimeOfPerson(update, timeMs < 0 ? timeMs + TIME_SPAN_MS : timeMs);
}
