import { tableOf } from '@leib/core';
import {
  createTrackerOffsets,
  POSE_SIZE,
  pointNumber,
  type TrackedPoint,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';
import * as v from 'valibot';

import type { JointCentre } from '../jointCentre/jointCentre.js';

/** Name and version of the file. A new version gets a step in profileText.ts. */
export const PROFILE_FORMAT = 'leib-profile/2';

const number = v.pipe(v.number(), v.finite());
const length = v.pipe(number, v.minValue(0.001), v.maxValue(3));
const share = v.pipe(number, v.minValue(0), v.maxValue(1));
const place = v.tuple([number, number, number]);
const pose = v.pipe(
  v.tuple([number, number, number, number, number, number, number]),
  v.check(
    ([, , , x, y, z, w]) => Math.abs(x * x + y * y + z * z + w * w - 1) < 0.01,
    'expected a rotation of unit length (x y z w)',
  ),
);
const point = v.picklist(trackedPoints);

const centreSchema = v.object({
  /** The joint in the device's space, metres. */
  centreLocal: place,
  kind: v.picklist(['ball', 'hinge']),
  /** Axis of a hinge, device space. */
  axisLocal: place,
  /** Disagreement of the samples and standard error of the centre, metres. */
  residual: v.pipe(number, v.minValue(0)),
  expectedError: v.pipe(number, v.minValue(0)),
  confidence: share,
});

const deviceSchema = v.object({
  /** The point that it is worn on; null when it is not worn. */
  role: v.nullable(point),
  /** The role was set by hand; solveRoles() keeps it. */
  isChosen: v.boolean(),
  /** Pose of the device in its joint's space; null when it is unknown, or the device is the joint itself. */
  offset: v.nullable(pose),
  centre: v.nullable(centreSchema),
});

const proportionsSchema = v.object({
  stature: length,
  upperArm: length,
  forearm: length,
  thigh: length,
  shank: length,
  shoulderWidth: length,
  hipWidth: length,
  trunk: length,
  ankleHeight: length,
});

const spaceSchema = v.object({
  /** Name of the reference space: the feed that tracks the head. */
  reference: v.string(),
  /** Takes poses of this space to the reference. */
  pose,
  /** An event at t on the reference's clock is at t + timeOffset on this one's, seconds. */
  timeOffset: number,
  /** Residual and standard error of the alignment, metres. */
  residual: v.pipe(number, v.minValue(0)),
  expectedError: v.pipe(number, v.minValue(0)),
  /** 'fixed': by devices that are fixed to each other. 'tPose': by a walk and a T-pose. */
  method: v.picklist(['fixed', 'tPose']),
  /** Ids of devices that are fixed to each other, and the position of the second on the first, metres. */
  pairs: v.pipe(v.array(v.object({ reference: v.string(), other: v.string(), mount: place })), v.maxLength(20)),
});

export const profileSchema = v.object({
  format: v.literal(PROFILE_FORMAT),
  /** The person's name; may be empty. */
  name: v.pipe(v.string(), v.maxLength(200)),
  /** Metres; null before it was measured. */
  stature: v.nullable(v.pipe(number, v.minValue(0.5), v.maxValue(2.8))),
  /** By device id. */
  devices: tableOf(v.string(), deviceSchema),
  proportions: v.nullable(proportionsSchema),
  /** Source of the lengths: population means, trackers, or a body built from tape measures. */
  proportionsFrom: v.picklist(['average', 'trackers', 'body']),
  /** The personal body, if there is one: its model and shape. */
  body: v.nullable(v.object({ model: v.string(), betas: v.pipe(v.array(number), v.maxLength(300)) })),
  /** Which of head and hips keeps its tracked position when they are farther apart than the body is long. */
  lockMode: v.picklist(['head', 'hips', 'both']),
  /** The lengths go on adapting while the person uses them, in every room. */
  adaptsLengths: v.optional(v.boolean(), false),
  /** Tracked spaces that are aligned with that of the head, by the name of their feed. Since version 2. */
  spaces: tableOf(v.string(), spaceSchema),
});

/** The calibration of one person and their devices. Plain data; never changed in place. */
export type BodyProfile = v.InferOutput<typeof profileSchema>;
export type ProfileDevice = v.InferOutput<typeof deviceSchema>;
export type ProfileCentre = v.InferOutput<typeof centreSchema>;
export type ProfileSpace = v.InferOutput<typeof spaceSchema>;
export type ProfileLockMode = BodyProfile['lockMode'];

export function createBodyProfile(name = ''): BodyProfile {
  return {
    format: PROFILE_FORMAT,
    name,
    stature: null,
    devices: {},
    proportions: null,
    proportionsFrom: 'average',
    body: null,
    lockMode: 'head',
    adaptsLengths: false,
    spaces: {},
  };
}

/** The part of a found joint that a profile keeps. */
export function profileCentre(found: JointCentre): ProfileCentre {
  const triple = (values: ArrayLike<number>): [number, number, number] => [values[0], values[1], values[2]];
  return {
    centreLocal: triple(found.centreLocal),
    kind: found.kind,
    axisLocal: triple(found.axisLocal),
    residual: found.residual,
    expectedError: found.expectedError,
    confidence: found.confidence,
  };
}

/** The point of each device, by id, as `FeedSource.roles` takes it. Null for devices that are not worn. */
export function rolesOfProfile({ devices }: BodyProfile): Readonly<Record<string, TrackedPoint | null>> {
  return Object.fromEntries(Object.entries(devices).map(([id, { role }]) => [id, role]));
}

/**
 * The pose of each point's device in its joint's space, as readJoints() takes it. Points without a calibrated device have
 * the offset of `others`: what their protocol gives; the joint itself without it.
 */
export function offsetsOfProfile({ devices }: BodyProfile, others: TrackerOffsets | null = null): TrackerOffsets {
  const offsets: TrackerOffsets = others === null ? createTrackerOffsets() : others.slice();
  for (const { role, offset } of Object.values(devices)) {
    if (role !== null && offset !== null) offsets.set(offset, pointNumber[role] * POSE_SIZE);
  }
  return offsets;
}
