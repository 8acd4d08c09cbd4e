import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import {
  createJointStream,
  isStale,
  jointStreamHeader,
  jointStreamMessage,
  parseJointStreamOptions,
  stepJointStream,
} from './jointStream.js';

const joints = [
  { joint: 'left_elbow', low: 0, high: 2.5 },
  { joint: 'neck_yaw', low: -1, high: 1 },
];
const options = { maxSpeed: 2, maxAcceleration: 20, staleSeconds: 0.3 };
const DT = 1 / 60;

test('whatever is asked, angles stay within the limits, and speed and its change within theirs', () => {
  const random = seededRandom(4);
  const stream = createJointStream(joints, options);
  stepJointStream(stream, [1, 0], DT);
  let before = [...stream.positions];
  let speedBefore = [0, 0];
  for (let step = 0; step < 600; step++) {
    const wild = [(random() - 0.5) * 12, random() < 0.01 ? Number.NaN : (random() - 0.5) * 4];
    stepJointStream(stream, random() < 0.2 ? null : wild, DT);
    for (const [i, { low, high }] of joints.entries()) {
      expect(stream.positions[i]).toBeGreaterThanOrEqual(low);
      expect(stream.positions[i]).toBeLessThanOrEqual(high);
      const speed = (stream.positions[i] - before[i]) / DT;
      expect(Math.abs(speed)).toBeLessThanOrEqual(2 + 1e-9);
      expect(stream.velocities[i]).toBeCloseTo(speed, 9);
      // A limit may stop it at once.
      const isAtLimit = stream.positions[i] === low || stream.positions[i] === high;
      if (!isAtLimit) expect(Math.abs(speed - speedBefore[i])).toBeLessThanOrEqual(20 * DT + 1e-9);
      speedBefore[i] = speed;
    }
    before = [...stream.positions];
    speedBefore = [...stream.velocities];
  }
});

test('a target that stands is reached without going beyond it', () => {
  const stream = createJointStream(joints, options);
  stepJointStream(stream, [0, 0], DT);
  let most = 0;
  for (let step = 0; step < 180; step++) {
    stepJointStream(stream, [1.5, 0], DT);
    most = Math.max(most, stream.positions[0]);
  }
  expect(stream.positions[0]).toBeCloseTo(1.5, 3);
  expect(most).toBeLessThan(1.505);
});

test('a source that falls silent stops the robot: it brakes, holds, says so, and goes on gently when it is back', () => {
  const stream = createJointStream(joints, options);
  for (let step = 0; step < 30; step++) stepJointStream(stream, [step * 0.05, 0], DT);
  expect(JSON.parse(jointStreamMessage(stream)).state).toBe('moving');
  for (let step = 0; step < 18 + 12; step++) stepJointStream(stream, null, DT);
  expect(isStale(stream)).toBe(true);
  const held = stream.positions[0];
  expect(stream.velocities[0]).toBe(0);
  for (let step = 0; step < 60; step++) stepJointStream(stream, null, DT);
  expect(stream.positions[0]).toBe(held);
  const message = JSON.parse(jointStreamMessage(stream));
  expect(message).toMatchObject({ sequence: 1, state: 'stopped', velocities: { left_elbow: 0, neck_yaw: 0 } });
  stepJointStream(stream, [0, 1], DT);
  expect(Math.abs(stream.positions[0] - held)).toBeLessThan(20 * DT * DT + 1e-9);
  expect(JSON.parse(jointStreamMessage(stream)).state).toBe('moving');
});

test('nothing is asked of a robot before the first angles, and its first message names joints and limits', () => {
  const stream = createJointStream(joints, options);
  stepJointStream(stream, null, DT);
  expect(stream.hasStarted).toBe(false);
  expect(JSON.parse(jointStreamHeader(stream, 'H1'))).toEqual({
    format: 'leib-robot-joints/1',
    robot: 'H1',
    joints,
    ...options,
  });
});

test('options from outside are checked', () => {
  expect(parseJointStreamOptions(options)).toEqual(options);
  expect(() => parseJointStreamOptions({ ...options, maxSpeed: 0 })).toThrow('maxSpeed: expected a number from');
  expect(() => parseJointStreamOptions({ ...options, speed: 1 })).toThrow('speed');
});
