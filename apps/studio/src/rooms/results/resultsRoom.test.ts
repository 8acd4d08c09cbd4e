import { expect, test } from 'vitest';
import { refuseStore } from './resultsRoom.js';

test('a dropped store is refused with what opens it; other files are not this room’s', () => {
  const said: string[] = [];
  expect(refuseStore({ name: 'study.sqlite' }, (text) => said.push(text))).toBe(true);
  expect(said).toEqual([expect.stringContaining('leib serve --studies study.sqlite')]);
  expect(refuseStore({ name: 'clip.bvh' }, (text) => said.push(text))).toBe(false);
  expect(said).toHaveLength(1);
});
