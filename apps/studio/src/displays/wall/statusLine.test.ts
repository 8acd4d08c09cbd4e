import { expect, test } from 'vitest';
import { HeadLine } from './statusLine.js';

test('a wall says when its head is lost for longer than a moment, until it is back', () => {
  const line = new HeadLine();
  expect(line.step('head', true, 10)).toBeNull();
  expect(line.step('head', false, 10.1)).toBeNull();
  expect(line.step('head', false, 11)).toBeNull();
  expect(line.step('head', false, 11.2)).toBe('The head "head" is not tracked: drawn for its last place.');
  expect(line.step('head', true, 11.3)).toBeNull();
  expect(line.step('head', false, 11.4)).toBeNull();
});

test('a wall says that the simulation has no such head, at once', () => {
  expect(new HeadLine().step('head2', null, 0)).toBe(
    'The simulation has no head "head2"; drawn for a viewer in the middle.',
  );
});
