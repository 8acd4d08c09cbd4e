import { createJointClip, type JointClip, readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import {
  createDeviceFrame,
  createJointReader,
  createTrackerOffsets,
  readJoints,
  readRecordingFrame,
} from '@leib/tracking';
import type { Solver } from '../../../apps/cli/dist/solver.js';
import type { EvalClip } from './evalClip.js';

const positionSize = SMPL_JOINT_COUNT * 3;
const rotationSize = SMPL_JOINT_COUNT * 4;

/** What a solver makes of a clip's trackers, frame after frame and without looking ahead. */
export function runSolver({ skeleton, tracking }: EvalClip, solver: Solver): JointClip {
  const { frameCount, header } = tracking;
  const running = solver.create(skeleton);
  const joints = smplToJoint(skeleton);
  const devices = createDeviceFrame();
  const reader = createJointReader(skeleton);
  const offsets = createTrackerOffsets(header.offsets);
  const clip = createJointClip(header.hz, frameCount);
  for (let i = 0; i < frameCount; i++) {
    readRecordingFrame(tracking, i, devices);
    running.step(readJoints(reader, devices, offsets, 1 / header.hz), 1 / header.hz);
    readSmplJoints(
      joints,
      running.pose,
      clip.positions.subarray(i * positionSize, (i + 1) * positionSize),
      clip.rotations.subarray(i * rotationSize, (i + 1) * rotationSize),
    );
  }
  return clip;
}
