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
  readonly offsets?: Readonly<Record<string, PoseTuple>>;
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
  mixFrames(recording, frameIndex, frameIndex, 0, out);
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

/** The same at a time on the recorder's clock. */
export function sampleRecordingAt(recording: TrackingRecording, clockSeconds: number, out: DeviceFrame): void {
  const { frameCount, times } = recording;
  if (frameCount === 0) return;
  const clock = Math.min(Math.max(clockSeconds, times[0]), times[frameCount - 1]);
  const frame = lastFrameAt(times, frameCount, clock);
  const next = Math.min(frame + 1, frameCount - 1);
  const span = times[next] - times[frame];
  mixFrames(recording, frame, next, span > 0 ? (clock - times[frame]) / span : 0, out);
  out.timeSeconds = clock;
}

/** Last frame whose time is not after `clock`; times[0] <= clock. */
export function lastFrameAt(times: Float64Array, frameCount: number, clock: number): number {
  let low = 0;
  let high = frameCount - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= clock) low = middle;
    else high = middle - 1;
  }
  return low;
}

function mixFrames(recording: TrackingRecording, a: number, b: number, amount: number, out: DeviceFrame): void {
  const pointCount = trackedPoints.length;
  out.timeSeconds = recording.times[a];
  for (let point = 0; point < pointCount; point++) {
    const atA = a * pointCount + point;
    const atB = b * pointCount + point;
    out.quality[point] = recording.quality[atA];
    const canMix = recording.quality[atA] !== quality.lost && recording.quality[atB] !== quality.lost;
    mixPose(recording.poses, atA * POSE_SIZE, atB * POSE_SIZE, canMix ? amount : 0, out.devicePoses, point * POSE_SIZE);
  }
  mixHand(recording.leftHandJoints, a, b, amount, out.leftHandJoints);
  mixHand(recording.rightHandJoints, a, b, amount, out.rightHandJoints);
  mixController(recording.leftController, a, b, amount, out.leftController);
  mixController(recording.rightController, a, b, amount, out.rightController);
}

function mixHand(track: RecordedTrack | null, a: number, b: number, amount: number, out: TrackedHand): void {
  if (track === null) {
    out.quality = quality.lost;
    return;
  }
  out.quality = track.quality[a];
  const canMix = track.quality[a] !== quality.lost && track.quality[b] !== quality.lost;
  for (let joint = 0; joint < HAND_JOINT_COUNT; joint++) {
    const atA = (a * HAND_JOINT_COUNT + joint) * POSE_SIZE;
    const atB = (b * HAND_JOINT_COUNT + joint) * POSE_SIZE;
    mixPose(track.poses, atA, atB, canMix ? amount : 0, out.poses, joint * POSE_SIZE);
  }
}

function mixController(
  values: Float64Array | null,
  a: number,
  b: number,
  amount: number,
  out: TrackedController,
): void {
  out.thumb = 0;
  if (values === null) {
    out.stickX = 0;
    out.stickY = 0;
    out.trigger = 0;
    out.grip = 0;
    return;
  }
  const atA = a * CONTROLLER_SIZE;
  const atB = b * CONTROLLER_SIZE;
  out.stickX = values[atA] + (values[atB] - values[atA]) * amount;
  out.stickY = values[atA + 1] + (values[atB + 1] - values[atA + 1]) * amount;
  out.trigger = values[atA + 2] + (values[atB + 2] - values[atA + 2]) * amount;
  out.grip = values[atA + 3] + (values[atB + 3] - values[atA + 3]) * amount;
}

/** Straight line for the position, shorter great arc for the rotation; amount 0 copies the bits. */
function mixPose(poses: Float64Array, a: number, b: number, amount: number, out: Float64Array, at: number): void {
  if (amount === 0) {
    for (let k = 0; k < POSE_SIZE; k++) out[at + k] = poses[a + k];
    return;
  }
  for (let k = 0; k < 3; k++) out[at + k] = poses[a + k] + (poses[b + k] - poses[a + k]) * amount;
  let cosine = 0;
  for (let k = 3; k < POSE_SIZE; k++) cosine += poses[a + k] * poses[b + k];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let fromA = 1 - amount;
  let fromB = amount;
  // Below about a milliradian the sines lose digits, and the chord is the arc.
  if (cosine < 1 - 1e-7) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    fromA = Math.sin((1 - amount) * angle) / sine;
    fromB = Math.sin(amount * angle) / sine;
  }
  fromB *= sign;
  for (let k = 3; k < POSE_SIZE; k++) out[at + k] = poses[a + k] * fromA + poses[b + k] * fromB;
}
