import {
  findTrack,
  type HumanoidBone,
  humanoidBones,
  InputError,
  type Motion,
  type Recording,
  recordingOf,
  trackOfMotion,
} from '@leib/core';
import {
  type BvhMotionOptions,
  bvhUnits,
  gunzipIfNeeded,
  motionOfRecording,
  recordingOfFile,
  sniffFormat,
  trackOfMarkers,
  type UpAxis,
  upAxes,
} from '@leib/formats';
import { devicesOfTrack, type TrackingRecording } from '@leib/tracking';
import { type CommandOutput, UsageError } from '../command.js';
import { named } from '../fileErrors.js';
import { fitC3d } from '../mocap/fitC3d.js';
import { readWordOption } from '../options.js';
import { readWhole, type WholeFile } from '../readWhole.js';
import { motionFromTracking } from './trackedBody.js';

/** What a file holds: all its tracks, and what is to be said about it. */
export type Content = Awaited<ReturnType<typeof recordingOfFile>>;

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

/** What a user says about a file that does not say it itself; what is absent is found. */
interface ReadAs {
  readonly up?: UpAxis;
  /** Metres per unit of a BVH file. */
  readonly scale?: number;
  readonly rest?: NonNullable<BvhMotionOptions['rest']>;
  readonly bones?: NonNullable<BvhMotionOptions['bones']>;
}

/** The options that say how a file is to be read, as they stand in the call. */
interface ReadAsWords {
  readonly up: string | undefined;
  readonly unit: string | undefined;
  readonly rest: string | undefined;
  readonly bones: string | undefined;
}

export function readAsOptions({ up, unit, rest, bones }: ReadAsWords): ReadAs {
  return {
    ...(up !== undefined && { up: readWordOption('up', up.toLowerCase().replace(/^\+/, ''), upAxes) }),
    ...(unit !== undefined && { scale: metresOf(unit) }),
    ...(rest !== undefined && { rest: restOf(rest) }),
    ...(bones !== undefined && { bones: bonesOf(bones) }),
  };
}

function metresOf(text: string): number {
  const known = bvhUnits.find(({ short, name }) => short === text || name === text);
  const metres = known?.scale ?? (text.trim() === '' ? Number.NaN : Number(text));
  if (metres > 0 && metres < Infinity) return metres;
  const names = bvhUnits.map(({ short }) => short).join(', ');
  throw new UsageError('--unit', `expected one of ${names}, or metres above zero, got "${text}"`);
}

function restOf(text: string): NonNullable<ReadAs['rest']> {
  if (text === 'offsets' || text === 'frames') return text;
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError('--rest', `expected offsets, frames or the number of a frame, got "${text}"`);
}

/** "head=Neck1,leftToes=" names the head's joint and says that there are no toes. */
function bonesOf(text: string): NonNullable<ReadAs['bones']> {
  return Object.fromEntries(
    text.split(',').map((pair): [HumanoidBone, string | null] => {
      const [name, joint, ...more] = pair.split('=');
      const bone = humanoidBones.find((known) => known === name.trim());
      if (bone && joint !== undefined && more.length === 0) return [bone, joint.trim() || null];
      throw new UsageError('--bones', `expected bone=joint,..., with bones of VRM 1.0, got "${pair}"`);
    }),
  );
}

const words = { up: '--up', scale: '--unit', rest: '--rest', bones: '--bones' } as const;

/** Refuses what has no meaning for a kind of file. */
export function checkReadAs(readAs: ReadAs, from: string, path: string): void {
  for (const name of Object.keys(readAs) as (keyof ReadAs)[]) {
    if (from === 'BVH' || (from === 'C3D' && name === 'up')) continue;
    const wanted = name === 'up' ? 'a BVH or C3D file' : 'a BVH file';
    throw new UsageError(words[name], `expected ${wanted}, got ${from} in ${path}, which says it itself; leave it out`);
  }
}
