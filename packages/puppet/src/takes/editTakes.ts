import { mixItems, smoothStep } from '@leib/core';
import {
  createTakeFrame,
  JOINT_SIZE,
  MAX_TAKE_FRAMES,
  type PuppetTake,
  sampleTake,
  type TakeFrame,
  takeDuration,
  takeOfFrames,
} from './puppetTake.js';

export interface TakeLayer {
  readonly take: PuppetTake;
  /** Names of the parts that it moves. */
  readonly parts: readonly string[];
  /** It also moves the whole puppet. */
  readonly withWhole?: boolean;
  /** On the clock of the take below. Default 0. */
  readonly startSeconds?: number;
  /** How long it takes to come and to go. Default 0.15. */
  readonly fadeSeconds?: number;
}

/**
 * One take over another: some parts from the upper one for as long as it lasts, eased in and out, everything else from
 * the lower one. Where one of them is over, its last frame holds. The lower take's hands stay.
 */
export function layTakeOver(base: PuppetTake, layer: TakeLayer): PuppetTake {
  const { take: over, parts, withWhole = false, startSeconds = 0, fadeSeconds = 0.15 } = layer;
  const endSeconds = startSeconds + takeDuration(over);
  const frameCount = Math.min(Math.max(base.frameCount, Math.round(endSeconds * base.hz) + 1), MAX_TAKE_FRAMES);
  const joints = jointPairs(base, over, parts, withWhole);
  const spreads = spreadPairs(base, over, parts);
  const below = createTakeFrame(base);
  const above = createTakeFrame(over);
  return takeOfFrames(base, frameCount, (frame, out) => {
    const time = frame / base.hz;
    sampleTake(base, time, below);
    sampleTake(over, time - startSeconds, above);
    // A layer that begins with the take, or ends with it, is there at once.
    const isFirst = startSeconds <= 0;
    const isLast = endSeconds >= (frameCount - 1) / base.hz - 1e-9;
    const come = isFirst ? 1 : smoothStep(time, startSeconds, startSeconds + fadeSeconds);
    const go = isLast ? 1 : 1 - smoothStep(time, endSeconds - fadeSeconds, endSeconds);
    writeLayer(out, below, above, Math.min(come, go), { joints, spreads });
  });
}

/** Where a joint or a spread turn lies in the lower and in the upper frame. */
type Pair = readonly [below: number, above: number];

function writeLayer(
  out: TakeFrame,
  below: TakeFrame,
  above: TakeFrame,
  amount: number,
  { joints, spreads }: { readonly joints: readonly Pair[]; readonly spreads: readonly Pair[] },
): void {
  out.joints.set(below.joints);
  out.spreads.set(below.spreads);
  for (const [to, from] of joints)
    mixItems('pose', 1, [out.joints, to], [below.joints, to], [above.joints, from], amount);
  for (const [to, from] of spreads) {
    for (let k = 0; k < 3; k++) out.spreads[to + k] += (above.spreads[from + k] - below.spreads[to + k]) * amount;
  }
}

function jointPairs(base: PuppetTake, over: PuppetTake, parts: readonly string[], withWhole: boolean): Pair[] {
  const pairs: Pair[] = withWhole ? [[0, 0]] : [];
  for (const name of parts) {
    const [to, from] = [base.parts.indexOf(name), over.parts.indexOf(name)];
    if (to >= 0 && from >= 0) pairs.push([(to + 1) * JOINT_SIZE, (from + 1) * JOINT_SIZE]);
  }
  return pairs;
}

function spreadPairs(base: PuppetTake, over: PuppetTake, parts: readonly string[]): Pair[] {
  return matchSpreads(base.spreadParts, over.spreadParts).filter(([to]) => parts.includes(base.spreadParts[to / 3]));
}

/** Spread turns of the same part, the first with the first. Indices into the numbers of a frame. */
export function matchSpreads(to: readonly string[], from: readonly string[]): Pair[] {
  const taken = new Set<number>();
  return to.flatMap((part, index): Pair[] => {
    const found = from.findIndex((name, i) => name === part && !taken.has(i));
    if (found < 0) return [];
    taken.add(found);
    return [[index * 3, found * 3]];
  });
}
