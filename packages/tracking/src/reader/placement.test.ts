import { createQuat, quat, vec3, yawOf } from '@leib/core';
import { expect, test } from 'vitest';
import { createJointFrame } from '../frame/jointFrame.js';
import { createPlacement, placeJoints, placementFor } from './placement.js';

test('placing is scaling, then turning, then moving', () => {
  const frame = createJointFrame();
  const rotation = quat.setAxisAngle(createQuat(), [0.6, 0, 0.8], 1.1);
  frame.jointPoses.set([0.3, 1.5, -0.2, ...rotation], 0);
  const placement = { scale: 0.9, yaw: 0.7, x: 2, y: 0.1, z: -1 };
  frame.rawPoses.set(frame.jointPoses);
  placeJoints(frame, placement);
  expect(frame.rawPoses).toEqual(frame.jointPoses);

  const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], 0.7);
  const expected = vec3.transformQuat(vec3.create(), [0.3 * 0.9, 1.5 * 0.9, -0.2 * 0.9], turn);
  vec3.add(expected, expected, [2, 0.1, -1]);
  for (let k = 0; k < 3; k++) expect(frame.jointPoses[k]).toBeCloseTo(expected[k], 6);
  const expectedRotation = quat.multiply(createQuat(), turn, rotation);
  for (let k = 0; k < 4; k++) expect(frame.jointPoses[3 + k]).toBeCloseTo(expectedRotation[k], 6);
});

test('the identity placement changes nothing', () => {
  const frame = createJointFrame();
  frame.jointPoses.set([0.3, 1.5, -0.2, 0, 0, 0, 1], 0);
  const before = frame.jointPoses.slice();
  placeJoints(frame, createPlacement());
  expect(frame.jointPoses).toEqual(before);
});

test('a person found anywhere stands on the origin, on the floor, facing as asked', () => {
  const frame = createJointFrame();
  const looking = quat.setAxisAngle(createQuat(), [0, 1, 0], 2.5);
  frame.jointPoses.set([4, 1.72, -3, ...looking], 0);
  const placement = placementFor(frame.jointPoses.slice(0, 3), yawOf(looking), 0.02, 0.95, Math.PI);
  placeJoints(frame, placement);
  expect(frame.jointPoses[0]).toBeCloseTo(0, 9);
  expect(frame.jointPoses[1]).toBeCloseTo(0.95 * (1.72 - 0.02), 9);
  expect(frame.jointPoses[2]).toBeCloseTo(0, 9);
  expect(Math.abs(yawOf(Array.from(frame.jointPoses.slice(3, 7)) as [number, number, number, number]))).toBeCloseTo(
    Math.PI,
    6,
  );
});
