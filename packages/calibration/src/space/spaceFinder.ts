import { quality } from '@leib/tracking';
import { type FoundSpace, findSpaces, type SeenMotion } from './findSpaces.js';
import { appendMotion, createMotionTrack, type MotionTrack } from './motionTrack.js';
import type { SeenDevice } from './seenDevice.js';

export interface SpaceFinderSettings {
  /** Least time of movement before the first result. */
  readonly leastSeconds: number;
  /** Time of movement after which a result is accepted even if it is not good. */
  readonly mostSeconds: number;
  /** Time between two searches. */
  readonly lookSeconds: number;
  /** A device faster than this is moving, metres per second. */
  readonly movingSpeed: number;
}

export const defaultSpaceFinderSettings: SpaceFinderSettings = {
  leastSeconds: 5,
  mostSeconds: 12,
  lookSeconds: 1,
  movingSpeed: 0.08,
};

/** Records the motion in two tracked spaces and searches for their alignment. */
export interface SpaceFinder {
  readonly references: Map<string, MotionTrack>;
  readonly others: Map<string, MotionTrack>;
  seconds: number;
  /** Time during which a device of the reference moved. */
  movedSeconds: number;
  sinceLook: number;
  /** The search has ended with `found`. */
  isDone: boolean;
  found: FoundSpace | null;
}

/** Samples per track: twelve seconds at 90 Hz. */
const CAPACITY = 1080;

export function createSpaceFinder(): SpaceFinder {
  return {
    references: new Map(),
    others: new Map(),
    seconds: 0,
    movedSeconds: 0,
    sinceLook: 0,
    isDone: false,
    found: null,
  };
}

/**
 * Takes one frame of the devices of both spaces, each in its own coordinates; `headId` is the headset's id. Searches
 * regularly once enough moved, and ends when the result is good or the time is up.
 */
export function stepSpaceFinder(
  settings: SpaceFinderSettings,
  finder: SpaceFinder,
  references: readonly SeenDevice[],
  others: readonly SeenDevice[],
  headId: string | null,
  dtSeconds: number,
): void {
  if (finder.isDone) return;
  finder.seconds += dtSeconds;
  finder.sinceLook += dtSeconds;
  let isMoving = false;
  for (let i = 0; i < references.length; i++) {
    if (keep(finder.references, references[i], finder.seconds, dtSeconds * settings.movingSpeed)) isMoving = true;
  }
  for (let i = 0; i < others.length; i++) keep(finder.others, others[i], finder.seconds, 0);
  if (isMoving) finder.movedSeconds += dtSeconds;
  if (finder.movedSeconds < settings.leastSeconds || finder.sinceLook < settings.lookSeconds) return;
  finder.sinceLook = 0;
  const isLast = finder.movedSeconds >= settings.mostSeconds;
  finder.found = findSpaces(listOf(finder.references), listOf(finder.others), isLast ? headId : null);
  const isGood = finder.found !== null && finder.found.pairs.length > 0 && finder.found.advice === '';
  finder.isDone = isGood || (finder.found !== null && isLast);
}

/** Records a device; true when it moved farther than `least` since the last frame. */
function keep(tracks: Map<string, MotionTrack>, device: SeenDevice, seconds: number, least: number): boolean {
  if (device.quality === quality.lost) return false;
  let track = tracks.get(device.id);
  if (track === undefined) {
    track = createMotionTrack(CAPACITY);
    tracks.set(device.id, track);
  }
  const at = (track.count - 1) * 7;
  const { pose } = device;
  const x = track.count === 0 ? 0 : pose[0] - track.poses[at];
  const y = track.count === 0 ? 0 : pose[1] - track.poses[at + 1];
  const z = track.count === 0 ? 0 : pose[2] - track.poses[at + 2];
  const isSame = track.count > 0 && x === 0 && y === 0 && z === 0 && pose[6] === track.poses[at + 6];
  // Skip repeated poses of a slower feed, so that its motion is interpolated between its own samples.
  if (!isSame) appendMotion(track, seconds, pose);
  return x * x + y * y + z * z > least * least;
}

function listOf(tracks: ReadonlyMap<string, MotionTrack>): SeenMotion[] {
  return [...tracks].map(([id, track]) => ({ id, track }));
}

/** Share of the needed movement, 0..1. */
export function spaceProgress({ leastSeconds }: SpaceFinderSettings, { movedSeconds, isDone }: SpaceFinder): number {
  return isDone ? 1 : Math.min(0.99, movedSeconds / leastSeconds);
}
