import {
  boneNumber,
  clamp,
  type HumanoidBone,
  humanoidBones,
  InputError,
  jointOfBone,
  mirrorBone,
  type Skeleton,
} from '@leib/core';
import type { AgentAngles } from '@leib/core/pack';
import type { C3dFile, UpAxis } from '@leib/formats';
import { type AssignedMarkers, assignMarkers, type BodyMarker, type MarkerMap } from './assignMarkers.js';
import { calibrateMarkers, calibrationError } from './calibrateMarkers.js';
import { createCalibration } from './calibrationBlock.js';
import { buildLengthParameters } from './lengthParameters.js';
import { buildMarkerBody, type MarkerBody, scaledSkeleton } from './markerBody.js';
import {
  createMarkerFrameSolver,
  defaultMarkerFrameParams,
  type MarkerFrameParams,
  type MarkerFrameSolver,
} from './solveMarkerFrame.js';
import { exchangeColumns, findSwaps, type LabelSwap } from './swappedLabels.js';
import { chooseFrames, evenFrames, startPose, type TrackedFrame, trackAgain, trackFrames } from './trackFrames.js';
import { findUnknownMarkers } from './unknownMarkers.js';
import { type WorldMarkers, worldMarkers } from './worldMarkers.js';

export interface MarkerFitOptions {
  /** The body that is given the person's lengths: a humanoid whose root joint is the hips. */
  readonly skeleton: Skeleton;
  /** Stature of that body, metres. */
  readonly stature: number;
  /** The user's own list of markers. */
  readonly map?: MarkerMap | null;
  /** The file's axis that points up; found when absent. */
  readonly up?: UpAxis | null;
  /** Name of the motion. */
  readonly name?: string;
}

/** What is found once per file. */
export interface PreparedFit {
  readonly world: WorldMarkers;
  readonly markers: readonly BodyMarker[];
  readonly body: MarkerBody;
  readonly leftOut: readonly string[];
  readonly isMirrored: boolean;
  /** Pairs whose labels are exchanged in the whole file. */
  readonly swaps: readonly LabelSwap[];
  /** The calibrated pose nearest to the file's beginning. */
  readonly start: AgentAngles;
}

/** Frames that are looked at to find poses to calibrate with, and how many of them are used. */
const LOOKED_AT = 60;
const CALIBRATED = 30;
/** Fewer markers than these leave a single bone undetermined. */
const LEAST_MARKERS = 3;

/** Poses are rough before the body is known: a marker may be far from where it is expected. */
const roughParams: MarkerFrameParams = { ...defaultMarkerFrameParams, outlier: 0.4 };
/**
 * Errors of skin and of the model are alike in all frames, so that thirty frames do not tell thirty times as much as one: a marker's
 * standard deviation is taken as this many times the error that was left, within bounds (metres).
 */
const CORRELATION = 7;
const SPREADS = [0.003, 0.03] as const;
const calibrationParams: MarkerFrameParams = {
  ...defaultMarkerFrameParams,
  markerSpread: 0.02,
  maxSteps: 15,
  minImprovement: 1e-4,
};

/** Which markers there are, how large the person is and where the markers sit. `onStage` is told what begins. */
export function prepareFit(file: C3dFile, options: MarkerFitOptions, onStage: (stage: string) => void): PreparedFit {
  const { skeleton, stature } = options;
  const assigned = assignMarkers(file.labels, skeleton, stature, options.map ?? null);
  checkMarkers(file, assigned);
  const world = worldMarkers(file, assigned.markers, skeleton, options.up ?? null);
  onStage('finding the first poses');
  const { scale } = world;
  const bodyWith = (list: readonly BodyMarker[]) => buildMarkerBody(scaledSkeleton(skeleton, scale), list, scale);
  let { markers } = assigned;
  let body = bodyWith(markers);
  const rough = followRough(body, markers, world, file.labels);
  onStage('measuring the person');
  calibrate(body, markers, stature * scale, rough.tracked);
  let tracked = trackAgain(createMarkerFrameSolver(body), world, rough.tracked, defaultMarkerFrameParams);
  const found = findUnknownMarkers(world, file.labels, assigned.unknown, body, tracked);
  if (found.length > 0) {
    const unscaled = ([x, y, z]: BodyMarker['expected']) => [x / scale, y / scale, z / scale] as const;
    markers = [...markers, ...found.map((marker) => ({ ...marker, expected: unscaled(marker.expected) }))];
    body = bodyWith(markers);
    calibrate(body, markers, stature * scale, trackAgain(createMarkerFrameSolver(body), world, tracked, roughParams));
    tracked = trackAgain(createMarkerFrameSolver(body), world, tracked, defaultMarkerFrameParams);
  }
  standOnFloor(body, skeleton, scale);
  const onBody = new Set(markers.map(({ column }) => column));
  return {
    world,
    markers,
    body,
    leftOut: file.labels.filter((_, column) => !onBody.has(column)),
    isMirrored: rough.isMirrored,
    swaps: rough.swaps,
    start: tracked[0].angles,
  };
}

/** Lifts the rest pose by what the legs have grown, so that its ankles are as high as they were. */
function standOnFloor({ model }: MarkerBody, from: Skeleton, scale: number): void {
  const { restOffsets, restWorldPositions } = model.binding.skeleton;
  const ankle = jointOfBone(from, 'leftFoot') * 3;
  if (ankle < 0) return;
  const lift = from.restWorldPositions[ankle + 1] * scale - restWorldPositions[ankle + 1];
  restOffsets[1] += lift;
  for (let y = 1; y < restWorldPositions.length; y += 3) restWorldPositions[y] += lift;
}

function checkMarkers(file: C3dFile, { markers }: AssignedMarkers): void {
  const shown = file.labels.slice(0, 5).join(', ');
  const known = markers.map(({ label }) => label).join(', ');
  if (file.frameCount === 0) throw new InputError('frames', 'expected at least one, got none');
  if (markers.length >= LEAST_MARKERS) return;
  throw new InputError(
    'markers',
    `expected at least ${LEAST_MARKERS} labels that name a place of the body, got ${known || 'none'} among ${file.labels.length} (${shown} …); give the bone of each in a leib-markers/1 file`,
  );
}

/** Rough poses through the file, with labels put right that are wrong in all of it. */
function followRough(body: MarkerBody, markers: readonly BodyMarker[], world: WorldMarkers, labels: readonly string[]) {
  const solver = createMarkerFrameSolver(body);
  const frames = evenFrames(world.frameCount, LOOKED_AT);
  let tracked = trackFrames(solver, world, frames, roughParams);
  const last = world.frameCount - 1;
  const pairs = mirrorPairs(markers, body.model.binding.skeleton);
  const mirrored = isMirrored(solver, tracked[Math.floor(tracked.length / 2)].measured, pairs);
  if (mirrored) {
    for (const [a, b] of pairs) exchangeColumns(world, body.columns[a], body.columns[b], 0, last);
    tracked = trackFrames(solver, world, frames, roughParams);
  }
  const swaps = swapsOfAll(tracked).map(([a, b]): LabelSwap => {
    exchangeColumns(world, body.columns[a], body.columns[b], 0, last);
    return { labels: [labels[body.columns[a]], labels[body.columns[b]]], fromFrame: 0, toFrame: last };
  });
  if (swaps.length > 0) tracked = trackFrames(solver, world, frames, roughParams);
  return { tracked, isMirrored: mirrored, swaps };
}

/** Pairs that are swapped in most frames. */
function swapsOfAll(tracked: readonly TrackedFrame[]): (readonly [number, number])[] {
  const counts = new Map<string, number>();
  for (const { model, measured } of tracked) {
    for (const pair of findSwaps(model, measured)) counts.set(pair.join(), (counts.get(pair.join()) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > tracked.length / 2)
    .map(([key]) => {
      const [a, b] = key.split(',').map(Number);
      return [a, b] as const;
    });
}

/** Gives the body the person's lengths and the markers their places. */
function calibrate(
  body: MarkerBody,
  markers: readonly BodyMarker[],
  stature: number,
  tracked: readonly TrackedFrame[],
): void {
  const lengths = buildLengthParameters(body.model.binding.skeleton, stature);
  const state = createCalibration(body, lengths, markers, chooseFrames(tracked, CALIBRATED));
  // Outliers are cast out step by step: at first everything is far off.
  for (const outlier of [0.3, 0.15]) calibrateMarkers(state, { ...calibrationParams, outlier });
  const markerSpread = clamp(CORRELATION * calibrationError(state), ...SPREADS);
  calibrateMarkers(state, { ...calibrationParams, outlier: 0.1, markerSpread });
}

/** Markers that are each other's mirror image, left first. */
function mirrorPairs(markers: readonly BodyMarker[], skeleton: Skeleton): (readonly [number, number])[] {
  return markers.flatMap((marker, left) => {
    if (!(sideOf(marker, skeleton) > 0)) return [];
    const joint = mirrorJoint(skeleton, marker.joint);
    const [x, y, z] = marker.expected;
    const right = markers.findIndex(
      (other) =>
        other !== marker &&
        other.joint === joint &&
        Math.hypot(other.expected[0] + x, other.expected[1] - y, other.expected[2] - z) < 1e-6,
    );
    return right < 0 ? [] : [[left, right] as const];
  });
}

function sideOf({ joint, expected }: BodyMarker, { restWorldPositions }: Skeleton): number {
  return restWorldPositions[joint * 3] + expected[0];
}

function mirrorJoint({ jointToBone, boneToJoint }: Skeleton, joint: number): number {
  const bone: HumanoidBone | undefined = humanoidBones[jointToBone[joint]];
  return bone === undefined ? -1 : boneToJoint[boneNumber[mirrorBone(bone)]];
}

/** A mirrored body must fit this much better than the one that the labels say. */
const MOST_SHARE = 0.6;

/** Whether all labels of left and right are exchanged: what is in front of the body and behind it tells. */
function isMirrored(
  solver: MarkerFrameSolver,
  measured: Float64Array,
  pairs: readonly (readonly [number, number])[],
): boolean {
  if (pairs.length < 4) return false;
  const exchanged = measured.slice();
  for (const [a, b] of pairs) {
    exchanged.copyWithin(a * 3, b * 3, b * 3 + 3);
    exchanged.set(measured.subarray(a * 3, a * 3 + 3), b * 3);
  }
  return startPose(solver, exchanged).cost < MOST_SHARE * startPose(solver, measured).cost;
}
