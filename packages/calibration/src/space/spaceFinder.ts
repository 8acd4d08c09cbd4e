import { quality } from '@leib/tracking';
import { type FoundSpace, findSpaces, type SeenMotion } from './findSpaces.js';
import { appendMotion, createMotionTrack, type MotionTrack } from './motionTrack.js';
import type { SeenDevice } from './seenDevice.js';

export interface SpaceFinderSettings {
  /** Of movement, before anything is said. */
  readonly leastSeconds: number;
  /** Of movement, after which something that is not quite good is proposed, too. */
  readonly mostSeconds: number;
  /** Something is looked for so often. */
  readonly lookSeconds: number;
  /** What moves faster than this moves, metres per second. */
  readonly movingSpeed: number;
}

export const defaultSpaceFinderSettings: SpaceFinderSettings = {
  leastSeconds: 5,
  mostSeconds: 12,
  lookSeconds: 1,
  movingSpeed: 0.08,
};

/** Two tracked spaces while somebody moves in both of them. */
export interface SpaceFinder {
  readonly references: Map<string, MotionTrack>;
  readonly others: Map<string, MotionTrack>;
  seconds: number;
  /** Of it, how long something of the reference moved. */
  movedSeconds: number;
  sinceLook: number;
  /** Enough was seen: `found` stays. */
  isDone: boolean;
  found: FoundSpace | null;
}

/** Twelve seconds at 90 Hz: what is older says nothing new. */
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
 * Takes one frame of the devices of both spaces, as each sees them. `headId`: which of the reference's is the head. It
 * looks for what is fixed to what once enough moved, and is done when that is good, or cannot be expected to become so.
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

/** True where the device moved farther than `least` since the last frame. */
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
  // A feed that is slower than we look says nothing new: its movement is read between its own poses.
  if (!isSame) appendMotion(track, seconds, pose);
  return x * x + y * y + z * z > least * least;
}

function listOf(tracks: ReadonlyMap<string, MotionTrack>): SeenMotion[] {
  return [...tracks].map(([id, track]) => ({ id, track }));
}

/** How far the movement is, 0..1. */
export function spaceProgress({ leastSeconds }: SpaceFinderSettings, { movedSeconds, isDone }: SpaceFinder): number {
  return isDone ? 1 : Math.min(0.99, movedSeconds / leastSeconds);
}
