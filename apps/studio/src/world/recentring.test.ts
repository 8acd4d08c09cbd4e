import { yawOf } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createJointFrame, createPlacement, placeJoints } from '@leib/tracking';
import { expect, test } from 'vitest';
import { notRecentred, recentredPlacement, recentringOf } from './recentring.js';

test.each(seeds(50))('a recentred head stands on the start and looks ahead, at its own height (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [x, z, yaw] = [random() * 6 - 3, random() * 6 - 3, random() * 7 - 3.5];
  const turned = { ...createPlacement(), yaw: Math.PI, scale: 0.7 + random() * 0.6 };
  const recentred = recentredPlacement(turned, recentringOf({ x, z, yaw }, turned.scale));
  const joints = createJointFrame();
  const head = joints.jointPoses;
  head.set([x, 1.6, z, 0, Math.sin(yaw / 2), 0, Math.cos(yaw / 2)]);
  placeJoints(joints, recentred);
  expect(Math.hypot(head[0], head[2])).toBeLessThan(1e-9);
  expect(head[1]).toBeCloseTo(1.6 * turned.scale, 9);
  expect(Math.abs(Math.sin(yawOf([head[3], head[4], head[5], head[6]])))).toBeLessThan(1e-9);
  expect(Math.cos(yawOf([head[3], head[4], head[5], head[6]]))).toBeCloseTo(1, 9);
});

test('without a recentring a placement is what it was', () => {
  const placement = { ...createPlacement(), yaw: 1, x: 2, z: 3 };
  expect(recentredPlacement(placement, notRecentred)).toBe(placement);
});
