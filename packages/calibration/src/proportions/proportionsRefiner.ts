import {
  composePoses,
  createJointFrame,
  invertPose,
  isTracked,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  type TrackedPoint,
} from '@leib/tracking';

import { type StaturePart, segmentParts } from './anthropometry.js';
import { averageBody, type BodyPriors, proportionsOfPriors } from './bodyPriors.js';
import { type BodyProportions, proportionsFrom, type SegmentName, segmentNames } from './bodyProportions.js';
import {
  addEndJoint,
  addHalfSpan,
  addLowerBone,
  addLowerLength,
  addMidJoint,
  createLimbFit,
  improveLimbFit,
  type LimbFit,
  type LimbPrior,
} from './limbFit.js';
import type { TPoseMeasures } from './measureTPose.js';
import { createSlideFit, type SlideFit, stepSlideFit } from './slideFit.js';

/** How fast lengths are refined and shown. */
export interface RefinerSettings {
  /** Fastest change of a shown length, metres per second: two millimetres per second are not noticed. */
  readonly mostChange: number;
  /** Time between two improvements of the estimate, seconds. */
  readonly improveSeconds: number;
}

export const defaultRefinerSettings: RefinerSettings = { mostChange: 0.002, improveSeconds: 0.1 };

/** Lengths that are refined while the person moves. One per person. */
export interface ProportionsRefiner {
  readonly settings: RefinerSettings;
  readonly floorY: number;
  /** Left, right. Each side has its own root, since trackers are strapped on differently. */
  readonly arms: readonly [LimbFit, LimbFit];
  readonly legs: readonly [LimbFit, LimbFit];
  /** Shank from foot slide, for knees without a tracker on the foot. Left, right. */
  readonly slides: readonly [SlideFit, SlideFit];
  readonly stature: number;
  /** Present estimate and shown lengths, metres, in the order of segmentNames. */
  readonly estimate: Float64Array;
  readonly shown: Float64Array;
  sinceImproved: number;
  /** Time of movement so far. */
  seconds: number;
}

const numberOf = Object.fromEntries(segmentNames.map((name, index) => [name, index])) as Readonly<
  Record<SegmentName, number>
>;
const { trunk: TRUNK, ankleHeight: ANKLE_HEIGHT } = numberOf;

/** The lengths that are shown now. */
export function shownProportions({ stature, shown }: ProportionsRefiner): BodyProportions {
  return proportionsFrom(stature, (name) => shown[numberOf[name]]);
}

/** A part of stature in metres. */
const scaled = ({ mean, spread }: StaturePart, stature: number): StaturePart => ({
  mean: mean * stature,
  spread: spread * stature,
});

const half = ({ mean, spread }: StaturePart): StaturePart => ({ mean: mean / 2, spread: spread / 2 });

function armPrior({ segments, shoulder }: BodyPriors, stature: number): LimbPrior {
  const { upperArm, forearm, shoulderWidth } = segments;
  const { up, ahead } = shoulder;
  return {
    upper: scaled(upperArm, stature),
    lower: scaled(forearm, stature),
    root: [scaled(half(shoulderWidth), stature), scaled(up, stature), scaled(ahead, stature)],
    // The collar bone moves, and the chest joint is well below the shoulders.
    rootStray: 0.015,
  };
}

function legPrior({ segments, hip }: BodyPriors, stature: number): LimbPrior {
  const { thigh, shank, hipWidth } = segments;
  const { up, ahead } = hip;
  return {
    upper: scaled(thigh, stature),
    lower: scaled(shank, stature),
    root: [scaled(half(hipWidth), stature), scaled(up, stature), scaled(ahead, stature)],
    rootStray: 0.004,
  };
}

/**
 * Starts from a T-pose (joint poses, and the result of measureTPose()). Lengths without trackers are the prior's for that
 * stature; the arms fit the measured span.
 */
export function createProportionsRefiner(
  tPose: JointFrame,
  measures: TPoseMeasures,
  floorY: number,
  settings: RefinerSettings = defaultRefinerSettings,
  priors: BodyPriors = averageBody,
): ProportionsRefiner {
  const { stature } = measures;
  const start = proportionsOfPriors(priors, stature);
  const refiner: ProportionsRefiner = {
    settings,
    floorY,
    arms: [createLimbFit(armPrior(priors, stature)), createLimbFit(armPrior(priors, stature))],
    legs: [createLimbFit(legPrior(priors, stature)), createLimbFit(legPrior(priors, stature))],
    slides: [createSlideFit(start.shank), createSlideFit(start.shank)],
    stature,
    estimate: Float64Array.from(segmentNames, (name) => start[name]),
    shown: new Float64Array(segmentNames.length),
    sinceImproved: 0,
    seconds: 0,
  };
  readStraightLimbs(refiner, tPose, measures);
  for (let round = 0; round < 5; round++) improve(refiner);
  if (isTracked(tPose, pointNumber.hips)) {
    const [head, hips] = [pointNumber.head * POSE_SIZE, pointNumber.hips * POSE_SIZE];
    refiner.estimate[TRUNK] = distance(tPose.jointPoses, head, hips);
  }
  const ankle =
    tPose.jointPoses[pointNumber.leftFoot * POSE_SIZE + 1] + tPose.jointPoses[pointNumber.rightFoot * POSE_SIZE + 1];
  if (isTracked(tPose, pointNumber.leftFoot) && isTracked(tPose, pointNumber.rightFoot)) {
    refiner.estimate[ANKLE_HEIGHT] = ankle / 2 - floorY;
  }
  refiner.shown.set(refiner.estimate);
  return refiner;
}

/** Known lengths are this much surer than those of the population. */
const KNOWN = 0.5;

/** Goes on from known lengths, without a held pose: for a person who uses them. */
export function resumeProportionsRefiner(
  known: BodyProportions,
  floorY: number,
  priors: BodyPriors = averageBody,
): ProportionsRefiner {
  const { stature } = known;
  const segments = Object.fromEntries(
    segmentNames.map((name) => [name, { mean: known[name] / stature, spread: KNOWN * priors.segments[name].spread }]),
  ) as BodyPriors['segments'];
  const measures = {
    stature,
    armSpan: null,
    wristSpan: null,
    hipsHeight: null,
    headingYaw: 0,
    hasLoweredArms: false,
  };
  return createProportionsRefiner(createJointFrame(), measures, floorY, defaultRefinerSettings, {
    ...priors,
    segments,
  });
}

// Scratch: a joint in its limb's parent space.
const parentInverse = new Float64Array(POSE_SIZE);
const inParent = new Float64Array(POSE_SIZE);

const limbs = [
  { parent: pointNumber.chest, mid: pointNumber.leftElbow, end: pointNumber.leftHand, isArm: true, mirror: 1 },
  { parent: pointNumber.chest, mid: pointNumber.rightElbow, end: pointNumber.rightHand, isArm: true, mirror: -1 },
  { parent: pointNumber.hips, mid: pointNumber.leftKnee, end: pointNumber.leftFoot, isArm: false, mirror: 1 },
  { parent: pointNumber.hips, mid: pointNumber.rightKnee, end: pointNumber.rightFoot, isArm: false, mirror: -1 },
] as const;

/** Takes one frame of joint poses. */
export function stepProportions(refiner: ProportionsRefiner, frame: JointFrame, dtSeconds: number): void {
  const { jointPoses: poses } = frame;
  for (let i = 0; i < limbs.length; i++) {
    const { parent, mid, end, isArm, mirror } = limbs[i];
    const side = mirror > 0 ? 0 : 1;
    const fit = isArm ? refiner.arms[side] : refiner.legs[side];
    const hasMid = isTracked(frame, mid);
    const hasEnd = isTracked(frame, end);
    if (hasMid && hasEnd) addLowerBone(fit, poses, mid * POSE_SIZE, end * POSE_SIZE);
    if (!isArm && hasMid && !hasEnd) {
      const slide = refiner.slides[side];
      if (stepSlideFit(slide, poses, mid * POSE_SIZE, refiner.floorY, dtSeconds)) addLowerLength(fit, slide.length);
    }
    if (!isTracked(frame, parent)) continue;
    invertPose(parentInverse, 0, poses, parent * POSE_SIZE);
    if (hasMid) {
      composePoses(inParent, 0, parentInverse, 0, poses, mid * POSE_SIZE);
      addMidJoint(fit, inParent, mirror);
    }
    if (hasEnd) {
      composePoses(inParent, 0, parentInverse, 0, poses, end * POSE_SIZE);
      addEndJoint(fit, inParent, mirror);
    }
  }
  addSpan(refiner, frame);
  stretchTrunk(refiner, frame, dtSeconds);
  refiner.seconds += dtSeconds;
  refiner.sinceImproved += dtSeconds;
  if (refiner.sinceImproved >= refiner.settings.improveSeconds) {
    refiner.sinceImproved = 0;
    improve(refiner);
  }
  show(refiner, dtSeconds);
}

/** Wrists that are far apart: all that a headset with two controllers shows of the arms. */
function addSpan({ arms }: ProportionsRefiner, frame: JointFrame): void {
  if (!isTracked(frame, pointNumber.leftHand) || !isTracked(frame, pointNumber.rightHand)) return;
  const { jointPoses } = frame;
  const span = distance(jointPoses, pointNumber.leftHand * POSE_SIZE, pointNumber.rightHand * POSE_SIZE);
  addHalfSpan(arms[0], span / 2);
  addHalfSpan(arms[1], span / 2);
}

/** The trunk is at least as long as the distance from hips to head. */
function stretchTrunk({ estimate, settings }: ProportionsRefiner, frame: JointFrame, dtSeconds: number): void {
  if (!isTracked(frame, pointNumber.head) || !isTracked(frame, pointNumber.hips)) return;
  const reach = distance(frame.jointPoses, pointNumber.head * POSE_SIZE, pointNumber.hips * POSE_SIZE);
  const beyond = reach - estimate[TRUNK];
  if (beyond > 0.003 && beyond < 0.1) estimate[TRUNK] += Math.min(beyond - 0.003, settings.mostChange * dtSeconds);
}

function improve({ arms, legs, estimate }: ProportionsRefiner): void {
  for (let side = 0; side < 2; side++) {
    improveLimbFit(arms[side]);
    improveLimbFit(legs[side]);
  }
  estimate[numberOf.upperArm] = (arms[0].values[0] + arms[1].values[0]) / 2;
  estimate[numberOf.forearm] = (arms[0].values[1] + arms[1].values[1]) / 2;
  estimate[numberOf.shoulderWidth] = arms[0].values[2] + arms[1].values[2];
  estimate[numberOf.thigh] = (legs[0].values[0] + legs[1].values[0]) / 2;
  estimate[numberOf.shank] = (legs[0].values[1] + legs[1].values[1]) / 2;
  estimate[numberOf.hipWidth] = legs[0].values[2] + legs[1].values[2];
}

/** Moves the shown lengths towards the estimate, within mostChange. */
function show({ estimate, shown, settings }: ProportionsRefiner, dtSeconds: number): void {
  const most = settings.mostChange * dtSeconds;
  for (let i = 0; i < shown.length; i++) {
    const gap = estimate[i] - shown[i];
    shown[i] += gap > most ? most : gap < -most ? -most : gap;
  }
}

/** Takes the straight arms and legs of the T-pose, in their parents' spaces. */
function readStraightLimbs({ arms, legs }: ProportionsRefiner, frame: JointFrame, measures: TPoseMeasures): void {
  for (const { parent, mid, end, isArm, mirror } of limbs) {
    const fit = (isArm ? arms : legs)[mirror > 0 ? 0 : 1];
    fit.hasStraightMid = isTracked(frame, mid);
    fit.hasStraightEnd = isTracked(frame, end);
    if (fit.hasStraightMid) fit.straight.set(inUprightParent(frame, parent, mid, mirror, measures));
    if (fit.hasStraightEnd) fit.straight.set(inUprightParent(frame, parent, end, mirror, measures), 3);
    fit.straightDirection.set(isArm ? armDirection(fit, measures) : [0, -1, 0]);
  }
}

/** Direction of a straight arm: out to the side in a T-pose; in an A-pose from the shoulder to the wrist, or to the elbow. */
function armDirection(
  { straight, priorMeans, hasStraightMid, hasStraightEnd }: LimbFit,
  { hasLoweredArms }: TPoseMeasures,
): readonly [number, number, number] {
  if (!hasLoweredArms || !(hasStraightMid || hasStraightEnd)) return [1, 0, 0];
  const at = hasStraightEnd ? 3 : 0;
  const [out, up] = [straight[at] - priorMeans[2], straight[at + 1] - priorMeans[3]];
  const length = Math.hypot(out, up);
  return [out / length, up / length, 0];
}

/** Position of a joint relative to its parent, in the axes of an upright body with that heading. */
function inUprightParent(
  { jointPoses: poses, quality }: JointFrame,
  parent: number,
  joint: number,
  mirror: number,
  { headingYaw, stature }: TPoseMeasures,
): readonly [number, number, number] {
  const at = joint * POSE_SIZE;
  const head = pointNumber.head * POSE_SIZE;
  const hasParent = quality[parent] !== 0;
  // Without a tracker on the trunk: below the head, at the population's mean height.
  const usual = parent === pointNumber.chest ? segmentParts.trunk.mean - 0.13 : segmentParts.trunk.mean;
  const origin = hasParent
    ? poses.subarray(parent * POSE_SIZE, parent * POSE_SIZE + 3)
    : [poses[head], poses[head + 1] - usual * stature, poses[head + 2]];
  const [x, y, z] = [poses[at] - origin[0], poses[at + 1] - origin[1], poses[at + 2] - origin[2]];
  const [s, c] = [Math.sin(headingYaw), Math.cos(headingYaw)];
  return [mirror * (c * x - s * z), y, s * x + c * z];
}

function distance(poses: Float64Array, a: number, b: number): number {
  const x = poses[a] - poses[b];
  const y = poses[a + 1] - poses[b + 1];
  const z = poses[a + 2] - poses[b + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Points whose trackers refine lengths; without any of them the lengths stay as they start. */
export const refiningPoints: readonly TrackedPoint[] = [
  'hips',
  'chest',
  'leftElbow',
  'rightElbow',
  'leftKnee',
  'rightKnee',
  'leftFoot',
  'rightFoot',
];
