import { type Motion, yawOf } from '@leib/core';
import { floorOfMotion, statureOfSkeleton } from '@leib/formats';
import {
  createMotionSource,
  createPlacedSource,
  createPlacement,
  createRecordingSource,
  createTrackedFrame,
  type Placement,
  placementFor,
  type TrackedSource,
  type TrackingRecording,
} from '@leib/tracking';

/** A source on the stage: placed in front of the mirror, in the measure of the person who is shown. */
export interface StageSource {
  readonly source: TrackedSource;
  /** How tall the tracked person is, metres; null when the visitor says so. */
  readonly stature: number | null;
  /** The person is shown this much larger than the avatar is made: tracked metres become the avatar's own. */
  fit(personScale: number): void;
}

/** 'stage': already there. 'turned': looks along -Z as WebXR does. 'found': wherever the first frame is. */
type Stand = 'stage' | 'turned' | 'found';

export function createStageSource(source: TrackedSource, stature: number | null, stand: Stand = 'stage'): StageSource {
  const placement: Placement = createPlacement();
  const head = stand === 'found' ? firstHead(source) : null;
  return {
    source: createPlacedSource(source, placement),
    stature,
    fit(personScale) {
      const scale = 1 / personScale;
      if (head) Object.assign(placement, placementFor(head.position, head.yaw, 0, scale, 0));
      else Object.assign(placement, createPlacement(), { scale, yaw: stand === 'turned' ? Math.PI : 0 });
    },
  };
}

/** A clip, with trackers put on its actor's head and wrists. */
export function stageMotion(motion: Motion, label: string): StageSource {
  const source = createMotionSource(motion, { label, floorY: floorOfMotion(motion) });
  return createStageSource(source, statureOfSkeleton(motion.skeleton), 'found');
}

export function stageRecording(recording: TrackingRecording, label: string): StageSource {
  return createStageSource(createRecordingSource(recording, label), recording.header.stature ?? null, 'found');
}

function firstHead(source: TrackedSource): { position: Float64Array; yaw: number } {
  const frame = createTrackedFrame();
  source.step(0, frame);
  const rotation = frame.poses.slice(3, 7);
  return { position: frame.poses.slice(0, 3), yaw: yawOf([rotation[0], rotation[1], rotation[2], rotation[3]]) };
}
