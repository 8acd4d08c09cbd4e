/** How often something arrives and how old it is then. */
export interface ArrivalMeter {
  /** Arrivals a second over the last window; 0 before one is over and after a silence. */
  rateHz: number;
  /** Eased; NaN before the first. */
  latencyMs: number;
  lastAtMs: number;
  windowStartMs: number;
  windowCount: number;
}

export function createArrivalMeter(): ArrivalMeter {
  return { rateHz: 0, latencyMs: Number.NaN, lastAtMs: Number.NEGATIVE_INFINITY, windowStartMs: 0, windowCount: 0 };
}

const WINDOW_MS = 500;
/** After such a silence the rate is nothing, and begins anew. */
const SILENCE_MS = 1000;
/** Of the latency shown, this much is the newest. */
const LATENCY_SHARE = 0.1;
/** A larger latency is a wrong clock or a forged packet: eased, one of 1e300 would be seen for minutes. */
const MOST_LATENCY_MS = 10_000;

export function meterArrival(meter: ArrivalMeter, nowMs: number, latencyMs: number): void {
  if (!(nowMs - meter.lastAtMs < SILENCE_MS) || nowMs < meter.windowStartMs) {
    meter.windowStartMs = nowMs;
    meter.windowCount = 0;
    meter.rateHz = 0;
  } else {
    meter.windowCount++;
    const elapsedMs = nowMs - meter.windowStartMs;
    if (elapsedMs >= WINDOW_MS) {
      meter.rateHz = (meter.windowCount * 1000) / elapsedMs;
      meter.windowStartMs = nowMs;
      meter.windowCount = 0;
    }
  }
  meter.lastAtMs = nowMs;
  if (!(latencyMs >= 0 && latencyMs <= MOST_LATENCY_MS)) return;
  const before = meter.latencyMs;
  meter.latencyMs = Number.isFinite(before) ? before + (latencyMs - before) * LATENCY_SHARE : latencyMs;
}

/** What was arriving and has stopped has no rate. Call it now and then. */
export function meterSilence(meter: ArrivalMeter, nowMs: number): void {
  if (nowMs - meter.lastAtMs >= SILENCE_MS) meter.rateHz = 0;
}
