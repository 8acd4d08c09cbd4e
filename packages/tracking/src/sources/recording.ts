import { type Between, findBetween, mixItems } from '@leib/core';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import {
  HAND_JOINT_COUNT,
  POSE_SIZE,
  quality,
  type TrackedController,
  type TrackedHand,
  trackedPoints,
} from '../frame/trackedParts.js';
import type { PoseTuple } from '../frame/trackerOffsets.js';

/** An actor's skeleton as a recording carries it: T-pose facing +Z, parents before children. */
export interface RecordedSkeleton {
  readonly names: readonly string[];
  /** Index of each joint's parent; -1 for the root. */
  readonly parents: readonly number[];
  /** Offset from the parent at rest, metres; for the root, its rest position. names.length x 3. */
  readonly restOffsets: readonly number[];
}

/** What is said once about a recording. */
export interface TrackingHeader {
  /** Nominal rate; the true times stand with the frames. */
  readonly hz: number;
  /** Height of the floor, world space, metres. */
  readonly floorY: number;
  /** Height of the person, metres, when known. */
  readonly stature?: number;
  readonly skeleton?: RecordedSkeleton;
  /** Pose of each tracked thing in its joint's space, by name; one that is absent is the joint itself. */
  readonly offsets: Readonly<Record<string, PoseTuple>>;
}

/** One thing's way through a recording. */
export interface RecordedTrack {
  /** World poses; where the thing is lost, its last known one. frameCount x (poses per frame) x 7. */
  readonly poses: Float64Array;
  /** One of `quality` per frame. */
  readonly quality: Uint8Array;
}

/** Numbers per recorded controller: stickX, stickY, trigger, grip. */
export const CONTROLLER_SIZE = 4;

/** What was tracked over a stretch of time. Read-only after loading. */
export interface TrackingRecording {
  readonly header: TrackingHeader;
  readonly frameCount: number;
  /** Seconds on the recorder's own clock, never falling. frameCount entries. */
  readonly times: Float64Array;
  /** World poses by pointNumber; where a point is lost, its last known one. frameCount x 11 x 7. */
  readonly poses: Float64Array;
  /** One of `quality` per frame and point. frameCount x 11. */
  readonly quality: Uint8Array;
  /** 25 poses per frame, where hands were recorded. */
  readonly leftHandJoints: RecordedTrack | null;
  readonly rightHandJoints: RecordedTrack | null;
  /** frameCount x 4, where controllers were recorded. */
  readonly leftController: Float64Array | null;
  readonly rightController: Float64Array | null;
  /** Trackers that sit on no known point ("tracker", "t1", ...): one pose per frame each. */
  readonly extras: ReadonlyMap<string, RecordedTrack>;
}

/** Seconds from the first frame to the last. */
export function recordingDuration({ frameCount, times }: TrackingRecording): number {
  return frameCount > 0 ? times[frameCount - 1] - times[0] : 0;
}

/** Copies one recorded frame, bit for bit; `out.timeSeconds` is its time on the recorder's clock. */
export function readRecordingFrame(recording: TrackingRecording, frameIndex: number, out: DeviceFrame): void {
  mixFrames(recording, { before: frameIndex, after: frameIndex, amount: 0 }, out);
}

/**
 * Writes what was tracked at a time since the first frame, clamped to the recording; `out.timeSeconds` is the same
 * moment on the recorder's clock. At a recorded time that frame comes back unchanged. Between two, poses are
 * interpolated, and quality, being no quantity, is the earlier frame's. A thing that is lost in either frame holds
 * the earlier pose: there is nothing to move towards.
 */
export function sampleRecording(recording: TrackingRecording, timeSeconds: number, out: DeviceFrame): void {
  const { frameCount, times } = recording;
  if (frameCount === 0) return;
  sampleRecordingAt(recording, times[0] + timeSeconds, out);
}

const between: Between = { before: 0, after: 0, amount: 0 };

/** The same at a time on the recorder's clock. */
export function sampleRecordingAt(recording: TrackingRecording, clockSeconds: number, out: DeviceFrame): void {
  const { frameCount, times } = recording;
  if (frameCount === 0) return;
  mixFrames(recording, findBetween(times, frameCount, clockSeconds, between), out);
  out.timeSeconds = Math.min(Math.max(clockSeconds, times[0]), times[frameCount - 1]);
}

function mixFrames(recording: TrackingRecording, at: Between, out: DeviceFrame): void {
  const pointCount = trackedPoints.length;
  const { poses, quality: grades } = recording;
  out.timeSeconds = recording.times[at.before];
  for (let point = 0; point < pointCount; point++) {
    const a = at.before * pointCount + point;
    const b = at.after * pointCount + point;
    out.quality[point] = grades[a];
    const amount = grades[a] !== quality.lost && grades[b] !== quality.lost ? at.amount : 0;
    mixItems('pose', 1, [out.devicePoses, point * POSE_SIZE], [poses, a * POSE_SIZE], [poses, b * POSE_SIZE], amount);
  }
  mixHand(recording.leftHandJoints, at, out.leftHandJoints);
  mixHand(recording.rightHandJoints, at, out.rightHandJoints);
  mixController(recording.leftController, at, out.leftController);
  mixController(recording.rightController, at, out.rightController);
}

function mixHand(track: RecordedTrack | null, { before, after, amount }: Between, out: TrackedHand): void {
  if (track === null) {
    out.quality = quality.lost;
    return;
  }
  const { poses, quality: grades } = track;
  out.quality = grades[before];
  const share = grades[before] !== quality.lost && grades[after] !== quality.lost ? amount : 0;
  const size = HAND_JOINT_COUNT * POSE_SIZE;
  mixItems('pose', HAND_JOINT_COUNT, [out.poses, 0], [poses, before * size], [poses, after * size], share);
}

const controllerValues = new Float64Array(CONTROLLER_SIZE);

function mixController(values: Float64Array | null, { before, after, amount }: Between, out: TrackedController): void {
  const [a, b] = [before * CONTROLLER_SIZE, after * CONTROLLER_SIZE];
  if (values === null) controllerValues.fill(0);
  else mixItems('line', CONTROLLER_SIZE, [controllerValues, 0], [values, a], [values, b], amount);
  out.thumb = 0;
  out.stickX = controllerValues[0];
  out.stickY = controllerValues[1];
  out.trigger = controllerValues[2];
  out.grip = controllerValues[3];
}
