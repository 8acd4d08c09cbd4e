import { type HumanoidBone, jointOfBone } from '@leib/core';
import {
  createDeviceFrame,
  createJointFrame,
  createJointReader,
  createTrackerOffsets,
  type DeviceFrame,
  devicesOfJoints,
  type JointFrame,
  POSE_SIZE,
  quality,
  readJoints,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody, type EmbodyModel } from '../embodyModel.js';
import { defaultEmbodySettings } from '../embodySettings.js';
import { createEmbodyState } from '../embodyState.js';
import { priorWeights, walking } from '../prior/proposal/guide.testing.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, standingFrame } from '../testing.js';

const hz = 60;
const byRules = buildEmbody(buildTestBody());
const withPrior = buildEmbody(byRules.skeleton, defaultEmbodySettings, priorWeights);
type Spoil = (devices: DeviceFrame, i: number) => void;
type Movement = (seconds: number, out: JointFrame) => void;

/** Somebody who stands, sways, and looks and reaches about. */
const swaying: Movement = (seconds, out) => {
  const { jointPoses, quality: qualities } = standingFrame();
  out.quality.set(qualities);
  out.jointPoses.set(jointPoses);
  for (let point = 0; point < 3; point++) {
    const at = point * POSE_SIZE;
    const size = [0.03, 0.12, 0.08][point];
    out.jointPoses[at] += size * Math.sin(1.3 * seconds + point);
    out.jointPoses[at + 1] += 0.2 * size * Math.sin(2.1 * seconds + 2 * point);
    out.jointPoses[at + 2] += size * Math.sin(0.9 * seconds - point);
  }
};

/** Every joint, frame after frame, of a movement whose frames from `start` to before `end` are spoiled. */
function play(model: EmbodyModel, movement: Movement, count: number, start = 0, end = 0, spoil: Spoil = () => {}) {
  const state = createEmbodyState(model);
  const reader = createJointReader(model.skeleton);
  const [devices, offsets, frame] = [createDeviceFrame(), createTrackerOffsets(), createJointFrame()];
  return Array.from({ length: count }, (_, i) => {
    movement(i / hz, frame);
    devicesOfJoints(frame, offsets, devices);
    if (i >= start && i < end) spoil(devices, i - start);
    stepEmbody(model, state, readJoints(reader, devices, offsets, 1 / hz), 1 / hz);
    return state.pose.worldPositions.slice();
  });
}

const move =
  (points: number, x: number, y: number, z: number): Spoil =>
  ({ devicePoses }) => {
    for (let at = 0; at < points * POSE_SIZE; at += POSE_SIZE) {
      devicePoses[at] += x;
      devicePoses[at + 1] += y;
      devicePoses[at + 2] += z;
    }
  };
const drift =
  (points: number, x: number, y: number, z: number): Spoil =>
  (devices, i) =>
    move(points, (x * i) / hz, (y * i) / hz, (z * i) / hz)(devices, i);
/** Nothing new but so many times a second. */
function slow(rate: number): Spoil {
  const last = new Float64Array(3 * POSE_SIZE);
  return ({ devicePoses }, i) => {
    if (i % (hz / rate) === 0) last.set(devicePoses.subarray(0, last.length));
    devicePoses.set(last);
  };
}
const dropOften: Spoil = ({ quality: qualities }, i) => {
  if (i % 2 === 0) qualities.fill(quality.lost);
};

interface Fault {
  readonly seconds: number;
  readonly spoil: () => Spoil;
  /** Most that a joint is off a second later, metres: while standing, by the rules; and walking, with the prior. */
  readonly standing: number;
  readonly walking: number;
}

const faults: Readonly<Record<string, Fault>> = {
  'a head 0.4 m aside for 1 s': { seconds: 1, spoil: () => move(1, 0.4, 0, 0.1), standing: 0.01, walking: 0.01 },
  'all points 0.3 m higher for 2.5 s': { seconds: 2.5, spoil: () => move(3, 0, 0.3, 0), standing: 0.01, walking: 0.05 },
  'a head that drifts by 10 cm/s for 3 s': {
    seconds: 3,
    spoil: () => drift(1, 0.06, 0, -0.08),
    standing: 0.01,
    walking: 0.05,
  },
  'all points that drift by 10 cm/s for 4 s': {
    seconds: 4,
    spoil: () => drift(3, 0.1, 0, 0),
    standing: 0.01,
    walking: 0.05,
  },
  '10 Hz for 3 s': { seconds: 3, spoil: () => slow(10), standing: 0.01, walking: 0.05 },
  '5 Hz for 4 s': { seconds: 4, spoil: () => slow(5), standing: 0.05, walking: 0.1 },
  'every other frame lost for 3 s': { seconds: 3, spoil: () => dropOften, standing: 0.01, walking: 0.05 },
};
const names = Object.keys(faults);
const start = 3 * hz;

describe.each([
  ['standing', byRules, swaying],
  ['walking', withPrior, walking()],
] as const)('%s', (does, model, movement) => {
  const clean = play(model, movement, start + 5 * hz);
  test.each(names)('a second after %s the body is as without it', (name) => {
    const { seconds, spoil, [does]: most } = faults[name];
    const end = start + seconds * hz;
    const got = play(model, movement, end + hz, start, end, spoil());
    const last = end + hz - 1;
    const gap = Math.max(...got[last].map((value, i) => Math.abs(value - clean[last][i])));
    expect(gap).toBeLessThan(most);
  });
});

test.each(names.filter((name) => /drift|higher/.test(name)))(
  'after %s nothing jumps when the body goes back: from a quarter of a second on, hips go 5 cm a frame at most, feet as fast as in a walk',
  (name) => {
    const { seconds, spoil } = faults[name];
    const end = start + seconds * hz;
    const got = play(byRules, swaying, end + hz, start, end, spoil());
    const farthest = (bones: readonly HumanoidBone[]) => {
      let most = 0;
      for (let i = end + hz / 4; i < end + hz; i++)
        for (const at of bones.map((bone) => 3 * jointOfBone(byRules.skeleton, bone)))
          most = Math.max(most, Math.hypot(...[at, at + 1, at + 2].map((k) => got[i][k] - got[i - 1][k])));
      return most;
    };
    expect(farthest(['hips'])).toBeLessThan(0.05);
    expect(farthest(['leftFoot', 'rightFoot'])).toBeLessThan(0.07);
  },
);
