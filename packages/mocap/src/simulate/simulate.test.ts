import { createPose, createQuat, createVec3, jointOfBone, updateWorldPose, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { createDTrackFrame, parseDTrack } from '@leib/feeds';
import { POSE_SIZE, quality, readRotation } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createBodyFrame, createBodyWarnings, mocapBodyNames } from '../bodies/bodyFrame.js';
import { defaultBodyMap } from '../bodies/bodyMap.js';
import { readDTrackBodies } from '../bodies/feedBodies.js';
import { readRecordedBodies } from '../bodies/recordedBodies.js';
import { encodeDTrackBodies, simulateBodies } from './simulateBodies.js';
import { testMotion } from './testMotion.testing.js';

const exact = { positionNoise: 0, rotationNoise: 0, lostShare: 0 };

test.each(seeds(5))('without noise a body and its offsets give the joints of its segment (seed %i)', (seed) => {
  const { recording, offsets, motion } = simulateBodies(testMotion(seed, 30), exact, seed);
  const { skeleton } = motion;
  const pose = createPose(skeleton);
  const frame = createBodyFrame();
  for (const index of [0, 29]) {
    readRecordedBodies(recording, index, frame);
    pose.rootPosition.set(motion.rootPositions.subarray(index * 3, index * 3 + 3));
    pose.localRotations.set(
      motion.localRotations.subarray(index * skeleton.jointCount * 4).slice(0, skeleton.jointCount * 4),
    );
    updateWorldPose(skeleton, pose);
    for (const body of offsets.bodies) {
      const at = frame.names.indexOf(body.name) * POSE_SIZE;
      for (const { bone, positionLocal } of body.joints) {
        // Hips and neck move against the back: their offsets hold in the T-pose only.
        if (body.name === 'back') continue;
        const world = vec3.transformQuat(
          createVec3(),
          positionLocal as [number, number, number],
          readRotation(createQuat(), frame.poses, at),
        );
        const joint = jointOfBone(skeleton, bone) * 3;
        for (let k = 0; k < 3; k++)
          expect(world[k] + frame.poses[at + k]).toBeCloseTo(pose.worldPositions[joint + k], 9);
      }
    }
  }
});

test('noise and loss are as asked for, and the same seed gives the same bits', () => {
  const motion = testMotion(1, 6000);
  const clean = simulateBodies(motion, exact, 7).recording;
  const noisy = simulateBodies(motion, { ...exact, positionNoise: 0.002 }, 7).recording;
  const { quality: seen, poses } = simulateBodies(motion, { lostShare: 0.1 }, 7).recording;
  let [sumSq, count, lost] = [0, 0, 0];
  for (let at = 0; at < noisy.quality.length; at++) {
    if (clean.quality[at] === quality.lost) continue;
    lost += seen[at] === quality.lost ? 1 : 0;
    for (let k = 0; k < 3; k++) sumSq += (noisy.poses[at * POSE_SIZE + k] - clean.poses[at * POSE_SIZE + k]) ** 2;
    count++;
  }
  expect(Math.sqrt(sumSq / count / 3)).toBeCloseTo(0.002, 4);
  expect(lost / count).toBeGreaterThan(0.06);
  expect(lost / count).toBeLessThan(0.14);
  expect(simulateBodies(motion, { lostShare: 0.1 }, 7).recording.poses).toEqual(poses);
});

test("exchanged bodies have each other's poses for as long as asked", () => {
  const motion = testMotion(1, 60);
  const swaps = [{ bodies: ['leftHand', 'rightHand'], fromSeconds: 0.1, toSeconds: 0.3 }] as const;
  const plain = createBodyFrame();
  const exchanged = createBodyFrame();
  const [left, right] = ['leftHand', 'rightHand'].map((name) => plain.names.indexOf(name) * POSE_SIZE);
  for (const [index, isSwapped] of [
    [11, false],
    [12, true],
    [35, true],
    [36, false],
  ] as const) {
    readRecordedBodies(simulateBodies(motion, exact, 2).recording, index, plain);
    readRecordedBodies(simulateBodies(motion, { ...exact, swaps }, 2).recording, index, exchanged);
    expect(exchanged.poses[left]).toBe(plain.poses[isSwapped ? right : left]);
  }
});

test('DTrack packets of bodies are read back, lost ones as lost', () => {
  const { recording } = simulateBodies(testMotion(3, 4), exact, 3);
  const [sent, got] = [createBodyFrame(), createBodyFrame()];
  readRecordedBodies(recording, 2, sent);
  sent.quality[4] = quality.lost;
  const packet = createDTrackFrame();
  expect(parseDTrack(encodeDTrackBodies(defaultBodyMap, sent, 2), packet)).toBe(true);
  readDTrackBodies(defaultBodyMap, packet, 'y', got, createBodyWarnings());
  expect(got.quality).toEqual(sent.quality);
  mocapBodyNames.forEach((_, body) => {
    if (body === 4) return;
    for (let k = 0; k < 3; k++) expect(got.poses[body * 7 + k]).toBeCloseTo(sent.poses[body * 7 + k], 5);
    const dot = [3, 4, 5, 6].reduce((sum, k) => sum + got.poses[body * 7 + k] * sent.poses[body * 7 + k], 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 6);
  });
});
