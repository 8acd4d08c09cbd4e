import { clamp } from '@leib/core';

/** 0 to 1 without a corner at either end. */
export function smoothStep(share: number): number {
  const x = clamp(share, 0, 1);
  return x * x * (3 - 2 * x);
}
