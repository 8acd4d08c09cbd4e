import type { AngleBinding } from '../angles/angleBinding.js';
import { type AgentAngles, createAgentAngles } from '../angles/angleLayout.js';
import { areAllBodiesTracked, type BodyFrame, copyBodyFrame, createBodyFrame } from '../bodies/bodyFrame.js';
import type { MocapOffsets } from '../offsets/offsets.js';
import { buildRefineModel, createRefineState, type RefineModel, type RefineState } from './refineModel.js';
import { stepRefine } from './stepRefine.js';

/** Thigh over shank, by side: two legs of a person may differ by some percent. */
export interface ThighRatios {
  readonly left: number;
  readonly right: number;
}

export interface ThighSearch {
  /** The actor's skeleton with thighs this much longer than its shanks. */
  readonly bind: (thighToShank: ThighRatios) => AngleBinding;
  readonly offsets: MocapOffsets;
  /** Short runs of frames in which all bodies are seen, of as many different poses as there are. */
  readonly runs: readonly FrameRun[];
}

/** Frames that follow each other, RUN_STEP_SECONDS or a little more apart. */
export type FrameRun = readonly BodyFrame[];

/** As many runs of as many frames as tell the length of a thigh, and the time between two frames of a run. */
export const RUN_COUNT = 10;
export const RUN_LENGTH = 15;
export const RUN_STEP_SECONDS = 1 / 60;

/** First search: this far to either side, in so many steps; then between the neighbours of the best. */
const REACH = 0.18;
const COARSE_STEPS = 9;
const FINE_STEPS = 4;
/** A frame that no length explains (a fit that failed) counts no more than this. */
const MOST_COST = 300;
/** Thighs are about as long as shanks: ratio and deviation over people. Drillis & Contini, "Body segment parameters", 1966. */
const THIGH_TO_SHANK = 1;
const RATIO_SIGMA = 0.08;
/** How far the sides differ, and how far they are searched. */
const SIDES_SIGMA = 0.04;
const SIDES_REACH = 0.05;
/** How much the ratio counts beside one frame. */
const RATIO_WEIGHT = 0.3;

/**
 * Lengths of the thighs. No body sits on the pelvis, so the distance from hip to knee is never measured: it is the one with
 * which the skeleton fits all bodies of many frames best. With thighs too short a straight leg does not reach, with thighs too
 * long the trunk has to bend where it does not.
 */
export function findThighRatios({ bind, offsets, runs }: ThighSearch): ThighRatios {
  if (runs.length < RUN_COUNT / 4) return { left: THIGH_TO_SHANK, right: THIGH_TO_SHANK };
  const frameCount = runs.reduce((sum, run) => sum + run.length, 0);
  const starts: (AgentAngles | null)[] = runs.map(() => null);
  const costOf = (left: number, right: number): number => {
    const binding = bind({ left, right });
    const model = buildRefineModel(binding, offsets);
    const ratio = ((left + right) / 2 - THIGH_TO_SHANK) / RATIO_SIGMA;
    const difference = (left - right) / SIDES_SIGMA;
    return runs.reduce(
      (sum, run, index) => {
        const state = createRefineState(model);
        const start = starts[index];
        if (start !== null) {
          state.isStarted = true;
          copy(state.angles, start);
        }
        const found = costOfRun(model, state, run);
        starts[index] = found.first;
        return sum + found.cost;
      },
      frameCount * RATIO_WEIGHT * (ratio * ratio + difference * difference),
    );
  };
  const coarse = Array.from({ length: COARSE_STEPS + 1 }, (_, i) => 1 - REACH + (2 * REACH * i) / COARSE_STEPS);
  const both = bestOf(coarse, (scale) => costOf(scale, scale));
  const step = (2 * REACH) / COARSE_STEPS;
  const common = narrow(both - step, both + step, FINE_STEPS, (scale) => costOf(scale, scale));
  const around = (fit: (scale: number) => number) =>
    narrow(common - SIDES_REACH, common + SIDES_REACH, FINE_STEPS, fit);
  const left = around((scale) => costOf(scale, common));
  const right = around((scale) => costOf(left, scale));
  return { left, right };
}

/** What a run costs: squares of all residuals, and of how fast the trunk has to move for them. */
function costOfRun(model: RefineModel, state: RefineState, run: FrameRun): { cost: number; first: AgentAngles } {
  const first = createAgentAngles(model.dofs.binding.layout);
  let cost = 0;
  run.forEach((frame, index) => {
    const confidence = frame.names.map(() => 1);
    const passed = index === 0 ? 0 : frame.timeSeconds - run[index - 1].timeSeconds;
    // The first frame has none before it: no time passes while it is searched for.
    stepRefine(model, state, { frame, confidence }, passed);
    if (index === 0) {
      stepRefine(model, state, { frame, confidence }, 0);
      copy(first, state.angles);
    }
    cost += Math.min(state.cost, MOST_COST);
  });
  return { cost, first };
}

/** Runs for the search, spread over the stretches of a recording in which all bodies are seen. */
export function spreadRuns(frameAt: (index: number) => BodyFrame | null): FrameRun[] {
  const collector = createRunCollector();
  const found: FrameRun[] = [];
  for (let index = 0; ; index++) {
    const frame = frameAt(index);
    if (frame === null) break;
    const run = collectRun(collector, frame);
    if (run !== null) found.push(run);
  }
  return found;
}

/** A run while it is being collected from a live source or a recording. */
export interface RunCollector {
  frames: BodyFrame[];
}

export function createRunCollector(): RunCollector {
  return { frames: [] };
}

/** Adds a frame; returns a run when one is complete. A lost body ends the run that was under way. */
export function collectRun(collector: RunCollector, frame: BodyFrame): FrameRun | null {
  if (!areAllBodiesTracked(frame)) {
    collector.frames = [];
    return null;
  }
  const last = collector.frames.at(-1);
  if (last !== undefined && frame.timeSeconds - last.timeSeconds < 0.9 * RUN_STEP_SECONDS) return null;
  const kept = createBodyFrame(frame.names);
  copyBodyFrame(kept, frame);
  collector.frames.push(kept);
  if (collector.frames.length < RUN_LENGTH) return null;
  const run = collector.frames;
  collector.frames = [];
  return run;
}

function copy(out: AgentAngles, from: AgentAngles): void {
  out.rootPosition.set(from.rootPosition);
  out.angles.set(from.angles);
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
