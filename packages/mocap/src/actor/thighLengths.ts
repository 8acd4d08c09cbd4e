import type { Skeleton } from '@leib/core';
import type { BodyFrame } from '../bodies/bodyFrame.js';
import { type ActorLengths, offsetsWithLengths } from './actorLengths.js';
import { type FrameRun, spreadRuns } from './frameRuns.js';
import { type BodySource, createMeasuredJoints, jointRank, measureJoints } from './measuredJoints.js';
import { bendTrunk, completeTrunkRotations, createTrunkBend, placeRoot, type TrunkJoints } from './placeTrunk.js';

/** What a setup says of its actor before lengths are taken. */
export interface ThighSetup {
  readonly skeleton: Skeleton;
  readonly sources: readonly BodySource[];
  readonly trunk: TrunkJoints;
  /** Offsets of all joints as far as the bodies' offsets tell them. jointCount x 3. */
  readonly restOffsets: Float64Array;
}

/** Thigh over shank, by leg of the trunk: two legs of a person may differ by some percent. */
type ThighRatios = readonly number[];

/** First search: this far to either side, in so many steps; then between the neighbours of the best. */
const REACH = 0.18;
const COARSE_STEPS = 9;
const FINE_STEPS = 5;
/** A frame that no length explains counts no more than this. */
const MOST_COST = 20;
/** Thighs are about as long as shanks: ratio and deviation over people. Drillis & Contini, "Body segment parameters", 1966. */
const THIGH_TO_SHANK = 1;
const RATIO_SIGMA = 0.08;
/** How far the sides differ, and how far they are searched. */
const SIDES_SIGMA = 0.04;
const SIDES_REACH = 0.05;
/** How much the ratio counts beside one frame. */
const RATIO_WEIGHT = 0.03;
/** Runs that are used at most, and with fewer than these nothing is found out. */
const MOST_RUNS = 40;
const LEAST_RUNS = 3;

/** Whether the length of a thigh has to be searched for: where a body on the pelvis tells the hips, it is measured. */
export function areThighsHidden({ sources, trunk }: ThighSetup): boolean {
  const { carrier, hips, legs } = trunk;
  if (carrier < 1 || legs.length !== 2) return false;
  const ranks = sources.flatMap(({ joints }) => joints.filter(({ joint }) => hips.includes(joint)));
  return ranks.length > 0 && ranks.every(({ rank }) => rank === jointRank.acrossWaist);
}

/**
 * The thighs among the actor's lengths become those that fit the frames best. No body sits on the pelvis, so the distance from
 * hip to knee is never measured: it is the one with which the trunk has to bend least, and most steadily, for the hips to stay
 * a thigh's length from the knees.
 */
export function takeThighs(setup: ThighSetup, lengths: ActorLengths, runs: readonly FrameRun[]): void {
  if (runs.length < LEAST_RUNS) return;
  const { skeleton, trunk, restOffsets } = setup;
  const known = offsetsWithLengths(lengths, restOffsets);
  const shanks = trunk.legs.map(({ knee }) => lengthAt(known, skeleton.parents.indexOf(knee)));
  const actor: Skeleton = { ...skeleton, restOffsets: known };
  const used = spreadRuns(runs, MOST_RUNS);
  const ratios = findThighRatios((tried) => {
    const thighs = shanks.map((shank, leg) => tried[leg] * shank);
    return used.reduce((sum, run) => sum + costOfRun(setup, actor, thighs, run), 0) / (used.length * used[0].length);
  });
  trunk.legs.forEach(({ knee }, leg) => {
    const bone = lengths.bones.find(({ joint }) => joint === knee);
    if (bone === undefined) return;
    const scale = (ratios[leg] * shanks[leg]) / lengthAt(known, knee);
    bone.offset = [known[knee * 3] * scale, known[knee * 3 + 1] * scale, known[knee * 3 + 2] * scale];
  });
}

function lengthAt(offsets: Float64Array, joint: number): number {
  return Math.hypot(offsets[joint * 3], offsets[joint * 3 + 1], offsets[joint * 3 + 2]);
}

/** `costOf`: mean cost of a frame. Both legs together first, then each by itself. */
function findThighRatios(costOf: (ratios: ThighRatios) => number): ThighRatios {
  const cost = (left: number, right: number) => {
    const ratio = ((left + right) / 2 - THIGH_TO_SHANK) / RATIO_SIGMA;
    const difference = (left - right) / SIDES_SIGMA;
    return costOf([left, right]) + RATIO_WEIGHT * (ratio * ratio + difference * difference);
  };
  const coarse = Array.from({ length: COARSE_STEPS + 1 }, (_, i) => 1 - REACH + (2 * REACH * i) / COARSE_STEPS);
  const both = bestOf(coarse, (ratio) => cost(ratio, ratio));
  const step = (2 * REACH) / COARSE_STEPS;
  const common = narrow(both - step, both + step, FINE_STEPS, (ratio) => cost(ratio, ratio));
  const around = (fit: (ratio: number) => number) =>
    narrow(common - SIDES_REACH, common + SIDES_REACH, FINE_STEPS, fit);
  const left = around((ratio) => cost(ratio, common));
  return [left, around((ratio) => cost(left, ratio))];
}

/** What a run costs: squares of how far the thighs are from fitting, and of how far and how fast the trunk bends for them. */
function costOfRun(
  { sources, trunk }: ThighSetup,
  skeleton: Skeleton,
  thighs: readonly number[],
  run: FrameRun,
): number {
  const measured = createMeasuredJoints(skeleton);
  const bend = createTrunkBend();
  const fit = (frame: BodyFrame, dtSeconds: number): number => {
    measureJoints(sources, frame, measured);
    completeTrunkRotations(trunk, measured);
    if (!placeRoot(skeleton, trunk, measured, bend.rootPosition)) return 0;
    return bendTrunk({ skeleton, trunk, measured, thighs, dtSeconds }, bend);
  };
  // The first frame has none before it: no time passes while its bend is searched for.
  fit(run[0], 0);
  return run.reduce((sum, frame, index) => {
    const passed = index === 0 ? 0 : frame.timeSeconds - run[index - 1].timeSeconds;
    return sum + Math.min(fit(frame, passed), MOST_COST);
  }, 0);
}

function bestOf(values: readonly number[], cost: (value: number) => number): number {
  const costs = values.map(cost);
  return values[costs.indexOf(Math.min(...costs))];
}

/** Golden section search. Kiefer, "Sequential minimax search for a maximum", 1953. */
function narrow(from: number, to: number, steps: number, cost: (value: number) => number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  let [a, b] = [high - golden * (high - low), low + golden * (high - low)];
  let [costA, costB] = [cost(a), cost(b)];
  for (let i = 0; i < steps; i++) {
    if (costA < costB) {
      [high, b, costB] = [b, a, costA];
      a = high - golden * (high - low);
      costA = cost(a);
    } else {
      [low, a, costA] = [a, b, costB];
      b = low + golden * (high - low);
      costB = cost(b);
    }
  }
  return costA < costB ? a : b;
}
