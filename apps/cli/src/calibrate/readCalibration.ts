import { findTrack, InputError } from '@leib/core';
import { gunzipIfNeeded, readRecording, readTrackingLines, sniffFormat } from '@leib/formats';
import {
  devicesOfTrack,
  POSE_SIZE,
  pointNumber,
  quality,
  type RecordedTrack,
  type TrackedPoint,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { UsageError } from '../command.js';
import { withPath } from '../fileErrors.js';
import { readInput } from '../files.js';

/** Reads what was tracked for a calibration: leib-tracking/1 or MCAP. Errors begin with the file's name. */
export async function readCalibration(command: string, path: string | undefined): Promise<TrackingRecording> {
  if (path === undefined) throw new UsageError('--in', `expected a value, got nothing; see leib ${command} --help`);
  try {
    const bytes = await gunzipIfNeeded(await readInput(path));
    return sniffFormat(bytes, path) === 'mcap' ? await trackingOfMcap(bytes) : readTrackingLines(bytes);
  } catch (error) {
    throw withPath(path, error);
  }
}

/** What was tracked in an MCAP recording. Throws InputError where nothing was. */
export async function trackingOfMcap(bytes: Uint8Array): Promise<TrackingRecording> {
  const track = findTrack((await readRecording(bytes)).recording, 'devices');
  if (track === null) throw new InputError('', 'expected what was tracked, got a recording without it');
  return devicesOfTrack(track);
}

/** The track of a point or tracker, by name; null when it is never tracked. */
export function trackOf(recording: TrackingRecording, name: string): RecordedTrack | null {
  const extra = recording.extras.get(name);
  if (extra) return extra;
  if (!trackedPoints.includes(name as TrackedPoint)) return null;
  const point = pointNumber[name as TrackedPoint];
  const { frameCount } = recording;
  const track = { poses: new Float64Array(frameCount * POSE_SIZE), quality: new Uint8Array(frameCount) };
  for (let frame = 0; frame < frameCount; frame++) {
    const at = frame * trackedPoints.length + point;
    track.poses.set(recording.poses.subarray(at * POSE_SIZE, (at + 1) * POSE_SIZE), frame * POSE_SIZE);
    track.quality[frame] = recording.quality[at];
  }
  return track.quality.some((value) => value !== quality.lost) ? track : null;
}

/** The tracked names of a recording, for messages. */
export function namesIn(recording: TrackingRecording): string {
  const names = [...trackedPoints, ...recording.extras.keys()].filter((name) => trackOf(recording, name) !== null);
  return names.length > 0 ? names.join(', ') : 'no tracked device';
}

/** The pose of a device at rest: median position over the tracked frames. Null when it is never tracked. */
export function heldPose({ poses, quality: qualities }: RecordedTrack): number[] | null {
  const frames = Array.from(qualities.keys()).filter((frame) => qualities[frame] !== quality.lost);
  if (frames.length === 0) return null;
  const middle = (k: number) => {
    const values = frames.map((frame) => poses[frame * POSE_SIZE + k]).sort((a, b) => a - b);
    return values[values.length >> 1];
  };
  const place = [0, 1, 2].map(middle);
  // Quaternions have no median by component: take the rotation of the middle frame.
  const rotation = poses.subarray(
    frames[frames.length >> 1] * POSE_SIZE + 3,
    (frames[frames.length >> 1] + 1) * POSE_SIZE,
  );
  return [...place, ...rotation];
}
