import { footSlide, InputError, SMPL_JOINT_COUNT, smplJointNames } from '@leib/core';
import type { Solver } from '../../../apps/cli/dist/solvers.js';
import { countElbowsInTorso } from '../../../packages/embody/dist/prior/proposal/elbowsInTorso.testing.js';
import { elbowSpeedRatio } from './elbowSpeed.js';
import type { EvalClip } from './evalClip.js';
import { evaluateClip, type JointClip, meanPositionError } from './evaluateClip.js';
import { runSolver } from './runSolver.js';

type ClipMetrics = ReturnType<typeof evaluateClip>;

/** Core's metrics, and what is asked of elbows. */
export interface EvalMetrics extends ClipMetrics {
  /** How far the truth's own feet slide while they stand: no solver can be asked for less. */
  readonly truthSlideCmPerS: number;
  /** Fastest predicted elbow over fastest true joint; over several clips, the worst. */
  readonly elbowSpeedRatio: number;
  /** Elbow points inside the torso hull; over several clips, all of them. */
  readonly elbowsInTorso: number;
  /** The truth's own. */
  readonly truthElbowsInTorso: number;
}

/** Several clips as one row of a table: the plain mean over clips, as the field averages. */
export interface EvalGroup {
  readonly name: string;
  readonly clipCount: number;
  readonly metrics: EvalMetrics;
}

export interface EvalClipResult {
  readonly name: string;
  readonly category: string;
  readonly subject: string;
  readonly frameCount: number;
  readonly metrics: EvalMetrics;
}

export interface EvalResult {
  readonly solver: string;
  readonly overall: EvalMetrics;
  readonly actions: readonly EvalGroup[];
  readonly subjects: readonly EvalGroup[];
  /** Mean un-aligned distance of each SMPL joint, centimetres, by its name. */
  readonly jointsCm: Readonly<Record<string, number>>;
  readonly clips: readonly EvalClipResult[];
}

/** Called before each piece of work. */
export type EvalProgress = (doneCount: number, totalCount: number, clipName: string, solverName: string) => void;

/**
 * Runs every solver over every clip and compares with the truth. Results are in the order of the solvers. Clips are
 * asked for one at a time, so that a caller may read each when its turn comes.
 */
export async function evaluateSolvers(
  clips: readonly (EvalClip | (() => Promise<EvalClip>))[],
  solvers: readonly Solver[],
  onProgress: EvalProgress = () => {},
): Promise<readonly EvalResult[]> {
  if (clips.length === 0) throw new InputError('clips', 'expected at least one, got none');
  const measured = solvers.map((): MeasuredClip[] => []);
  const total = clips.length * solvers.length;
  for (const [i, entry] of clips.entries()) {
    const clip = typeof entry === 'function' ? await entry() : entry;
    solvers.forEach((solver, s) => {
      onProgress(i * solvers.length + s, total, clip.name, solver.name);
      measured[s].push(measureClip(clip, runSolver(clip, solver)));
    });
  }
  return solvers.map(({ name }, s) => summarize(name, measured[s]));
}

interface MeasuredClip {
  readonly result: EvalClipResult;
  /** By SMPL index. */
  readonly jointsCm: readonly number[];
}

function measureClip({ name, category, subject, truth }: EvalClip, prediction: JointClip): MeasuredClip {
  const metrics = {
    ...evaluateClip(truth, prediction),
    truthSlideCmPerS: 100 * footSlide(truth, truth),
    elbowSpeedRatio: elbowSpeedRatio(truth, prediction),
    elbowsInTorso: countElbowsInTorso(prediction),
    truthElbowsInTorso: countElbowsInTorso(truth),
  };
  return {
    result: { name, category, subject, frameCount: truth.frameCount, metrics },
    jointsCm: Array.from(
      { length: SMPL_JOINT_COUNT },
      (_, joint) => 100 * meanPositionError(truth, prediction, [joint]),
    ),
  };
}

function summarize(solver: string, measured: readonly MeasuredClip[]): EvalResult {
  const clips = measured.map(({ result }) => result);
  return {
    solver,
    overall: averageEvalMetrics(clips),
    actions: groupsBy(clips, ({ category }) => category),
    subjects: groupsBy(clips, ({ subject }) => subject),
    jointsCm: Object.fromEntries(
      smplJointNames.map((joint, j) => [
        joint,
        measured.reduce((sum, { jointsCm }) => sum + jointsCm[j], 0) / measured.length,
      ]),
    ),
    clips,
  };
}

function groupsBy(clips: readonly EvalClipResult[], keyOf: (clip: EvalClipResult) => string): readonly EvalGroup[] {
  const names = [...new Set(clips.map(keyOf))].sort();
  return names.map((name) => {
    const members = clips.filter((clip) => keyOf(clip) === name);
    return { name, clipCount: members.length, metrics: averageEvalMetrics(members) };
  });
}

function averageEvalMetrics(clips: readonly EvalClipResult[]): EvalMetrics {
  const all = clips.map(({ metrics }) => metrics);
  const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const slides = known(all.map((metrics) => metrics.truthSlideCmPerS));
  const ratios = known(all.map((metrics) => metrics.elbowSpeedRatio));
  return {
    ...averageMetrics(all),
    truthSlideCmPerS: sum(slides) / slides.length,
    elbowSpeedRatio: ratios.length > 0 ? Math.max(...ratios) : Number.NaN,
    elbowsInTorso: sum(all.map((metrics) => metrics.elbowsInTorso)),
    truthElbowsInTorso: sum(all.map((metrics) => metrics.truthElbowsInTorso)),
  };
}

/** Plain mean over clips, as the field averages: a short clip weighs as much as a long one. NaN values are left out. */
export function averageMetrics(clips: readonly ClipMetrics[]): ClipMetrics {
  if (clips.length === 0) throw new InputError('clips', 'expected at least one, got none');
  const mean: { -readonly [Name in keyof ClipMetrics]: number } = { ...clips[0] };
  for (const name of Object.keys(mean) as (keyof ClipMetrics)[]) {
    const values = clips.map((metrics) => metrics[name]).filter((value) => !Number.isNaN(value));
    mean[name] = values.reduce((sum, value) => sum + value, 0) / values.length;
  }
  return mean;
}
