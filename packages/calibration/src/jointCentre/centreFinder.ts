import { DEG } from '@leib/core';
import { composePoses, copyPoseSlice, invertPose, isUsablePose, POSE_SIZE } from '@leib/tracking';

import { describePivot, type JointCentre } from './jointCentre.js';
import { addToPivotSums, clearPivotSums, createPivotSums, type PivotSums } from './pivotSums.js';
import { appendPoseSample, clearPoseSamples, createPoseSamples, type PoseSamples } from './poseSamples.js';
import { createRobustPivot, type RobustPivot, solveRobustPivot } from './robustPivot.js';
import { centreHingeBetween, createPivot, type Pivot, solvePivot } from './solvePivot.js';

/** When a joint's movement begins, is enough, and ends. */
export interface CentreFinderSettings {
  /** What the joint is: a hinge need not turn about more than its one axis. */
  readonly kind: 'ball' | 'hinge';
  /** Movement begins when the tracker is turned by this from where it lately was, radians. */
  readonly startTurn: number;
  /** It is enough when the tracker turned by this across every direction, radians rms... */
  readonly enoughSpread: number;
  /** ...and for this long. */
  readonly fewestSeconds: number;
  /** It ends in any case after this long. */
  readonly mostSeconds: number;
  /** Turned by less than this from where it lately was, the joint rests, radians; after so long a rest it is over. */
  readonly restTurn: number;
  readonly restSeconds: number;
  /** Over too early, with less than this progress, it counts as not begun. */
  readonly leastProgress: number;
}

export const defaultCentreFinderSettings: CentreFinderSettings = {
  kind: 'ball',
  startTurn: 12 * DEG,
  enoughSpread: 9 * DEG,
  fewestSeconds: 4,
  mostSeconds: 25,
  restTurn: 3 * DEG,
  restSeconds: 1.5,
  leastProgress: 0.5,
};

export type CentreFinderPhase = 'waiting' | 'turning' | 'done';

/** One joint's search; may be used again for the next try. */
export interface CentreFinderState {
  phase: CentreFinderPhase;
  /** 0..1: how much of the movement that is needed was seen. */
  progress: number;
  turningSeconds: number;
  restingSeconds: number;
  /** Angle from where the tracker lately was, radians. */
  recentTurn: number;
  hasLast: boolean;
  /** Where it lately was: its rotation (in the other's space, or in the world), following with a lag. 4. */
  readonly lately: Float64Array;
  readonly samples: PoseSamples;
  readonly sums: PivotSums;
  /** The centre so far, for drawing. Plain least squares; valid while hasLive. */
  readonly live: Pivot;
  hasLive: boolean;
  /** The answer, when done; null where nothing could be found. */
  result: JointCentre | null;
}

const SAMPLE_CAPACITY = 1024;
/** What is called lately. A tracker's noise turns it to and fro at any speed, but not away from where it lately was. */
const LAG_SECONDS = 0.5;

export function createCentreFinder(): CentreFinderState {
  return {
    phase: 'waiting',
    progress: 0,
    turningSeconds: 0,
    restingSeconds: 0,
    recentTurn: 0,
    hasLast: false,
    lately: new Float64Array(4),
    samples: createPoseSamples(SAMPLE_CAPACITY),
    sums: createPivotSums(),
    live: createPivot(),
    hasLive: false,
    result: null,
  };
}

/** Ready for the joint's first, or next, try. */
export function resetCentreFinder(state: CentreFinderState): void {
  state.phase = 'waiting';
  state.progress = 0;
  state.turningSeconds = 0;
  state.restingSeconds = 0;
  state.recentTurn = 0;
  state.hasLast = false;
  state.hasLive = false;
  state.result = null;
  clearPoseSamples(state.samples);
  clearPivotSums(state.sums);
}

const relative = new Float64Array(POSE_SIZE);

/**
 * Takes one frame of the tracker's pose (7 numbers from `at`), and of a tracker on the joint's other side where there
 * is one; without, that side must rest. Starts by itself when the joint turns, says how far it has come, and ends by
 * itself. Frames in which a tracker is lost are to be left out; the finder waits. Allocates only in the frame it is done.
 */
export function stepCentreFinder(
  settings: CentreFinderSettings,
  state: CentreFinderState,
  poses: Float64Array,
  at: number,
  others: Float64Array | null,
  otherAt: number,
  dtSeconds: number,
): void {
  if (state.phase === 'done') return;
  if (!isUsablePose(poses, at) || (others !== null && !isUsablePose(others, otherAt))) return;
  if (others === null) copyPoseSlice(relative, 0, poses, at);
  else {
    invertPose(relative, 0, others, otherAt);
    composePoses(relative, 0, relative, 0, poses, at);
  }
  followLately(state, dtSeconds);
  if (state.phase === 'turning') followTurn(settings, state, dtSeconds, others !== null);
  else if (state.recentTurn >= settings.startTurn) state.phase = 'turning';
}

/** Measures the turn from where the tracker lately was, and moves that on. */
function followLately(state: CentreFinderState, dtSeconds: number): void {
  const { lately } = state;
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += lately[k] * relative[3 + k];
  const share = state.hasLast ? 1 - Math.exp(-dtSeconds / LAG_SECONDS) : 1;
  const sign = dot < 0 ? -1 : 1;
  state.recentTurn = state.hasLast ? 2 * Math.acos(Math.min(1, Math.abs(dot))) : 0;
  state.hasLast = true;
  let lengthSq = 0;
  for (let k = 0; k < 4; k++) {
    lately[k] += (sign * relative[3 + k] - lately[k]) * share;
    lengthSq += lately[k] * lately[k];
  }
  for (let k = 0; k < 4; k++) lately[k] /= Math.sqrt(lengthSq);
}

function followTurn(
  settings: CentreFinderSettings,
  state: CentreFinderState,
  dtSeconds: number,
  isBetween: boolean,
): void {
  appendPoseSample(state.samples, relative, 0);
  addToPivotSums(state.sums, relative, 0, 1);
  state.turningSeconds += dtSeconds;
  state.restingSeconds = state.recentTurn < settings.restTurn ? state.restingSeconds + dtSeconds : 0;
  state.hasLive = solvePivot(state.sums, state.live);
  if (state.hasLive && isBetween) centreHingeBetween(state.live);
  const spread = state.hasLive ? state.live.spreads[settings.kind === 'hinge' ? 1 : 0] : 0;
  const turned = Math.min(spread / settings.enoughSpread, state.turningSeconds / settings.fewestSeconds, 1);
  // Resting pulls the mean back: what was seen stays seen.
  if (turned > state.progress) state.progress = turned;
  if (state.progress >= 1 || state.turningSeconds >= settings.mostSeconds) finish(state, isBetween);
  else if (state.restingSeconds >= settings.restSeconds) {
    if (state.progress >= settings.leastProgress) finish(state, isBetween);
    else resetCentreFinder(state);
  }
}

const solution: RobustPivot = createRobustPivot();

function finish(state: CentreFinderState, isBetween: boolean): void {
  state.phase = 'done';
  if (!solveRobustPivot(state.samples, solution)) return;
  if (isBetween) centreHingeBetween(solution);
  state.result = describePivot(solution, state.samples.count);
}
