import { findTrack, InputError, type Motion, type Recording, recordingOf, trackOfMotion } from '@leib/core';
import {
  type FileRecording,
  gunzipIfNeeded,
  motionOfRecording,
  recordingOfFile,
  sniffFormat,
  trackOfMarkers,
} from '@leib/formats';
import { devicesOfTrack, type TrackingRecording } from '@leib/tracking';
import type { CommandOutput } from '../command.js';
import { fitC3d } from '../mocap/fitC3d.js';
import { named } from '../named.js';
import { readWhole, type WholeFile } from '../readWhole.js';
import { motionFromTracking } from './motionFromTracking.js';
import { checkReadAs, type ReadAs } from './readAs.js';

/** What a file holds: all its tracks, and what is to be said about it. */
export type Content = FileRecording;

/** A recording that was made here rather than read. */
export function contentOf(from: string, recording: Recording): Content {
  return { from, recording, notes: [], assumptions: [] };
}

/** Bytes of a file with movement in it, unpacked; a folder or a zip with one such file will do. */
export async function readMovementFile(path: string): Promise<WholeFile> {
  const { bytes, name } = await readWhole(path, {
    what: 'file with movement',
    extensions: ['bvh', 'vrma', 'glb', 'gltf', 'mcap', 'jsonl', 'gz', 'c3d'],
  });
  return { bytes: await named(path, () => gunzipIfNeeded(bytes)), name };
}

/** Reads any file that has movement in it. */
export async function readContent(
  path: string,
  readAs: ReadAs,
  output: Pick<CommandOutput, 'progress'>,
): Promise<Content> {
  const { bytes, name } = await readMovementFile(path);
  const isMarkers = sniffFormat(bytes, name) === 'c3d';
  if (isMarkers) checkReadAs(readAs, 'C3D', path);
  const content = isMarkers
    ? await contentOfMarkers(path, bytes, readAs, output)
    : await named(path, () => recordingOfFile(bytes, name, { bvh: readAs }));
  checkReadAs(readAs, content.from, path);
  return content;
}

/** Markers have no movement of a body in them: it is fitted, as leib mocap fit does. */
async function contentOfMarkers(
  path: string,
  bytes: Uint8Array,
  { up }: ReadAs,
  output: Pick<CommandOutput, 'progress'>,
): Promise<Content> {
  const { motion, markers, measured, report } = await fitC3d(path, bytes, output, up ? { up } : {});
  const { hz: rate, frameCount } = motion;
  const track = trackOfMarkers({ rate, frameCount, labels: markers.map(({ label }) => label), positions: measured });
  const residual = `the body was fitted to the markers, ${(1000 * report.meanResidual).toFixed(1)} mm off in the mean; leib mocap fit lists each`;
  return { ...contentOf('C3D', recordingOf([trackOfMotion(motion), track])), notes: [...report.notes, residual] };
}

/** What was tracked; null where nothing was. */
export function trackingOf({ recording }: Pick<Content, 'recording'>): TrackingRecording | null {
  const track = findTrack(recording, 'devices');
  return track && devicesOfTrack(track);
}

/** The movement as rotations of a skeleton: as it is in the file, or worked out from what is. */
export function motionOf(content: Content): Motion {
  const recorded = motionOfRecording(content.recording);
  if (recorded) return recorded;
  const tracking = trackingOf(content);
  if (tracking) return motionFromTracking(tracking);
  throw new InputError('', 'expected a movement, got a file without one');
}

/** Whether motionOf() has to guess the body between the trackers. */
export function isSolved({ recording }: Pick<Content, 'recording'>): boolean {
  return !recording.tracks.some(({ kind }) => kind === 'pose' || kind === 'joints');
}
