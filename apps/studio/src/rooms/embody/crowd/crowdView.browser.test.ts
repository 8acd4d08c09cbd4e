import defaultAvatarUrl from '@leib/body/leib-neutral.vrm?url';
import { createPose, DEG, jointOfBone, updateWorldPose } from '@leib/core';
import {
  createActorPacking,
  FACE_STEP,
  faceParameterNames,
  fingerAngleNames,
  PACKED_ANGLE_STEP,
  unpackActor,
} from '@leib/core/pack';
import type { Crowd } from '@leib/embody';
import { type Avatar, loadAvatar } from '@leib/three';
import { createTestRenderer } from '@leib/three/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CrowdView } from './crowdView.js';

const renderer = createTestRenderer(64, 64);
let avatar: Avatar;
beforeAll(async () => {
  avatar = await loadAvatar(defaultAvatarUrl);
});
afterAll(() => {
  avatar.dispose();
  renderer.dispose();
});

test('people of the crowd are packed with the fingers that they have, and blink each for itself', () => {
  const { skeleton } = avatar;
  const pose = createPose(skeleton);
  pose.rootPosition.set([1, 0.9, -2]);
  const finger = jointOfBone(skeleton, 'leftIndexProximal');
  pose.localRotations.set([0, 0, -Math.sin(20 * DEG), Math.cos(20 * DEG)], finger * 4);
  updateWorldPose(skeleton, pose);
  const view = new CrowdView(avatar, 2, renderer);
  const crowd = { avatars: [{ pose }, { pose }] } as unknown as Crowd;
  const lid = faceParameterNames.indexOf('blinkLeft');
  const closed = [0, 0];
  let apart = 0;
  for (let i = 0; i < 30 * 30; i++) {
    view.update(crowd, 1 / 30);
    const lids = view.actors.map(({ face }) => (face?.[lid] ?? 0) * FACE_STEP);
    for (const [person, value] of lids.entries()) closed[person] = Math.max(closed[person], value);
    apart = Math.max(apart, Math.abs(lids[0] - lids[1]));
  }
  expect(Math.min(...closed)).toBeGreaterThan(0.9);
  expect(apart).toBeGreaterThan(0.5);
  const [first] = view.actors;
  const bend = first.fingers?.[fingerAngleNames.indexOf('leftHand.index.bend')] ?? 0;
  expect(bend * PACKED_ANGLE_STEP).toBeCloseTo(40 * DEG, 3);
  const got = createPose(skeleton);
  unpackActor(createActorPacking(skeleton), first, got);
  for (let i = 0; i < got.worldPositions.length; i++) {
    expect(Math.abs(got.worldPositions[i] - pose.worldPositions[i])).toBeLessThan(0.001);
  }
  view.dispose();
});
