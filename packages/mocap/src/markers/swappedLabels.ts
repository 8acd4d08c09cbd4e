import { distanceSq } from './solveMarkerFrame.js';
import type { WorldMarkers } from './worldMarkers.js';

/** Two markers of the body that carry each other's labels. */
export type SwappedPair = readonly [a: number, b: number];

/** Labels that were exchanged in a run of frames, and have been exchanged back. */
export interface LabelSwap {
  readonly labels: readonly [string, string];
  readonly fromFrame: number;
  /** The last frame of the run. */
  readonly toFrame: number;
}

/** Both markers must be this far from where the body has them, metres... */
const LEAST_ERROR = 0.06;
/** ...and the sum of squares must fall to this share when they are exchanged. */
const MOST_SHARE = 0.15;

/** Pairs whose labels are exchanged: each is far from its own place on the body and near the other's. */
export function findSwaps(model: Float64Array, measured: Float64Array): SwappedPair[] {
  const far: number[] = [];
  for (let at = 0; at < model.length; at += 3) {
    if (distanceSq(model, measured, at) > LEAST_ERROR ** 2) far.push(at / 3);
  }
  const found: SwappedPair[] = [];
  const taken = new Set<number>();
  for (const a of far) {
    if (taken.has(a)) continue;
    const own = distanceSq(model, measured, a * 3);
    const partner = far.find((b) => {
      if (b <= a || taken.has(b)) return false;
      const exchanged = crossDistanceSq(model, measured, a, b) + crossDistanceSq(model, measured, b, a);
      return exchanged < MOST_SHARE * (own + distanceSq(model, measured, b * 3));
    });
    if (partner === undefined) continue;
    taken.add(a).add(partner);
    found.push([a, partner]);
  }
  return found;
}

function crossDistanceSq(model: Float64Array, measured: Float64Array, a: number, b: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += (model[a * 3 + k] - measured[b * 3 + k]) ** 2;
  return sum;
}

/** Exchanges two columns in frames from..to. */
export function exchangeColumns(world: WorldMarkers, a: number, b: number, fromFrame: number, toFrame: number): void {
  for (let frame = fromFrame; frame <= toFrame; frame++) {
    const [i, j] = [(frame * world.columnCount + a) * 3, (frame * world.columnCount + b) * 3];
    for (let k = 0; k < 3; k++) {
      const kept = world.positions[i + k];
      world.positions[i + k] = world.positions[j + k];
      world.positions[j + k] = kept;
    }
  }
}

/** Runs of frames from single ones: neighbours of the same pair become one. Gaps of up to three frames do not end a run. */
export function mergeSwaps(swaps: readonly LabelSwap[]): LabelSwap[] {
  const merged: LabelSwap[] = [];
  for (const swap of swaps) {
    const last = merged.findLastIndex(({ labels }) => labels.join() === swap.labels.join());
    if (last >= 0 && swap.fromFrame - merged[last].toFrame <= 4)
      merged[last] = { ...merged[last], toFrame: swap.toFrame };
    else merged.push(swap);
  }
  return merged;
}
