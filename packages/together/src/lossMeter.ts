/** What came of the newest updates of a sender, by the numbers that they have, 0 to 255. */
export interface LossMeter {
  /** 1: it came. */
  readonly heard: Uint8Array;
  /** The newest, and how many numbers have gone by; -1 before the first. */
  last: number;
  passed: number;
}

/** Numbers that are looked at, and the newest, whose late ones may still come: 1.6 s and 0.2 s at 60 Hz. */
const WINDOW = 96;
const LATE = 12;
/** Fewer say nothing. */
const FEWEST = 24;

export function createLossMeter(): LossMeter {
  return { heard: new Uint8Array(256), last: -1, passed: 0 };
}

export function noteHeard(meter: LossMeter, sequence: number): void {
  const { heard, last } = meter;
  const ahead = last < 0 ? 1 : (sequence - last) & 255;
  heard[sequence] = 1;
  // One that comes behind a later one.
  if (ahead > 127) return;
  for (let k = 1; k < ahead; k++) heard[(last + k) & 255] = 0;
  meter.last = sequence;
  meter.passed += ahead;
}

/**
 * Share of a sender's newest updates that got lost, 0 to 1. Of who is far away the server passes on only each second, fourth or eighth:
 * most of the steps between numbers are that long then, and those in between are not lost.
 */
export function lostShare({ heard, last, passed }: LossMeter): number {
  const length = Math.min(WINDOW, passed - LATE);
  if (length < FEWEST) return 0;
  const steps: number[] = [];
  let count = 0;
  let before = -1;
  for (let k = 0; k < length; k++) {
    if (heard[(last - LATE - k) & 255] === 0) continue;
    count++;
    if (before >= 0) steps.push(k - before);
    before = k;
  }
  if (steps.length === 0) return 1;
  const usual = steps.sort((a, b) => a - b)[steps.length >> 2];
  return Math.max(0, 1 - (count * usual) / length);
}
