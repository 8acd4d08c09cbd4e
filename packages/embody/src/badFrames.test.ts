import { seededRandom } from '@leib/core/testing';
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
  trackedPoints,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody, type EmbodyModel } from './embodyModel.js';
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
  /** Spoils a good frame. `kept` stays from frame to frame. */
  readonly spoil: (devices: DeviceFrame, random: () => number, kept: number[]) => void;
  readonly dtSeconds?: number;
  /** How many seeds are tried. */
  readonly seeds?: number;
}

const put = (point: keyof typeof pointNumber, x: number, y: number, z: number) => (devices: DeviceFrame) => {
  devices.quality[pointNumber[point]] = quality.tracked;
  devices.devicePoses.set([x, y, z], pointNumber[point] * POSE_SIZE);
};
const keep = () => {};
const anything = [Number.NaN, Number.POSITIVE_INFINITY, -1e300, 1e160, 1e20, -300, 20, 0, 1e-300];
const legPoints = ['hips', 'leftKnee', 'leftFoot', 'rightFoot'] as const;

const badFrames: Readonly<Record<string, BadFrame>> = {
  'a foot 20 m away': { spoil: put('leftFoot', 20, 0, 3) },
  'a foot at 1e160': { spoil: put('rightFoot', 1e160, 0, -1e160) },
  'a foot beside the body': { spoil: put('rightFoot', -0.4, 0.1, 0.3) },
  'hips under the floor': { spoil: put('hips', 0, -5, 0) },
  'a head at 1e155': { spoil: put('head', 1e155, 1e155, 0) },
  'a head 50 m away': { spoil: put('head', 50, 30, 9) },
  'a head two steps away': { spoil: put('head', 1.2, 1.5, 0.9) },
  'a head half a step away': { spoil: put('head', 0.3, 1.5, 0.2) },
  'a head near the floor': { spoil: put('head', 0, 0.3, 0) },
  'a head that looks back': { spoil: (devices) => devices.devicePoses.set([0, 1, 0, 0], 3) },
  'a head that trembles by half a metre': {
    spoil(devices, random) {
      for (let k = 0; k < 3; k++) devices.devicePoses[k] += 0.5 * (random() - 0.5);
    },
    seeds: 2,
  },
  'a hand at infinity': { spoil: put('leftHand', Number.POSITIVE_INFINITY, 0, 0) },
  'hands that are everywhere': {
    spoil(devices, random) {
      for (let k = POSE_SIZE; k < 3 * POSE_SIZE; k++)
        if (k % POSE_SIZE < 3) devices.devicePoses[k] += 3 * (random() - 0.5);
    },
    seeds: 2,
  },
  'nothing tracked': { spoil: (devices) => devices.quality.fill(quality.lost) },
  'time that is no number': { spoil: keep, dtSeconds: Number.NaN },
  'time without end': { spoil: keep, dtSeconds: Number.POSITIVE_INFINITY },
  'no time at all': { spoil: keep, dtSeconds: 1e-300 },
  'time that goes back': { spoil: keep, dtSeconds: -1 },
  'legs that appear somewhere': {
    spoil(devices, random, kept) {
      legPoints.forEach((point, i) => {
        for (let k = 0; k < 3; k++) kept[i * 3 + k] ??= random() - 0.5;
        put(point, kept[i * 3], 0.5 + kept[i * 3 + 1], kept[i * 3 + 2])(devices);
        devices.devicePoses[pointNumber[point] * POSE_SIZE + 6] = 1;
      });
    },
    seeds: 2,
  },
  'all points anywhere in the room': {
    spoil(devices, random) {
      devices.quality.fill(quality.tracked);
      for (let at = 0; at < trackedPoints.length * POSE_SIZE; at += POSE_SIZE) {
        const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
        const length = Math.hypot(...turn);
        const place = [4 * random() - 2, 2 * random(), 4 * random() - 2];
        devices.devicePoses.set([...place, ...turn.map((value) => value / length)], at);
      }
    },
    seeds: 2,
  },
  'any numbers anywhere': {
    spoil(devices, random) {
      for (let i = 0; i < devices.devicePoses.length; i++) {
        if (random() < 0.3) devices.devicePoses[i] = anything[Math.floor(random() * anything.length)];
      }
      for (let point = 0; point < trackedPoints.length; point++) devices.quality[point] = Math.floor(random() * 3);
    },
    seeds: 4,
  },
};

interface Good {
  readonly model: EmbodyModel;
  /** The joints at a time. */
  at(seconds: number): JointFrame;
}

const hz = 60;
/** Good frames before the bad ones. */
const BEFORE = 120;

/** Two seconds of good frames, 30 bad ones where there are any, and another second of good ones: where the joints are then. */
function run({ model, at }: Good, bad: BadFrame | null, seed: number): Float64Array {
  const state = createEmbodyState(model);
  const reader = createJointReader(skeleton);
  const devices = createDeviceFrame();
  const random = seededRandom(seed);
  const kept: number[] = [];
  for (let frame = 0; frame < BEFORE + 30 + hz; frame++) {
    devicesOfJoints(at(frame / hz), offsets, devices);
    const isBad = bad !== null && frame >= BEFORE && frame < BEFORE + 30;
    if (isBad) bad.spoil(devices, random, kept);
    const dtSeconds = isBad ? (bad.dtSeconds ?? 1 / hz) : 1 / hz;
    stepEmbody(model, state, readJoints(reader, devices, offsets, dtSeconds), dtSeconds);
  }
  return state.pose.worldPositions;
}

/** A person who walks for a second and a half and stops, one foot ahead. */
function stopped(seconds: number): JointFrame {
  const frame = standingFrame();
  const walked = Math.min(seconds, 1.5);
  for (let point = 0; point < 3; point++) {
    const swing = [0, 0.15, -0.15][point] * Math.sin(6 * walked) * (walked < 1.5 ? 1 : 0);
    frame.jointPoses[point * POSE_SIZE + 2] += 0.9 * walked + swing;
  }
  return frame;
}

const withPrior = buildEmbody(skeleton, defaultEmbodySettings, prior);
const byRules = buildEmbody(skeleton, defaultEmbodySettings);

describe.each<[string, Good]>([
  ['head and hands', { model: withPrior, at: () => standing(false) }],
  ['hips and feet, too', { model: withPrior, at: () => standing(true) }],
  ['after some steps', { model: withPrior, at: stopped }],
  ['after some steps, by the rules', { model: byRules, at: stopped }],
])('%s', (_, good) => {
  const expected = run(good, null, 0);
  test.each(Object.keys(badFrames))('a second after 30 frames of %s the body is as without them', (name) => {
    for (let seed = 0; seed < (badFrames[name].seeds ?? 1); seed++) {
      const got = run(good, badFrames[name], seed);
      const gap = Math.max(...got.map((value, i) => Math.abs(value - expected[i])));
      expect(gap, `seed ${seed}`).toBeLessThan(0.05);
    }
  });
});
