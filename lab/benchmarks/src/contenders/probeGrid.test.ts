import { createPoseSamples, findJointCentre } from '@leib/calibration';
import { DEG, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import {
  coarseNoise,
  type SimulatedJoint,
  simulateJoint,
} from '../../../../packages/calibration/dist/jointCentre/jointCentre.testing.js';
import {
  createProbeGridState,
  defaultProbeGridSettings,
  type ProbeGridSettings,
  readProbeGrid,
  searchProbeGrid,
  stepProbeGrid,
  thesisProbeGridSettings,
} from './probeGrid.js';

const hz = 60;
const noNoise = { placeNoise: 0, turnNoise: 0 };
const base = { frameCount: 300, range: 45 * DEG, hz, ...noNoise };
const times = Float64Array.from({ length: 600 }, (_, i) => i / hz);

function search(settings: ProbeGridSettings, joint: SimulatedJoint): number {
  const { samples, centreLocal } = simulateJoint(joint);
  const found = searchProbeGrid(settings, samples, times);
  return found === null ? Number.POSITIVE_INFINITY : vec3.distance(found.centreLocal, centreLocal);
}

/** Half the diagonal of a cell of one centimetre: as good as a grid can be. */
const cell = 8.66e-3;

describe('without noise', () => {
  test.each(seeds(3))('ties averaged, the joint is within half a cell’s diagonal (seed %i)', (seed) => {
    expect(search(defaultProbeGridSettings, { ...base, seed })).toBeLessThan(cell);
    expect(search(defaultProbeGridSettings, { ...base, seed, isShuffled: true })).toBeLessThan(cell);
  });

  test('the thesis’s first of the tied probes lies centimetres aside', () => {
    const errors = seeds(5).map((seed) => search(thesisProbeGridSettings, { ...base, seed }));
    expect(Math.min(...errors)).toBeGreaterThan(cell);
    expect(errors.sort((a, b) => a - b)[2]).toBeGreaterThan(0.02);
  });
});

test('with noise the closed form is at least ten times nearer', () => {
  const grid = seeds(3).map((seed) => search(defaultProbeGridSettings, { ...base, ...coarseNoise, seed }));
  const closed = seeds(3).map((seed) => {
    const { samples, centreLocal } = simulateJoint({ ...base, ...coarseNoise, seed });
    const found = findJointCentre(samples);
    return found === null ? Number.POSITIVE_INFINITY : vec3.distance(found.centreLocal, centreLocal);
  });
  const median = (values: number[]) => values.sort((a, b) => a - b)[1];
  expect(median(grid)).toBeGreaterThan(10 * median(closed));
  expect(median(grid)).toBeLessThan(0.02);
});

test('an offset looks elsewhere, and a joint at the edge is said to be there', () => {
  const plain = { ...defaultProbeGridSettings, adaptRounds: 0 };
  const { samples, centreLocal } = simulateJoint({ ...base, seed: 3, distance: 0.22 });
  const blind = searchProbeGrid(plain, samples, times);
  expect(blind?.isAtEdge).toBe(true);
  const offset = [0, 1, 2].map((k) => Math.round(centreLocal[k] * 20) / 20) as [number, number, number];
  const found = searchProbeGrid({ ...plain, offset }, samples, times);
  expect(found?.isAtEdge).toBe(false);
  expect(found && vec3.distance(found.centreLocal, centreLocal)).toBeLessThan(cell);
});

test.each(seeds(3))('slow movements and far joints are found by laying the grid again (seed %i)', (seed) => {
  // Recorded at 120 Hz and looked at as if it were 60: half as fast.
  const slow = { ...base, seed, hz: 120 };
  expect(search(defaultProbeGridSettings, slow)).toBeLessThan(cell);
  expect(search(defaultProbeGridSettings, { ...base, seed, distance: 0.25 })).toBeLessThan(cell);
});

test('nothing is captured before the farthest probe has travelled, nor from a tracker at rest', () => {
  const state = createProbeGridState(defaultProbeGridSettings);
  const still = createPoseSamples(1);
  still.poses.set([0, 1, 0, 0, 0, 0, 1]);
  for (let frame = 0; frame < 300; frame++)
    stepProbeGrid(defaultProbeGridSettings, state, still.poses, 0, times[frame]);
  expect(state.isCapturing).toBe(false);
  expect(readProbeGrid(defaultProbeGridSettings, state)).toBeNull();
});

test('samples are every second frame, and at least 20 ms apart', () => {
  const count = (rate: number) => {
    const state = createProbeGridState(defaultProbeGridSettings);
    const { samples } = simulateJoint({ ...base, seed: 1, frameCount: 40, hz: rate });
    let taken = 0;
    for (let frame = 0; frame < 40; frame++) {
      if (stepProbeGrid(defaultProbeGridSettings, state, samples.poses, frame * 7, frame / rate)) taken++;
    }
    return taken;
  };
  expect([count(60), count(90), count(120), count(240)]).toEqual([20, 20, 10, 7]);
});
