import { decodeJson, refusalOf, tableOf } from '@leib/core';
import { type FeedChapter, type FeedRecording, type RecordedDevice, readJsonFeed } from '@leib/feeds';
import { copyPoseSlice, createFeedPacket, type FeedPacket, isUsablePose, POSE_SIZE, quality } from '@leib/tracking';
import * as v from 'valibot';
import { FormatError } from '../formatError.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import { finiteNumber } from './check.js';

/** Name and version of the file: JSON Lines, this header, then one `leib-feed/1` frame a line, each with its `t`. */
const FEED_FORMAT = 'leib-feed-recording/1';

const headerSchema = v.object({
  format: v.literal(FEED_FORMAT),
  floorY: v.optional(finiteNumber, 0),
  /** Feed of each device whose id is that of the live one, by id. */
  feeds: v.optional(tableOf(v.string(), v.string()), {}),
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

/** An hour at 240 Hz has less than a million frames. */
const MAX_FRAMES = 1_000_000;

interface SeenPose {
  readonly device: number;
  readonly pose: Float64Array;
  readonly grade: number;
}

interface ReadFrame {
  readonly time: number;
  readonly seen: readonly SeenPose[];
  /** All that is tracked is listed: what is not is lost. */
  readonly isComplete: boolean;
}

/** Devices in the order in which frames first name them. */
interface DeviceList {
  readonly devices: RecordedDevice[];
  readonly numberOf: Map<string, number>;
}

function failAt(line: number, reason: string): FormatError {
  return new FormatError(FEED_FORMAT, `line ${line}`, reason);
}

/** Reads a recording of a tracker feed. Throws FormatError with line and reason. */
export function readFeedLines(text: string): FeedRecording {
  const lines = text.split('\n');
  const { floorY, chapters, feeds } = readHeader(lines[0]);
  const list: DeviceList = { devices: [], numberOf: new Map() };
  const frames: ReadFrame[] = [];
  const packet = createFeedPacket();
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    const frame = readFrame(lines[i], i + 1, packet, list);
    const previous = frames.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    if (frame.time < previous) {
      throw failAt(i + 1, `t: expected ${previous} or more, as in the frame before, got ${frame.time}`);
    }
    if (frames.length >= MAX_FRAMES) throw failAt(i + 1, `expected at most ${MAX_FRAMES} frames`);
    frames.push(frame);
  }
  if (frames.length === 0) throw failAt(2, 'expected a frame after the header, got nothing');
  const devices = list.devices.map((device) => {
    const feed = Object.hasOwn(feeds, device.id) ? feeds[device.id] : undefined;
    return feed === undefined ? device : { ...device, feed };
  });
  const numberCount = frames.length * devices.length * POSE_SIZE;
  checkCount(numberCount, mostNumbers(text.length), FEED_FORMAT, '', 'numbers (frames x trackers x 7)');
  const recording: FeedRecording = {
    floorY,
    chapters,
    devices,
    frameCount: frames.length,
    times: Float64Array.from(frames, ({ time }) => time - frames[0].time),
    poses: new Float64Array(frames.length * devices.length * POSE_SIZE),
    quality: new Uint8Array(frames.length * devices.length),
  };
  for (const [index, frame] of frames.entries()) writeFrame(recording, index, frame);
  return recording;
}

function readHeader(line: string): v.InferOutput<typeof headerSchema> {
  const header = decodeJson(line, headerSchema);
  if (!header.ok) throw failAt(1, refusalOf(header) ?? '');
  return header.value;
}

function readFrame(line: string, lineNumber: number, packet: FeedPacket, list: DeviceList): ReadFrame {
  if (!readJsonFeed(line, packet)) throw failAt(lineNumber, 'expected a leib-feed/1 frame');
  const time = packet.senderSeconds;
  if (!Number.isFinite(time)) throw failAt(lineNumber, 't: expected a number, got nothing');
  const seen = packet.samples.slice(0, packet.sampleCount).map((sample): SeenPose => {
    const { key: id, name, kind, suggestedPoint, pose } = sample;
    let device = list.numberOf.get(id);
    if (device === undefined) {
      device = list.devices.length;
      checkCount(device + 1, fileLimits.trackers, FEED_FORMAT, `line ${lineNumber}`, 'trackers');
      list.numberOf.set(id, device);
      list.devices.push({ id, name, kind, suggestedPoint });
    }
    const isTracked = sample.quality !== quality.lost && isUsablePose(pose, 0);
    return { device, pose: pose.slice(), grade: isTracked ? sample.quality : quality.lost };
  });
  return { time, seen, isComplete: packet.isComplete };
}

/** A device that a frame does not name keeps its last pose; it is lost where the frame names all there are. */
function writeFrame(out: FeedRecording, frame: number, { seen, isComplete }: ReadFrame): void {
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

function feedsOf(devices: readonly RecordedDevice[]): { readonly feeds?: Readonly<Record<string, string>> } {
  const feeds = devices.flatMap(({ id, feed }) => (feed === undefined ? [] : [[id, feed] as const]));
  return feeds.length === 0 ? {} : { feeds: Object.fromEntries(feeds) };
}

/** A recording as the lines of its file. `decimals` of metres and quaternions: four are a tenth of a millimetre. */
export function writeFeedLines({ floorY, chapters, ...recording }: FeedRecording, decimals = 4): string {
  const round = (value: number) => Number(value.toFixed(decimals));
  const header = {
    format: FEED_FORMAT,
    floorY,
    ...feedsOf(recording.devices),
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
        // The first frame names them; a reader keeps that.
        ...(frame === 0 && { name }),
        kind,
        ...(suggestedPoint !== null && { point: suggestedPoint }),
        pose: isTracked ? Array.from(recording.poses.subarray(at, at + POSE_SIZE), round) : null,
        ...(recording.quality[frame * count + device] === quality.inferred && { quality: 'inferred' }),
      };
    });
    lines.push(JSON.stringify({ format: 'leib-feed/1', n: frame, t: round(recording.times[frame]), devices }));
  }
  return `${lines.join('\n')}\n`;
}
