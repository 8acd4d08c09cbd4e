import { jointOfBone, type Skeleton, seekTimeline } from '@leib/core';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { isTracked, POSE_SIZE, pointNumber } from '../frame/trackedParts.js';
import { jointOfDevice } from '../frame/trackerOffsets.js';
import type { TrackedSource } from '../sources/trackedSource.js';
import { eyesInHead } from '../xr/xrOffsets.js';

/**
 * How a wearer's space is scaled to an avatar: by the height of the head when both stand straight. By stature alone an
 * avatar with a big head would hang in the air, because its head joint is lower than a person's of the same stature.
 */

/** Heights above the soles as parts of stature, of our default person: head joint, middle of the eyes. */
const HEAD_JOINT_PART = 0.9124;
const EYES_PART = 0.9369;

/** Height of the head joint of an average person (ANSUR II, men and women together) who stands, metres. */
export const AVERAGE_HEAD_HEIGHT = HEAD_JOINT_PART * 1.7;

/** How many frames of a source are looked at. */
const LOOKS = 160;
/** Of the heights that can be standing, the share below the one that counts: people slouch more than they stretch. */
export const STANDING_SHARE = 0.9;
/** At least this share of the frames must be standing. */
export const LEAST_STANDING = 0.05;

/** Height of a skeleton's head joint at rest above the floor, metres. */
export function standingHeadHeight(skeleton: Skeleton, floorY = 0): number {
  return skeleton.restWorldPositions[jointOfBone(skeleton, 'head') * 3 + 1] - floorY;
}

/** Height of the middle of its eyes, metres. */
export function standingEyeHeight(skeleton: Skeleton, floorY = 0): number {
  return standingHeadHeight(skeleton, floorY) + eyesInHead(skeleton)[1];
}

/** Height of the head joint of a person of this stature who stands, metres. */
export function headHeightOfStature(stature: number): number {
  return HEAD_JOINT_PART * stature;
}

/** Height of the eyes of a person of this stature who stands, metres: what a headset measures. */
export function eyeHeightOfStature(stature: number): number {
  return EYES_PART * stature;
}

/** Stature of a person whose head joint is this high when they stand, metres. */
export function statureOfHeadHeight(headHeight: number): number {
  return headHeight / HEAD_JOINT_PART;
}

export interface StandingRange {
  /** Head heights that can be standing, metres: lower ones sit or bend, higher ones jump. */
  readonly min: number;
  readonly max: number;
}

/**
 * How high the head joint is when the person of a recording or clip stands, tracked metres; null where they do not
 * stand. Leaves the source at its beginning. Live sources have no timeline: null.
 */
export function findStandingHead(source: TrackedSource, { min, max }: StandingRange): number | null {
  const { timeline } = source;
  if (!timeline) return null;
  const frame = createDeviceFrame();
  const joint = new Float64Array(POSE_SIZE);
  const heights: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    seekTimeline(timeline, (look / LOOKS) * timeline.durationSeconds);
    source.step(0, frame);
    if (!isTracked(frame, pointNumber.head)) continue;
    jointOfDevice(joint, 0, frame.devicePoses, source.offsets, pointNumber.head * POSE_SIZE);
    if (joint[1] >= min && joint[1] <= max) heights.push(joint[1]);
  }
  seekTimeline(timeline, 0);
  if (heights.length < LEAST_STANDING * LOOKS) return null;
  heights.sort((a, b) => a - b);
  return heights[Math.floor(STANDING_SHARE * (heights.length - 1))];
}

/**
 * Placement.scale that has an avatar stand straight, with its feet on the ground, while the wearer stands: tracked
 * metres -> the avatar's. `headHeight`: the wearer's standing head joint (headHeightOfStature, findStandingHead).
 */
export function scaleToAvatar(skeleton: Skeleton, headHeight: number): number {
  return standingHeadHeight(skeleton) / headHeight;
}

/**
 * How likely it is that a person whose head joint stays at some height stands, by that height alone: a low head is a child who
 * stands or an adult who sits. Adults' statures are normal (ANSUR II, men and women together: 1.70 m, 0.1 m); children are of
 * any height. The head joint of an adult who sits is 0.70 m above the seat (eyes 0.765 m above it, less 5 cm to the joint and a
 * little slouching), and seats are 0.45 m high, or the floor or a cushion.
 */
const adult = { mean: headHeightOfStature(1.7), spread: headHeightOfStature(0.1) };
const onSeat = { mean: 1.15, spread: 0.07 };
const onFloor = { mean: 0.78, spread: 0.07 };
/** Heads of children who stand, metres: from one year of age on. */
const child = { min: headHeightOfStature(0.8), max: headHeightOfStature(1.5) };

/** Of those who put a headset on, the share that sits; of those, the share on the floor; of the others, the share of children. */
const SEATED_SHARE = 0.3;
const FLOOR_SHARE = 0.15;
const CHILD_SHARE = 0.05;

/** 0: sits; 1: stands. */
export function likelihoodOfStanding(headHeight: number): number {
  const isChildHeight = headHeight > child.min && headHeight < child.max;
  const ofChild = isChildHeight ? 1 / (child.max - child.min) : 0;
  const ofStanding = (1 - CHILD_SHARE) * density(adult, headHeight) + CHILD_SHARE * ofChild;
  const standing = (1 - SEATED_SHARE) * ofStanding;
  const ofSitting = (1 - FLOOR_SHARE) * density(onSeat, headHeight) + FLOOR_SHARE * density(onFloor, headHeight);
  const sitting = SEATED_SHARE * ofSitting;
  return standing + sitting > 0 ? standing / (standing + sitting) : 0;
}

function density({ mean, spread }: { readonly mean: number; readonly spread: number }, value: number): number {
  return Math.exp(-0.5 * ((value - mean) / spread) ** 2) / (spread * Math.sqrt(2 * Math.PI));
}
