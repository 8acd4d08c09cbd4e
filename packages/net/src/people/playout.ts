import { clamp } from '@leib/core';

export interface PlayoutParams {
  /** Share of the samples that are there in time: what comes later is bridged. */
  readonly inTime: number;
  /** Added to the delay that this takes, milliseconds: a frame of the receiver. */
  readonly marginMs: number;
  readonly leastDelayMs: number;
  readonly mostDelayMs: number;
  /** How much faster or slower than the room's time a person may go while the delay changes. */
  readonly speedUp: number;
  readonly slowDown: number;
  /** How long movement goes on, ever slower, where no newer sample is there, milliseconds. */
  readonly goOnMs: number;
}

/**
 * A tenth slower is not seen in walking people; catching up slower still, since a delay that was needed once is needed again soon.
 * Stalls of a wireless network last 20 to 100 ms, so movement goes on for about as long.
 */
export const defaultPlayoutParams: PlayoutParams = {
  inTime: 0.97,
  marginMs: 8,
  leastDelayMs: 0,
  mostDelayMs: 1000,
  speedUp: 0.05,
  slowDown: 0.15,
  goOnMs: 100,
};

interface Sample<T> {
  timeMs: number;
  readonly value: T;
}

/**
 * Samples that left evenly and arrive unevenly, shown evenly again: as late as nearly all of them arrive, and no later. Times of
 * sender and receiver need no common clock: what counts is how much later than the quickest a sample is.
 */
export interface Playout<T> {
  readonly params: PlayoutParams;
  readonly create: () => T;
  /** Oldest first; those before the last two that were shown are given back. */
  readonly samples: Sample<T>[];
  readonly unused: Sample<T>[];
  /** Arrival minus departure of the newest samples, in a ring, milliseconds. */
  readonly transitsMs: Float64Array;
  count: number;
  /** Shown time is the receiver's minus this; NaN before the first sample. */
  offsetMs: number;
  /** Where it goes. */
  wantedMs: number;
  /** The receiver's time of the last step. */
  lastMs: number;
}

/** Two seconds at 60 Hz. */
const MEMORY = 128;
/** A second at 60 Hz: more that wait are older than what is shown. */
const MOST_SAMPLES = 64;
/** Between two samples that are nearer to each other, rounding would be taken for speed, milliseconds. */
const LEAST_SPAN_MS = 10;
/** A sender whose times leap by this began anew. */
const LEAP_MS = 2000;

export function createPlayout<T>(create: () => T, params = defaultPlayoutParams): Playout<T> {
  return {
    params,
    create,
    samples: [],
    unused: [],
    transitsMs: new Float64Array(MEMORY),
    count: 0,
    offsetMs: Number.NaN,
    wantedMs: Number.NaN,
    lastMs: Number.NaN,
  };
}

/** A sample has come: returns where its value is to be written; null where it is there already. Any order. */
export function addToPlayout<T>(playout: Playout<T>, timeMs: number, arrivedMs: number): T | null {
  const { samples, transitsMs } = playout;
  const newest = samples.at(-1);
  if (newest && Math.abs(timeMs - newest.timeMs) > LEAP_MS) restart(playout);
  transitsMs[playout.count++ % MEMORY] = arrivedMs - timeMs;
  playout.wantedMs = wantedOffset(playout);
  if (Number.isNaN(playout.offsetMs)) playout.offsetMs = playout.wantedMs;
  let index = samples.length;
  while (index > 0 && samples[index - 1].timeMs > timeMs) index--;
  if (samples[index - 1]?.timeMs === timeMs) return null;
  if (samples.length >= MOST_SAMPLES) {
    playout.unused.push(...samples.splice(0, 1));
    index = Math.max(0, index - 1);
  }
  const sample = playout.unused.pop() ?? { timeMs, value: playout.create() };
  sample.timeMs = timeMs;
  samples.splice(index, 0, sample);
  return sample.value;
}

/** What is to be shown now: between two samples, or beyond the newest. */
export interface PlayoutMoment<T> {
  readonly from: T;
  readonly to: T;
  /** 0 at `from`, 1 at `to`; more where movement goes on beyond the newest sample. */
  readonly share: number;
  /** How old the newest sample is where nothing newer is there to be shown, milliseconds; 0 between two. */
  readonly staleMs: number;
  /** From departure to being shown, beyond the quickest way: what was waited for, milliseconds. */
  readonly delayMs: number;
}

/** Null before anything has come. */
export function stepPlayout<T>(playout: Playout<T>, nowMs: number): PlayoutMoment<T> | null {
  const { samples, params } = playout;
  if (samples.length === 0) return null;
  const passedMs = Number.isNaN(playout.lastMs) ? 0 : Math.max(0, nowMs - playout.lastMs);
  playout.lastMs = nowMs;
  const missing = playout.wantedMs - playout.offsetMs;
  playout.offsetMs += clamp(missing, -params.speedUp * passedMs, params.slowDown * passedMs);
  const shownMs = nowMs - playout.offsetMs;
  while (samples.length > 2 && samples[1].timeMs <= shownMs) playout.unused.push(...samples.splice(0, 1));
  return momentAt(playout, shownMs);
}

/** What was shown at the last step, by all that has come since; null before anything has, and before the first step. */
export function playoutAgain<T>(playout: Playout<T>): PlayoutMoment<T> | null {
  const { samples, lastMs, offsetMs } = playout;
  return samples.length === 0 || Number.isNaN(lastMs) ? null : momentAt(playout, lastMs - offsetMs);
}

function momentAt<T>(playout: Playout<T>, shownMs: number): PlayoutMoment<T> {
  const { samples, params } = playout;
  const later = samples.findIndex(({ timeMs }) => timeMs > shownMs);
  const next = Math.max(1, later < 0 ? samples.length - 1 : later);
  const from = samples[next - 1];
  const to = samples[next] ?? from;
  const delayMs = playout.offsetMs - quickestMs(playout);
  const spanMs = to.timeMs - from.timeMs;
  const staleMs = Math.max(0, shownMs - to.timeMs);
  const between = { from: from.value, to: to.value, staleMs, delayMs };
  if (spanMs <= 0) return { ...between, share: 1 };
  if (staleMs === 0) return { ...between, share: clamp((shownMs - from.timeMs) / spanMs, 0, 1) };
  // Ever slower: a person who is not heard of stands still instead of flying off.
  const onMs = params.goOnMs * (1 - Math.exp(-staleMs / params.goOnMs));
  return { ...between, share: 1 + onMs / Math.max(spanMs, LEAST_SPAN_MS) };
}

function restart<T>(playout: Playout<T>): void {
  playout.unused.push(...playout.samples.splice(0));
  playout.count = 0;
  playout.offsetMs = Number.NaN;
}

function transits<T>({ transitsMs, count }: Playout<T>): Float64Array {
  return transitsMs.subarray(0, Math.min(count, MEMORY));
}

function quickestMs<T>(playout: Playout<T>): number {
  return transits(playout).reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
}

/** So late that nearly all samples are there, and one more to go to. */
function wantedOffset<T>(playout: Playout<T>): number {
  const { inTime, marginMs, leastDelayMs, mostDelayMs } = playout.params;
  const sorted = transits(playout).toSorted();
  const late = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * inTime))] - sorted[0];
  return sorted[0] + clamp(late + spacingMs(playout) + marginMs, leastDelayMs, mostDelayMs);
}

/** Time between samples as they left: the median. */
function spacingMs<T>({ samples }: Playout<T>): number {
  if (samples.length < 3) return 16;
  const spaces = samples.slice(1).map(({ timeMs }, i) => timeMs - samples[i].timeMs);
  return spaces.toSorted((a, b) => a - b)[spaces.length >> 1];
}
