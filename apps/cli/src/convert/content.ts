import { InputError, type Motion } from '@leib/core';
import {
  type BvhAssumption,
  bvhAssumptions,
  gunzipIfNeeded,
  type JointsRecording,
  jointsFromMotion,
  type Loaded,
  loadMotionOrRecording,
  motionFromJoints,
  type RecordedSettings,
  type RemoteRecording,
  sniffFormat,
  trackingFromMotion,
} from '@leib/formats';
import type { TrackedPoint, TrackingRecording } from '@leib/tracking';
import type { CommandOutput } from '../command.js';
import { fitC3d } from '../mocap/fitC3d.js';
import { named } from '../named.js';
import { readWhole, type WholeFile } from '../readWhole.js';
import { motionFromTracking } from './motionFromTracking.js';
import { checkReadAs, type ReadAs } from './readAs.js';

/** What a file holds, in one or more of the three shapes a movement can have. */
export interface Content {
  /** "BVH", "glTF", ...: for the summary. */
  readonly from: string;
  readonly motion: Motion | null;
  readonly joints: JointsRecording | null;
  readonly tracking: TrackingRecording | null;
  /** What a second body reached, where one was simulated. */
  readonly remote: RemoteRecording | null;
  readonly settings: readonly RecordedSettings[];
  readonly versions: Readonly<Record<string, string>>;
  /** What was guessed or given up on the way, for the user to look at. */
  readonly notes: readonly string[];
  /** What was taken for true about a file that does not say it: BVH. */
  readonly assumptions: readonly BvhAssumption[];
}

const empty = {
  motion: null,
  joints: null,
  tracking: null,
  remote: null,
  settings: [],
  versions: {},
  notes: [],
  assumptions: [],
};

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
    : contentOf(await named(path, () => loadMotionOrRecording(bytes, name, { bvh: readAs })));
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
  const { motion, report } = await fitC3d(path, bytes, output, up ? { up } : {});
  const residual = `the body was fitted to the markers, ${(1000 * report.meanResidual).toFixed(1)} mm off in the mean; leib mocap fit lists each`;
  return { ...empty, from: 'C3D', motion, notes: [...report.notes, residual] };
}

function contentOf(loaded: Loaded): Content {
  switch (loaded.kind) {
    case 'motion': {
      const { motion, report } = loaded;
      if (!('unit' in report)) return { ...empty, from: 'glTF', motion, notes: report.notes };
      return { ...empty, from: 'BVH', motion, notes: report.notes, assumptions: bvhAssumptions({ motion, report }) };
    }
    case 'tracking':
      return { ...empty, from: 'leib-tracking/1', tracking: loaded.tracking };
    case 'joints':
      return { ...empty, from: 'leib-joints/1', joints: loaded.joints };
    case 'session': {
      const { tracking, joints, remote, settings, versions, warnings } = loaded.session;
      return { ...empty, from: 'MCAP', tracking, joints, remote, settings, versions, notes: warnings };
    }
  }
}

/** The movement as rotations of a skeleton: as it is in the file, or worked out from what is. */
export function motionOf({ motion, joints, tracking }: Content): Motion {
  if (motion) return motion;
  if (joints) return motionFromJoints(joints);
  if (tracking) return motionFromTracking(tracking);
  throw new InputError('', 'expected a movement, got a file without one');
}

/** Whether motionOf() and jointsOf() have to guess the body between the trackers. */
export function isSolved({ motion, joints }: Content): boolean {
  return !motion && !joints;
}

export function jointsOf(content: Content): JointsRecording {
  return content.joints ?? jointsFromMotion(motionOf(content));
}

/** Tracking as it was recorded, or as perfect trackers on the joints would have given it. */
export function trackingOf(content: Content, points: readonly TrackedPoint[] | undefined): TrackingRecording {
  if (content.tracking) return content.tracking;
  return trackingFromMotion(motionOf(content), points ? { points } : {});
}
