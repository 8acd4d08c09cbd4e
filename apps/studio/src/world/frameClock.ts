import type { Clock } from '../time/clock.js';
import { addSample, createMeter } from './meter.js';

/** A longer gap between frames is a stall (another tab, a breakpoint): the body waits instead of leaping. */
const MAX_STEP_SECONDS = 0.1;

/** The time between pictures. */
export class FrameClock {
  /** Milliseconds between pictures, stalls included. */
  readonly interval = createMeter();
  readonly #clock: Clock;
  #lastSeconds: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds since the last picture. @param timeMs of the browser's animation frame */
  step(timeMs: number): number {
    const seconds = this.#clock.secondsOfFrame(timeMs);
    // To the nanosecond: differences of a time that grows have other last bits each time.
    const elapsedSeconds = Math.round((seconds - (this.#lastSeconds ?? seconds)) * 1e9) / 1e9;
    this.#lastSeconds = seconds;
    if (elapsedSeconds > 0) addSample(this.interval, elapsedSeconds * 1000);
    return withoutStall(elapsedSeconds);
  }
}

/** Seconds by which the body goes on: none where time went back, a tenth at most. */
export function withoutStall(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_STEP_SECONDS);
}
