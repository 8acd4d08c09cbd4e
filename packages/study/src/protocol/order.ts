import { nextRandom, type RandomState } from '@leib/core';
import type { OrderKind } from './protocol.js';

/** In which order one participant gets so many conditions: their numbers. */
export function orderFor(kind: OrderKind, count: number, participant: number, seed: number): readonly number[] {
  switch (kind) {
    case 'fixed':
      return numbers(count);
    case 'random':
      return shuffled(count, { seed });
    case 'permutations':
      return permutation(count, participant % factorial(count));
    case 'latin':
      return numbers(count).map((place) => (place + participant) % count);
    case 'williams':
      return williamsRow(count, participant);
  }
}

/** After how many participants an order is balanced: the number planned should be a multiple of it. 1: no order is better than others. */
export function balancedCount(kind: OrderKind, count: number): number {
  if (kind === 'permutations') return factorial(count);
  if (kind === 'latin') return Math.max(1, count);
  if (kind === 'williams') return Math.max(1, count % 2 === 0 ? count : 2 * count);
  return 1;
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
const factorial = (count: number) => numbers(count).reduce((product, number) => product * (number + 1), 1);

/** The permutation of a rank, in lexicographic order. */
function permutation(count: number, rank: number): readonly number[] {
  const left = numbers(count);
  let rest = rank;
  return numbers(count).map((place) => {
    const block = factorial(count - 1 - place);
    const [next] = left.splice(Math.floor(rest / block), 1);
    rest %= block;
    return next;
  });
}

/**
 * Each condition follows each other equally often: rows 0, n-1, 1, n-2, ... shifted, and for odd n the same rows backwards as well.
 * Williams, "Experimental designs balanced for the estimation of residual effects of treatments", 1949.
 */
function williamsRow(count: number, participant: number): readonly number[] {
  const row = participant % balancedCount('williams', count);
  const first = numbers(count).map((place) => (place % 2 === 0 ? place / 2 : count - (place + 1) / 2));
  const shifted = first.map((condition) => (condition + row) % count);
  return row < count ? shifted : shifted.reverse();
}

/** Fisher and Yates. */
export function shuffled(count: number, random: RandomState): readonly number[] {
  const order = numbers(count);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(nextRandom(random) * (last + 1));
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** A seed of its own for everything that is random in one place of a study (FNV-1a). */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const letter of parts.join('/')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}
