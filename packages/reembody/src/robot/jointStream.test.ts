import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createJointStream, isStale, jointStreamHeader, jointStreamMessage, stepJointStream } from './jointStream.js';

const joints = [
  { joint: 'left_elbow', low: 0, high: 2.5 },
  { joint: 'neck_yaw', low: -1, high: 1 },
];
const options = { maxSpeed: 2, maxAcceleration: 20, staleSeconds: 0.3 };
const DT = 1 / 60;
const open = () => createJointStream('H1', joints, options);

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'whatever is wished, angles, speeds and their change stay within limits (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const stream = open();
    stepJointStream(stream, [1, 0], DT);
    let wild: number[] | null | 'stop' = null;
    for (let step = 0; step < 2000; step++) {
      const dt = random() < 0.05 ? random() * 0.1 : DT;
      if (random() < 0.1) wild = [(random() - 0.5) * 12, random() < 0.1 ? Number.NaN : (random() - 0.5) * 4];
      if (random() < 0.02) wild = random() < 0.5 ? null : 'stop';
      const [before, speedBefore] = [stream.positions.slice(), stream.velocities.slice()];
      stepJointStream(stream, wild, dt);
      for (const [i, { low, high }] of joints.entries()) {
        expect(stream.positions[i]).toBeGreaterThanOrEqual(low);
        expect(stream.positions[i]).toBeLessThanOrEqual(high);
        const speed = (stream.positions[i] - before[i]) / dt;
        expect(Math.abs(speed)).toBeLessThanOrEqual(2 + 1e-9);
        expect(stream.velocities[i]).toBeCloseTo(speed, 6);
        // At a joint's limit, too.
        expect(Math.abs(speed - speedBefore[i])).toBeLessThanOrEqual(20 * dt + 1e-6);
      }
    }
  },
);

test('a target that stands is reached without going beyond it', () => {
  const stream = open();
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
  const stream = open();
  for (let step = 0; step < 30; step++) stepJointStream(stream, [step * 0.05, 0], DT);
  for (let step = 0; step < 18 + 12; step++) stepJointStream(stream, null, DT);
  expect(isStale(stream)).toBe(true);
  const held = stream.positions[0];
  expect(stream.velocities[0]).toBe(0);
  for (let step = 0; step < 60; step++) stepJointStream(stream, null, DT);
  expect(stream.positions[0]).toBe(held);
  const message = JSON.parse(jointStreamMessage(stream));
  expect(message).toMatchObject({ sequence: 119, state: 'stopped', velocities: { left_elbow: 0, neck_yaw: 0 } });
  stepJointStream(stream, [0, 1], DT);
  expect(Math.abs(stream.positions[0] - held)).toBeLessThan(20 * DT * DT + 1e-9);
  expect(JSON.parse(jointStreamMessage(stream)).state).toBe('moving');
});

test('nothing is asked of a robot before the first angles, and its first message names joints and limits', () => {
  const stream = open();
  stepJointStream(stream, null, DT);
  expect(stream.sequence).toBe(-1);
  expect(JSON.parse(jointStreamHeader(stream))).toEqual({
    format: 'leib-robot-joints/1',
    robot: 'H1',
    joints,
    ...options,
  });
});
