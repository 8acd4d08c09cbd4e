import { findTrack, type Motion, type Recording, recordingOf, type Track, trackOfMotion } from '@leib/core';
import { gzip, jointsFromMotion, recordingFormats, trackingFromMotion, trackOfJoints } from '@leib/formats';
import { type TrackedPoint, trackOfDevices } from '@leib/tracking';
import { UsageError } from '../command.js';
import { writeOutput } from '../files.js';
import { readWordOption } from '../options.js';
import { readVersion } from '../process.js';
import { writeStandardOutput } from '../textLines.js';
import { type FileKind, fileKinds } from '../words.js';
import { type Content, contentOf, isSolved, motionOf } from './content.js';

/** A file's bytes, and its frames for the summary. */
interface Encoded {
  readonly bytes: Uint8Array;
  readonly frameCount: number;
  readonly hz: number;
}

/** The format of recordings that a kind of file is. */
export function formatOfKind(kind: FileKind): (typeof recordingFormats)[number] {
  const format = recordingFormats.find(({ id }) => id === (kind === 'glb' ? 'vrma' : kind));
  if (format === undefined) throw new Error(`expected a format for ${kind}`);
  return format;
}

/**
 * Writes content as one kind of file; throws where the content does not have what that kind needs.
 * @param points of tracking that is made from joints; all that the body has when absent
 */
export async function encodeContent(
  content: Content,
  kind: FileKind,
  points?: readonly TrackedPoint[],
): Promise<Encoded> {
  const { recording, shown } = completed(content, kind, points);
  const versions = { ...recording.versions, '@leib/cli': readVersion() };
  const bytes = await formatOfKind(kind).write({ ...recording, versions });
  return { bytes, frameCount: shown.momentCount, hz: shown.hz };
}

/** Writes a file, packed where its name says so, or to standard output ("-"); returns its size in bytes. */
export async function writePacked(path: string, bytes: Uint8Array): Promise<number> {
  const written = /\.gz$/i.test(path) ? await gzip(bytes) : bytes;
  if (path === '-') await writeStandardOutput(written);
  else await writeOutput(path, written);
  return written.length;
}

/** The recording with the track that a kind of file shows, which is worked out where it was not recorded. */
function completed(
  content: Content,
  kind: FileKind,
  points: readonly TrackedPoint[] | undefined,
): { readonly recording: Recording; readonly shown: Track } {
  const { recording } = content;
  const withTrack = (track: Track) => ({
    recording: { ...recording, tracks: [...recording.tracks, track] },
    shown: track,
  });
  const pose = findTrack(recording, 'pose');
  const devices = findTrack(recording, 'devices');
  const joints = findTrack(recording, 'joints', 'joints');
  const trackers = () => trackOfDevices(trackingFromMotion(motionOf(content), points ? { points } : {}));
  switch (kind) {
    case 'bvh':
    case 'glb':
    case 'bones':
      return pose ? { recording, shown: pose } : withTrack(trackOfMotion(motionOf(content)));
    case 'joints':
      return joints ? { recording, shown: joints } : withTrack(trackOfJoints(jointsFromMotion(motionOf(content))));
    case 'tracking':
      return devices ? { recording, shown: devices } : withTrack(trackers());
    case 'mcap': {
      // A recording holds what was measured; a solver can be run on it again at any time. A clip was measured as a body:
      // it gets the trackers and joints that others look for.
      const isClip = pose !== null && devices === null;
      const added = isClip ? [trackers()] : [];
      if (isClip && joints === null && !isSolved(content))
        added.push(trackOfJoints(jointsFromMotion(motionOf(content))));
      const whole = { ...recording, tracks: [...recording.tracks, ...added] };
      return { recording: whole, shown: findTrack(whole, 'devices') ?? whole.tracks[0] };
    }
    case 'feed':
    case 'hand':
    case 'c3d': {
      const track = findTrack(recording, kind === 'feed' ? 'bodies' : kind === 'hand' ? 'hand' : 'markers');
      return { recording, shown: track ?? recording.tracks[0] };
    }
  }
}

const endings: readonly (readonly [RegExp, FileKind])[] = [
  [/\.bvh$/, 'bvh'],
  [/[.-]tracking\.jsonl$/, 'tracking'],
  [/[.-]joints\.jsonl$/, 'joints'],
  [/[.-]feed\.jsonl$/, 'feed'],
  [/[.-]hand\.jsonl$/, 'hand'],
  [/\.bones\.glb$/, 'bones'],
  [/\.(glb|vrma)$/, 'glb'],
  [/\.mcap$/, 'mcap'],
  [/\.c3d$/, 'c3d'],
];

function kindOfName(path: string): FileKind | undefined {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  return endings.find(([ending]) => ending.test(name))?.[1];
}

/** Kind of file to write: that of --to, else by its name, with or without .gz. */
export function kindToWrite(path: string, told: string | undefined): FileKind {
  if (told !== undefined) return readWordOption('to', told, fileKinds);
  if (path === '-')
    throw new UsageError('--to', `expected one of ${fileKinds.join(', ')} for standard output, got nothing`);
  const kind = kindOfName(path);
  if (kind) return kind;
  if (/\.jsonl(\.gz)?$/i.test(path)) {
    throw new UsageError(
      path,
      'expected .tracking.jsonl or .joints.jsonl, got .jsonl; add --to tracking or --to joints',
    );
  }
  throw new UsageError(path, `expected a known ending, got another; add --to with one of ${fileKinds.join(', ')}`);
}

/** Kind of a file for a movement, by its name; plain .jsonl is leib-joints/1. */
export function kindOfMotionFile(path: string): FileKind {
  const kind = kindOfName(path);
  if (kind === 'bvh' || kind === 'glb' || kind === 'bones' || kind === 'mcap') return kind;
  if (kind !== 'tracking' && /\.jsonl(\.gz)?$/i.test(path)) return 'joints';
  throw new UsageError('--out', `expected a name that ends with .bvh, .glb, .vrma, .mcap or .jsonl, got "${path}"`);
}

/** Writes a movement as the kind of file that its name says; returns its size in bytes. */
export async function writeMotion(path: string, motion: Motion): Promise<number> {
  const content = contentOf('motion', recordingOf([trackOfMotion(motion)]));
  return writePacked(path, (await encodeContent(content, kindOfMotionFile(path))).bytes);
}
