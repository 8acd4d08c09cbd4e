import { buildSkeleton } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import {
  createBodyLengths,
  LEAST_CHANGE,
  MOST_CHANGE,
  setLengthsGoal,
  shownLengths,
  stepBodyLengths,
} from './bodyLengths.js';
import { proportionsOfStature, segmentNames } from './bodyProportions.js';

/** Hips, head and a left leg: it has a trunk and an ankle's height, and pairs of nothing. */
const skeleton = buildSkeleton([
  { name: 'hips', offset: [0, 0.95, 0], bone: 'hips' },
  { name: 'head', parent: 'hips', offset: [0, 0.5, 0], bone: 'head' },
  { name: 'thigh', parent: 'hips', offset: [0.1, -0.05, 0], bone: 'leftUpperLeg' },
  { name: 'shank', parent: 'thigh', offset: [0, -0.4, 0], bone: 'leftLowerLeg' },
  { name: 'foot', parent: 'shank', offset: [0, -0.42, 0], bone: 'leftFoot' },
]);
const trunk = segmentNames.indexOf('trunk');

test.each(seeds(10))('lengths never jump, arrive exactly, and rest (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const lengths = createBodyLengths(skeleton, 0);
  setLengthsGoal(lengths, proportionsOfStature(1.4 + 0.7 * random()), 0.9 + 0.2 * random());
  let seconds = 0;
  let builtAt = lengths.built[trunk];
  const farthest = Math.max(
    ...lengths.goal.map((goal, i) => (Number.isNaN(goal) ? 0 : Math.abs(goal - lengths.own[i]))),
  );
  while (seconds < farthest / MOST_CHANGE + 0.2) {
    const dt = 0.005 + 0.02 * random();
    const before = lengths.shown[trunk];
    const isNew = stepBodyLengths(lengths, dt);
    seconds += dt;
    expect(Math.abs(lengths.shown[trunk] - before)).toBeLessThanOrEqual(MOST_CHANGE * dt + 1e-12);
    if (!isNew) continue;
    // A step of a millimetre, plus what one frame adds, is not visible.
    expect(Math.abs(lengths.built[trunk] - builtAt)).toBeLessThan(LEAST_CHANGE + MOST_CHANGE * 0.03);
    builtAt = lengths.built[trunk];
  }
  expect(lengths.built[trunk]).toBe(lengths.goal[trunk]);
  expect(shownLengths(lengths)).not.toBeNull();
  for (let i = 0; i < 50; i++) expect(stepBodyLengths(lengths, 0.02)).toBe(false);
});

test('what a body lacks is left out, and its own lengths come back', () => {
  const lengths = createBodyLengths(skeleton, 0);
  setLengthsGoal(lengths, proportionsOfStature(1.8), 1, true);
  expect(stepBodyLengths(lengths, 0)).toBe(true);
  expect(Object.keys(shownLengths(lengths) ?? {}).sort()).toEqual(['ankleHeight', 'trunk']);
  expect(shownLengths(lengths)?.trunk).toBeCloseTo(1.8 * 0.312, 12);
  setLengthsGoal(lengths, null, 1, true);
  expect(stepBodyLengths(lengths, 0)).toBe(true);
  expect(shownLengths(lengths)).toBeNull();
});
