import { createPose, createQuat, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { eyesInHead } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { loadAvatar } from '../avatar/loadAvatar.js';
import { createHeadsetModel, jointSurface } from './createHeadsetModel.js';
import { fitHeadset, isInsideHeadset } from './fitHeadset.js';

const avatarUrl = new URL('../../../body/assets/leib-neutral.vrm', import.meta.url).href;

describe('the skin around a joint of the default avatar', async () => {
  const avatar = await loadAvatar(avatarUrl);
  const { skeleton } = avatar;
  const pose = createPose(skeleton);
  pose.rootPosition.set(skeleton.restWorldPositions.subarray(0, 3));
  updateWorldPose(skeleton, pose);
  avatar.applyPose(pose);
  const atRest = jointSurface(avatar, 'head', pose);
  const eyes = eyesInHead(skeleton);

  test('is a head: around its eyes, as large as heads are', () => {
    expect(atRest.positions.length).toBeGreaterThan(3000);
    const range = [0, 1, 2].map((axis) => {
      const values = [...atRest.positions].filter((_, i) => i % 3 === axis);
      return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [9, -9]);
    });
    expect(range[0][1] - range[0][0]).toBeGreaterThan(0.12);
    expect(range[0][1] - range[0][0]).toBeLessThan(0.25);
    expect(range[2][1]).toBeGreaterThan(eyes[2]);
    expect(range[1][1]).toBeGreaterThan(eyes[1] + 0.08);
  });

  test('is the same in its joint’s space, however the body is posed', () => {
    const turned = createPose(skeleton);
    turned.rootPosition.set([0.4, 1.1, -2]);
    for (const bone of ['hips', 'spine', 'neck', 'head'] as const) {
      const rotation = quat.setAxisAngle(createQuat(), [0.6, 0.8, 0], 0.4);
      turned.localRotations.set(rotation, jointOfBone(skeleton, bone) * 4);
    }
    updateWorldPose(skeleton, turned);
    avatar.applyPose(turned);
    const { positions } = jointSurface(avatar, 'head', turned);
    expect(positions.length).toBe(atRest.positions.length);
    let most = 0;
    positions.forEach((value, i) => {
      most = Math.max(most, Math.abs(value - atRest.positions[i]));
    });
    expect(most).toBeLessThan(1e-5);
    avatar.applyPose(pose);
  });

  test('a headset fits it: nothing of the head is inside, hair and all', () => {
    const fit = fitHeadset({ positions: atRest.positions, eyes }, atRest.longestEdge);
    for (let i = 0; i < atRest.positions.length; i += 3) {
      const [x, y, z] = atRest.positions.subarray(i, i + 3);
      expect(isInsideHeadset(fit, x, y, z)).toBe(false);
    }
    const model = createHeadsetModel(fit);
    model.root.updateMatrixWorld(true);
    expect(model.root.children).toHaveLength(2);
    model.dispose();
  });
});
