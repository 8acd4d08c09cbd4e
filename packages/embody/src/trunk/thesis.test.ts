import { createQuat, createVec3, DEG, type HumanoidBone, jointOfBone, quat } from '@leib/core';
import { angleBetween } from '@leib/core/testing';
import { createJointFrame, type JointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { buildTestBody, setPoint } from '../testing.js';
import { createTrunkRun, stepTrunkRun, type TrunkRun } from './trunk.testing.js';
import { thesisTrunkSettings } from './trunkSettings.js';

const body = buildTestBody();
const UP = createVec3(0, 1, 0);
const STANDING = 1.53;

function headFrame(yaw: number, pitch: number, roll: number, height = STANDING): JointFrame {
  const frame = createJointFrame();
  const rotation = quat.setAxisAngle(createQuat(), UP, yaw);
  quat.rotateX(rotation, rotation, pitch);
  quat.rotateZ(rotation, rotation, roll);
  setPoint(frame, 'head', [0, height, 0, ...rotation]);
  return frame;
}

function settle(frame: JointFrame, frames = 1, run = createTrunkRun(body, thesisTrunkSettings)): TrunkRun {
  for (let i = 0; i < frames; i++) stepTrunkRun(run, frame, 1 / 90);
  return run;
}

/** Angle between a bone's rotation and the one that yaw, pitch and roll make. */
function off(run: TrunkRun, bone: HumanoidBone, yaw: number, pitch: number, roll: number): number {
  const joint = jointOfBone(body, bone);
  const wanted = quat.setAxisAngle(createQuat(), UP, yaw);
  quat.rotateX(wanted, wanted, pitch);
  quat.rotateZ(wanted, wanted, roll);
  return angleBetween(run.body.pose.worldRotations.slice(joint * 4, joint * 4 + 4), wanted);
}

test('within the dead zones only the neck goes along', () => {
  const run = settle(headFrame(0, 30 * DEG, -20 * DEG));
  for (const bone of ['hips', 'spine', 'chest', 'upperChest'] as const)
    expect(off(run, bone, 0, 0, 0)).toBeLessThan(1e-7);
  expect(off(run, 'neck', 0, 12 * DEG, -11 * DEG)).toBeLessThan(1e-7);
});

test('beyond them each joint takes its share of what exceeds', () => {
  const run = settle(headFrame(0, 55 * DEG, -45 * DEG));
  expect(off(run, 'hips', 0, 0, 0)).toBeLessThan(1e-7);
  expect(off(run, 'spine', 0, 2 * DEG, -5 * DEG)).toBeLessThan(1e-7);
  expect(off(run, 'chest', 0, 4 * DEG, -7 * DEG)).toBeLessThan(1e-7);
  expect(off(run, 'upperChest', 0, 6 * DEG, -9 * DEG)).toBeLessThan(1e-7);
  expect(off(run, 'neck', 0, 22 * DEG, -24.75 * DEG)).toBeLessThan(1e-7);
});

test('a lowered head bends the back by 100 degrees a metre, up to 90', () => {
  const run = settle(headFrame(0, 0, 0, STANDING - 0.2));
  expect(off(run, 'hips', 0, 6 * DEG, 0)).toBeLessThan(1e-7);
  expect(off(run, 'upperChest', 0, 16 * DEG, 0)).toBeLessThan(1e-7);
  expect(off(run, 'neck', 0, 3 * DEG, 0)).toBeLessThan(1e-7);
  // As low as the head may be, 0.73 m below, and looking down: 58.4 and 15 degrees are within, so more is asked for.
  const steep = createTrunkRun(body, { ...thesisTrunkSettings, bendPerMetre: 200 * DEG });
  settle(headFrame(0, 80 * DEG, 0, 0.8), 1, steep);
  expect(off(steep, 'upperChest', 0, 90 * DEG, 0)).toBeLessThan(1e-7);
});

test('the head is not taken higher or lower than 0.8 to 2.25 m, nor tilted beyond 85 degrees', () => {
  const head = jointOfBone(body, 'head');
  expect(settle(headFrame(0, 0, 0, 0.3)).body.pose.worldPositions[head * 3 + 1]).toBeCloseTo(0.8, 9);
  expect(settle(headFrame(0, 0, 0, 3)).body.pose.worldPositions[head * 3 + 1]).toBeCloseTo(2.25, 9);
  expect(off(settle(headFrame(0.4, 120 * DEG, 0)), 'head', 0.4, 85 * DEG, 0)).toBeLessThan(1e-7);
});

test('the body follows the head beyond 20 degrees, half of the way each 1/90 s', () => {
  const run = settle(headFrame(0, 0, 0));
  settle(headFrame(15 * DEG, 0, 0), 50, run);
  expect(run.body.heading.yaw).toBeCloseTo(0, 9);
  settle(headFrame(60 * DEG, 0, 0), 1, run);
  expect(run.body.heading.yaw).toBeCloseTo(20 * DEG, 9);
  settle(headFrame(60 * DEG, 0, 0), 1, run);
  expect(run.body.heading.yaw).toBeCloseTo(30 * DEG, 9);
  // The short way round.
  settle(headFrame(170 * DEG, 0, 0), 60, run);
  settle(headFrame(-170 * DEG, 0, 0), 60, run);
  expect(run.body.heading.yaw).toBeCloseTo(170 * DEG, 6);
});
