import {
  findTrack,
  InputError,
  type Motion,
  motionOfTrack,
  type Recording,
  recordingOf,
  type Track,
  type TrackKind,
  trackOfMotion,
} from '@leib/core';
import { createFaceReader, faceParameterNames } from '@leib/core/pack';
import { feedOfTrack, trackOfFeed } from '@leib/feeds';
import { devicesOfTrack, trackOfDevices } from '@leib/tracking';
import { handOfTrack, trackOfHand } from '@leib/tracking/hands';
import { type BvhAssumption, bvhAssumptions } from '../bvh/bvhAssumptions.js';
import { bvhLines } from '../bvh/writeBvh.js';
import { writeC3d } from '../c3d/writeC3d.js';
import { jointsFromMotion } from '../convert/jointsFromMotion.js';
import { motionFromJoints } from '../convert/motionFromJoints.js';
import { writeGltfMotion } from '../gltf/writeGltfMotion.js';
import { type ByteSource, joinBytes, textOf, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import { readFeedLines, writeFeedLines } from '../lines/feedLines.js';
import { handLines, readHandLines } from '../lines/handLines.js';
import { jointsLines } from '../lines/jointsLines.js';
import { trackingLines } from '../lines/trackingLines.js';
import { type Loaded, type LoadOptions, loadMotionOrRecording } from '../loadMotionOrRecording.js';
import { writeRecording } from '../mcap/writeRecording.js';
import { sniffFormat } from '../sniffFormat.js';
import { jointsOfTrack, trackOfJoints } from './jointsRecording.js';
import { markersOfTrack } from './markersTrack.js';

/** A kind of file that recordings are read from and written as. */
export interface RecordingFormat {
  readonly id: 'mcap' | 'bvh' | 'vrma' | 'bones' | 'tracking' | 'joints' | 'feed' | 'hand' | 'c3d';
  readonly label: string;
  /** For whom it is, in a few words. */
  readonly help: string;
  /** How names of its files end, without the dot. */
  readonly ending: string;
  readonly mediaType: string;
  /** The kinds of tracks that it holds; null: all, with documents and events. */
  readonly holds: readonly TrackKind[] | null;
  /** Throws InputError where the recording has no track of its kinds. */
  write(recording: Recording, name?: string): Promise<Uint8Array<ArrayBuffer>>;
}

const kept = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Line by line: a long recording's text may be longer than a string can be. */
function utf8(lines: Iterable<string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return joinBytes(Array.from(lines, (line) => encoder.encode(line)));
}

/** All that recordings are written as: for the command and for the studio. */
export const recordingFormats: readonly RecordingFormat[] = [
  {
    id: 'mcap',
    label: 'MCAP',
    help: 'As it was recorded, with all its tracks: for Leib and Foxglove',
    ending: 'mcap',
    mediaType: 'application/octet-stream',
    holds: null,
    write: (recording) => writeRecording(recording),
  },
  {
    id: 'bvh',
    label: 'BVH',
    help: 'The body as it moved, for Blender, MotionBuilder and others; centimetres as usual there',
    ending: 'bvh',
    mediaType: 'text/plain',
    holds: ['pose'],
    write: async (recording, name) => utf8(bvhLines(requireMotion(recording, name))),
  },
  {
    id: 'vrma',
    label: 'VRMA',
    help: 'VRM animation of the body as it moved: plays on any VRM avatar',
    ending: 'vrma',
    mediaType: 'model/gltf-binary',
    holds: ['pose', 'face'],
    write: async (recording, name) => {
      const motion = requireMotion(recording, name);
      return kept(await writeGltfMotion(motion, { expressions: expressionsOf(recording, motion) }));
    },
  },
  {
    id: 'bones',
    label: 'GLB, bones only',
    help: 'The skeleton as it moved, without a mesh; glTF animation',
    ending: 'bones.glb',
    mediaType: 'model/gltf-binary',
    holds: ['pose'],
    write: async (recording, name) =>
      kept(await writeGltfMotion(requireMotion(recording, name), { isVrmAnimation: false })),
  },
  {
    id: 'tracking',
    label: 'Tracking',
    help: 'What was tracked, as JSON Lines (leib-tracking/1)',
    ending: 'tracking.jsonl',
    mediaType: 'application/jsonl',
    holds: ['devices'],
    write: async (recording) => utf8(trackingLines(devicesOfTrack(requireTrack(recording, 'devices')))),
  },
  {
    id: 'joints',
    label: 'Joints',
    help: 'The 22 SMPL joints in the world, as JSON Lines (leib-joints/1)',
    ending: 'joints.jsonl',
    mediaType: 'application/jsonl',
    holds: ['joints', 'pose'],
    write: async (recording, name) => {
      const joints = findTrack(recording, 'joints', 'joints');
      return utf8(jointsLines(joints ? jointsOfTrack(joints) : jointsFromMotion(requireMotion(recording, name))));
    },
  },
  {
    id: 'feed',
    label: 'Raw devices',
    help: 'Every device as it was tracked, before roles and calibration (leib-feed-recording/1)',
    ending: 'feed.jsonl',
    mediaType: 'application/jsonl',
    holds: ['bodies'],
    write: async (recording) => utf8([writeFeedLines(feedOfTrack(requireTrack(recording, 'bodies')), 5)]),
  },
  {
    id: 'hand',
    label: 'Hand',
    help: 'What one hand did, which plays a puppet (leib-hand/1)',
    ending: 'hand.jsonl',
    mediaType: 'application/jsonl',
    holds: ['hand'],
    write: async (recording) => utf8(handLines(handOfTrack(requireTrack(recording, 'hand')))),
  },
  {
    id: 'c3d',
    label: 'C3D',
    help: 'Labelled markers as they were measured, for programs of motion capture and biomechanics',
    ending: 'c3d',
    mediaType: 'application/octet-stream',
    holds: ['markers'],
    write: async (recording) => kept(writeC3d(markersOfTrack(requireTrack(recording, 'markers')))),
  },
];

/** Formats that have something of a recording in them. */
export function writableFormats({ tracks }: Pick<Recording, 'tracks'>): readonly RecordingFormat[] {
  const kinds = new Set<TrackKind>(tracks.map(({ kind }) => kind));
  // A body is worked out from its joints, and the other way round.
  if (tracks.some(({ kind, name }) => kind === 'joints' && name === 'joints')) kinds.add('pose');
  return recordingFormats.filter(({ holds }) => holds === null || holds.some((kind) => kinds.has(kind)));
}

function requireTrack(recording: Recording, kind: TrackKind) {
  const track = findTrack(recording, kind);
  if (track) return track;
  const found = recording.tracks.map((each) => each.name).join(', ') || 'none';
  throw new InputError('', `expected a recording with ${kind}, got one with the tracks: ${found}`);
}

/** The track that the movement of a body is made of: all joints of its skeleton where they were recorded, else 22. */
function trackOfBody(recording: Recording): Track | null {
  return findTrack(recording, 'pose') ?? findTrack(recording, 'joints', 'joints') ?? findTrack(recording, 'joints');
}

/** The body as it moved, from its first moment on; null where none was recorded. */
export function motionOfRecording(recording: Recording, name?: string): Motion | null {
  const body = trackOfBody(recording);
  if (body?.kind === 'pose') return motionOfTrack(body, name);
  return body && motionFromJoints(jointsOfTrack(body), name);
}

/**
 * The face that was recorded: 81 weights, in the order of faceParameterNames, at a time of what it goes with. Null where none was.
 * @param track whose first moment is second 0; the body's of motionOfRecording() where absent
 */
export function faceOfRecording(
  recording: Recording,
  track = trackOfBody(recording),
): ((seconds: number) => Float64Array) | null {
  const face = findTrack(recording, 'face');
  if (face === null) return null;
  const [start] = (track ?? face).times;
  const read = createFaceReader(face);
  return (seconds) => read(start + seconds);
}

function requireMotion(recording: Recording, name: string | undefined): Motion {
  return motionOfRecording(recording, name) ?? motionOfTrack(requireTrack(recording, 'pose'), name);
}

/** VRM 1.0's expressions that a face track can have: "lookLeft" and the like are the gaze's. */
const expressionNames: ReadonlySet<unknown> = new Set(
  'happy angry sad relaxed surprised aa ih ou ee oh blink blinkLeft blinkRight neutral'.split(' '),
);

/** Weights of the expressions that were recorded, at the frames of the motion. */
function expressionsOf(recording: Recording, { frameCount, hz }: Motion): ReadonlyMap<string, Float32Array> {
  const face = faceOfRecording(recording);
  const names = findTrack(recording, 'face')?.about.names;
  if (!face || !Array.isArray(names)) return new Map();
  const weights = new Map<string, Float32Array>();
  for (const name of names) if (expressionNames.has(name)) weights.set(String(name), new Float32Array(frameCount));
  for (let frame = 0; frame < frameCount; frame++) {
    const all = face(frame / hz);
    for (const [name, values] of weights) values[frame] = all[faceParameterNames.indexOf(name)];
  }
  return weights;
}

/** A file of any kind as a recording, with what was said about it on the way. */
export interface FileRecording {
  /** What it was: "BVH", "MCAP", "leib-tracking/1". */
  readonly from: string;
  readonly recording: Recording;
  /** What was guessed or given up, for the user to look at. */
  readonly notes: readonly string[];
  /** What was taken for true about a file that does not say it: BVH. */
  readonly assumptions: readonly BvhAssumption[];
}

/** Reads any file that a recording can be, gzip'd or not. Throws FormatError with place and reason. */
export async function recordingOfFile(
  source: ByteSource,
  fileName: string,
  options: LoadOptions = {},
): Promise<FileRecording> {
  const bytes = await gunzipIfNeeded(await toBytes(source));
  switch (sniffFormat(bytes, fileName.replace(/\.gz$/i, ''))) {
    case 'feed':
      return plain('leib-feed-recording/1', recordingOf([trackOfFeed(readFeedLines(textOf(bytes)))]));
    case 'hand':
      return plain('leib-hand/1', recordingOf([trackOfHand(readHandLines(bytes))]));
    default:
      return recordingOfLoaded(await loadMotionOrRecording(bytes, fileName, options));
  }
}

function plain(from: string, recording: Recording): FileRecording {
  return { from, recording, notes: [], assumptions: [] };
}

function recordingOfLoaded(loaded: Loaded): FileRecording {
  switch (loaded.kind) {
    case 'motion': {
      const { motion, report } = loaded;
      const { notes } = report;
      const isBvh = 'unit' in report;
      const assumptions = isBvh ? bvhAssumptions({ motion, report }) : [];
      return { from: isBvh ? 'BVH' : 'glTF', recording: recordingOf([trackOfMotion(motion)]), notes, assumptions };
    }
    case 'tracking':
      return plain('leib-tracking/1', recordingOf([trackOfDevices(loaded.tracking)]));
    case 'joints':
      return plain('leib-joints/1', recordingOf([trackOfJoints(loaded.joints)]));
    case 'recording':
      return { ...plain('MCAP', loaded.recording), notes: loaded.warnings };
  }
}
