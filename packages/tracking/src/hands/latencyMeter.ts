/** How long it took from a device's event to the frame that showed it: the newest samples, oldest overwritten. */
export interface LatencyMeter {
  /** Milliseconds; the first `count` are used. */
  readonly samples: Float64Array;
  count: number;
  next: number;
  /** Time of the last event that was counted: an event counts once, in the first frame that shows it. */
  lastEventMs: number;
}

export interface LatencyFigures {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly count: number;
}

export function createLatencyMeter(size = 256): LatencyMeter {
  return { samples: new Float64Array(size), count: 0, next: 0, lastEventMs: Number.NaN };
}

/** Counts an event that a frame has shown. Both times on one clock; an event that was counted before does nothing. */
export function meterLatency(meter: LatencyMeter, eventMs: number, shownMs: number): void {
  if (!Number.isFinite(eventMs) || eventMs === meter.lastEventMs) return;
  meter.lastEventMs = eventMs;
  meter.samples[meter.next] = Math.max(0, shownMs - eventMs);
  meter.next = (meter.next + 1) % meter.samples.length;
  meter.count = Math.min(meter.count + 1, meter.samples.length);
}

/** Half and 95 of a hundred events were shown within these times; null: none was shown yet. */
export function readLatency({ samples, count }: LatencyMeter): LatencyFigures | null {
  if (count === 0) return null;
  const sorted = samples.slice(0, count).sort();
  const at = (share: number) => sorted[Math.min(count - 1, Math.floor(share * count))];
  return { p50Ms: at(0.5), p95Ms: at(0.95), count };
}
