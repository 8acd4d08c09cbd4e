import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { personSkeleton } from '../person.testing.js';
import { bodyGroups } from '../settings/bodyGroups.js';
import { buildLatencyLine, createLatencyState, setGroupDelays, setLatency, stepLatencyLine } from './latencyLine.js';

const skeleton = personSkeleton();
const line = buildLatencyLine(skeleton);
const joint = (bone: Parameters<typeof jointOfBone>[1]) => jointOfBone(skeleton, bone) * 4;

/** Every joint turns about x at one radian per second, and the hips walk at 1 m/s. */
function poseAt(timeSeconds: number) {
  const pose = createPose(skeleton);
  for (let i = 0; i < skeleton.jointCount; i++) {
    pose.localRotations[i * 4] = Math.sin(timeSeconds / 2);
    pose.localRotations[i * 4 + 3] = Math.cos(timeSeconds / 2);
  }
  pose.rootPosition[2] = timeSeconds;
  updateWorldPose(skeleton, pose);
  return pose;
}
const angleOf = (rotations: Float64Array, at: number) => 2 * Math.atan2(rotations[at], rotations[at + 3]);

describe.each([60, 90, 144])('at %i frames a second', (hz) => {
  test.each([0, 0.125, 0.35, 1])('%d s of delay are that, hips excepted', (delay) => {
    const state = createLatencyState(line);
    setLatency(state, delay);
    for (let frame = 0; frame < 1.5 * hz; frame++) stepLatencyLine(line, state, poseAt(frame / hz), 1 / hz);
    const now = (Math.ceil(1.5 * hz) - 1) / hz;
    expect(angleOf(state.targetPose.localRotations, joint('leftLowerArm'))).toBeCloseTo(now - delay, 4);
    expect(angleOf(state.targetPose.localRotations, joint('hips'))).toBeCloseTo(now, 9);
    expect(state.targetPose.rootPosition[2]).toBeCloseTo(now, 9);
    expect(state.effectiveSeconds[bodyGroups.indexOf('leftArm')]).toBeCloseTo(delay, 9);
    expect(state.effectiveSeconds[bodyGroups.indexOf('hips')]).toBe(0);
  });
});

test('each group has its own delay, fingers that of their group', () => {
  const state = createLatencyState(line, { leftArm: 0.2, leftFingers: 0.4 });
  for (let frame = 0; frame < 90; frame++) stepLatencyLine(line, state, poseAt(frame / 90), 1 / 90);
  const now = 89 / 90;
  expect(angleOf(state.targetPose.localRotations, joint('leftUpperArm'))).toBeCloseTo(now - 0.2, 4);
  expect(angleOf(state.targetPose.localRotations, joint('leftIndexDistal'))).toBeCloseTo(now - 0.4, 4);
  expect(angleOf(state.targetPose.localRotations, joint('rightUpperArm'))).toBeCloseTo(now, 9);
});

test('at the start there is nothing older, and the effective delay is shorter', () => {
  const state = createLatencyState(line);
  setLatency(state, 0.5);
  const delays: number[] = [];
  for (let frame = 0; frame < 60; frame++) {
    stepLatencyLine(line, state, poseAt(frame / 90), 1 / 90);
    delays.push(state.effectiveSeconds[bodyGroups.indexOf('torso')]);
  }
  expect(delays[0]).toBe(0);
  for (let frame = 1; frame < 45; frame++) expect(delays[frame]).toBeCloseTo(frame / 90, 9);
  expect(delays[59]).toBeCloseTo(0.5, 9);
});

test('more than a second is a second, and the hips may be delayed too', () => {
  const state = createLatencyState(line);
  setLatency(state, 7, true);
  for (let frame = 0; frame < 200; frame++) stepLatencyLine(line, state, poseAt(frame / 90), 1 / 90);
  expect(state.targetPose.rootPosition[2]).toBeCloseTo(199 / 90 - 1, 6);
});

test('bones of a group of the user’s own have its delay, those of a group without one their body group’s', () => {
  const groups = {
    'writing hand': { bones: ['leftLowerArm', 'leftHand'], delaySeconds: 0.3 },
    'the rest': { bones: ['rightLowerArm'], delaySeconds: null },
  } as const;
  const own = buildLatencyLine(skeleton, groups);
  const state = createLatencyState(own);
  setLatency(state, 0.1);
  setGroupDelays(state, { latency: { rightArm: 0.2 }, groups });
  for (let frame = 0; frame < 90; frame++) stepLatencyLine(own, state, poseAt(frame / 90), 1 / 90);
  const delayOf = (bone: Parameters<typeof joint>[0]) =>
    89 / 90 - angleOf(state.targetPose.localRotations, joint(bone));
  expect(delayOf('leftLowerArm')).toBeCloseTo(0.3, 4);
  expect(delayOf('leftUpperArm')).toBeCloseTo(0.1, 4);
  expect(delayOf('rightLowerArm')).toBeCloseTo(0.2, 4);
  expect(state.effectiveSeconds[bodyGroups.length]).toBeCloseTo(0.3, 9);
});
