import { findTrack, InputError, requireDecoded } from '@leib/core';
import { feedOfTrack, type UpAxis } from '@leib/feeds';
import { gunzipIfNeeded, loadMotionOrRecording } from '@leib/formats';
import { bodiesOfFeed, defaultBodyMap, looksLikeDTrackLog, parseBodyMap, recordingOfDTrackLog } from '@leib/mocap';
import { devicesOfTrack, type TrackingRecording } from '@leib/tracking';
import { named } from '../fileErrors.js';
import { readInput, readText } from '../files.js';

type BodyMap = typeof defaultBodyMap;

/** Rigid bodies of a file, and sentences on what of it could not be used. */
export interface ReadBodies {
  readonly tracking: TrackingRecording;
  readonly remarks: readonly string[];
}

/** Reads rigid bodies from a recording of any kind that has trackers in it, or from a DTrack log with a map of its bodies. */
export async function readBodies(path: string, map: BodyMap, up: UpAxis | undefined): Promise<ReadBodies> {
  const bytes = await readInput(path);
  return named(path, async () => {
    const unpacked = await gunzipIfNeeded(bytes);
    if (looksLikeDTrackLog(unpacked)) return recordingOfDTrackLog(unpacked, map, up);
    const loaded = await loadMotionOrRecording(bytes, path);
    if (loaded.kind === 'tracking') return { tracking: loaded.tracking, remarks: [] };
    if (loaded.kind === 'recording') {
      const { recording } = loaded;
      // Beside devices as they were, other tracks have points of persons.
      const bodies = findTrack(recording, 'devices', 'bodies');
      const raw = bodies ? null : findTrack(recording, 'bodies');
      if (raw) return { tracking: bodiesOfFeed(feedOfTrack(raw), map), remarks: [] };
      const devices = bodies ?? findTrack(recording, 'devices');
      if (devices) return { tracking: devicesOfTrack(devices), remarks: [] };
    }
    throw new InputError('', `expected rigid bodies (leib-tracking/1 or a DTrack log), got ${loaded.kind}`);
  });
}

/** Names of a tracker's bodies from a file; the default ones without it. */
export async function readBodyMap(path: string | undefined): Promise<BodyMap> {
  if (path === undefined) return defaultBodyMap;
  return requireDecoded(parseBodyMap(await readText(path)), path);
}
