import type { Clock } from '../time/clock.js';
import { addSample, clearMeter, createMeter, medianOf } from './meter.js';

/** A longer gap between frames is a stall (another tab, a breakpoint): the body waits instead of leaping. */
const MAX_STEP_SECONDS = 0.1;
/** Without a frame for so long nothing runs, seconds. */
const STANDS_STILL = 1;

/** The time between frames. */
export class FrameClock {
  /** Milliseconds between frames, stalls included. */
  readonly interval = createMeter();
  readonly #clock: Clock;
  #lastSeconds: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Frames a second as they come now; 0 while none come. */
  get hz(): number {
    const median = medianOf(this.interval);
    const isStill = this.#lastSeconds === null || this.#clock.nowSeconds - this.#lastSeconds > STANDS_STILL;
    return median === 0 || isStill ? 0 : 1000 / median;
  }

  /** Seconds since the last frame. @param seconds when this one is, by the clock */
  step(seconds: number): number {
    // To the nanosecond: differences of a time that grows have other last bits each time.
    const elapsedSeconds = Math.round((seconds - (this.#lastSeconds ?? seconds)) * 1e9) / 1e9;
    this.#lastSeconds = seconds;
    // What was measured before a pause says nothing about what comes now.
    if (elapsedSeconds > STANDS_STILL) clearMeter(this.interval);
    else if (elapsedSeconds > 0) addSample(this.interval, elapsedSeconds * 1000);
    return withoutStall(elapsedSeconds);
  }
}

/** Seconds by which the body goes on: none where time went back, a tenth at most. */
export function withoutStall(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_STEP_SECONDS);
}
