import { type Motion, readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import type { JointsRecording } from '../recording/jointsRecording.js';
import { forEachWorldPose } from './bodyHeights.js';
import { resampleMotion } from './resampleRecording.js';

export interface JointsFromMotionOptions {
  /** Rate of the result. The motion's own when absent. */
  readonly hz?: number;
}

/** The 22 SMPL joints of a motion in the world, from time 0. A bone the skeleton lacks is its nearest ancestor. */
export function jointsFromMotion(motion: Motion, options: JointsFromMotionOptions = {}): JointsRecording {
  const resampled = resampleMotion(motion, options.hz ?? motion.hz);
  const { hz, frameCount, skeleton } = resampled;
  const joints = smplToJoint(skeleton);
  const recording: JointsRecording = {
    hz,
    frameCount,
    times: Float64Array.from({ length: frameCount }, (_, frame) => frame / hz),
    positions: new Float64Array(frameCount * SMPL_JOINT_COUNT * 3),
    rotations: new Float64Array(frameCount * SMPL_JOINT_COUNT * 4),
  };
  forEachWorldPose(resampled, (pose, frame) => {
    readSmplJoints(
      joints,
      pose,
      recording.positions.subarray(frame * SMPL_JOINT_COUNT * 3, (frame + 1) * SMPL_JOINT_COUNT * 3),
      recording.rotations.subarray(frame * SMPL_JOINT_COUNT * 4, (frame + 1) * SMPL_JOINT_COUNT * 4),
    );
  });
  return recording;
}
