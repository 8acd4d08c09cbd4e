import { readSmplJoints, SMPL_JOINT_COUNT, smplToJoint } from '@leib/core';
import { createPerson } from '@leib/embody';
import { createDeviceFrame, createTrackerOffsets, readRecordingFrame } from '@leib/tracking';
import type { Solver } from '../../../apps/cli/dist/solvers.js';
import type { EvalClip } from './evalClip.js';
import { createJointClip, type JointClip } from './evaluateClip.js';

const positionSize = SMPL_JOINT_COUNT * 3;
const rotationSize = SMPL_JOINT_COUNT * 4;

/** What a solver makes of a clip's trackers, frame after frame and without looking ahead. */
export function runSolver({ skeleton, tracking }: EvalClip, { choice, prior }: Solver): JointClip {
  const { frameCount, header } = tracking;
  const offsets = createTrackerOffsets(header.offsets);
  const person = createPerson({ skeleton, offsets, prior, settings: { solver: choice } });
  const joints = smplToJoint(skeleton);
  const devices = createDeviceFrame();
  const clip = createJointClip(header.hz, frameCount);
  for (let i = 0; i < frameCount; i++) {
    readRecordingFrame(tracking, i, devices);
    readSmplJoints(
      joints,
      person.follow(devices, 1 / header.hz),
      clip.positions.subarray(i * positionSize, (i + 1) * positionSize),
      clip.rotations.subarray(i * rotationSize, (i + 1) * rotationSize),
    );
  }
  return clip;
}
