import { type HumanoidBone, InputError, jointOfBone, type Motion, type Skeleton } from '@leib/core';
import {
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import { floorOfMotion, forEachWorldPose, statureOfSkeleton } from './bodyHeights.js';
import { recordSkeleton } from './recordedSkeleton.js';
import { resampleMotion } from './resampleRecording.js';

/** The bone whose joint each tracked point is; the first that a skeleton has. */
export const trackedPointBones: Readonly<Record<TrackedPoint, readonly HumanoidBone[]>> = {
  head: ['head'],
  leftHand: ['leftHand'],
  rightHand: ['rightHand'],
  hips: ['hips'],
  chest: ['chest', 'upperChest', 'spine'],
  leftElbow: ['leftLowerArm'],
  rightElbow: ['rightLowerArm'],
  leftKnee: ['leftLowerLeg'],
  rightKnee: ['rightLowerLeg'],
  leftFoot: ['leftFoot'],
  rightFoot: ['rightFoot'],
};

export interface TrackingFromMotionOptions {
  /** Rate of the result. The motion's own when absent. */
  readonly hz?: number;
  /** Points to track; a body without the bone is refused. All that the body has when absent. */
  readonly points?: readonly TrackedPoint[];
}

/**
 * The tracking that perfect trackers on the joints of a motion would give: each point is its joint's own world pose,
 * with identity offsets. The header carries floor, stature and the actor's skeleton.
 */
export function trackingFromMotion(motion: Motion, options: TrackingFromMotionOptions = {}): TrackingRecording {
  const resampled = resampleMotion(motion, options.hz ?? motion.hz);
  const { hz, frameCount, skeleton } = resampled;
  const points = trackedJoints(skeleton, options.points);
  const pointCount = trackedPoints.length;
  const poses = new Float64Array(frameCount * pointCount * POSE_SIZE);
  for (let w = POSE_SIZE - 1; w < poses.length; w += POSE_SIZE) poses[w] = 1;
  const qualities = new Uint8Array(frameCount * pointCount);
  forEachWorldPose(resampled, ({ worldPositions, worldRotations }, frame) => {
    for (const { point, joint } of points) {
      const at = frame * pointCount + point;
      poses.set(worldPositions.subarray(joint * 3, joint * 3 + 3), at * POSE_SIZE);
      poses.set(worldRotations.subarray(joint * 4, joint * 4 + 4), at * POSE_SIZE + 3);
      qualities[at] = quality.tracked;
    }
  });
  const stature = statureOfSkeleton(skeleton);
  const recorded = recordSkeleton(skeleton);
  return {
    header: {
      hz,
      floorY: floorOfMotion(motion),
      // Without height or bones there is no stature: the header leaves it out.
      ...(stature > 0 && { stature }),
      ...(recorded.names.length > 0 && { skeleton: recorded }),
      // Joints themselves.
      offsets: {},
    },
    frameCount,
    times: Float64Array.from({ length: frameCount }, (_, frame) => frame / hz),
    poses,
    quality: qualities,
    leftHandJoints: null,
    rightHandJoints: null,
    leftController: null,
    rightController: null,
    extras: new Map(),
  };
}

interface PointJoint {
  readonly point: number;
  readonly joint: number;
}

function trackedJoints(skeleton: Skeleton, wanted: readonly TrackedPoint[] | undefined): readonly PointJoint[] {
  return (wanted ?? trackedPoints).flatMap((point): PointJoint[] => {
    const joint = trackedPointBones[point].map((bone) => jointOfBone(skeleton, bone)).find((found) => found >= 0);
    if (joint !== undefined) return [{ point: pointNumber[point], joint }];
    if (wanted)
      throw new InputError(`points, ${point}`, `expected a body with the bone ${trackedPointBones[point][0]}`);
    return [];
  });
}
