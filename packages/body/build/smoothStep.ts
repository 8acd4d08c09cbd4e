/** 0 up to `from`, 1 beyond `to`, smooth between. */
export function smoothStep(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}
