import type { NoveltyModel } from './priorModel.js';
import type { PriorState } from './priorState.js';

/** Ordinary up to the first, like nothing seen from the second on. */
const ordinaryUpTo = 1;
const strangeFrom = 2;

/** Writes proposal.novelty: the largest of the groups', for the features in scratch. */
export function measureNovelty({ groups }: NoveltyModel, { scratch, proposal }: PriorState): void {
  const { features } = scratch;
  let largest = 0;
  for (let group = 0; group < groups.length; group++) {
    const { features: chosen, triangle } = groups[group];
    let sum = 0;
    let at = 0;
    for (let row = 0; row < chosen.length; row++) {
      let value = 0;
      for (let column = 0; column <= row; column++) value += triangle[at++] * features[chosen[column]];
      sum += value * value;
    }
    if (sum > largest) largest = sum;
  }
  proposal.novelty = largest;
}

/** 1 for ordinary input, 0 for strange, smooth between. */
export function trustNovelty(novelty: number): number {
  const part = Math.min(1, Math.max(0, (novelty - ordinaryUpTo) / (strangeFrom - ordinaryUpTo)));
  return 1 - part * part * (3 - 2 * part);
}
