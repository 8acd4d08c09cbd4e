import {
  addChannel,
  appendMoment,
  doublesOf,
  type GrowingTrack,
  gradesOf,
  type Track,
  type TrackSpec,
} from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import {
  HAND_JOINT_COUNT,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedController,
  type TrackedHand,
  trackedPoints,
} from '../frame/trackedParts.js';
import type { PoseTuple } from '../frame/trackerOffsets.js';
import { CONTROLLER_SIZE, type RecordedTrack, type TrackingHeader, type TrackingRecording } from './recording.js';
import type { TrackedSource } from './trackedSource.js';

/** Pose of one tracker at one moment that sits on no known point. */
export interface ExtraPose {
  /** 7 numbers; the last known pose when lost. */
  readonly pose: Float64Array;
  quality: number;
}

/**
 * What is said once about devices that are recorded: how the source has them sit on their joints goes in by itself, so
 * that a recording is played as it was worn. The floor of a source is at height zero.
 * @param stature of the person, metres; null where it is not known
 */
export function headerOfSource(
  { offsets }: Pick<TrackedSource, 'offsets'>,
  { hz, stature }: { readonly hz: number; readonly stature: number | null },
): TrackingHeader {
  const found: Record<string, PoseTuple> = {};
  for (const point of trackedPoints) {
    const at = pointNumber[point] * POSE_SIZE;
    const [px, py, pz, qx, qy, qz, qw] = offsets.subarray(at, at + POSE_SIZE);
    const isIdentity = px === 0 && py === 0 && pz === 0 && qx === 0 && qy === 0 && qz === 0;
    if (!isIdentity) found[point] = [px, py, pz, qx, qy, qz, qw];
  }
  return { hz, floorY: 0, ...(stature !== null && { stature }), offsets: found };
}

/** A track for devices. Hands, controllers and further trackers come in with the first moment that has them. */
export function deviceTrackSpec({ hz, ...about }: TrackingHeader, name = 'devices'): TrackSpec {
  const points = { kind: 'pose', count: trackedPoints.length, grade: 'quality' } as const;
  const grades = { kind: 'step', count: trackedPoints.length, store: 'bytes' } as const;
  return { name, kind: 'devices', hz, about: { ...about }, channels: { points, quality: grades } };
}

const none: ReadonlyMap<string, ExtraPose> = new Map();
const EXTRA = 'tracker ';
const GRADE = 'quality of ';
const gradeOf = (name: string) => GRADE + name;

/** Adds one moment; the frame is copied. False where it is not taken: its time is none, or falls. */
export function appendDevices(
  track: GrowingTrack,
  frame: DeviceFrame,
  extras: ReadonlyMap<string, ExtraPose> = none,
): boolean {
  const values: Record<string, ArrayLike<number>> = { points: frame.devicePoses, quality: frame.quality };
  for (const side of ['left', 'right'] as const) {
    addHand(track, values, `${side}Hand`, frame[`${side}HandJoints`]);
    addController(track, values, `${side}Controller`, frame[`${side}Controller`]);
  }
  for (const [name, { pose, quality: grade }] of extras) addGradedPose(track, values, EXTRA + name, 1, pose, grade);
  // A tracker that this moment does not name is lost in it.
  for (const name in track.channels) if (name.startsWith(GRADE) && values[name] === undefined) values[name] = [0];
  return appendMoment(track, frame.timeSeconds, values);
}

function addHand(
  track: GrowingTrack,
  values: Record<string, ArrayLike<number>>,
  name: string,
  hand: TrackedHand,
): void {
  if (hand.quality === quality.lost && track.channels[name] === undefined) return;
  addGradedPose(track, values, name, HAND_JOINT_COUNT, hand.poses, hand.quality);
}

/** One graded pose, or several, of a moment that is put together; its channels come in with the first moment that has it. */
function addGradedPose(
  track: GrowingTrack,
  values: Record<string, ArrayLike<number>>,
  name: string,
  count: number,
  poses: ArrayLike<number>,
  grade: number,
): void {
  if (track.channels[name] === undefined) {
    addChannel(track, gradeOf(name), { kind: 'step', count: 1, store: 'bytes' });
    addChannel(track, name, { kind: 'pose', count, grade: gradeOf(name) });
  }
  values[name] = poses;
  values[gradeOf(name)] = [grade];
}

function addController(
  track: GrowingTrack,
  values: Record<string, ArrayLike<number>>,
  name: string,
  { stickX, stickY, trigger, grip }: TrackedController,
): void {
  const isStill = stickX === 0 && stickY === 0 && trigger === 0 && grip === 0;
  if (isStill && track.channels[name] === undefined) return;
  if (track.channels[name] === undefined) addChannel(track, name, { kind: 'line', count: CONTROLLER_SIZE });
  values[name] = [stickX, stickY, trigger, grip];
}

/** A track of devices as what readers of tracking take; its numbers are shared, not copied. */
export function devicesOfTrack(track: Track): TrackingRecording {
  const { hz, about, momentCount, times, channels } = track;
  const graded = (name: string, count: number): RecordedTrack | null =>
    channels[name] === undefined
      ? null
      : { poses: doublesOf(track, name, count * POSE_SIZE), quality: gradesOf(track, gradeOf(name), 1) };
  const controller = (name: string) => (channels[name] ? doublesOf(track, name, CONTROLLER_SIZE) : null);
  const extras = new Map<string, RecordedTrack>();
  for (const name in channels) {
    const extra = name.startsWith(EXTRA) ? graded(name, 1) : null;
    if (extra) extras.set(name.slice(EXTRA.length), extra);
  }
  return {
    // `about` is the header without its rate, and was checked when it was read.
    header: { hz, ...(about as unknown as Omit<TrackingHeader, 'hz'>) },
    frameCount: momentCount,
    times,
    poses: doublesOf(track, 'points', trackedPoints.length * POSE_SIZE),
    quality: gradesOf(track, 'quality', trackedPoints.length),
    leftHandJoints: graded('leftHand', HAND_JOINT_COUNT),
    rightHandJoints: graded('rightHand', HAND_JOINT_COUNT),
    leftController: controller('leftController'),
    rightController: controller('rightController'),
    extras,
  };
}

/** Tracking as a track; its numbers are shared, not copied. */
export function trackOfDevices(recording: TrackingRecording, name = 'devices'): Track {
  const { header, frameCount, times, poses, quality: grades, extras } = recording;
  const channels: Record<string, Track['channels'][string]> = {
    points: { kind: 'pose', count: trackedPoints.length, grade: 'quality', values: poses },
    quality: { kind: 'step', count: trackedPoints.length, values: grades },
  };
  const add = (channel: string, track: RecordedTrack | null, count: number) => {
    if (track === null) return;
    channels[gradeOf(channel)] = { kind: 'step', count: 1, values: track.quality };
    channels[channel] = { kind: 'pose', count, grade: gradeOf(channel), values: track.poses };
  };
  add('leftHand', recording.leftHandJoints, HAND_JOINT_COUNT);
  add('rightHand', recording.rightHandJoints, HAND_JOINT_COUNT);
  for (const side of ['leftController', 'rightController'] as const) {
    const values = recording[side];
    if (values !== null) channels[side] = { kind: 'line', count: CONTROLLER_SIZE, values };
  }
  for (const [extra, track] of extras) add(EXTRA + extra, track, 1);
  const { hz, about } = deviceTrackSpec(header);
  return { name, kind: 'devices', hz, about, momentCount: frameCount, times, channels };
}
