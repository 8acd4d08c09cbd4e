import { addTrack, createRecorder, decodeJson, finishTrack, refusalOf, tableOf } from '@leib/core';
import { appendFeedDevices, type FeedRecording, feedOfTrack, feedTrackSpec, readJsonFeed } from '@leib/feeds';
import { createFeedPacket, type FeedDevice, type FeedPacket, isUsablePose, POSE_SIZE, quality } from '@leib/tracking';
import * as v from 'valibot';
import { FormatError } from '../formatError.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import { countLines, finiteNumber, linesOf } from './jsonLines.js';

type RecordedDevice = FeedRecording['devices'][number];

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
        v.transform(({ name, start, end }): FeedRecording['chapters'][number] => ({
          name,
          startSeconds: start,
          endSeconds: end,
        })),
      ),
    ),
    [],
  ),
});

/** An hour at 240 Hz has less than a million frames. */
const MAX_FRAMES = 1_000_000;

function failAt(line: number, reason: string): FormatError {
  return new FormatError(FEED_FORMAT, `line ${line}`, reason);
}

/** Reads a recording of a tracker feed. Throws FormatError with line and reason. */
export function readFeedLines(text: string): FeedRecording {
  const lines = linesOf(text);
  const { floorY, chapters, feeds } = readHeader(lines.next().value ?? '');
  const moments = countLines(text) - 1;
  if (moments > MAX_FRAMES) throw failAt(2, `expected at most ${MAX_FRAMES} frames, got ${moments}`);
  const track = addTrack(createRecorder(), { ...feedTrackSpec(60), mostMoments: MAX_FRAMES, moments });
  const devices = new Map<string, FeedDevice>();
  const packet = createFeedPacket();
  let lineNumber = 1;
  for (const line of lines) {
    lineNumber++;
    if (line.trim() === '') continue;
    const time = readFrame(line, lineNumber, packet, devices);
    const previous = track.momentCount > 0 ? track.times[track.momentCount - 1] : Number.NEGATIVE_INFINITY;
    if (time < previous)
      throw failAt(lineNumber, `t: expected ${previous} or more, as in the frame before, got ${time}`);
    // By tracker while it is read, then by frame as well, and what that leaves until it is collected.
    const numberCount = 3 * moments * devices.size * POSE_SIZE;
    checkCount(numberCount, mostNumbers(text.length), FEED_FORMAT, '', 'numbers (frames x trackers x 7, three times)');
    appendFeedDevices(track, [...devices.values()], time);
  }
  if (track.momentCount === 0) throw failAt(2, 'expected a frame after the header, got nothing');
  const recording = feedOfTrack(finishTrack(track));
  const found = recording.devices.map(({ feed: _, ...device }): RecordedDevice => {
    const feed = Object.hasOwn(feeds, device.id) ? feeds[device.id] : undefined;
    return feed === undefined ? device : { ...device, feed };
  });
  return { ...recording, floorY, chapters, devices: found };
}

function readHeader(line: string): v.InferOutput<typeof headerSchema> {
  const header = decodeJson(line, headerSchema);
  if (!header.ok) throw failAt(1, refusalOf(header) ?? '');
  return header.value;
}

/**
 * Writes a frame over what is known of the devices; returns its time. A device that the frame does not name keeps its last
 * pose; it is lost where the frame names all there are.
 */
function readFrame(line: string, lineNumber: number, packet: FeedPacket, devices: Map<string, FeedDevice>): number {
  if (!readJsonFeed(line, packet)) throw failAt(lineNumber, 'expected a leib-feed/1 frame');
  const time = packet.senderSeconds;
  if (!Number.isFinite(time)) throw failAt(lineNumber, 't: expected a number, got nothing');
  if (packet.isComplete) for (const device of devices.values()) device.quality = quality.lost;
  for (const { key: id, name, kind, suggestedPoint, pose, quality: grade } of packet.samples.slice(
    0,
    packet.sampleCount,
  )) {
    let device = devices.get(id);
    if (device === undefined) {
      checkCount(devices.size + 1, fileLimits.trackers, FEED_FORMAT, `line ${lineNumber}`, 'trackers');
      const unknown = { rateHz: 0, latencyMs: Number.NaN, lastSeenMs: Number.NEGATIVE_INFINITY };
      const at = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
      device = { id, feed: '', name, kind, suggestedPoint, pose: at, quality: quality.lost, ...unknown };
      devices.set(id, device);
    }
    device.quality = grade !== quality.lost && isUsablePose(pose, 0) ? grade : quality.lost;
    if (device.quality === quality.lost) continue;
    const length = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
    for (let k = 0; k < POSE_SIZE; k++) device.pose[k] = k < 3 ? pose[k] : pose[k] / length;
  }
  return time;
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
