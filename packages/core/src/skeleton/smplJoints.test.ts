import { expect, test } from 'vitest';
import { buildSkeleton, jointOfBone, type RawJoint } from './buildSkeleton.js';
import { type HumanoidBone, humanoidBones, parentBone } from './humanoid.js';
import { createPose } from './skeleton.js';
import { readSmplJoints, SMPL_JOINT_COUNT, smplBones, smplJointNames, smplParents, smplToJoint } from './smplJoints.js';

/** A humanoid that has every bone but the given ones. */
function humanoidWithout(gone: readonly HumanoidBone[]) {
  const kept = humanoidBones.filter((bone) => !gone.includes(bone));
  return buildSkeleton(
    kept.map((bone, index): RawJoint => {
      let parent = parentBone(bone);
      while (parent !== null && gone.includes(parent)) parent = parentBone(parent);
      return { name: bone, parent, bone, offset: [index * 0.01, 0.1, 0] };
    }),
  );
}

test('22 joints, names and bones alike, parents first and as the bones hang', () => {
  expect([smplJointNames.length, smplBones.length, smplParents.length]).toEqual([22, 22, 22]);
  expect(SMPL_JOINT_COUNT).toBe(22);
  smplParents.forEach((parent, joint) => {
    expect(parent).toBeLessThan(joint);
    expect(parentBone(smplBones[joint])).toBe(parent < 0 ? null : smplBones[parent]);
  });
});

test('a full humanoid fills every place with its own bone', () => {
  const skeleton = humanoidWithout([]);
  const joints = smplToJoint(skeleton);
  smplBones.forEach((bone, smpl) => {
    expect(joints[smpl]).toBe(jointOfBone(skeleton, bone));
  });
});

test('a missing bone is its nearest ancestor', () => {
  const skeleton = humanoidWithout(['upperChest', 'leftShoulder', 'leftToes', 'rightToes']);
  const joints = smplToJoint(skeleton);
  const at = (name: (typeof smplJointNames)[number]) => skeleton.names[joints[smplJointNames.indexOf(name)]];
  expect(at('spine3')).toBe('chest');
  expect(at('leftCollar')).toBe('chest');
  expect(at('rightCollar')).toBe('rightShoulder');
  expect(at('leftFoot')).toBe('leftFoot');
});

test('nothing humanoid at all: everything is the root', () => {
  const joints = smplToJoint(buildSkeleton([{ name: 'box', offset: [0, 0, 0] }]));
  expect([...joints]).toEqual(Array(22).fill(0));
});

test('reading copies world positions and rotations in SMPL order', () => {
  const skeleton = humanoidWithout([]);
  const pose = createPose(skeleton);
  pose.worldPositions.forEach((_, i) => {
    pose.worldPositions[i] = i;
  });
  pose.worldRotations.forEach((_, i) => {
    pose.worldRotations[i] = -i;
  });
  const [positions, rotations] = [new Float64Array(66), new Float64Array(88)];
  readSmplJoints(smplToJoint(skeleton), pose, positions, rotations);
  const head = jointOfBone(skeleton, 'head');
  expect([...positions.subarray(45, 48)]).toEqual([head * 3, head * 3 + 1, head * 3 + 2]);
  expect([...rotations.subarray(60, 64)]).toEqual([-head * 4, -head * 4 - 1, -head * 4 - 2, -head * 4 - 3]);
});
