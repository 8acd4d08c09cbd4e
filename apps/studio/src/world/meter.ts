/** The last few seconds of something measured, mostly milliseconds. A ring. */
export interface Meter {
  readonly samples: Float64Array;
  /** Index that the next sample goes to. */
  next: number;
  count: number;
}

export function createMeter(capacity = 240): Meter {
  return { samples: new Float64Array(capacity), next: 0, count: 0 };
}

export function addSample(meter: Meter, value: number): void {
  meter.samples[meter.next] = value;
  meter.next = (meter.next + 1) % meter.samples.length;
  meter.count = Math.min(meter.count + 1, meter.samples.length);
}

/** Forgets what was measured, where it was of something else. */
export function clearMeter(meter: Meter): void {
  meter.next = meter.count = 0;
}

/** Runs some work and adds the milliseconds that it took. */
export function measure<T>(meter: Meter, work: () => T): T {
  const begun = performance.now();
  const result = work();
  addSample(meter, performance.now() - begun);
  return result;
}

/** Middle value of what the meter holds: one slow frame does not move it. */
export function medianOf(meter: Meter): number {
  if (meter.count === 0) return 0;
  return meter.samples.slice(0, meter.count).sort()[meter.count >> 1];
}

/** The value that this share of what the meter holds lies below: 0.95 for all but the slowest twentieth. */
export function quantileOf(meter: Meter, share: number): number {
  if (meter.count === 0) return 0;
  const sorted = meter.samples.slice(0, meter.count).sort();
  return sorted[Math.min(meter.count - 1, Math.floor(meter.count * share))];
}

export function meanOf(meter: Meter): number {
  let sum = 0;
  for (let i = 0; i < meter.count; i++) sum += meter.samples[i];
  return meter.count > 0 ? sum / meter.count : 0;
}

/** A meter's samples as points of an SVG line over the whole width; `full` is the value at the top. */
export function plotPoints({ samples, next, count }: Meter, width: number, height: number, full: number): string {
  const points: string[] = [];
  for (let i = 0; i < count; i++) {
    const value = samples[(next - count + i + samples.length) % samples.length];
    const x = (i / Math.max(1, count - 1)) * width;
    const y = height - 1 - Math.min(1, value / full) * (height - 2);
    points.push(`${x.toFixed(1)},${y.toFixed(1)}`);
  }
  return points.join(' ');
}
