import type { Vec3 } from '@leib/core';

/** Where a point was lately, to measure its mean velocity over a fixed time whatever the frame rate is. */
export interface TravelHistory {
  /** Seconds since the first sample. */
  clock: number;
  /** Ring of samples: times, and places 3 each, the newest at `newest`. */
  readonly times: Float64Array;
  readonly points: Float64Array;
  newest: number;
  count: number;
}

const CAPACITY = 64;
/** Samples closer than this replace one another, so that the ring spans 100 ms at any rate. Seconds. */
const SPACING = 0.0025;

export function createTravelHistory(): TravelHistory {
  return {
    clock: 0,
    times: new Float64Array(CAPACITY),
    points: new Float64Array(CAPACITY * 3),
    newest: 0,
    count: 0,
  };
}

export function resetTravelHistory(history: TravelHistory): void {
  history.clock = 0;
  history.newest = 0;
  history.count = 0;
}

export function addTravelPoint(history: TravelHistory, point: Vec3, dtSeconds: number): void {
  const { times, points } = history;
  history.clock += dtSeconds;
  const before = (history.newest + CAPACITY - 1) % CAPACITY;
  const isClose = history.count > 1 && history.clock - times[before] < SPACING;
  if (history.count > 0 && !isClose) history.newest = (history.newest + 1) % CAPACITY;
  if (!isClose && history.count < CAPACITY) history.count++;
  times[history.newest] = history.clock;
  for (let k = 0; k < 3; k++) points[history.newest * 3 + k] = point[k];
}

/** Mean velocity over the last `seconds`, or over as much as is known; zero at the start. Metres per second. */
export function meanTravelVelocity(history: TravelHistory, seconds: number, out: Vec3): void {
  const { times, points, newest, count } = history;
  const wanted = history.clock - seconds;
  let later = newest;
  let earlier = newest;
  for (let i = 1; i < count && times[earlier] > wanted; i++) {
    later = earlier;
    earlier = (earlier + CAPACITY - 1) % CAPACITY;
  }
  const gap = times[later] - times[earlier];
  const share = gap > 0 && wanted > times[earlier] ? (wanted - times[earlier]) / gap : 0;
  const span = history.clock - Math.max(wanted, times[earlier]);
  for (let k = 0; k < 3; k++) {
    const from = points[earlier * 3 + k] + (points[later * 3 + k] - points[earlier * 3 + k]) * share;
    out[k] = span > 1e-6 ? (points[newest * 3 + k] - from) / span : 0;
  }
}
