import { DEG } from '@leib/core';
import { composePoses, copyPoseSlice, invertPose, isUsablePose, POSE_SIZE } from '@leib/tracking';

import { describePivot, type JointCentre } from './jointCentre.js';
import { addToPivotSums, clearPivotSums, createPivotSums, type PivotSums } from './pivotSums.js';
import { appendPoseSample, clearPoseSamples, createPoseSamples, type PoseSamples } from './poseSamples.js';
import { createRobustPivot, solveRobustPivot } from './robustPivot.js';
import { centreHingeBetween, createPivot, type Pivot, solvePivot } from './solvePivot.js';

/** When the movement of a joint begins, suffices and ends. */
export interface CentreFinderSettings {
  /** A hinge needs to turn about its one axis only. */
  readonly kind: 'ball' | 'hinge';
  /** Movement begins when the tracker has turned by this from its lagged rotation, radians. */
  readonly startTurn: number;
  /** It suffices when the tracker has turned by this across every direction, radians rms... */
  readonly enoughSpread: number;
  /** ...and for this long. */
  readonly fewestSeconds: number;
  /** It ends after this long, whatever was seen. */
  readonly mostSeconds: number;
  /** Turned by less than this from its lagged rotation, radians, for `restSeconds`, the joint rests and the try ends. */
  readonly restTurn: number;
  readonly restSeconds: number;
  /** A try that ends with less progress than this is discarded. */
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

/** The search for one joint. resetCentreFinder() prepares it for the next try. */
export interface CentreFinderState {
  phase: CentreFinderPhase;
  /** Share of the needed movement that was seen, 0..1. */
  progress: number;
  turningSeconds: number;
  restingSeconds: number;
  /** Angle between the tracker's rotation and its lagged rotation, radians. */
  recentTurn: number;
  hasLast: boolean;
  /** The tracker's pose of this frame, in the other tracker's space or in the world. 7. */
  readonly relative: Float64Array;
  /** Its rotation with a lag of LAG_SECONDS. Noise turns a tracker to and fro, but not away from this one. 4. */
  readonly lagged: Float64Array;
  readonly samples: PoseSamples;
  readonly sums: PivotSums;
  /** The centre so far, by plain least squares, for drawing. Valid while hasLive. */
  readonly live: Pivot;
  hasLive: boolean;
  /** The answer when the phase is 'done'; null when no centre was found. */
  result: JointCentre | null;
}

const SAMPLE_CAPACITY = 1024;
const LAG_SECONDS = 0.5;

export function createCentreFinder(): CentreFinderState {
  return {
    phase: 'waiting',
    progress: 0,
    turningSeconds: 0,
    restingSeconds: 0,
    recentTurn: 0,
    hasLast: false,
    relative: new Float64Array(POSE_SIZE),
    lagged: new Float64Array(4),
    samples: createPoseSamples(SAMPLE_CAPACITY),
    sums: createPivotSums(),
    live: createPivot(),
    hasLive: false,
    result: null,
  };
}

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

/**
 * Takes one frame: the tracker's world pose and that of a tracker on the joint's other side, 7 numbers each. Without a
 * second tracker (null) the other side must rest. The finder starts when the joint turns and ends by itself. Leave out
 * frames in which a tracker is lost.
 */
export function stepCentreFinder(
  settings: CentreFinderSettings,
  state: CentreFinderState,
  pose: Float64Array,
  otherPose: Float64Array | null,
  dtSeconds: number,
): void {
  if (state.phase === 'done') return;
  if (!isUsablePose(pose, 0) || (otherPose !== null && !isUsablePose(otherPose, 0))) return;
  if (otherPose === null) copyPoseSlice(state.relative, 0, pose, 0);
  else {
    invertPose(state.relative, 0, otherPose, 0);
    composePoses(state.relative, 0, state.relative, 0, pose, 0);
  }
  stepLaggedRotation(state, dtSeconds);
  if (state.phase === 'turning') stepTurning(settings, state, dtSeconds, otherPose !== null);
  else if (state.recentTurn >= settings.startTurn) state.phase = 'turning';
}

/** Measures the turn from the lagged rotation, then moves that towards the present one. */
function stepLaggedRotation(state: CentreFinderState, dtSeconds: number): void {
  const { lagged, relative } = state;
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += lagged[k] * relative[3 + k];
  const share = state.hasLast ? 1 - Math.exp(-dtSeconds / LAG_SECONDS) : 1;
  const sign = dot < 0 ? -1 : 1;
  state.recentTurn = state.hasLast ? 2 * Math.acos(Math.min(1, Math.abs(dot))) : 0;
  state.hasLast = true;
  let lengthSq = 0;
  for (let k = 0; k < 4; k++) {
    lagged[k] += (sign * relative[3 + k] - lagged[k]) * share;
    lengthSq += lagged[k] * lagged[k];
  }
  for (let k = 0; k < 4; k++) lagged[k] /= Math.sqrt(lengthSq);
}

function stepTurning(
  settings: CentreFinderSettings,
  state: CentreFinderState,
  dtSeconds: number,
  isBetween: boolean,
): void {
  appendPoseSample(state.samples, state.relative, 0);
  addToPivotSums(state.sums, state.relative, 0, 1);
  state.turningSeconds += dtSeconds;
  state.restingSeconds = state.recentTurn < settings.restTurn ? state.restingSeconds + dtSeconds : 0;
  state.hasLive = solvePivot(state.sums, state.live);
  if (state.hasLive && isBetween) centreHingeBetween(state.live);
  const spread = state.hasLive ? state.live.spreads[settings.kind === 'hinge' ? 1 : 0] : 0;
  const turned = Math.min(spread / settings.enoughSpread, state.turningSeconds / settings.fewestSeconds, 1);
  // Resting lowers the mean spread; progress must not fall with it.
  if (turned > state.progress) state.progress = turned;
  if (state.progress >= 1 || state.turningSeconds >= settings.mostSeconds) finish(state, isBetween);
  else if (state.restingSeconds >= settings.restSeconds) {
    if (state.progress >= settings.leastProgress) finish(state, isBetween);
    else resetCentreFinder(state);
  }
}

function finish(state: CentreFinderState, isBetween: boolean): void {
  state.phase = 'done';
  const pivot = createRobustPivot();
  if (!solveRobustPivot(state.samples, pivot)) return;
  if (isBetween) centreHingeBetween(pivot);
  state.result = describePivot(pivot, state.samples.count);
}
