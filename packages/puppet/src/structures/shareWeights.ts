import { BOUND_PARTS } from '../model/partSkeleton.js';

/** Outside of every part the hold of the nearest fades to nothing over this share of its reach. */
export const fadeOutside = 0.15;
/** From the boundary to this depth inside of a part (share of its reach) it takes over from the parts it is linked to. */
const takeOverDepth = 0.6;
/** Parts that are looked at for a place. */
export const candidateCount = 6;

/** Parts near to one place, and what each of them holds. */
export interface PlaceShares {
  readonly parts: Int16Array;
  readonly radii: Float64Array;
  readonly weights: Float64Array;
  count: number;
}

export function createPlaceShares(): PlaceShares {
  return {
    parts: new Int16Array(candidateCount),
    radii: new Float64Array(candidateCount),
    weights: new Float64Array(candidateCount),
    count: 0,
  };
}

/**
 * Weights of the parts around a place; returns the share that is left for the whole puppet.
 *
 * Inside of several parts each holds (1 - radius)², and a part gives way to what is linked to it, so that an eye within a
 * head turns as a whole and not by half. Inside of one part only, that part holds all. Outside of all of them the hold
 * fades over `fadeOutside`, so that the skin between a part and the resting body stretches instead of tearing.
 */
export function shareWeights(shares: PlaceShares, isBelow: (part: number, ancestor: number) => boolean): number {
  const { radii, weights, count } = shares;
  let least = Infinity;
  for (let i = 0; i < count; i++) least = Math.min(least, radii[i]);
  if (!(least < 1 + fadeOutside)) {
    shares.count = 0;
    return 1;
  }
  let sum = 0;
  for (let i = 0; i < count; i++) {
    weights[i] = least < 1 ? weightInside(shares, i, isBelow) : weightOutside(radii[i]);
    sum += weights[i];
  }
  sum = keepHeaviest(shares, sum, least < 1 ? BOUND_PARTS : BOUND_PARTS - 1);
  const held = least < 1 ? 1 : 1 - smooth((least - 1) / fadeOutside);
  for (let i = 0; i < shares.count; i++) weights[i] *= held / sum;
  return 1 - held;
}

function weightInside(shares: PlaceShares, i: number, isBelow: (part: number, ancestor: number) => boolean): number {
  const { parts, radii, count } = shares;
  if (radii[i] >= 1) return 0;
  let weight = (1 - radii[i]) ** 2;
  for (let j = 0; j < count; j++) {
    if (j === i || radii[j] >= 1 || !isBelow(parts[j], parts[i])) continue;
    weight *= 1 - smooth((1 - radii[j]) / takeOverDepth);
  }
  return weight;
}

/** Grows without bound towards a part's boundary: there it holds all, as it does just inside. */
function weightOutside(radius: number): number {
  if (radius >= 1 + fadeOutside) return 0;
  return ((1 + fadeOutside - radius) / Math.max(radius - 1, 1e-9)) ** 2;
}

/**
 * Keeps the heaviest parts and returns the sum of what they weigh. The weight of the first one left out is taken off all of
 * them: a part that comes in between one place and the next then does so at weight 0.
 */
function keepHeaviest(shares: PlaceShares, sum: number, most: number): number {
  const { parts, weights, radii } = shares;
  for (let i = 1; i < shares.count; i++) {
    for (let j = i; j > 0 && weights[j] > weights[j - 1]; j--) {
      [weights[j], weights[j - 1]] = [weights[j - 1], weights[j]];
      [parts[j], parts[j - 1]] = [parts[j - 1], parts[j]];
      [radii[j], radii[j - 1]] = [radii[j - 1], radii[j]];
    }
  }
  let kept = sum;
  if (shares.count > most) {
    const dropped = weights[most];
    // All alike: none is heavier than what is left out, and the first ones stay as they are.
    const isFlat = !(weights[0] > dropped);
    if (!isFlat) for (let i = 0; i < most; i++) weights[i] -= dropped;
    kept = 0;
    for (let i = 0; i < most; i++) kept += weights[i];
    shares.count = most;
  }
  while (shares.count > 1 && !(weights[shares.count - 1] > 0)) shares.count--;
  return kept;
}

/** 0 up to 0, 1 from 1, without a corner. */
function smooth(share: number): number {
  const t = Math.min(Math.max(share, 0), 1);
  return t * t * (3 - 2 * t);
}
