import type { BodyProportions } from '@leib/calibration';
import { type Motion, yawOf } from '@leib/core';
import { floorOfMotion, statureOfSkeleton } from '@leib/formats';
import {
  createDeviceFrame,
  createMotionSource,
  createPlacement,
  createRecordingSource,
  isTracked,
  jointOfDevice,
  type MotionSource,
  type Placement,
  POSE_SIZE,
  placementFor,
  pointNumber,
  seekTimeline,
  type TrackedSource,
  type TrackingRecording,
} from '@leib/tracking';
import { noTrackedThings, type TrackedThings } from './trackedThings.js';
import type { Truth } from './truth.js';

/** How far apart the moments are at which a recording is searched for its first head. */
const LOOK_SECONDS = 0.1;

/** A source and where it stands: in front of the mirror, in the measure of the person who is shown. */
export interface StageSource {
  readonly source: TrackedSource;
  /** Where its tracked space stands on the stage, in the avatar's metres: for the JointReader. Rewritten by fit(). */
  readonly placement: Placement;
  /** How tall the tracked person is, metres; null when the visitor says so. */
  readonly stature: number | null;
  /** How long the tracked person's limbs are; null where nobody measured. */
  readonly proportions: BodyProportions | null;
  /** Where the whole body is known. */
  readonly truth: Truth | null;
  readonly things: TrackedThings;
  /** The person is shown this much larger than the avatar is made: tracked metres become the avatar's own. */
  fit(personScale: number): void;
}

export interface StageOptions {
  readonly stature?: number | null;
  readonly proportions?: BodyProportions | null;
  /** 'stage': already there. 'turned': looks along -Z as WebXR does. 'found': wherever the first frame is. */
  readonly stand?: 'stage' | 'turned' | 'found';
  /** Whose metres are tracked: the person's real ones, or those that the avatar is made in. */
  readonly measure?: 'person' | 'avatar';
  /** The source itself, where it is a clip whose whole body is known. */
  readonly clip?: MotionSource;
  /** Its devices, where it has such; a source of points has none. */
  readonly things?: Omit<TrackedThings, 'measure'>;
}

export function createStageSource(source: TrackedSource, options: StageOptions = {}): StageSource {
  const { stature = null, proportions = null, stand = 'stage', measure = 'person' } = options;
  const placement: Placement = createPlacement();
  const head = stand === 'found' ? firstHead(source) : null;
  return {
    source,
    placement,
    stature,
    proportions,
    truth: options.clip ? { source: options.clip, placement } : null,
    things: { ...noTrackedThings, ...options.things, measure },
    fit(personScale) {
      const scale = measure === 'avatar' ? 1 : 1 / personScale;
      if (head) Object.assign(placement, placementFor(head.position, head.yaw, 0, scale, 0));
      else Object.assign(placement, createPlacement(), { scale, yaw: stand === 'turned' ? Math.PI : 0 });
    },
  };
}

/** A clip, with trackers put on its actor's head and wrists. */
export function stageMotion(motion: Motion, label: string): StageSource {
  const source = createMotionSource(motion, { label, floorY: floorOfMotion(motion) });
  return createStageSource(source, { stature: statureOfSkeleton(motion.skeleton), stand: 'found', clip: source });
}

export function stageRecording(recording: TrackingRecording, label: string): StageSource {
  const source = createRecordingSource(recording, label);
  return createStageSource(source, { stature: recording.header.stature ?? null, stand: 'found' });
}

/** The head joint in the first frame that has one: recordings may begin before the headset is on. */
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
