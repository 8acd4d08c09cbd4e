import { InputError, requireDecoded } from '@leib/core';
import type { UpAxis } from '@leib/feeds';
import { gunzipIfNeeded, loadMotionOrRecording } from '@leib/formats';
import {
  type BodyMap,
  defaultBodyMap,
  describeWarnings,
  looksLikeDTrackLog,
  parseBodyMap,
  recordingOfDTrackLog,
} from '@leib/mocap';
import type { TrackingRecording } from '@leib/tracking';
import { readInput } from '../files.js';
import { named } from '../named.js';

/**
 * Reads rigid bodies from a recording of any kind that has trackers in it, or from a DTrack log with a map of its bodies.
 * `note` is told what of a log was not usable.
 */
export async function readBodies(
  path: string,
  map: BodyMap,
  up: UpAxis | undefined,
  note: (sentence: string) => void,
): Promise<TrackingRecording> {
  const bytes = await readInput(path);
  return named(path, async () => {
    const unpacked = await gunzipIfNeeded(bytes);
    if (looksLikeDTrackLog(unpacked)) {
      const { tracking, recorder } = recordingOfDTrackLog(unpacked, map, up);
      for (const sentence of describeWarnings(recorder.warnings)) note(`${path}: ${sentence}`);
      const damaged = recorder.damagedPackets + recorder.damagedLines;
      if (damaged > 0)
        note(`${path}: expected numbers, got ${damaged} lines that have none; their bodies count as lost`);
      return tracking;
    }
    const loaded = await loadMotionOrRecording(bytes, path);
    if (loaded.kind === 'tracking') return loaded.tracking;
    if (loaded.kind === 'session' && loaded.session.tracking) return loaded.session.tracking;
    throw new InputError('', `expected rigid bodies (leib-tracking/1 or a DTrack log), got ${loaded.kind}`);
  });
}

/** Names of a tracker's bodies from a file; the default ones without it. */
export async function readBodyMap(path: string | undefined): Promise<BodyMap> {
  if (path === undefined) return defaultBodyMap;
  return requireDecoded(parseBodyMap(new TextDecoder().decode(await readInput(path))), path);
}
