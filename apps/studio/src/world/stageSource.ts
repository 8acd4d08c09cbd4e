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

/** Time step for finding the first frame with a head in a recording. */
const LOOK_SECONDS = 0.1;

/** A source and its placement on the stage, in front of the mirror. */
export interface StageSource {
  readonly source: TrackedSource;
  /** Placement of its tracked space on the stage, in the avatar's metres, for the JointReader. Written by fit(). */
  readonly placement: Placement;
  /** Stature of the tracked person, metres; null where it is a setting. */
  readonly stature: number | null;
  /** Limb lengths of the tracked person; null where not measured. */
  readonly proportions: BodyProportions | null;
  /** True poses of the whole body; null where unknown. */
  readonly truth: Truth | null;
  readonly things: TrackedThings;
  /** Updates the placement for an avatar that is shown enlarged by `personScale`. */
  fit(personScale: number): void;
}

export interface StageOptions {
  readonly stature?: number | null;
  readonly proportions?: BodyProportions | null;
  /** Placement. 'stage': already on the stage. 'turned': looks along -Z as in WebXR. 'found': by the first frame. */
  readonly stand?: 'stage' | 'turned' | 'found';
  /** Unit of the tracked metres: the person's real ones, or the avatar's own. */
  readonly measure?: 'person' | 'avatar';
  /** The source itself if it is a clip whose whole body is known. */
  readonly clip?: MotionSource;
  /** Its devices; a source of points has none. */
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

/** A clip with virtual trackers on the actor's head and wrists. */
export function stageMotion(motion: Motion, label: string): StageSource {
  const source = createMotionSource(motion, { label, floorY: floorOfMotion(motion) });
  return createStageSource(source, { stature: statureOfSkeleton(motion.skeleton), stand: 'found', clip: source });
}

export function stageRecording(recording: TrackingRecording, label: string): StageSource {
  const source = createRecordingSource(recording, label);
  return createStageSource(source, { stature: recording.header.stature ?? null, stand: 'found' });
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
