import { createVec3, type Vec3, vec3 } from '@leib/core';
import { composePoses, copyPoseSlice, invertPose, isUsablePose, POSE_SIZE } from '@leib/tracking';
import { findJointCentre, type JointCentre } from './jointCentre.js';
import { createPoseSamples, type PoseSamples } from './poseSamples.js';
import {
  adaptGridSearch,
  createProbeGridState,
  defaultProbeGridSettings,
  type GridSearch,
  type ProbeGridResult,
  type ProbeGridSettings,
  type ProbeGridState,
  readProbeGrid,
  startGridSearch,
  stepProbeGrid,
} from './probeGrid.js';

/** Samples that are captured with a full buffer before the search ends. */
const CAPTURED_SAMPLES = 120;
/** Poses that are kept for further rounds: 25 seconds at 90 Hz, where every second one is a sample. */
const MOST_POSES = 1200;

/** The probe grid while a joint is turned: the thesis's search, live. */
export interface GridFinder {
  settings: ProbeGridSettings;
  grid: ProbeGridState;
  /** Poses that the grid took, in the other tracker's space where there is one, and their times. */
  readonly samples: PoseSamples;
  readonly times: Float64Array;
  seconds: number;
  /** Further rounds over the same poses, one a frame; null while poses are gathered. */
  search: GridSearch | null;
  phase: 'waiting' | 'capturing' | 'adapting' | 'done';
  /** Share of the search, 0..1. */
  progress: number;
  result: JointCentre | null;
  /** Scratch of stepGridFinder(). 7. */
  readonly relative: Float64Array;
}

/** `offset` is where the joint is expected, tracker space. */
export function createGridFinder(settings: ProbeGridSettings = defaultProbeGridSettings): GridFinder {
  return {
    settings,
    grid: createProbeGridState(settings),
    samples: createPoseSamples(MOST_POSES),
    times: new Float64Array(MOST_POSES),
    seconds: 0,
    search: null,
    phase: 'waiting',
    progress: 0,
    result: null,
    relative: new Float64Array(POSE_SIZE),
  };
}

/** Prepares the finder for another try or joint. */
export function resetGridFinder(finder: GridFinder, settings: ProbeGridSettings): void {
  finder.settings = settings;
  finder.grid = createProbeGridState(settings);
  finder.samples.count = 0;
  finder.seconds = 0;
  finder.search = null;
  finder.phase = 'waiting';
  finder.progress = 0;
  finder.result = null;
}

/** Takes one frame, as stepCentreFinder() does. It starts by the grid's own rule and ends when enough was captured. */
export function stepGridFinder(
  finder: GridFinder,
  pose: Float64Array,
  otherPose: Float64Array | null,
  dtSeconds: number,
): void {
  const { settings, grid, relative, samples } = finder;
  if (finder.phase === 'done') return;
  if (finder.search !== null) {
    stepAdapting(finder, finder.search);
    return;
  }
  if (!isUsablePose(pose, 0) || (otherPose !== null && !isUsablePose(otherPose, 0))) return;
  if (otherPose === null) copyPoseSlice(relative, 0, pose, 0);
  else {
    invertPose(relative, 0, otherPose, 0);
    composePoses(relative, 0, relative, 0, pose, 0);
  }
  finder.seconds += dtSeconds;
  if (!stepProbeGrid(settings, grid, relative, 0, finder.seconds)) return;
  if (samples.count < MOST_POSES) {
    copyPoseSlice(samples.poses, samples.count * POSE_SIZE, relative, 0);
    finder.times[samples.count++] = finder.seconds;
  }
  if (!grid.isCapturing) {
    finder.progress = 0.2 * Math.min(1, grid.longestPath / settings.startPath);
    return;
  }
  finder.phase = 'capturing';
  finder.progress = 0.2 + 0.8 * Math.min(1, grid.winnerCount / CAPTURED_SAMPLES);
  if (grid.winnerCount >= CAPTURED_SAMPLES || samples.count === MOST_POSES) endCapture(finder);
}

function endCapture(finder: GridFinder): void {
  // What was kept are samples already: every one is used again.
  const again = { ...finder.settings, everyFrames: 1 };
  finder.search = startGridSearch(again, readProbeGrid(finder.settings, finder.grid));
  finder.phase = 'adapting';
  if (finder.search.isDone) stepAdapting(finder, finder.search);
}

function stepAdapting(finder: GridFinder, search: GridSearch): void {
  if (!search.isDone) adaptGridSearch(search, finder.samples, finder.times);
  if (!search.isDone) return;
  finder.phase = 'done';
  finder.progress = 1;
  finder.result = search.found === null ? null : describeGrid(search.found, finder);
}

/** The grid's centre as a joint's centre: its residual over the poses, and what the closed form makes of the movement. */
function describeGrid({ centreLocal, spread, isAtEdge }: ProbeGridResult, finder: GridFinder): JointCentre | null {
  const { samples, settings } = finder;
  const closed = findJointCentre(samples);
  if (closed === null) return null;
  const { centreOther, residual } = placesOf(centreLocal, samples);
  const apart = vec3.distance(centreLocal, closed.centreLocal) * 1000;
  const edge = isAtEdge ? 'The joint is at the edge of the grid: turn it again. ' : '';
  return {
    ...closed,
    centreLocal,
    centreOther,
    kind: 'ball',
    residual,
    expectedError: Math.max(spread, settings.extent / settings.probesPerAxis / 2),
    confidence: isAtEdge ? closed.confidence / 2 : closed.confidence,
    advice: `${edge}The closed form puts it ${apart.toFixed(1)} mm away.`,
  };
}

/** Where a point of the tracker was over the poses: its mean, and its distance from that, rms. */
function placesOf(pointLocal: Vec3, { poses, count }: PoseSamples): { centreOther: Vec3; residual: number } {
  const place = createVec3();
  const sum = createVec3();
  let squares = 0;
  for (let at = 0; at < count * POSE_SIZE; at += POSE_SIZE) {
    vec3.transformQuat(place, pointLocal, [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]]);
    for (let k = 0; k < 3; k++) place[k] += poses[at + k];
    vec3.add(sum, sum, place);
    squares += vec3.squaredLength(place);
  }
  const centreOther = vec3.scale(createVec3(), sum, 1 / count) as Vec3;
  return { centreOther, residual: Math.sqrt(Math.max(0, squares / count - vec3.squaredLength(centreOther))) };
}
