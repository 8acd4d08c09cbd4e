import { createPose, createVec3, jointOfBone, quat, updateWorldPose, vec3 } from '@leib/core';
import { randomTransform, seededRandom, seeds, transformPoint } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildTestBody } from '../testing.js';
import {
  buildTorsoJoints,
  createTorsoHull,
  isInTorso,
  defaultTorsoHullSettings as size,
  type TorsoJoints,
  updateTorsoHull,
  updateTorsoHullFrom,
} from './torsoHull.js';

const skeleton = buildTestBody();
const joints = buildTorsoJoints(skeleton) as TorsoJoints;
const hull = createTorsoHull();
updateTorsoHull(joints, createPose(skeleton), hull);

test('spine and chest are in it, shoulders, elbows at the side and the head are not', () => {
  for (const bone of ['spine', 'chest', 'upperChest'] as const) {
    const at = jointOfBone(skeleton, bone) * 3;
    expect(isInTorso(size, hull, createVec3(...position(at)))).toBe(true);
  }
  expect(isInTorso(size, hull, [0.165, 1.39, -0.03])).toBe(false);
  expect(isInTorso(size, hull, [0.2, 1.12, -0.05])).toBe(false);
  expect(isInTorso(size, hull, [0, 1.2, 0.12])).toBe(false);
  expect(isInTorso(size, hull, [0, 1.53, 0])).toBe(false);
});

test.each(seeds(20))('it goes along with the body, and from points it is the same (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const transform = randomTransform(random, 4);
  const pose = createPose(skeleton);
  const moved = createTorsoHull();
  vec3.copy(pose.rootPosition, transformPoint(transform, createVec3(...position(0))));
  quat.copy(pose.localRotations.subarray(0, 4), transform.rotation);
  updateWorldPose(skeleton, pose);
  updateTorsoHull(joints, pose, moved);
  const fromPoints = createTorsoHull();
  const points = [...joints.hips, ...joints.shoulders].map((joint) =>
    createVec3(...(Array.from(pose.worldPositions.slice(joint * 3, joint * 3 + 3)) as [number, number, number])),
  );
  updateTorsoHullFrom(points[0], points[1], points[2], points[3], fromPoints);
  for (let i = 0; i < 100; i++) {
    const point = createVec3(0.5 * (random() - 0.5), 0.8 + 0.7 * random(), 0.4 * (random() - 0.5));
    const isInside = isInTorso(size, hull, point);
    expect(isInTorso(size, moved, transformPoint(transform, point))).toBe(isInside);
    expect(isInTorso(size, fromPoints, transformPoint(transform, point))).toBe(isInside);
  }
});

test('a rig without legs has none, and a trunk without length holds nothing', () => {
  expect(buildTorsoJoints(buildTestBody(['leftUpperLeg']))).toBe(null);
  const nothing = createTorsoHull();
  const point = createVec3(1, 1, 1);
  updateTorsoHullFrom(point, point, point, point, nothing);
  expect(isInTorso(size, nothing, point)).toBe(false);
});

function position(at: number): [number, number, number] {
  const { restWorldPositions: rest } = skeleton;
  return [rest[at], rest[at + 1], rest[at + 2]];
}
