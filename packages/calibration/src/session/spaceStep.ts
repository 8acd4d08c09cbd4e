import { quality } from '@leib/tracking';
import type { BodyProfile } from '../profile/bodyProfile.js';
import type { CalibrationProposal } from '../profile/profileHistory.js';
import { type FoundSpace, findSpaces, type SeenMotion } from '../space/findSpaces.js';
import { appendMotion, createMotionTrack, type MotionTrack } from '../space/motionTrack.js';
import { profileSpace } from '../space/profileSpace.js';
import type { SeenDevice, SeenSpaces } from '../space/seenDevice.js';
import { createSpaceDrift, type SpaceDrift, stepSpaceDrift } from '../space/spaceDrift.js';
import type { SessionInput } from './sessionInput.js';

/** State of the tracked spaces other than the head's: their names, the alignment in progress, and their drift. */
export interface SpaceStep {
  /** Names of the other spaces in the last frame. */
  names: readonly string[];
  /** Spaces still to be aligned, the current one first. */
  left: readonly string[];
  finder: SpaceFinder;
  /** Drift of each aligned space, by name. */
  readonly drifts: Map<string, SpaceDrift>;
  /** Seconds that a remembered alignment has been found valid. */
  heldSeconds: number;
  /** A sentence about a space that has drifted; null when none has. */
  drifted: string | null;
  driftedCm: number;
}

export function createSpaceStep(): SpaceStep {
  return {
    names: [],
    left: [],
    finder: createSpaceFinder(),
    drifts: new Map(),
    heldSeconds: 0,
    drifted: null,
    driftedCm: 0,
  };
}

/** A remembered alignment with a smaller distance than STILL_FITS for FITS_SECONDS is kept. Metres, seconds. */
const STILL_FITS = 0.02;
const FITS_SECONDS = 1;

/** Starts the step: with all other spaces, or again with the current one. */
export function enterSpaceStep(step: SpaceStep, isRepeat: boolean): void {
  if (!isRepeat) step.left = step.names;
  step.finder = createSpaceFinder();
  step.heldSeconds = 0;
}

const none: SeenSpaces['others'] = [];

/** Updates the names and the drift of the other spaces. Call it once per frame, in every step. */
export function watchSpaces(
  step: SpaceStep,
  { spaces }: SessionInput,
  known: BodyProfile['spaces'],
  dtSeconds: number,
): void {
  const others = spaces?.others ?? none;
  if (!sameNames(step.names, others)) step.names = others.map(({ name }) => name);
  let isDrifted = false;
  for (let i = 0; spaces && i < others.length; i++) {
    const { name, devices } = others[i];
    const space = known[name];
    if (space === undefined || space.reference !== spaces.reference || space.pairs.length === 0) continue;
    const { reference, other, mount } = space.pairs[0];
    const [a, b] = [deviceOf(spaces.devices, reference), deviceOf(devices, other)];
    if (a === null || b === null) continue;
    const drift = driftOf(step, name);
    const pair = { spaceToReference: space.pose, mount, lateSeconds: Math.abs(space.timeOffset) };
    stepSpaceDrift(drift, pair, a.pose, b.pose, dtSeconds);
    if (!drift.hasDrifted) continue;
    isDrifted = true;
    const cm = Math.round(drift.distance * 100);
    // The sentence changes only with the rounded number, so that it can be read.
    if (step.drifted === null || cm !== step.driftedCm) step.drifted = driftText(name, cm);
    step.driftedCm = cm;
  }
  if (!isDrifted) step.drifted = null;
}

function sameNames(names: readonly string[], others: SeenSpaces['others']): boolean {
  if (names.length !== others.length) return false;
  for (let i = 0; i < names.length; i++) if (names[i] !== others[i].name) return false;
  return true;
}

function driftOf(step: SpaceStep, name: string): SpaceDrift {
  let drift = step.drifts.get(name);
  if (drift === undefined) {
    drift = createSpaceDrift();
    step.drifts.set(name, drift);
  }
  return drift;
}

function driftText(name: string, cm: number): string {
  return `The trackers of ${name} are ${cm} cm off the headset: align them again.`;
}

function deviceOf(devices: readonly SeenDevice[], id: string): SeenDevice | null {
  for (let i = 0; i < devices.length; i++) {
    if (devices[i].id === id) return devices[i].quality === quality.lost ? null : devices[i];
  }
  return null;
}

function otherSpace({ others }: SeenSpaces, name: string): SeenSpaces['others'][number] | null {
  for (let i = 0; i < others.length; i++) if (others[i].name === name) return others[i];
  return null;
}

/** Result of one frame: the search continues, a remembered alignment is valid, or a new one was found. */
export type SpaceOutcome = 'goesOn' | 'holds' | 'found';

export function stepSpaces(
  step: SpaceStep,
  { spaces }: SessionInput,
  known: BodyProfile['spaces'],
  dtSeconds: number,
): SpaceOutcome {
  const name = step.left[0];
  const apart = spaces ? otherSpace(spaces, name) : null;
  if (!spaces || apart === null) return 'goesOn';
  const drift = step.drifts.get(name);
  const isKnown = known[name]?.reference === spaces.reference && drift !== undefined && drift.distance < STILL_FITS;
  step.heldSeconds = isKnown ? step.heldSeconds + dtSeconds : 0;
  if (step.heldSeconds >= FITS_SECONDS) return 'holds';
  stepSpaceFinder(defaultSpaceFinderSettings, step.finder, spaces.devices, apart.devices, spaces.headId, dtSeconds);
  return step.finder.isDone ? 'found' : 'goesOn';
}

export const spaceStepProgress = ({ finder }: SpaceStep): number => spaceProgress(defaultSpaceFinderSettings, finder);

/** A clock offset below this is not mentioned, milliseconds. */
const SHORT_MS = 5;

/** The found alignment as a proposal; null when there is none. */
export function proposeSpace(step: SpaceStep, reference: string, present: BodyProfile): CalibrationProposal | null {
  const { found } = step.finder;
  const name = step.left[0];
  if (found === null || name === undefined) return null;
  const space = profileSpace(found, reference);
  const late = Math.round(1000 * Math.abs(space.timeOffset));
  const latency =
    late < SHORT_MS ? '' : `It is ${late} ms ${space.timeOffset > 0 ? 'behind' : 'ahead of'} the headset.`;
  return {
    profile: { ...present, spaces: { ...present.spaces, [name]: space } },
    what: `trackers of ${name}`,
    error: space.residual,
    errorBefore: present.spaces[name]?.residual ?? null,
    confidence: space.method === 'fixed' ? 1 / (1 + space.expectedError / 0.01) : 0.5,
    advice: [found.advice, space.method === 'fixed' ? latency : ''].filter((text) => text !== '').join(' '),
  };
}

interface SpaceFinderSettings {
  /** Least time of movement before the first result. */
  readonly leastSeconds: number;
  /** Time of movement after which a result is accepted even if it is not good. */
  readonly mostSeconds: number;
  /** Time between two searches. */
  readonly lookSeconds: number;
  /** A device faster than this is moving, metres per second. */
  readonly movingSpeed: number;
}

const defaultSpaceFinderSettings: SpaceFinderSettings = {
  leastSeconds: 5,
  mostSeconds: 12,
  lookSeconds: 1,
  movingSpeed: 0.08,
};

/** Records the motion in two tracked spaces and searches for their alignment. */
interface SpaceFinder {
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

function createSpaceFinder(): SpaceFinder {
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
function stepSpaceFinder(
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
function spaceProgress({ leastSeconds }: SpaceFinderSettings, { movedSeconds, isDone }: SpaceFinder): number {
  return isDone ? 1 : Math.min(0.99, movedSeconds / leastSeconds);
}
