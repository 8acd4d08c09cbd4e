import {
  createTrackerOffsets,
  type PoseTuple,
  type TrackedPoint,
  type TrackerOffsets,
  trackedPoints,
} from '@leib/tracking';
import * as v from 'valibot';

import type { JointCentre } from '../jointCentre/jointCentre.js';

/** Name and version of the file. A new version gets a step in migrateProfile.ts. */
export const PROFILE_FORMAT = 'leib-profile/2';

const number = v.pipe(v.number(), v.finite());
const length = v.pipe(number, v.minValue(0.001), v.maxValue(3));
const share = v.pipe(number, v.minValue(0), v.maxValue(1));
const place = v.tuple([number, number, number]);
const pose = v.pipe(
  v.tuple([number, number, number, number, number, number, number]),
  v.check(([, , , x, y, z, w]) => Math.abs(x * x + y * y + z * z + w * w - 1) < 0.01, 'rotation is no unit quaternion'),
);
const point = v.picklist(trackedPoints);

const centreSchema = v.object({
  /** The joint in the device's space, metres. */
  centreLocal: place,
  kind: v.picklist(['ball', 'hinge']),
  /** Axis of a hinge, device space. */
  axisLocal: place,
  /** How far the samples disagreed, and what the centre may be off by, metres. */
  residual: v.pipe(number, v.minValue(0)),
  expectedError: v.pipe(number, v.minValue(0)),
  confidence: share,
});

const deviceSchema = v.object({
  /** The point it sits on; null where it is not worn. */
  role: v.nullable(point),
  /** It was set by hand, so that finding roles leaves it alone. */
  isChosen: v.boolean(),
  /** Pose of the device in its joint's space; null where it is the joint itself. */
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
  /** Name of the space that it was brought to: the feed that the head is tracked by. */
  reference: v.string(),
  /** Takes this space to the reference. */
  pose,
  /** What happens at t on the reference's clock happens at t + timeOffset on this one's, seconds. */
  timeOffset: number,
  /** What was left, and what it may be off by, metres. */
  residual: v.pipe(number, v.minValue(0)),
  expectedError: v.pipe(number, v.minValue(0)),
  /** By things that are fixed to each other, or by how somebody walks and stands. */
  method: v.picklist(['fixed', 'tPose']),
  /** Devices that are fixed to each other, by id, and where on the first the second sits, metres. */
  pairs: v.pipe(v.array(v.object({ reference: v.string(), other: v.string(), mount: place })), v.maxLength(20)),
});

export const profileSchema = v.object({
  format: v.literal(PROFILE_FORMAT),
  /** Of the person; may be empty. */
  name: v.pipe(v.string(), v.maxLength(200)),
  /** Metres; null while nobody measured. */
  stature: v.nullable(v.pipe(number, v.minValue(0.5), v.maxValue(2.8))),
  /** By device id. */
  devices: v.record(v.string(), deviceSchema),
  proportions: v.nullable(proportionsSchema),
  /** Where the lengths come from: trackers, or a body built from a tape measure. */
  proportionsFrom: v.picklist(['average', 'trackers', 'body']),
  /** The personal body, where there is one: which model, and its shape. */
  body: v.nullable(v.object({ model: v.string(), betas: v.pipe(v.array(number), v.maxLength(300)) })),
  /** What is exactly where it is tracked when head and hips are farther apart than the body is long. */
  lockMode: v.picklist(['head', 'hips', 'both']),
  /** Tracked spaces that were brought to that of the head, by the name of their feed. Since version 2. */
  spaces: v.record(v.string(), spaceSchema),
});

/** Everything that is known of one person and their devices. Plain data; never changed in place. */
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
    spaces: {},
  };
}

/** What is kept of a joint that was found. */
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

/** Which device is which point: what a feed wants, and what finding roles remembers. Devices not worn are null. */
export function rolesOfProfile({ devices }: BodyProfile): Readonly<Record<string, TrackedPoint | null>> {
  return Object.fromEntries(Object.entries(devices).map(([id, { role }]) => [id, role]));
}

/** How each point's device sits on its joint: what jointsOfDevices() takes. */
export function offsetsOfProfile({ devices }: BodyProfile): TrackerOffsets {
  const offsets: Partial<Record<TrackedPoint, PoseTuple>> = {};
  for (const { role, offset } of Object.values(devices)) if (role !== null && offset !== null) offsets[role] = offset;
  return createTrackerOffsets(offsets);
}
