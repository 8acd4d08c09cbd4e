/** How many messages may come in a second for long, and how many at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** What is left of a limit: it fills up with time, and every message takes one. */
export interface RateState {
  left: number;
  atMs: number;
}

export function createRateState({ burst }: RateLimit, nowMs: number): RateState {
  return { left: burst, atMs: nowMs };
}

/** Takes one message, which may count as several; false where there is not enough left to take. */
export function takeMessage({ perSecond, burst }: RateLimit, state: RateState, nowMs: number, cost = 1): boolean {
  state.left = Math.min(burst, state.left + ((nowMs - state.atMs) / 1000) * perSecond);
  state.atMs = nowMs;
  if (state.left < cost) return false;
  state.left -= cost;
  return true;
}
