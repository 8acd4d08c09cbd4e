import { createQuat, DEG, quat } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { composePoses, invertPose } from '@leib/tracking';
import { expect, test } from 'vitest';
import { placeOfRole, type TrackerRole } from '../roles/trackerRoles.js';
import { alignTPose } from './alignTPose.js';
import { normal, spaceError } from './space.testing.js';

const roles: readonly TrackerRole[] = ['hips', 'leftFoot', 'rightFoot', 'leftKnee', 'rightKnee'];

test.each(seeds(20))('a T-pose brings trackers back to the body, to 4 cm and 10 degrees (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const stature = 1.5 + 0.5 * random();
  const headingYaw = 2 * Math.PI * random();
  const headWorld = [2 * random(), 0.92 * stature, 2 * random()];
  // The space is off by this still.
  const yaw = 25 * DEG * (2 * random() - 1);
  const off = Float64Array.of(
    0.3 * (random() - 0.5),
    0.2 * (random() - 0.5),
    0.3 * (random() - 0.5),
    ...quat.setAxisAngle(createQuat(), [0, 1, 0], yaw),
  );
  const back = new Float64Array(7);
  invertPose(back, 0, off, 0);
  const trackers = roles.map((role) => {
    const { place, mirror } = placeOfRole(role);
    const side = mirror * place.side * stature + 0.015 * normal(random);
    const ahead = 0.02 * normal(random);
    const pose = Float64Array.of(
      headWorld[0] + Math.cos(headingYaw) * side + Math.sin(headingYaw) * ahead,
      place.height * stature + 0.015 * normal(random),
      headWorld[2] - Math.sin(headingYaw) * side + Math.cos(headingYaw) * ahead,
      0,
      0,
      0,
      1,
    );
    composePoses(pose, 0, back, 0, pose, 0);
    return { role, place: pose };
  });
  const found = alignTPose({ headWorld, headingYaw, floorY: 0, stature, trackers });
  if (found === null) throw new Error('nothing found');
  const { metres, radians } = spaceError(found.correction, off, [headWorld[0], 0.8, headWorld[2]]);
  expect(metres).toBeLessThan(0.04);
  expect(radians).toBeLessThan(10 * DEG);
  expect(found.residual).toBeLessThan(0.07);
});

test('a waist alone is put below the head; it cannot tell where one faces', () => {
  const found = alignTPose({
    headWorld: [1, 1.6, 2],
    headingYaw: 0.7,
    floorY: 0,
    stature: 1.74,
    trackers: [{ role: 'hips', place: [1.2, 1, 2.1] }],
  });
  const place = Float64Array.of(1.2, 1, 2.1, 0, 0, 0, 1);
  composePoses(place, 0, found?.correction ?? place, 0, place, 0);
  expect([...place.subarray(0, 3)].map((value) => Number(value.toFixed(9)))).toEqual([1, 1, 2]);
  expect(found?.correction[6]).toBe(1);
  expect(alignTPose({ headWorld: [0, 1, 0], headingYaw: 0, floorY: 0, stature: 1.7, trackers: [] })).toBeNull();
});
