import {
  createDeviceFrame,
  createJointReader,
  createTrackerOffsets,
  type DeviceFrame,
  devicesOfJoints,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  quality,
  readJoints,
  setJoint,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from './embodyModel.js';
import { defaultEmbodySettings } from './embodySettings.js';
import { createEmbodyState } from './embodyState.js';
import { loadPrior } from './prior/network/loadPrior.js';
import { readPriorBytes } from './prior/network/priorTesting.js';
import { stepEmbody } from './stepEmbody.js';
import { buildTestBody, standingFrame } from './testing.js';

const skeleton = buildTestBody();
const prior = loadPrior(await readPriorBytes());
const offsets = createTrackerOffsets();

/** Head and hands of a person who stands, or their hips and feet, too. */
function standing(hasLegs: boolean): JointFrame {
  const frame = standingFrame();
  if (!hasLegs) return frame;
  setJoint(frame, 'hips', [0, 0.93, 0, 0, 0, 0, 1]);
  setJoint(frame, 'leftFoot', [0.1, 0.08, -0.02, 0, 0, 0, 1]);
  setJoint(frame, 'rightFoot', [-0.1, 0.08, -0.02, 0, 0, 0, 1]);
  return frame;
}

interface BadFrame {
  /** Spoils a good frame. */
  readonly spoil: (devices: DeviceFrame) => void;
  readonly dtSeconds?: number;
}

const put = (point: keyof typeof pointNumber, x: number, y: number, z: number) => (devices: DeviceFrame) => {
  devices.quality[pointNumber[point]] = quality.tracked;
  devices.devicePoses.set([x, y, z], pointNumber[point] * POSE_SIZE);
};
const keep = () => {};

const badFrames: Readonly<Record<string, BadFrame>> = {
  'a foot 20 m away': { spoil: put('leftFoot', 20, 0, 3) },
  'a foot at 1e160': { spoil: put('rightFoot', 1e160, 0, -1e160) },
  'hips under the floor': { spoil: put('hips', 0, -5, 0) },
  'a head at 1e155': { spoil: put('head', 1e155, 1e155, 0) },
  'a hand at infinity': { spoil: put('leftHand', Number.POSITIVE_INFINITY, 0, 0) },
  'time that is no number': { spoil: keep, dtSeconds: Number.NaN },
  'time without end': { spoil: keep, dtSeconds: Number.POSITIVE_INFINITY },
  'no time at all': { spoil: keep, dtSeconds: 1e-300 },
  'time that goes back': { spoil: keep, dtSeconds: -1 },
};

/** A second of good frames, 30 bad ones where there are any, and another second of good ones: where the joints are then. */
function run(good: JointFrame, bad: BadFrame | null): Float64Array {
  const model = buildEmbody(skeleton, defaultEmbodySettings, prior);
  const state = createEmbodyState(model);
  const reader = createJointReader(skeleton);
  const [devices, spoilt] = [createDeviceFrame(), createDeviceFrame()];
  devicesOfJoints(good, offsets, devices);
  const step = (frame: DeviceFrame, dtSeconds: number) =>
    stepEmbody(model, state, readJoints(reader, frame, offsets, dtSeconds), dtSeconds);
  for (let frame = 0; frame < 90; frame++) step(devices, 1 / 90);
  for (let frame = 0; bad !== null && frame < 30; frame++) {
    devicesOfJoints(good, offsets, spoilt);
    bad.spoil(spoilt);
    step(spoilt, bad.dtSeconds ?? 1 / 90);
  }
  for (let frame = 0; frame < 90; frame++) step(devices, 1 / 90);
  return state.pose.worldPositions;
}

describe.each([
  ['head and hands', false],
  ['hips and feet, too', true],
])('%s', (_, hasLegs) => {
  const good = standing(hasLegs);
  const expected = run(good, null);
  test.each(Object.keys(badFrames))('a second after 30 frames of %s the body is as without them', (name) => {
    const got = run(good, badFrames[name]);
    expect(Math.max(...got.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(0.05);
  });
});
