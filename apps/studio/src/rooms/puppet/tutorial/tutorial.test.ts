import { expect, test } from 'vitest';
import { type Progress, tutorialSteps } from './tutorial.js';

const before: Progress = { openedPuppet: 'frog', mostBent: 0, connections: 5, parts: 9, takes: 0 };

/** What a visitor does, in the order of the steps, and what changes by it. */
const actions: readonly (readonly [string, Partial<Progress>])[] = [
  ['Choose a puppet', { openedPuppet: 'teddy', connections: 6, parts: 12 }],
  ['Move a finger', { mostBent: 0.9 }],
  ['Connect a finger', { connections: 6 }],
  ['Place a bone', { parts: 10 }],
  ['Record a take', { takes: 1 }],
];

test('every step is recognised by its own action and by no other', () => {
  const done = actions.map(([, change]) => tutorialSteps.map(({ isDone }) => isDone(before, { ...before, ...change })));
  expect(tutorialSteps.map(({ title }) => title)).toEqual(actions.map(([title]) => title));
  expect(done).toEqual(actions.map((_, action) => tutorialSteps.map((_step, step) => step === action)));
});

test('steps that ask for more than there was look at what was there when they began', () => {
  for (const { isDone } of [tutorialSteps[2], tutorialSteps[3], tutorialSteps[4]]) {
    expect(isDone({ ...before, takes: 3 }, { ...before, takes: 3 })).toBe(false);
  }
});
