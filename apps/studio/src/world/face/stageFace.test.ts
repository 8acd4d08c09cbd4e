import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { createFaceValues, type FaceValues } from '@leib/three';
import { eyesInHead } from '@leib/tracking';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { StageBody } from '../stageBody.js';
import { type FaceSurroundings, type GazeName, StageFace } from './stageFace.js';

const alone: FaceSurroundings = { isLiving: true, mirror: null, heads: [], holds: { left: false, right: false } };

/** Ten seconds of a standing body whose left hand swings before the chest or rests there: what is looked at, and shown. */
function watch(around: FaceSurroundings, isSwinging: boolean, face = new StageFace()) {
  const shown: FaceValues[] = [];
  const avatar = {
    skeleton: defaultSkeleton,
    face: { show: (values: FaceValues) => shown.push({ ...createFaceValues(), ...values }) },
  };
  const body = {
    avatar,
    headJoint: jointOfBone(defaultSkeleton, 'head'),
    eyesInHead: new Vector3(...eyesInHead(defaultSkeleton)),
  } as unknown as StageBody;
  const pose = createPose(defaultSkeleton);
  updateWorldPose(defaultSkeleton, pose);
  const hand = jointOfBone(defaultSkeleton, 'leftHand') * 3;
  const seconds: Record<GazeName, number> = { 'left hand': 0, 'right hand': 0, mirror: 0, other: 0, ahead: 0 };
  for (let frame = 0; frame < 600; frame++) {
    const swing = isSwinging ? 0.15 * Math.sin(frame / 10) : 0;
    pose.worldPositions.set([0.1 + swing, 1.45, 0.6], hand);
    face.step(body, pose, around, 1 / 60);
    seconds[face.gaze] += 1 / 60;
  }
  return { seconds, shown };
}

test('the eyes go to the hand that moves or holds something', () => {
  expect(watch(alone, true).seconds['left hand']).toBeGreaterThan(3);
  expect(watch(alone, false).seconds['left hand']).toBeLessThan(1);
  expect(watch({ ...alone, holds: { left: true, right: false } }, false).seconds['left hand']).toBeGreaterThan(3);
});

test('they go to the mirror where one hangs, and to another head', () => {
  const mirror = { width: 1.6, height: 2, distance: 1.6, yaw: 0 };
  expect(watch({ ...alone, mirror }, false).seconds.mirror).toBeGreaterThan(3);
  expect(watch(alone, false).seconds.mirror).toBe(0);
  expect(watch({ ...alone, heads: [[0.3, 1.55, 1.5]] }, false).seconds.other).toBeGreaterThan(3);
});

test('the avatar shows lids, eyes and a mouth that opens with the voice; at rest nothing of it', () => {
  const face = new StageFace();
  let frame = 0;
  face.voices.add({ loudness: () => (frame++ % 120 < 60 ? 0.2 : 0.001) });
  const { shown } = watch(alone, true, face);
  const most = (read: (values: FaceValues) => number) => Math.max(...shown.map(read));
  expect(most(({ closedLeft }) => closedLeft)).toBeGreaterThan(0.9);
  expect(most(({ leftYaw }) => Math.abs(leftYaw))).toBeGreaterThan(0.1);
  expect(most(({ aa, oh }) => aa + oh)).toBeGreaterThan(0.5);
  const still = watch({ ...alone, isLiving: false }, true, face).shown;
  expect(Math.max(...still.map(({ closedLeft, leftYaw, aa }) => closedLeft + Math.abs(leftYaw) + aa))).toBe(0);
});
