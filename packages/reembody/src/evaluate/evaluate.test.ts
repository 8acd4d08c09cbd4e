import { createPose, humanoidBones, type Motion, type Skeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { personSkeleton } from '../person.testing.js';
import { readDriveName } from '../settings/driveName.js';
import { editJoints } from '../settings/editJoints.js';
import { defaultRemoteBodySettings } from '../settings/remoteBodySettings.js';
import { applyTuning, tuneRemoteBody } from '../tuning/tuneRemoteBody.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { bodyWith, dance, skeleton } from '../world/world.testing.js';
import { compareTuning } from './compareGains.js';
import { evaluateGains } from './evaluateGains.js';
import { measureStepResponses } from './stepResponse.js';
import { stressBody } from './stressBody.js';
import { trackMotion } from './trackMotion.js';

const mujoco = await loadMujoco();
const hz = 60;

function danceOf(skeleton: Skeleton): Motion {
  const poses = Array.from({ length: 2 * hz }, (_, i) => dance(i / hz, skeleton));
  return {
    name: 'dance',
    skeleton,
    hz,
    frameCount: poses.length,
    rootPositions: Float64Array.from(poses.flatMap(({ rootPosition }) => [...rootPosition])),
    localRotations: Float64Array.from(poses.flatMap(({ localRotations }) => [...localRotations])),
  };
}

const motion = danceOf(skeleton);
/** Trunk and arms: where every axis is stepped, the legs would only take time. */
const upperBody = personSkeleton(humanoidBones.filter((bone) => /Leg|Foot|Toes/.test(bone)));
const upperMotion = danceOf(upperBody);
const trunk = personSkeleton(humanoidBones.filter((bone) => /^(left|right)/.test(bone)));

test('tracking tells the error of every joint, and what the projection took apart from it', () => {
  const world = new RemoteWorld(mujoco, [bodyWith()]);
  let nowMs = 0;
  const report = trackMotion(world, 0, motion, { hz: 90, nowMs: () => (nowMs += 0.05) });
  world.dispose();
  expect(report.resets + report.nan + report.teleports).toBe(0);
  expect(report.frames).toBe(179);
  expect(report.meanErrorDeg).toBeGreaterThan(0);
  expect(report.meanErrorDeg).toBeLessThan(2);
  expect(report.rmsErrorDeg).toBeGreaterThanOrEqual(report.meanErrorDeg);
  expect(report.maxErrorDeg).toBeGreaterThanOrEqual(report.rmsErrorDeg);
  expect(report.usPerFrame).toBeCloseTo(50, 6);
  expect(Object.keys(report.perJoint)).toHaveLength(19);
  expect(report.projectionLossDeg).toBeLessThan(0.01);
});

test('a target beyond the limits counts as loss of the projection, not as error of the body', () => {
  const pose = createPose(skeleton);
  pose.localRotations.set([Math.sin(0.6), 0, 0, Math.cos(0.6)], skeleton.names.indexOf('leftToes') * 4);
  const rest: Motion = {
    ...motion,
    frameCount: 60,
    rootPositions: Float64Array.from({ length: 180 }, (_, i) => pose.rootPosition[i % 3]),
    localRotations: Float64Array.from(
      { length: 60 * pose.localRotations.length },
      (_, i) => pose.localRotations[i % pose.localRotations.length],
    ),
  };
  const world = new RemoteWorld(mujoco, [bodyWith()]);
  const { perJoint } = trackMotion(world, 0, rest);
  world.dispose();
  const limit = (defaultRemoteBodySettings.joints.leftToes?.x.high ?? 0) * (180 / Math.PI);
  expect(perJoint.leftToes?.projectionLossDeg).toBeCloseTo((1.2 * 180) / Math.PI - limit, 3);
  expect(perJoint.leftToes?.meanDeg).toBeLessThan(0.1);
});

test('tuning lowers the error of slack gains and quickens the answer to a step', () => {
  const slack = { ...defaultRemoteBodySettings, control: { ...defaultRemoteBodySettings.control, naturalHz: 2 } };
  const tuning = tuneRemoteBody(mujoco, buildRemoteBody(upperBody, slack));
  const { before, after, stepsBefore, stepsAfter } = compareTuning(mujoco, upperMotion, slack, tuning);
  expect(after.meanErrorDeg).toBeLessThan(0.5 * before.meanErrorDeg);
  const mean = (steps: typeof stepsAfter) =>
    steps.reduce((sum, { responseSeconds }) => sum + (responseSeconds ?? 1.5), 0) / steps.length;
  expect(mean(stepsAfter)).toBeLessThan(mean(stepsBefore));
});

test('critically damped gains do not overshoot', () => {
  for (const step of measureStepResponses(mujoco, bodyWith({ naturalHz: 8 }))) {
    const { name, overshoot, settlingSeconds, responseSeconds } = step;
    expect({ name, isCalm: overshoot < 0.12 && settlingSeconds !== null }).toEqual({ name, isCalm: true });
    // What stays within 5 % of the step has got to 90 % of it before.
    expect(settlingSeconds).toBeGreaterThanOrEqual(responseSeconds ?? Number.POSITIVE_INFINITY);
  }
});

test('evaluated, every joint has its errors on the clip and its worst axis’s answer to a step', () => {
  const control = { ...defaultRemoteBodySettings.control, naturalHz: 5 };
  const body = buildRemoteBody(upperBody, { ...defaultRemoteBodySettings, control });
  const shares: number[] = [];
  const evaluation = evaluateGains(mujoco, body, upperMotion, (share) => shares.push(share));
  expect(evaluation.joints.map(({ bone }) => bone)).toEqual(body.drives.map(({ bone }) => bone));
  const alone = measureStepResponses(mujoco, body);
  for (const { bone, overshoot, settlingSeconds, meanDeg } of evaluation.joints) {
    const own = alone.filter(({ name }) => readDriveName(name)?.bone === bone);
    expect(overshoot).toBe(Math.max(...own.map((step) => step.overshoot)));
    expect(settlingSeconds).toBe(Math.max(...own.map((step) => step.settlingSeconds ?? Number.NaN)));
    expect(meanDeg).toBe(evaluation.track.perJoint[bone]?.meanDeg);
  }
  expect(evaluation.errorSeries.length).toBeGreaterThan(20);
  expect(Math.max(...evaluation.errorSeries)).toBeGreaterThan(evaluation.track.meanErrorDeg);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBeGreaterThan(0.9);
});

test('a narrow joint is stepped within its room', () => {
  const narrow = editJoints(defaultRemoteBodySettings, ['head'], ['x'], (axis) => ({
    ...axis,
    low: -0.03,
    high: 0.06,
  }));
  const step = measureStepResponses(mujoco, buildRemoteBody(trunk, narrow)).find(({ name }) => name === 'HeadX');
  expect(step?.settlingSeconds).toBeLessThan(1);
});

test('a joint that does not settle is reported as such, whatever its other axes do', () => {
  const weak = editJoints(defaultRemoteBodySettings, ['leftHand'], ['z'], (axis) => ({ ...axis, kp: 0.001, kd: 0 }));
  const { joints } = evaluateGains(mujoco, buildRemoteBody(upperBody, weak), upperMotion);
  expect(joints.find(({ bone }) => bone === 'leftHand')).toMatchObject({
    settlingSeconds: null,
    responseSeconds: null,
  });
  expect(joints.find(({ bone }) => bone === 'rightHand')?.settlingSeconds).toBeGreaterThan(0);
});

test('a round of stress leaves the body whole, and the hands on the boxes', () => {
  const tuned = applyTuning(
    defaultRemoteBodySettings,
    tuneRemoteBody(mujoco, buildRemoteBody(skeleton, defaultRemoteBodySettings)),
  );
  const run = (seed: number) => stressBody(mujoco, buildRemoteBody(skeleton, tuned), { seconds: 12, seed, hz: 90 });
  const report = run(1);
  expect(report.resets + report.nan).toBe(0);
  expect(report.maxSeparationMm).toBeLessThan(1e-6);
  expect(report.recoveryDeg).toBeLessThan(0.5);
  expect(report.restPenetrationMm).toBeLessThan(5);
  expect(report.pressForceN).toBeGreaterThan(20);
  expect(report.teleports).toBeGreaterThan(3);
  expect(run(1)).toEqual(report);
});
