import { decodeJson, InputError, refusalOf } from '@leib/core';
import {
  copyPoseSlice,
  createFeedPacket,
  type DeviceKind,
  isUsablePose,
  POSE_SIZE,
  quality,
  type TrackedPoint,
} from '@leib/tracking';
import * as v from 'valibot';

import { readJsonFeed } from '../json/jsonDecoder.js';

/** Format of the file: JSON Lines, a header, then one `leib-feed/1` frame per line, each with its `t`. */
export const FEED_RECORDING_FORMAT = 'leib-feed-recording/1';

/** A named part of a recording: "tPose", "joints/leftHand". */
export interface FeedChapter {
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface RecordedDevice {
  readonly id: string;
  readonly name: string;
  readonly kind: DeviceKind;
  readonly suggestedPoint: TrackedPoint | null;
}

/** Recorded devices of a feed. Read-only after loading. */
export interface FeedRecording {
  /** Height of the floor, metres. */
  readonly floorY: number;
  readonly chapters: readonly FeedChapter[];
  readonly devices: readonly RecordedDevice[];
  readonly frameCount: number;
  /** Seconds from the first frame, never falling. */
  readonly times: Float64Array;
  /** World poses, the last known one while a device is lost. frameCount x devices x 7. */
  readonly poses: Float64Array;
  /** One of `quality`. frameCount x devices. */
  readonly quality: Uint8Array;
}

/** An error in a recording, with its line. */
export class FeedRecordingError extends InputError {
  override readonly name = 'FeedRecordingError';

  constructor(line: number, reason: string) {
    super(`line ${line}`, reason);
  }
}

/** Limit of frames: an hour at 240 Hz has less than a million. */
const MAX_FRAMES = 1_000_000;

/** Reads the text of a recording. Throws FeedRecordingError. */
export function parseFeedRecording(text: string): FeedRecording {
  const lines = text.split('\n');
  const { floorY, chapters } = readHeader(lines[0]);
  const devices: RecordedDevice[] = [];
  const numberOf = new Map<string, number>();
  const frames: { readonly time: number; readonly seen: readonly SeenPose[]; readonly isComplete: boolean }[] = [];
  const packet = createFeedPacket();
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    if (!readJsonFeed(lines[i], packet)) throw new FeedRecordingError(i + 1, 'expected a frame of leib-feed/1');
    const time = packet.senderSeconds;
    if (!Number.isFinite(time)) throw new FeedRecordingError(i + 1, 'expected a time "t" in seconds, got none');
    if (frames.length > 0 && time < frames[frames.length - 1].time) {
      throw new FeedRecordingError(i + 1, `expected t at or after the frame before, got ${time}`);
    }
    if (frames.length >= MAX_FRAMES)
      throw new FeedRecordingError(i + 1, `expected at most ${MAX_FRAMES} frames; split the recording`);
    const seen = packet.samples.slice(0, packet.sampleCount).map((sample): SeenPose => {
      let device = numberOf.get(sample.key);
      if (device === undefined) {
        device = devices.length;
        numberOf.set(sample.key, device);
        const { key: id, name, kind, suggestedPoint } = sample;
        devices.push({ id, name, kind, suggestedPoint });
      }
      const isTracked = sample.quality !== quality.lost && isUsablePose(sample.pose, 0);
      return { device, pose: sample.pose.slice(), grade: isTracked ? sample.quality : quality.lost };
    });
    frames.push({ time, seen, isComplete: packet.isComplete });
  }
  if (frames.length === 0) throw new FeedRecordingError(2, 'expected a frame after the header, got none');
  const recording: FeedRecording = {
    floorY,
    chapters,
    devices,
    frameCount: frames.length,
    times: Float64Array.from(frames, ({ time }) => time - frames[0].time),
    poses: new Float64Array(frames.length * devices.length * POSE_SIZE),
    quality: new Uint8Array(frames.length * devices.length),
  };
  frames.forEach((frame, index) => {
    writeFrame(recording, index, frame.seen, frame.isComplete);
  });
  return recording;
}

interface SeenPose {
  readonly device: number;
  readonly pose: Float64Array;
  readonly grade: number;
}

/** A device that a frame does not list keeps its pose; it is lost if the frame lists all devices. */
function writeFrame(out: FeedRecording, frame: number, seen: readonly SeenPose[], isComplete: boolean): void {
  const count = out.devices.length;
  for (let device = 0; device < count; device++) {
    const row = frame * count + device;
    if (frame === 0) out.poses[row * POSE_SIZE + 6] = 1;
    else {
      copyPoseSlice(out.poses, row * POSE_SIZE, out.poses, (row - count) * POSE_SIZE);
      if (!isComplete) out.quality[row] = out.quality[row - count];
    }
  }
  for (const { device, pose, grade } of seen) {
    const row = frame * count + device;
    out.quality[row] = grade;
    if (grade === quality.lost) continue;
    const length = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
    for (let k = 0; k < POSE_SIZE; k++) out.poses[row * POSE_SIZE + k] = k < 3 ? pose[k] : pose[k] / length;
  }
}

const finiteNumber = v.pipe(v.number(), v.finite());
const headerSchema = v.object({
  format: v.literal(FEED_RECORDING_FORMAT),
  floorY: v.optional(finiteNumber, 0),
  chapters: v.optional(
    v.array(
      v.pipe(
        v.object({ name: v.string(), start: finiteNumber, end: finiteNumber }),
        v.check(({ start, end }) => end > start, 'expected "start" before "end"'),
        v.transform(({ name, start, end }): FeedChapter => ({ name, startSeconds: start, endSeconds: end })),
      ),
    ),
    [],
  ),
});

function readHeader(line: string): Pick<FeedRecording, 'floorY' | 'chapters'> {
  const header = decodeJson(line, headerSchema);
  if (!header.ok) throw new FeedRecordingError(1, refusalOf(header) ?? '');
  return header.value;
}

/** The text of a recording's file. `decimals` of metres and quaternions: four are a tenth of a millimetre. */
export function feedRecordingText({ floorY, chapters, ...recording }: FeedRecording, decimals = 4): string {
  const round = (value: number) => Number(value.toFixed(decimals));
  const header = {
    format: FEED_RECORDING_FORMAT,
    floorY,
    chapters: chapters.map(({ name, startSeconds, endSeconds }) => ({ name, start: startSeconds, end: endSeconds })),
  };
  const lines = [JSON.stringify(header)];
  const count = recording.devices.length;
  for (let frame = 0; frame < recording.frameCount; frame++) {
    const devices = recording.devices.map(({ id, name, kind, suggestedPoint }, device) => {
      const at = (frame * count + device) * POSE_SIZE;
      const isTracked = recording.quality[frame * count + device] !== quality.lost;
      return {
        id,
        // Names are in the first frame only; readers keep them.
        ...(frame === 0 && { name }),
        kind,
        ...(suggestedPoint !== null && { point: suggestedPoint }),
        pose: isTracked ? Array.from(recording.poses.subarray(at, at + POSE_SIZE), round) : null,
      };
    });
    lines.push(JSON.stringify({ format: 'leib-feed/1', n: frame, t: round(recording.times[frame]), devices }));
  }
  return `${lines.join('\n')}\n`;
}
