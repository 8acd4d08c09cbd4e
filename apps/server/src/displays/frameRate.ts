/** Frames in the last whole second. */
export interface FrameRate {
  perSecond: number;
  count: number;
  sinceMs: number;
}

export function createFrameRate(): FrameRate {
  return { perSecond: 0, count: 0, sinceMs: Number.NEGATIVE_INFINITY };
}

export function addFrame(rate: FrameRate, nowMs: number): void {
  const elapsedMs = nowMs - rate.sinceMs;
  if (elapsedMs >= 1000) {
    // After a pause the old count says nothing.
    rate.perSecond = elapsedMs < 3000 ? (rate.count * 1000) / elapsedMs : 0;
    rate.count = 0;
    rate.sinceMs = nowMs;
  }
  rate.count++;
}
