import {
  buildSkeleton,
  createQuat,
  createVec3,
  type Motion,
  quat,
  type RawJoint,
  type Skeleton,
  SMPL_JOINT_COUNT,
  smplBones,
  smplParents,
  vec3,
} from '@leib/core';
import { countFrames } from '../limits/fileLimits.js';
import {
  createJointsFrame,
  type JointsFrame,
  type JointsRecording,
  sampleJoints,
} from '../recording/jointsRecording.js';

/**
 * A joint that never leaves its parent by more than this, in metres and in the numbers of a rotation, is none: the body
 * that was recorded lacked the bone. (Collar bones of no length that turn are common, and are some.)
 */
const ABSENT_BONE = 1e-5;

/**
 * World joints back to rotations of a skeleton. A world rotation is relative to the T-pose, so the offset of a joint
 * at rest is its offset from the parent, turned back by the parent's rotation; the mean over all frames is taken.
 * Bones that change their length (an estimate's may; those that stand for two of the actor's do) have one in the result.
 */
export function motionFromJoints(recording: JointsRecording, name = 'joints'): Motion {
  const { hz, times } = recording;
  const seconds = times[times.length - 1] - times[0];
  const sourceNumbers = recording.positions.length + recording.rotations.length;
  // Times are rounded: half a frame more or less is the same frame.
  const frameCount = countFrames({ seconds, hz, sourceNumbers, numbersPerFrame: 91 }, 0.5);
  const frames = { recording, frameCount };
  const { skeleton, smplOfJoint } = skeletonOf(frames);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  const local = createQuat();
  forEachFrame(frames, ({ positions, rotations }, frame) => {
    rootPositions.set(positions.subarray(0, 3), frame * 3);
    smplOfJoint.forEach((smpl, joint) => {
      const parent = skeleton.parents[joint];
      const world = rotationAt(rotations, smpl);
      if (parent < 0) quat.copy(local, world);
      else {
        quat.conjugate(local, rotationAt(rotations, smplOfJoint[parent]));
        quat.multiply(local, local, world);
      }
      localRotations.set(local, (frame * skeleton.jointCount + joint) * 4);
    });
  });
  return { name, skeleton, hz, frameCount, rootPositions, localRotations };
}

interface Frames {
  readonly recording: JointsRecording;
  readonly frameCount: number;
}

/** Motions have one rate and recordings have times: frames are sampled at the times of the rate. */
function forEachFrame({ recording, frameCount }: Frames, visit: (joints: JointsFrame, frame: number) => void): void {
  const joints = createJointsFrame();
  for (let frame = 0; frame < frameCount; frame++) {
    sampleJoints(recording, recording.times[0] + frame / recording.hz, joints);
    visit(joints, frame);
  }
}

function skeletonOf(frames: Frames): { skeleton: Skeleton; smplOfJoint: readonly number[] } {
  const { offsets, strays } = restOffsets(frames);
  const isThere = smplBones.map((_, smpl) => smpl === 0 || strays[smpl] > ABSENT_BONE);
  const standsOn = (smpl: number): number => (isThere[smpl] ? smpl : standsOn(smplParents[smpl]));
  const smplOfJoint = smplBones.map((_, smpl) => smpl).filter((smpl) => isThere[smpl]);
  const joints = smplOfJoint.map((smpl): RawJoint => {
    const [x, y, z] = offsets.subarray(smpl * 3, smpl * 3 + 3);
    const parent = smpl === 0 ? null : smplBones[standsOn(smplParents[smpl])];
    return { name: smplBones[smpl], parent, offset: [x, y, z], bone: smplBones[smpl] };
  });
  // At rest the lowest joint stands on the floor.
  const { restWorldPositions } = buildSkeleton(joints);
  const lowest = restWorldPositions.reduce((low, value, i) => (i % 3 === 1 ? Math.min(low, value) : low), 0);
  const [root, ...others] = joints;
  return { skeleton: buildSkeleton([{ ...root, offset: [0, -lowest, 0] }, ...others]), smplOfJoint };
}

/** Mean offset of each joint from its parent, in the parent's axes, and how far it ever leaves it. The root's is zero. */
function restOffsets(frames: Frames): { offsets: Float64Array; strays: Float64Array } {
  const offsets = new Float64Array(SMPL_JOINT_COUNT * 3);
  const strays = new Float64Array(SMPL_JOINT_COUNT);
  const offset = createVec3();
  const back = createQuat();
  const turn = createQuat();
  forEachFrame(frames, ({ positions, rotations }) => {
    for (let smpl = 1; smpl < SMPL_JOINT_COUNT; smpl++) {
      const parent = smplParents[smpl];
      for (let k = 0; k < 3; k++) offset[k] = positions[smpl * 3 + k] - positions[parent * 3 + k];
      quat.conjugate(back, rotationAt(rotations, parent));
      quat.multiply(turn, back, rotationAt(rotations, smpl));
      strays[smpl] = Math.max(strays[smpl], vec3.length(offset), Math.hypot(turn[0], turn[1], turn[2]));
      vec3.transformQuat(offset, offset, back);
      for (let k = 0; k < 3; k++) offsets[smpl * 3 + k] += offset[k] / frames.frameCount;
    }
  });
  return { offsets, strays };
}

function rotationAt(rotations: Float64Array, joint: number): Float64Array {
  return rotations.subarray(joint * 4, joint * 4 + 4);
}
