import type { BodyProfile, BodyProportions } from '@leib/calibration';
import { type Motion, seekTimeline, yawOf } from '@leib/core';
import type { createRecordedFeedSource } from '@leib/feeds';
import { floorOfMotion, statureOfSkeleton } from '@leib/formats';
import type { FaceValues } from '@leib/three';
import {
  createDeviceFrame,
  createMotionSource,
  createPlacement,
  createRecordingSource,
  type FeedDevice,
  findStandingHead,
  headHeightOfStature,
  isTracked,
  jointOfDevice,
  type Placement,
  POSE_SIZE,
  placementFor,
  pointNumber,
  standingHeadHeight,
  statureOfHeadHeight,
  type TrackedSource,
  type TrackingRecording,
} from '@leib/tracking';
import { notRecentred, type Recentring, recentredPlacement } from './recentring.js';

type MotionSource = ReturnType<typeof createMotionSource>;

/** A clip whose whole body is known, and where it stands in the tracked space. */
export interface Truth {
  readonly source: MotionSource;
  readonly placement: Placement;
}

/** The devices behind the frame, before they have roles. */
export interface TrackedThings {
  /** Empty for sources that know only points of a body. */
  readonly devices: readonly FeedDevice[];
  /** A real person wears them; to emulated ones the room may add more. */
  readonly isReal: boolean;
  /** Whose metres are tracked: real ones, or those that the avatar is made in. */
  readonly measure: 'person' | 'avatar';
  /** The feed that is played, where it is a recorded one. */
  readonly recorded: ReturnType<typeof createRecordedFeedSource> | null;
}

const noTrackedThings: TrackedThings = {
  devices: [],
  isReal: false,
  measure: 'person',
  recorded: null,
};

/** Head heights that can be standing, as parts of the height at rest or by stature. */
const standingParts = { min: 0.92, max: 1.04 };
/** The same where the stature is unknown: parts of an average person's. */
const anyoneParts = { min: 0.88, max: 1.2 };
const AVERAGE_STATURE = 1.7;

/** Time step for finding the first frame with a head in a recording. */
const LOOK_SECONDS = 0.1;

/** A source and its placement on the stage, in front of the mirror. */
export interface StageSource {
  readonly source: TrackedSource;
  /** Placement of its tracked space on the stage, in the avatar's metres. Written by place(). */
  readonly placement: Placement;
  /** Stature of the tracked person, metres; null where it is a setting. */
  readonly stature: number | null;
  /** Height of the head joint of the tracked person who stands, tracked metres; null where it follows from the stature. */
  readonly headHeight: number | null;
  /** What of the wearer the device measures: fitted by the height of the head joint, or of the eyes. */
  readonly trackedPart: 'head' | 'eyes';
  /** The tracked person is the visitor: their profile gives stature and lengths. False for a recording's actor. */
  readonly isWearer: boolean;
  /** Limb lengths of the tracked person; null where not measured. */
  readonly proportions: BodyProportions | null;
  /** Who a calibration that goes on shows the wearer to be, before their profile does; null where none does. */
  readonly found: StagePerson | null;
  /** The face at the moment that is played; null where none was recorded. */
  readonly face: (() => Readonly<FaceValues>) | null;
  /** True poses of the whole body; null where unknown. */
  readonly truth: Truth | null;
  readonly things: TrackedThings;
  /** Takes over how the visitor's devices sit on them (roles, offsets, spaces); null: as the devices' protocols say. */
  wear(profile: BodyProfile | null): void;
  /** Updates the placement for a scale, tracked metres -> the avatar's, and for a wearer who has moved the space. */
  place(scale: number, recentring?: Recentring): void;
}

/** What is known of the person on the stage; null where it is not. */
export interface StagePerson {
  readonly stature: number | null;
  readonly proportions: BodyProportions | null;
}

export interface StageOptions {
  readonly stature?: number | null;
  readonly headHeight?: number | null;
  readonly trackedPart?: 'head' | 'eyes';
  readonly proportions?: BodyProportions | null;
  readonly isWearer?: boolean;
  /** Placement. 'stage': already on the stage. 'turned': looks along -Z as in WebXR. 'found': by the first frame. */
  readonly stand?: 'stage' | 'turned' | 'found';
  /** Unit of the tracked metres: the person's real ones, or the avatar's own. */
  readonly measure?: 'person' | 'avatar';
  /** The source itself if it is a clip whose whole body is known. */
  readonly clip?: MotionSource;
  /** Takes over a profile; absent for sources without devices of their own. */
  readonly wear?: (profile: BodyProfile | null) => void;
  /** Its devices; a source of points has none. */
  readonly things?: Omit<TrackedThings, 'measure'>;
}

export function createStageSource(source: TrackedSource, options: StageOptions = {}): StageSource {
  const { stature = null, headHeight = null, proportions = null, stand = 'stage', measure = 'person' } = options;
  const placement: Placement = createPlacement();
  const head = stand === 'found' ? firstHead(source) : null;
  const stage: StageSource = {
    source,
    placement,
    stature,
    headHeight,
    trackedPart: options.trackedPart ?? 'head',
    isWearer: options.isWearer ?? false,
    proportions,
    found: null,
    face: null,
    truth: options.clip ? { source: options.clip, placement } : null,
    things: { ...noTrackedThings, ...options.things, measure },
    wear: options.wear ?? (() => {}),
    place(scale, recentring = notRecentred) {
      const placed = head
        ? placementFor(head.position, head.yaw, 0, scale, 0)
        : { ...createPlacement(), scale, yaw: stand === 'turned' ? Math.PI : 0 };
      Object.assign(placement, recentredPlacement(placed, recentring));
    },
  };
  stage.place(1);
  return stage;
}

/** A clip with virtual trackers on the actor's head and wrists. */
export function stageMotion(motion: Motion, label: string): StageSource {
  const source = createMotionSource(motion, { label, floorY: floorOfMotion(motion) });
  const stature = statureOfSkeleton(motion.skeleton);
  return createStageSource(source, { stature, headHeight: headOfMotion(source), stand: 'found', clip: source });
}

/** Head height of a clip's actor who stands, metres: in the clip, else of the skeleton at rest above its lowest joint. */
function headOfMotion(source: MotionSource): number {
  const { skeleton } = source.motion;
  const heights = skeleton.restWorldPositions.filter((_, i) => i % 3 === 1);
  const rest = standingHeadHeight(skeleton, Math.min(...heights));
  const { min, max } = standingParts;
  return findStandingHead(source, { min: min * rest, max: max * rest }) ?? rest;
}

export function stageRecording(recording: TrackingRecording, label: string): StageSource {
  const source = createRecordingSource(recording, label);
  return createStageSource(source, { ...personOfRecording(source, recording.header.stature), stand: 'found' });
}

/** Stature and standing head height of a recorded person; null where neither the file nor the movement says it. */
export function personOfRecording(
  source: TrackedSource,
  stature: number | null | undefined,
): Pick<StageSource, 'stature' | 'headHeight'> {
  const { min, max } = stature == null ? anyoneParts : standingParts;
  const expected = headHeightOfStature(stature ?? AVERAGE_STATURE);
  const headHeight = findStandingHead(source, { min: min * expected, max: max * expected });
  return { stature: stature ?? (headHeight === null ? null : statureOfHeadHeight(headHeight)), headHeight };
}

/** Head joint of the first frame that has one: recordings may start before the headset is on. */
function firstHead(source: TrackedSource): { position: Float64Array; yaw: number } {
  const frame = createDeviceFrame();
  const { timeline } = source;
  source.step(0, frame);
  if (timeline) {
    const { durationSeconds } = timeline;
    for (let time = 0; time < durationSeconds && !isTracked(frame, pointNumber.head); time += LOOK_SECONDS) {
      seekTimeline(timeline, time);
      source.step(0, frame);
    }
    seekTimeline(timeline, 0);
  }
  const head = new Float64Array(POSE_SIZE);
  jointOfDevice(head, 0, frame.devicePoses, source.offsets, pointNumber.head * POSE_SIZE);
  return { position: head.slice(0, 3), yaw: yawOf([head[3], head[4], head[5], head[6]]) };
}
