import { DEG, vec3 } from '@leib/core';
import { bytesPerCall, seeds } from '@leib/core/testing';
import { POSE_SIZE } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import {
  type CentreFinderSettings,
  type CentreFinderState,
  createCentreFinder,
  defaultCentreFinderSettings,
  resetCentreFinder,
  stepCentreFinder,
} from './centreFinder.js';
import { coarseNoise, fineNoise, type SimulatedMotion, simulateJoint } from './jointCentre.testing.js';

/** One pose of many, 7 numbers. */
const poseAt = (poses: Float64Array, at: number) => poses.subarray(at, at + POSE_SIZE);

const base = { range: 60 * DEG, ...fineNoise };

/** Plays a movement after so many frames of rest; returns the frame at which the finder was done, or -1. */
function play(
  state: CentreFinderState,
  { samples, others }: SimulatedMotion,
  hz = 60,
  restFrames = 120,
  settings: CentreFinderSettings = defaultCentreFinderSettings,
): number {
  for (let frame = -restFrames; frame < samples.count; frame++) {
    const at = Math.max(0, frame) * POSE_SIZE;
    stepCentreFinder(settings, state, poseAt(samples.poses, at), others && poseAt(others.poses, at), 1 / hz);
    if (frame < -1) expect(state.phase).toBe('waiting');
    if (state.phase === 'done') return frame;
  }
  return -1;
}

describe('by itself', () => {
  test.each(seeds(10))('starts with the movement, shows progress, ends, and is right (seed %i)', (seed) => {
    for (const hasSecond of [false, true]) {
      const motion = simulateJoint({ ...base, seed, hasSecond, frameCount: 900 });
      const state = createCentreFinder();
      const doneAt = play(state, motion);
      expect(doneAt).toBeGreaterThan(3 * 60);
      expect(doneAt).toBeLessThan(12 * 60);
      expect(state.progress).toBe(1);
      expect(state.result?.kind).toBe('ball');
      expect(state.result && vec3.distance(state.result.centreLocal, motion.centreLocal)).toBeLessThan(0.5e-3);
      expect(state.result?.confidence).toBeGreaterThan(0.8);
    }
  });

  test('takes the same movement at 60 and at 120 Hz for the same', () => {
    const found = [60, 120].map((hz) => {
      const motion = simulateJoint({ ...base, seed: 4, hz, frameCount: 15 * hz });
      const state = createCentreFinder();
      const seconds = play(state, motion, hz, 2 * hz) / hz;
      return { seconds, result: state.result };
    });
    expect(Math.abs(found[0].seconds - found[1].seconds)).toBeLessThan(0.3);
    expect(found[1].result?.confidence).toBeCloseTo(found[0].result?.confidence ?? 0, 1);
  });

  test('a hinge that is expected needs one axis, one that is not goes on to the end and says what is missing', () => {
    const motion = simulateJoint({ ...base, seed: 2, isHinge: true, hasSecond: true, frameCount: 30 * 60 });
    const knee = createCentreFinder();
    const kneeAt = play(knee, motion, 60, 0, { ...defaultCentreFinderSettings, kind: 'hinge' });
    expect(kneeAt).toBeLessThan(8 * 60);
    expect(knee.result?.kind).toBe('hinge');
    const wrist = createCentreFinder();
    expect(play(wrist, motion, 60, 0)).toBeGreaterThan(20 * 60);
    expect(wrist.result?.advice).toMatch(/one axis only/);
  });

  test('a twitch is forgotten, and the movement after it is found', () => {
    const motion = simulateJoint({ ...base, seed: 5, frameCount: 900 });
    const state = createCentreFinder();
    const step = (frame: number) =>
      stepCentreFinder(
        defaultCentreFinderSettings,
        state,
        poseAt(motion.samples.poses, frame * POSE_SIZE),
        null,
        1 / 60,
      );
    for (let frame = 0; frame < 40; frame++) step(frame);
    expect(state.phase).toBe('turning');
    for (let i = 0; i < 240; i++) step(39);
    expect(state.phase).toBe('waiting');
    expect(state.samples.count).toBe(0);
    expect(play(state, motion, 60, 0)).toBeGreaterThan(0);
  });

  test('a tracker that only trembles never starts', () => {
    const { samples } = simulateJoint({ ...coarseNoise, seed: 6, range: 0, frameCount: 600 });
    const state = createCentreFinder();
    for (let frame = 0; frame < 600; frame++) {
      stepCentreFinder(defaultCentreFinderSettings, state, poseAt(samples.poses, frame * POSE_SIZE), null, 1 / 60);
    }
    expect(state.phase).toBe('waiting');
  });
});

test('can be repeated: after a reset the same movement gives the same bits', () => {
  const motion = simulateJoint({ ...base, seed: 7, frameCount: 900 });
  const state = createCentreFinder();
  play(state, motion);
  const first = state.result;
  resetCentreFinder(state);
  play(state, motion);
  expect(state.result).toEqual(first);
});

test('NaN and rotations that are none are left out', () => {
  const motion = simulateJoint({ ...base, seed: 8, frameCount: 900 });
  motion.samples.poses.fill(Number.NaN, 200 * POSE_SIZE, 230 * POSE_SIZE);
  motion.samples.poses.fill(0, 300 * POSE_SIZE, 310 * POSE_SIZE);
  const state = createCentreFinder();
  play(state, motion);
  expect(state.result && vec3.distance(state.result.centreLocal, motion.centreLocal)).toBeLessThan(1e-3);
});

test('a frame allocates less than 2 kB', () => {
  const { samples } = simulateJoint({ ...base, seed: 9, frameCount: 100 });
  const state = createCentreFinder();
  const endless = { ...defaultCentreFinderSettings, mostSeconds: 1e9, enoughSpread: 1e3 };
  let frame = 0;
  const step = () => {
    frame = (frame + 1) % 100;
    stepCentreFinder(endless, state, poseAt(samples.poses, frame * POSE_SIZE), null, 1 / 60);
  };
  expect(bytesPerCall(step, 2000, 2048)).toBeLessThan(2048);
});
