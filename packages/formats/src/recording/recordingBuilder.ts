import {
  CONTROLLER_SIZE,
  type DeviceFrame,
  HAND_JOINT_COUNT,
  POSE_SIZE,
  quality,
  type RecordedTrack,
  type TrackedController,
  type TrackedHand,
  type TrackingHeader,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';

import { checkCount } from '../limits/fileLimits.js';

/** Pose of one more tracker at one moment. */
export interface ExtraPose {
  /** 7 numbers; the last known pose when lost. */
  readonly pose: Float64Array;
  quality: number;
}

interface GrowingTrack {
  poses: Float64Array;
  quality: Uint8Array;
}

/** A recording that is still growing: what readers fill and what a live session is kept in. */
export interface RecordingBuilder {
  readonly header: TrackingHeader;
  /** Numbers that it may have; a file that would become more is refused. */
  readonly mostNumbers: number;
  frameCount: number;
  capacity: number;
  times: Float64Array;
  poses: Float64Array;
  quality: Uint8Array;
  /** Hands and controllers take up memory from the first frame on in which they are there. */
  leftHand: GrowingTrack | null;
  rightHand: GrowingTrack | null;
  leftController: Float64Array | null;
  rightController: Float64Array | null;
  readonly extras: Map<string, GrowingTrack>;
}

const pointCount = trackedPoints.length;
const firstCapacity = 256;

export function createRecordingBuilder(
  header: TrackingHeader,
  mostNumbers = Number.POSITIVE_INFINITY,
): RecordingBuilder {
  return {
    header,
    mostNumbers,
    frameCount: 0,
    capacity: firstCapacity,
    times: new Float64Array(firstCapacity),
    poses: new Float64Array(firstCapacity * pointCount * POSE_SIZE),
    quality: new Uint8Array(firstCapacity * pointCount),
    leftHand: null,
    rightHand: null,
    leftController: null,
    rightController: null,
    extras: new Map(),
  };
}

const none: ReadonlyMap<string, ExtraPose> = new Map();

/** Adds one moment; the frame is copied. Memory doubles when it is full, so a frame now and then pays for many. */
export function appendFrame(
  builder: RecordingBuilder,
  frame: DeviceFrame,
  extras: ReadonlyMap<string, ExtraPose> = none,
): void {
  if (builder.frameCount === builder.capacity) grow(builder);
  checkNumberCount(builder, frame, extras);
  const index = builder.frameCount++;
  builder.times[index] = frame.timeSeconds;
  builder.poses.set(frame.devicePoses, index * pointCount * POSE_SIZE);
  builder.quality.set(frame.quality, index * pointCount);
  builder.leftHand = appendHand(builder, builder.leftHand, frame.leftHandJoints, index);
  builder.rightHand = appendHand(builder, builder.rightHand, frame.rightHandJoints, index);
  builder.leftController = appendController(builder, builder.leftController, frame.leftController, index);
  builder.rightController = appendController(builder, builder.rightController, frame.rightController, index);
  for (const [name, { pose, quality: poseQuality }] of extras) {
    let track = builder.extras.get(name);
    if (track === undefined) {
      track = createGrowingTrack(builder.capacity, 1);
      builder.extras.set(name, track);
    }
    track.poses.set(pose, index * POSE_SIZE);
    track.quality[index] = poseQuality;
  }
}

/** Hands and trackers count from their first frame on, for all frames. */
function checkNumberCount(
  { frameCount, mostNumbers, leftHand, rightHand, extras: known }: RecordingBuilder,
  { leftHandJoints, rightHandJoints }: DeviceFrame,
  extras: ReadonlyMap<string, ExtraPose>,
): void {
  const hasLeft = leftHand !== null || leftHandJoints.quality !== quality.lost;
  const hasRight = rightHand !== null || rightHandJoints.quality !== quality.lost;
  const handCount = (hasLeft ? 1 : 0) + (hasRight ? 1 : 0);
  const poseCount = pointCount + Math.max(known.size, extras.size) + handCount * HAND_JOINT_COUNT;
  const numbers = (frameCount + 1) * poseCount * POSE_SIZE;
  checkCount(numbers, mostNumbers, 'leib-tracking/1', `frame ${frameCount}`, 'numbers (frames x poses x 7)');
}

/** The recording so far; the builder may go on afterwards. */
export function finishRecording(builder: RecordingBuilder): TrackingRecording {
  const { header, frameCount } = builder;
  const extras = new Map<string, RecordedTrack>();
  for (const [name, track] of builder.extras) extras.set(name, trimTrack(track, frameCount, 1));
  return {
    header,
    frameCount,
    times: builder.times.slice(0, frameCount),
    poses: builder.poses.slice(0, frameCount * pointCount * POSE_SIZE),
    quality: builder.quality.slice(0, frameCount * pointCount),
    leftHandJoints: builder.leftHand && trimTrack(builder.leftHand, frameCount, HAND_JOINT_COUNT),
    rightHandJoints: builder.rightHand && trimTrack(builder.rightHand, frameCount, HAND_JOINT_COUNT),
    leftController: builder.leftController?.slice(0, frameCount * CONTROLLER_SIZE) ?? null,
    rightController: builder.rightController?.slice(0, frameCount * CONTROLLER_SIZE) ?? null,
    extras,
  };
}

function createGrowingTrack(capacity: number, posesPerFrame: number): GrowingTrack {
  const poses = new Float64Array(capacity * posesPerFrame * POSE_SIZE);
  for (let w = POSE_SIZE - 1; w < poses.length; w += POSE_SIZE) poses[w] = 1;
  return { poses, quality: new Uint8Array(capacity) };
}

function appendHand(
  { capacity }: RecordingBuilder,
  soFar: GrowingTrack | null,
  hand: TrackedHand,
  index: number,
): GrowingTrack | null {
  if (soFar === null && hand.quality === quality.lost) return null;
  const track = soFar ?? createGrowingTrack(capacity, HAND_JOINT_COUNT);
  track.poses.set(hand.poses, index * HAND_JOINT_COUNT * POSE_SIZE);
  track.quality[index] = hand.quality;
  return track;
}

function appendController(
  { capacity }: RecordingBuilder,
  soFar: Float64Array | null,
  { stickX, stickY, trigger, grip }: TrackedController,
  index: number,
): Float64Array | null {
  if (soFar === null && stickX === 0 && stickY === 0 && trigger === 0 && grip === 0) return null;
  const values = soFar ?? new Float64Array(capacity * CONTROLLER_SIZE);
  const at = index * CONTROLLER_SIZE;
  values[at] = stickX;
  values[at + 1] = stickY;
  values[at + 2] = trigger;
  values[at + 3] = grip;
  return values;
}

function grow(builder: RecordingBuilder): void {
  builder.capacity *= 2;
  builder.times = doubled(builder.times);
  builder.poses = doubled(builder.poses);
  builder.quality = doubledBytes(builder.quality);
  builder.leftController &&= doubled(builder.leftController);
  builder.rightController &&= doubled(builder.rightController);
  for (const track of [builder.leftHand, builder.rightHand, ...builder.extras.values()]) {
    if (track === null) continue;
    const filled = track.poses.length;
    track.poses = doubled(track.poses);
    for (let w = filled + POSE_SIZE - 1; w < track.poses.length; w += POSE_SIZE) track.poses[w] = 1;
    track.quality = doubledBytes(track.quality);
  }
}

function doubled(values: Float64Array): Float64Array {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}

function doubledBytes(values: Uint8Array): Uint8Array {
  const larger = new Uint8Array(values.length * 2);
  larger.set(values);
  return larger;
}

function trimTrack(track: GrowingTrack, frameCount: number, posesPerFrame: number): RecordedTrack {
  return {
    poses: track.poses.slice(0, frameCount * posesPerFrame * POSE_SIZE),
    quality: track.quality.slice(0, frameCount),
  };
}
