/**
 * Offset of the server's clock. Cristian, "Probabilistic clock synchronization", 1989; the formulas as
 * NTP has them (RFC 5905, section 8): offset = ((t1 - t0) + (t2 - t3)) / 2, delay = (t3 - t0) - (t2 - t1). The error is
 * at most half the delay, so the answer with the least delay is used.
 */
export interface ClockOffset {
  /** The server's clock minus ours, milliseconds; NaN before the first answer. */
  offsetMs: number;
  /** Round-trip delay of the answer that is used, milliseconds; the offset's error is at most half of it. */
  delayMs: number;
  readonly offsets: Float64Array;
  readonly delays: Float64Array;
  count: number;
}

/** Number of answers kept: sixteen seconds, in which clocks drift by microseconds. */
const MEMORY = 16;

export function createClockOffset(): ClockOffset {
  return {
    offsetMs: Number.NaN,
    delayMs: Number.NaN,
    offsets: new Float64Array(MEMORY),
    delays: new Float64Array(MEMORY),
    count: 0,
  };
}

/** Sent at t0 and answered at t3 on our clock; received at t1 and answered at t2 on the server's. Milliseconds. */
export function addClockSample(clock: ClockOffset, t0: number, t1: number, t2: number, t3: number): void {
  const delay = t3 - t0 - (t2 - t1);
  const offset = (t1 - t0 + (t2 - t3)) / 2;
  // A clock was set between the two times: ignore this answer.
  if (!Number.isFinite(offset) || !(delay >= 0)) return;
  const slot = clock.count % MEMORY;
  clock.offsets[slot] = offset;
  clock.delays[slot] = delay;
  clock.count++;
  let best = 0;
  for (let i = 1; i < Math.min(clock.count, MEMORY); i++) if (clock.delays[i] < clock.delays[best]) best = i;
  // One of the clocks was set: discard all earlier answers.
  if (Math.abs(offset - clock.offsets[best]) > (delay + clock.delays[best]) / 2 + 5) {
    clock.offsets[0] = offset;
    clock.delays[0] = delay;
    clock.count = 1;
    best = 0;
  }
  clock.offsetMs = clock.offsets[best];
  clock.delayMs = clock.delays[best];
}
