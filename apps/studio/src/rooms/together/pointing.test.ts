import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, quat, updateWorldPose } from '@leib/core';
import { Ray, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { hitOf, placeOfComer, rayOfHand, readPointing, standingOf, writePointing } from './pointing.js';

const body = { skeleton: defaultSkeleton, pose: createPose(defaultSkeleton) };
updateWorldPose(body.skeleton, body.pose);

test('in the T-pose hands point sideways, and an arm that is turned ahead points ahead', () => {
  expect(rayOfHand(body, 'left', 1)?.direction.x).toBeCloseTo(1);
  expect(rayOfHand(body, 'right', 2)?.direction.x).toBeCloseTo(-1);
  const turned = { skeleton: defaultSkeleton, pose: createPose(defaultSkeleton) };
  const arm = jointOfBone(defaultSkeleton, 'rightUpperArm') * 4;
  turned.pose.localRotations.set(quat.setAxisAngle(quat.create(), [0, 1, 0], Math.PI / 2), arm);
  updateWorldPose(turned.skeleton, turned.pose);
  expect(rayOfHand(turned, 'right', 1)?.direction.z).toBeCloseTo(1);
});

test('a ray meets the nearest person, else the floor, else it ends', () => {
  const [near, far] = [1, 2].map((z) => {
    const standing = standingOf(`at ${z}`, body, 1);
    for (const at of [standing?.head, standing?.feet]) at?.add(new Vector3(0, 0, z));
    return standing;
  });
  if (!near || !far) throw new Error('the default body stands');
  const level = new Ray(new Vector3(0, 1.2, 0), new Vector3(0, 0, 1));
  expect(hitOf(level, [far, near], 0, null)).toMatchObject({ on: 'at 1' });
  expect(hitOf(level, [far, near], 0, null).at.z).toBeLessThan(1);
  const down = hitOf(new Ray(new Vector3(2, 1, 0), new Vector3(0, -1, 0)), [far, near], 0.2, null);
  expect(down.on).toBeNull();
  expect(down.at.y).toBeCloseTo(0.2);
  const up = hitOf(new Ray(new Vector3(2, 1, 0), new Vector3(0, 1, 0)), [far, near], 0, null);
  expect(up.at.y).toBeGreaterThan(5);
});

test('a ray ends at what stands in the room, also beyond its reach, unless somebody is before it', () => {
  const standing = standingOf('ada', body, 1);
  if (!standing) throw new Error('the default body stands');
  for (const at of [standing.head, standing.feet]) at.add(new Vector3(0, 0, 2));
  const level = new Ray(new Vector3(0, 1.2, 0), new Vector3(0, 0, 1));
  const at = (z: number) => new Vector3(0, 1.2, z);
  expect(hitOf(level, [standing], 0, at(1))).toEqual({ at: at(1), on: null });
  expect(hitOf(level, [standing], 0, at(3))).toMatchObject({ on: 'ada' });
  expect(hitOf(level, [], 0, at(30))).toEqual({ at: at(30), on: null });
});

test('where somebody points is read from the document as it was written, and nothing else is', () => {
  for (const pointing of [{ hand: 'left' }, { at: [1, 2, 3.25], on: 'p4' }, { at: [0, 0, 0], on: null }] as const)
    expect(readPointing(writePointing(pointing))).toEqual(pointing);
  for (const wrong of [null, 3, {}, { hand: 'nose' }, { at: [1, 2] }, { at: [1, 2, 1e9] }, { at: ['1', 2, 3] }])
    expect(readPointing(wrong)).toBeNull();
});

test('nobody comes to stand in somebody else, and all look to the middle', () => {
  expect(placeOfComer(0).x).toBeCloseTo(0);
  expect(placeOfComer(0).z).toBeCloseTo(0);
  const places = Array.from({ length: 16 }, (_, index) => placeOfComer(index));
  for (const [i, a] of places.entries()) {
    for (const b of places.slice(0, i)) expect(Math.hypot(a.x - b.x, a.z - b.z)).toBeGreaterThan(0.6);
    const [x, z] = [a.x + Math.sin(a.yaw) * 0.1, a.z + Math.cos(a.yaw) * 0.1];
    expect(Math.hypot(x, z - 0.9)).toBeLessThan(Math.hypot(a.x, a.z - 0.9));
  }
});
