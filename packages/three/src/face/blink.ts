import { clamp, DEG, nextRandom, type RandomState, smoothStep } from '@leib/core';

/**
 * People at rest blink about 17 times a minute, in conversation 26, reading 4.5, at irregular times: Bentivoglio et al.,
 * "Analysis of blink rate patterns in normal subjects", Movement Disorders 12 (1997). The lid falls about twice as fast as
 * it rises: Evinger, Manning & Sibony, "Eyelid movements: mechanisms and normal data", IOVS 32 (1991). Gaze shifts beyond
 * 33 degrees come with a blink nearly always: Evinger et al., "Not looking while leaping", Exp. Brain Res. 100 (1994).
 */
const blinkParams = {
  /** Blinks that come by themselves, a minute. */
  ratePerMinute: 15,
  /** Spread of the times between them: standard deviation of their logarithm. */
  spread: 0.6,
  /** Share of blinks that are followed by another one at once. */
  doubleShare: 0.08,
  /** The lid goes down, stays, and goes up, seconds. */
  closeSeconds: 0.075,
  closedSeconds: 0.035,
  openSeconds: 0.15,
  /** Gaze shifts of this size bring a blink seldom (low) and nearly always (high), radians. */
  shiftLow: 12 * DEG,
  shiftHigh: 35 * DEG,
} as const;

/** A second blink follows this long after the first, seconds. */
const DOUBLE_SECONDS = 0.12;

export interface BlinkState extends RandomState {
  /** Until the next blink begins, seconds. */
  waitSeconds: number;
  /** Since the blink began, seconds; Infinity between blinks. */
  sinceSeconds: number;
  /** How far the lids are closed by blinking, 0 to 1. Output. */
  closed: number;
}

export function createBlink(seed: number): BlinkState {
  const state = { seed, waitSeconds: 0, sinceSeconds: Infinity, closed: 0 };
  // The first one comes at any point of a usual pause.
  state.waitSeconds = pauseSeconds(state) * nextRandom(state);
  return state;
}

/** Advances the lids. `gazeShift`: size of a saccade that begins in this frame, radians, else 0. */
export function stepBlink(state: BlinkState, gazeShift: number, dtSeconds: number): void {
  const { closeSeconds, closedSeconds, openSeconds, shiftLow, shiftHigh, doubleShare } = blinkParams;
  const lasts = closeSeconds + closedSeconds + openSeconds;
  const isBlinking = state.sinceSeconds < lasts;
  if (isBlinking) state.sinceSeconds += dtSeconds;
  else {
    state.waitSeconds -= dtSeconds;
    const isByGaze = gazeShift > shiftLow && nextRandom(state) < smoothStep(gazeShift, shiftLow, shiftHigh);
    if (state.waitSeconds <= 0 || isByGaze) {
      state.sinceSeconds = isByGaze ? 0 : Math.min(-state.waitSeconds, closeSeconds);
      const isDouble = nextRandom(state) < doubleShare;
      state.waitSeconds = isDouble ? DOUBLE_SECONDS : pauseSeconds(state);
    }
  }
  state.closed = closedAt(state.sinceSeconds);
}

function closedAt(seconds: number): number {
  const { closeSeconds, closedSeconds, openSeconds } = blinkParams;
  if (seconds < closeSeconds) return smoothStep(seconds / closeSeconds);
  return 1 - smoothStep(clamp((seconds - closeSeconds - closedSeconds) / openSeconds, 0, 1));
}

/** A time between two blinks: many short ones, a few long ones (log-normal), with the mean that the rate asks for. */
function pauseSeconds(state: BlinkState): number {
  const { ratePerMinute, spread, closeSeconds, closedSeconds, openSeconds } = blinkParams;
  const mean = 60 / ratePerMinute - closeSeconds - closedSeconds - openSeconds;
  const size = Math.sqrt(-2 * Math.log(1 - nextRandom(state)));
  const normal = size * Math.cos(2 * Math.PI * nextRandom(state));
  return mean * Math.exp(spread * normal - (spread * spread) / 2);
}
