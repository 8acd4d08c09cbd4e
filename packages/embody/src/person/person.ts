import {
  clamp,
  createPoseFade,
  InputError,
  type Pose,
  type Skeleton,
  type SkeletonStretch,
  startPoseFade,
  stretchSkeleton,
} from '@leib/core';
import {
  buildReaderParams,
  createDeviceFrame,
  createJointReader,
  createTrackerOffsets,
  type DeviceFrame,
  defaultJointReaderSettings,
  type FittedAvatar,
  fitReader,
  type JointFrame,
  type Placement,
  shownScaleOf,
  standingEyeHeight,
  standingHeadHeight,
  startCrossfade,
  statureOfHeadHeight,
  type TrackedSource,
  type TrackerOffsets,
} from '@leib/tracking';
import { defaultEmbodySettings } from '../embodySettings.js';
import { flatGround, type Ground, scaledGround } from '../ground/ground.js';
import { createFeetKeeper } from '../legs/keepFeetOnGround.js';
import { createPlayerState, type PlayerState } from '../player/playerState.js';
import type { PriorModel } from '../prior/network/priorModel.js';
import { judgedSeconds } from '../stepEmbody.js';
import { startAdapting } from './adaptLengths.js';
import { createPersonLengths, setPersonLengths } from './personLengths.js';
import {
  changeSolver,
  createPersonSolver,
  type EmbodySolver,
  isOtherSolver,
  type PriorWeights,
  type SolverChoice,
} from './personSolver.js';
import type { BetweenSteps, PersonSettings, PersonState, WornAvatar } from './personState.js';
import { followDevices, followJoints, stepPerson } from './stepPerson.js';

export interface PersonOptions {
  /** What is worn: an avatar, fitted to the size of whoever is tracked, ... */
  readonly avatar?: WornAvatar;
  /** ... or the tracked person's own body. */
  readonly skeleton?: Skeleton;
  /** Where devices come from; absent where the caller brings them: follow(), solve(). */
  readonly source?: TrackedSource | null;
  /** How devices sit on their joints where there is no source. */
  readonly offsets?: TrackerOffsets;
  /** Weights of the learned prior (loadPrior); without them hips and legs go by the rules. */
  readonly prior?: PriorModel | PriorWeights | null;
  /** What there is to stand on, the world's metres. */
  readonly ground?: Ground;
  /** Takes the scale that the avatar is shown in: `avatar.root.scale` of three.js. */
  readonly shown?: FittedAvatar['shown'];
  /** Takes every pose that step() and follow() make: whoever draws it. */
  readonly show?: (pose: Pose, dtSeconds: number) => void;
  /** Where another body of the same person was carried to. */
  readonly player?: PlayerState;
  readonly settings?: Partial<PersonSettings>;
}

/** One person in one body: what is tracked of them, and the whole body that follows from it. */
export interface Person extends Readonly<PersonState> {
  /** What the whole solve knows besides the pose; null for another solver. */
  readonly embody: EmbodySolver | null;
  /** How large the avatar is shown, and how large the wearer is: metres per one of the avatar's, by head joint and by the eyes. */
  readonly scales: PersonScales;
  /** From the source to the pose. */
  step(dtSeconds: number, between?: BetweenSteps): Pose;
  /** The same up to a moment, such as the time of the display's frame: the first has no time, and after a pause nothing is made up for. */
  stepTo(seconds: number, between?: BetweenSteps): Pose;
  /** From devices that the caller brings. */
  follow(devices: DeviceFrame, dtSeconds: number, between?: BetweenSteps): Pose;
  /** From joints that the caller brings, which are carried in place where the person is. */
  solve(joints: JointFrame, dtSeconds: number): Pose;
  /**
   * Other settings. Sizes go over to the new ones slowly, or with `isAtOnce` now: for another source, or for whoever pulls a
   * slider. Throws InputError on bad ones, and leaves all as it was.
   */
  set(changes: Partial<PersonSettings>, isAtOnce?: boolean): void;
  /** Another source: the joints go over to it without a jump. The old one is not disposed of. */
  setSource(source: TrackedSource): void;
  /** Where the tracked space stands, the avatar's metres. Its scale is the person's own business. */
  place(placement: Pick<Placement, 'x' | 'y' | 'z' | 'yaw'>): void;
}

export interface PersonScales {
  readonly shown: number;
  readonly wearer: number;
  readonly eyes: number;
}

/** A longer gap between frames is a stall (another tab, a breakpoint): the body waits instead of leaping, seconds. */
const LONGEST_STEP = 0.1;

/** What a person is like whom nobody has said anything about. */
export const defaultPersonSettings: PersonSettings = {
  solver: defaultEmbodySettings,
  reader: defaultJointReaderSettings,
  smoothing: null,
  player: null,
  climbs: null,
  fit: {},
  proportions: null,
  adaptsFor: null,
};

/** Throws InputError where the body cannot be solved, or with bad settings. */
export function createPerson(options: PersonOptions): Person {
  const { source = null, ground = flatGround(), shown = null, player = createPlayerState() } = options;
  const avatar = options.avatar ?? ownBody(options.skeleton);
  const settings = { ...defaultPersonSettings, ...(options.avatar ? {} : { fit: null }), ...options.settings };
  const { skeleton } = avatar;
  const reader = createJointReader(skeleton, settings.reader);
  const ownGround = scaledGround(
    () => ground,
    () => (reader.fitted === null ? 1 : shownScaleOf(reader.fitted)),
  );
  const fade = createPoseFade(skeleton);
  const person: PersonState & Person = {
    avatar,
    skeleton,
    settings,
    source,
    ownOffsets: options.offsets ?? createTrackerOffsets(),
    devices: createDeviceFrame(),
    reader,
    player,
    ground: ownGround,
    shown,
    show: options.show,
    solver: createPersonSolver(settings.solver, skeleton, ownGround, weightsOf(options.prior ?? null)),
    fade,
    feet: createFeetKeeper(),
    lengths: createPersonLengths(avatar.ownSkeleton),
    adapting: null,
    foundLengths: null,
    lastSeconds: null,
    pose: fade.shown,
    get embody() {
      return person.solver.embody;
    },
    get scales() {
      const { fitted } = reader;
      if (fitted === null) return { shown: 1, wearer: 1, eyes: 1 };
      const { fit, grown } = fitted;
      return { shown: shownScaleOf(fitted), wearer: fit.wearerScale * grown, eyes: fit.eyesScale * grown };
    },
    step: (dtSeconds, between) => stepPerson(person, dtSeconds, between),
    stepTo(seconds, between) {
      const passed = seconds - (person.lastSeconds ?? seconds);
      person.lastSeconds = seconds;
      return stepPerson(person, clamp(passed, 0, LONGEST_STEP), between);
    },
    follow: (devices, dtSeconds, between) => followDevices(person, devices, dtSeconds, between),
    solve: (joints, dtSeconds) => followJoints(person, joints, judgedSeconds(joints, dtSeconds)),
    set: (changes, isAtOnce = false) => setPerson(person, changes, isAtOnce),
    setSource(next) {
      if (next === person.source) return;
      person.source = next;
      watchForPutDown(person);
      startCrossfade(reader);
    },
    place({ x, y, z, yaw }) {
      Object.assign(reader.placement, { x, y, z, yaw });
    },
  };
  reader.smoothing = settings.smoothing;
  watchForPutDown(person);
  fitPerson(person, true);
  adaptFor(person, settings);
  return person;
}

function setPerson(person: PersonState, changes: Partial<PersonSettings>, isAtOnce: boolean): void {
  const before = person.settings;
  const settings = { ...before, ...changes };
  if (!isSameChoice(settings.solver, before.solver)) changePersonSolver(person, settings.solver);
  person.settings = settings;
  person.reader.smoothing = settings.smoothing;
  if (settings.reader !== before.reader) person.reader.params = buildReaderParams(person.skeleton, settings.reader);
  if (settings.fit !== before.fit || settings.proportions !== before.proportions) fitPerson(person, isAtOnce);
  adaptFor(person, before);
}

/** Equal settings are the same ones: a fade that began again and again would hold the body still. */
function isSameChoice(a: SolverChoice, b: SolverChoice): boolean {
  return a === b || (!isOtherSolver(a) && !isOtherSolver(b) && JSON.stringify(a) === JSON.stringify(b));
}

/** What is shown goes over to another solver's pose. */
function changePersonSolver(person: PersonState, choice: SolverChoice): void {
  const { solver, skeleton, ground, fade } = person;
  if (!changeSolver(solver, choice)) {
    person.solver = createPersonSolver(choice, skeleton, ground, solver.weights);
    watchForPutDown(person);
  }
  startPoseFade(fade);
}

/** Clips and keys are not put down. */
function watchForPutDown({ source, solver }: PersonState): void {
  if (source === null || solver.embody === null) return;
  solver.embody.state.putDown.isWatched = (source.timeline ?? null) === null && source.isWorn !== false;
}

/** Sets the sizes that avatar and tracked space go to, and the lengths of the body's bones. */
function fitPerson({ avatar, reader, settings, lengths, shown }: PersonState, isAtOnce: boolean): void {
  const { fit, proportions } = settings;
  if (fit === null) return;
  const { ownSkeleton, report } = avatar;
  const isOwnMetres = fit.metres === 'avatar';
  const { shownScale } = fitReader(
    reader,
    {
      ...fit,
      headHeight: isOwnMetres ? standingHeadHeight(ownSkeleton) : (fit.headHeight ?? null),
      skeleton: ownSkeleton,
      eyeHeight: report.eyeHeightMetres,
      shown,
    },
    !isAtOnce,
  );
  // Limbs of the wearer's lengths are where the wearer's are.
  if (isOwnMetres || proportions !== null) reader.placement.heights = null;
  setPersonLengths(lengths, proportions, shownScale);
  // Whoever is measured from now on is the new source's person, of whom nothing is known.
  if (reader.crossfade.isNew) startCrossfade(reader);
}

/** Begins, goes on or ends to find out lengths during use. What was changed elsewhere is the new start. */
function adaptFor(person: PersonState, before: PersonSettings): void {
  const { adaptsFor, fit, proportions } = person.settings;
  const stature = fit?.stature ?? null;
  if (adaptsFor === null || stature === null) {
    person.adapting = person.foundLengths = null;
    return;
  }
  const isFound = proportions === before.proportions || proportions === person.foundLengths;
  if (person.adapting && adaptsFor === before.adaptsFor && stature === before.fit?.stature && isFound) return;
  const { ownSkeleton, report } = person.avatar;
  person.adapting = startAdapting(ownSkeleton, report.statureMetres, stature, proportions);
  person.foundLengths = null;
}

/** A body that is nobody's but the tracked person's. */
function ownBody(skeleton: Skeleton | undefined): WornAvatar {
  if (skeleton === undefined) throw new InputError('createPerson', 'expected an avatar or a skeleton, got neither');
  const head = standingHeadHeight(skeleton);
  const body = {
    skeleton,
    ownSkeleton: skeleton,
    report: { eyeHeightMetres: standingEyeHeight(skeleton), statureMetres: statureOfHeadHeight(head) },
    stretch(stretch: SkeletonStretch | null) {
      body.skeleton = stretch === null ? skeleton : stretchSkeleton(skeleton, stretch);
    },
  };
  return body;
}

function weightsOf(prior: PriorModel | PriorWeights | null): PriorWeights {
  return prior !== null && 'fetch' in prior ? prior : { model: prior, fetch() {} };
}
