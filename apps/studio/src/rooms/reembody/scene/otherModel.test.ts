import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { buildRemoteBody, defaultRemoteBodySettings } from '@leib/reembody';
import { loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { expect, test } from 'vitest';
import { OtherModel } from './otherModel.js';

test('another model takes the own body’s pose in its own skeleton, and is a body that can be simulated', async () => {
  const [own, other] = await Promise.all([
    loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' })),
    loadAvatar(buildTestRig({ format: 'gltf', names: 'mixamo' })),
  ]);
  const model = new OtherModel('Other', other);
  const pose = createPose(own.skeleton);
  const elbow = jointOfBone(own.skeleton, 'leftLowerArm') * 4;
  pose.localRotations.set([0, Math.sin(-0.5), 0, Math.cos(0.5)], elbow);
  updateWorldPose(own.skeleton, pose);
  const wished = model.follow(own.skeleton, pose);
  const theirs = jointOfBone(other.skeleton, 'leftLowerArm') * 4;
  expect(Math.abs(wished.localRotations[theirs + 1])).toBeCloseTo(Math.sin(0.5), 2);
  expect(buildRemoteBody(other.skeleton, defaultRemoteBodySettings).parts.length).toBeGreaterThan(15);
  expect(wished.worldPositions).toHaveLength(other.skeleton.jointCount * 3);
  model.dispose();
});
