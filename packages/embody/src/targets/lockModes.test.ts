import { jointOfBone, type Vec3, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import type { JointFrame } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings } from '../embodySettings.js';
import { createEmbodyState } from '../embodyState.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, createTestReader, setPoint, standingFrame } from '../testing.js';
import { type LockMode, lockModes, trunkReach } from './lockModes.js';
import { defaultTargetsSettings } from './targetsState.js';

const skeleton = buildTestBody();
const reach = trunkReach(skeleton);
const [hips, head] = [jointOfBone(skeleton, 'hips'), jointOfBone(skeleton, 'head')];

/** Head at its standing height, hips so far below it, and a little aside. */
function stretchedFrame(distance: number, aside = 0.05): JointFrame {
  const frame = standingFrame();
  const down = Math.sqrt(distance * distance - aside * aside);
  setPoint(frame, 'hips', [aside, 1.525 - down, 0, 0, 0, 0, 1]);
  return frame;
}

/** Where head and hips end after a second of a frame. */
function solve(lockMode: LockMode, frame: JointFrame) {
  const targets = { ...defaultTargetsSettings, lockMode };
  const model = buildEmbody(skeleton, { ...defaultEmbodySettings, targets });
  const state = createEmbodyState(model);
  for (let i = 0; i < 60; i++) stepEmbody(model, state, frame, 1 / 60);
  const at = (joint: number) =>
    [...state.body.pose.worldPositions.subarray(joint * 3, joint * 3 + 3)] as unknown as Vec3;
  const placeOf = (point: 0 | 3) => [...frame.jointPoses.subarray(point * 7, point * 7 + 3)] as unknown as Vec3;
  return {
    headOff: vec3.distance(at(head), placeOf(0)),
    hipsOff: vec3.distance(at(hips), placeOf(3)),
    apart: vec3.distance(at(head), at(hips)),
  };
}

describe('trackers farther apart than the body is long', () => {
  const beyond = 0.08;
  const frame = stretchedFrame(reach + beyond);

  test('head locked: the head is exact, the hips give way', () => {
    const { headOff, hipsOff } = solve('head', frame);
    expect(headOff).toBeLessThan(1e-6);
    expect(hipsOff).toBeGreaterThan(0.9 * beyond);
  });

  test('hips locked: the hips are exact, the head gives way', () => {
    const { headOff, hipsOff } = solve('hips', frame);
    expect(hipsOff).toBeLessThan(2e-3);
    expect(headOff).toBeCloseTo(beyond, 2);
  });

  test('both: each gives way by half', () => {
    const { headOff, hipsOff } = solve('both', frame);
    expect(headOff).toBeCloseTo(beyond / 2, 2);
    expect(hipsOff).toBeCloseTo(beyond / 2, 2);
  });

  test('no mode stretches a bone', () => {
    for (const mode of lockModes) expect(solve(mode, frame).apart).toBeLessThan(reach * 1.001);
  });
});

test.each(seeds(8))('trackers within reach are both exact in every mode: the spine bends (case %i)', (seed) => {
  const frame = stretchedFrame(reach - 0.01 * seed, 0.01 * seed);
  for (const mode of lockModes) {
    const { headOff, hipsOff } = solve(mode, frame);
    expect(headOff).toBeLessThan(1e-6);
    expect(hipsOff).toBeLessThan(2e-3);
  }
});

test('a hips tracker that is lost lets go of the head without a jump', () => {
  const model = buildEmbody(skeleton, {
    ...defaultEmbodySettings,
    targets: { ...defaultTargetsSettings, lockMode: 'hips' },
  });
  const state = createEmbodyState(model);
  const read = createTestReader(skeleton);
  const frame = stretchedFrame(reach + 0.08);
  const at = () => [...state.body.pose.worldPositions.subarray(head * 3, head * 3 + 3)] as unknown as Vec3;
  for (let i = 0; i < 60; i++) stepEmbody(model, state, read(frame, 1 / 60), 1 / 60);
  frame.quality[3] = 0;
  let before = at();
  for (let i = 0; i < 120; i++) {
    stepEmbody(model, state, read(frame, 1 / 60), 1 / 60);
    expect(vec3.distance(at(), before)).toBeLessThan(0.012);
    before = at();
  }
  expect(vec3.distance(before, [0, 1.525, 0])).toBeLessThan(1e-6);
});

test('a mode that is none is refused', () => {
  const targets = { ...defaultTargetsSettings, lockMode: 'knees' as LockMode };
  expect(() => buildEmbody(skeleton, { ...defaultEmbodySettings, targets })).toThrow(
    /targets\.lockMode: expected one of head.*got "knees"/,
  );
});
