import {
  boneNumber,
  createPose,
  createTimeline,
  type Motion,
  motionDuration,
  type Pose,
  sampleMotion,
  stepTimeline,
  type Timeline,
  updateWorldPose,
} from '@leib/core';
import { boneOfPoint } from '../frame/boneOfPoint.js';
import type { DeviceFrame } from '../frame/deviceFrame.js';
import {
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
  trackedPoints,
} from '../frame/trackedParts.js';
import { createTrackerOffsets, type TrackerOffsets } from '../frame/trackerOffsets.js';
import type { TrackedSource } from './trackedSource.js';

export interface MotionSourceOptions {
  /** For people; the motion's own name unless given. */
  readonly label?: string;
  /** Which trackers the actor is thought to wear: headset and two controllers unless given. */
  readonly points?: readonly TrackedPoint[];
  /** Height of the clip's floor, metres: it is put at height zero. */
  readonly floorY?: number;
}

/** Tracking made from a clip whose whole body is known: `truth` is what an estimator should have found. */
export interface MotionSource extends TrackedSource {
  readonly timeline: Timeline;
  readonly motion: Motion;
  /** The clip's own pose at the play head, world arrays filled. Rewritten by every step(). */
  readonly truth: Pose;
}

class ClipSource implements MotionSource {
  readonly label: string;
  readonly offsets: TrackerOffsets = createTrackerOffsets();
  readonly timeline: Timeline;
  readonly motion: Motion;
  readonly truth: Pose;
  readonly #floorY: number;
  /** Joint under each tracked point, or -1 where the point is not worn or the rig lacks the joint. */
  readonly #joints = new Int16Array(trackedPoints.length).fill(-1);

  constructor(motion: Motion, options: MotionSourceOptions) {
    this.label = options.label ?? motion.name;
    this.motion = motion;
    this.truth = createPose(motion.skeleton);
    this.timeline = createTimeline(motionDuration(motion));
    this.#floorY = options.floorY ?? 0;
    for (const point of options.points ?? (['head', 'leftHand', 'rightHand'] as const)) {
      this.#joints[pointNumber[point]] = motion.skeleton.boneToJoint[boneNumber[boneOfPoint[point]]];
    }
  }

  step(dtSeconds: number, out: DeviceFrame): void {
    const { motion, timeline, truth } = this;
    stepTimeline(timeline, dtSeconds);
    out.timeSeconds = timeline.timeSeconds;
    loseEverything(out);
    if (motion.frameCount === 0) return;
    sampleMotion(motion, timeline.timeSeconds, truth);
    truth.rootPosition[1] -= this.#floorY;
    updateWorldPose(motion.skeleton, truth);
    for (let point = 0; point < trackedPoints.length; point++) {
      const joint = this.#joints[point];
      if (joint < 0) continue;
      const at = point * POSE_SIZE;
      for (let k = 0; k < 3; k++) out.devicePoses[at + k] = truth.worldPositions[joint * 3 + k];
      for (let k = 0; k < 4; k++) out.devicePoses[at + 3 + k] = truth.worldRotations[joint * 4 + k];
      out.quality[point] = quality.tracked;
    }
  }

  dispose(): void {}
}

/** Plays a clip as if its actor wore trackers exactly on the joints. */
export function createMotionSource(motion: Motion, options: MotionSourceOptions = {}): MotionSource {
  return new ClipSource(motion, options);
}
