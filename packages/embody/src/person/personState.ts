import type { BodyProportions } from '@leib/calibration';
import type { createPoseFade, OneEuroParams, Pose, Skeleton } from '@leib/core';
import type {
  DeviceFrame,
  defaultJointReaderSettings,
  FittedAvatar,
  JointFrame,
  JointReader,
  TrackedSource,
  TrackerOffsets,
} from '@leib/tracking';
import type { Ground } from '../ground/ground.js';
import type { FeetKeeper } from '../legs/keepFeetOnGround.js';
import type { PlayerSettings, PlayerState } from '../player/playerState.js';
import type { AdaptingLengths } from './adaptLengths.js';
import type { PersonLengths, StretchedBody } from './personLengths.js';
import type { PersonSolver, SolverChoice } from './personSolver.js';

/** A body that is worn: an Avatar of @leib/three, or any other with a skeleton. */
export interface WornAvatar extends StretchedBody {
  readonly report: { readonly eyeHeightMetres: number; readonly statureMetres: number };
}

/** How a person and their avatar go together in size. */
export interface PersonFit {
  /** Stature of the person, metres; null or absent: found out while they move. */
  readonly stature?: number | null;
  /** Height of the head that is tracked while they stand, tracked metres, where it is known better than by the stature. */
  readonly headHeight?: number | null;
  /** What is tracked: the head, or, by a headset whose offsets are the avatar's (eyesInHead), the eyes. */
  readonly trackedPart?: 'head' | 'eyes';
  /** Tracked metres are the person's own, or already the avatar's. */
  readonly metres?: 'person' | 'avatar';
  /** 'wearer': the avatar is shown as large as the person; 'own': as it was made. */
  readonly size?: 'wearer' | 'own';
}

/** What of a person can be replaced while they move: state is carried over, and nothing jumps. */
export interface PersonSettings {
  /** What works the body out. */
  readonly solver: SolverChoice;
  readonly reader: typeof defaultJointReaderSettings;
  /** Takes jitter out of every joint; null: joints are as tracked. */
  readonly smoothing: OneEuroParams | null;
  /** How sticks and teleports carry the person; null: they are where they are tracked. */
  readonly player: PlayerSettings | null;
  /** Whether steps lift the person and walls stop them. False: the ground is flat; null: only while a stick or a teleport carries them. */
  readonly climbs: boolean | null;
  /** Null: the body is the tracked person's own, so that its feet reach the ground by themselves. */
  readonly fit: PersonFit | null;
  /** The person's bone lengths, metres; null: the avatar keeps its own. */
  readonly proportions: BodyProportions | null;
  /** The name of the person whose lengths are found out during use (`foundLengths`), where `fit` says their stature; null: of nobody. */
  readonly adaptsFor: string | null;
}

/** What an app does between the person's own steps. */
export interface BetweenSteps {
  /** After devices were measured. */
  devices?(devices: DeviceFrame, dtSeconds: number): void;
  /** After they were read, and before the body is solved: writes the joints in place. */
  joints?(joints: JointFrame, dtSeconds: number): void;
}

/** All that is known of one person in one body. One per avatar. */
export interface PersonState {
  readonly avatar: WornAvatar;
  /** What is solved now: the avatar's own, or with its wearer's lengths. */
  skeleton: Skeleton;
  settings: PersonSettings;
  source: TrackedSource | null;
  readonly ownOffsets: TrackerOffsets;
  /** What the source measures in this frame. */
  readonly devices: DeviceFrame;
  /** Reads it: `tracked` are the joints as they are tracked, `joints` what the body is solved from. */
  readonly reader: JointReader;
  /** Where sticks and teleports have carried the person. */
  readonly player: PlayerState;
  /** In the body's own metres. */
  readonly ground: Ground;
  readonly shown: FittedAvatar['shown'];
  readonly show: ((pose: Pose, dtSeconds: number) => void) | undefined;
  solver: PersonSolver;
  readonly fade: ReturnType<typeof createPoseFade>;
  /** Current after each step. */
  readonly pose: Pose;
  readonly feet: FeetKeeper;
  readonly lengths: PersonLengths;
  adapting: AdaptingLengths | null;
  /** Lengths that were found during use; null before they are others than was known. */
  foundLengths: BodyProportions | null;
  /** Of the last stepTo(). */
  lastSeconds: number | null;
}
