import { createQuat, quat } from '@leib/core';
import { randomPoint, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { createDeviceFrame, createTrackerOffsets, jointOfDevice, POSE_SIZE, pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';

import {
  offsetFromTPose,
  offsetWithCentre,
  pelvisPlaceInJoint,
  usualPlaceInJoint,
  wornSideOf,
} from './offsetsFromTPose.js';

test.each(seeds(30))('a tracker with any offset gives its joint back, in any later pose (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const yaw = (random() - 0.5) * 6;
  const strapped = { place: randomPoint(random, 0.1), turn: randomQuat(random) };
  const trackerOf = (jointPlace: ArrayLike<number>, jointTurn: ReturnType<typeof createQuat>) => {
    const t = quat.multiply(createQuat(), jointTurn, strapped.turn);
    const moved = [0, 0, 0];
    const turned = rotate(jointTurn, strapped.place);
    for (let k = 0; k < 3; k++) moved[k] = jointPlace[k] + turned[k];
    return [...moved, ...t];
  };
  const upright = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  // The joint in tracker space, as a calibration would find it.
  const back = quat.conjugate(createQuat(), strapped.turn);
  const centreLocal = rotate(
    back,
    Array.from(strapped.place, (value) => -value),
  );
  const inTPose = trackerOf([0.3, 1.1, -0.2], upright);
  const offset = offsetFromTPose(inTPose, yaw, { centreLocal });
  const again = offsetWithCentre(offsetFromTPose(inTPose, yaw, { placeInJoint: [9, 9, 9] }), centreLocal);
  again.forEach((value, k) => {
    expect(value).toBeCloseTo(offset[k], 12);
  });
  const devices = createDeviceFrame();
  const found = new Float64Array(POSE_SIZE);
  const joint = { place: randomPoint(random, 1), turn: randomQuat(random) };
  devices.devicePoses.set(trackerOf(joint.place, joint.turn), pointNumber.leftKnee * POSE_SIZE);
  jointOfDevice(
    found,
    0,
    devices.devicePoses,
    createTrackerOffsets({ leftKnee: offset }),
    pointNumber.leftKnee * POSE_SIZE,
  );
  for (let k = 0; k < 3; k++) expect(found[k]).toBeCloseTo(joint.place[k], 9);
  const sign = found[6] * joint.turn[3] < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) expect(sign * found[3 + k]).toBeCloseTo(joint.turn[k], 9);
});

function rotate(q: ArrayLike<number>, v: ArrayLike<number>): number[] {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const [tx, ty, tz] = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

test('usual places mirror, grow with stature, and may be behind', () => {
  const [left, right] = [usualPlaceInJoint('leftHand', 1.7), usualPlaceInJoint('rightHand', 1.7)];
  expect(right).toEqual([-left[0], left[1], left[2]]);
  expect(usualPlaceInJoint('hips', 1.7, 'behind')[2]).toBe(-usualPlaceInJoint('hips', 1.7)[2]);
  expect(usualPlaceInJoint('hips', 1.7, 'right')[0]).toBeLessThan(-usualPlaceInJoint('hips', 1.7)[2]);
  expect(usualPlaceInJoint('leftKnee', 2.04)[2]).toBeCloseTo(1.2 * usualPlaceInJoint('leftKnee', 1.7)[2], 9);
});

test('a pelvis tracker sits as far out as the joint lies deep, and its own thickness', () => {
  expect(pelvisPlaceInJoint(0.1, 'front', 0.03)).toEqual([0, 0, 0.13]);
  expect(pelvisPlaceInJoint(0.1, 'behind', 0)[2]).toBe(-0.1);
  expect(pelvisPlaceInJoint(0.15, 'left', 0)[0]).toBe(0.15);
});

test('the side that a tracker is worn on is told by the heading', () => {
  for (const yaw of [0, 1, 2.5, -2]) {
    const at = (left: number, ahead: number) => [
      left * Math.cos(yaw) + ahead * Math.sin(yaw),
      1,
      -left * Math.sin(yaw) + ahead * Math.cos(yaw),
    ];
    expect(wornSideOf(at(0, 0.1), [0, 1.6, 0], yaw)).toBe('front');
    expect(wornSideOf(at(0.03, -0.1), [0, 1.6, 0], yaw)).toBe('behind');
    expect(wornSideOf(at(0.17, -0.02), [0, 1.6, 0], yaw)).toBe('left');
    expect(wornSideOf(at(-0.17, 0.03), [0, 1.6, 0], yaw)).toBe('right');
    // The head is a little ahead of the hips, the tracker not quite in the middle.
    expect(wornSideOf(at(0.05, -0.04), [0, 1.6, 0], yaw)).toBe('behind');
  }
});
