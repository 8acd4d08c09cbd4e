import { nextRandom, type RandomState } from '@leib/core';

/** Normally distributed with a standard deviation of 1 (Box and Muller). */
export function gaussian(random: RandomState): number {
  const radius = Math.sqrt(-2 * Math.log(1 - nextRandom(random)));
  return radius * Math.cos(2 * Math.PI * nextRandom(random));
}
