/** Keys of a movement that is a formula: evenly spread over the loop, without its end, which is its start. */
export function keysOf<Key>(seconds: number, hz: number, keyAt: (time: number) => Key): Key[] {
  const count = Math.round(seconds * hz);
  return Array.from({ length: count }, (_, i) => keyAt((i * seconds) / count));
}

export type Triple = readonly [number, number, number];

/** From one to another, share 0..1. */
export function mix(a: Triple, b: Triple, share: number): Triple {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** 0 before `from`, 1 after `to`, smooth between: 6 x^5 - 15 x^4 + 10 x^3 (Perlin, "Improving noise", 2002). */
export function easeBetween(from: number, to: number, value: number): number {
  const x = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return x * x * x * (x * (6 * x - 15) + 10);
}
