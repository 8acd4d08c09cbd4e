import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { createSimulatedKind, isSimulatedActor, simulateInline } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import { type Actor, createStage, decodeStageDoc } from '@leib/stage';
import { loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { expect, test } from 'vitest';
import { OtherModel } from './otherModel.js';

test('another model takes the own body’s pose in its own skeleton, and is a body that can be simulated', async () => {
  const [own, other, mujoco] = await Promise.all([
    loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid' })),
    loadAvatar(buildTestRig({ format: 'gltf', names: 'mixamo' })),
    loadMujoco(),
  ]);
  const model = new OtherModel('Other', other, 1);
  const pose = createPose(own.skeleton);
  const elbow = jointOfBone(own.skeleton, 'leftLowerArm') * 4;
  pose.localRotations.set([0, Math.sin(-0.5), 0, Math.cos(0.5)], elbow);
  updateWorldPose(own.skeleton, pose);
  const me = { id: 'me', kind: 'person', skeleton: own.skeleton, pose, step() {}, pack: () => null, dispose() {} };
  const simulated = createSimulatedKind({
    body: () => ({ skeleton: model.avatar.skeleton, skin: null }),
    place: () => simulateInline(mujoco),
  });
  const follower = { kind: 'simulated', source: { kind: 'pose', of: 'me' } };
  const doc = decodeStageDoc({ format: 'leib-stage/1', actors: { me: { kind: 'person' }, second: follower } });
  if (!doc.ok) throw new Error(doc.reason);
  const stage = createStage({ person: { create: () => me as unknown as Actor }, simulated }, doc.value);
  for (let frame = 0; frame < 30; frame++) stage.step(1 / 60);
  const second = stage.actors.get('second');
  if (!isSimulatedActor(second)) throw new Error(stage.problems.get('second'));
  const theirs = jointOfBone(other.skeleton, 'leftLowerArm') * 4;
  expect(Math.abs(second.wished?.localRotations[theirs + 1] ?? 0)).toBeCloseTo(Math.sin(0.5), 2);
  expect(Math.abs(second.pose.localRotations[theirs + 1])).toBeCloseTo(Math.sin(0.5), 1);
  expect(second.simulation?.built?.body.parts.length).toBeGreaterThan(15);
  expect(second.pose.worldPositions).toHaveLength(other.skeleton.jointCount * 3);
  stage.dispose();
  model.dispose();
});
