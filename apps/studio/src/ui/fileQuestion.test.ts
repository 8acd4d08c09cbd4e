import { expect, test } from 'vitest';
import { askForFile } from './fileQuestion.js';
import { usePage } from './pageStore.js';

const asked = () => usePage.getState().fileQuestion;

test('the only candidate is taken without asking', async () => {
  expect(await askForFile('Which?', ['a.vrm'])).toBe('a.vrm');
  expect(await askForFile('Which?', [])).toBe(null);
  expect(asked()).toBe(null);
});

test('of several the answer is taken; another question closes the one before', async () => {
  const first = askForFile('Which?', ['a.vrm', 'b.vrm']);
  const second = askForFile('Which?', ['c.vrm', 'd.vrm']);
  expect(await first).toBe(null);
  expect(asked()?.candidates).toEqual(['c.vrm', 'd.vrm']);
  asked()?.answer('d.vrm');
  expect(await second).toBe('d.vrm');
  expect(asked()).toBe(null);
});
