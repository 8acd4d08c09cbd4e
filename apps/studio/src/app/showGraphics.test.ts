import { beforeEach, expect, test } from 'vitest';
import { notify, usePage } from '../ui/pageStore.js';
import { showGraphics } from './showGraphics.js';

beforeEach(() => usePage.setState({ notices: [] }));

const notices = () => usePage.getState().notices;

test('a graphics card that is taken away is said with a way out, and no longer when it is back', () => {
  notify('info', 'other');
  showGraphics('lost');
  expect(notices().map(({ kind, action }) => [kind, action?.label])).toEqual([
    ['info', undefined],
    ['error', 'Reload'],
  ]);
  showGraphics('back');
  expect(notices().map(({ text }) => text)).toEqual(['other']);
});

test('a notice that is said again stands once, as the last one; at most four stand at a time', () => {
  for (const text of ['a', 'b', 'a']) notify('info', text);
  expect(notices().map(({ text }) => text)).toEqual(['b', 'a']);
  for (const text of ['c', 'd', 'e', 'f']) notify('info', text);
  expect(notices().map(({ text }) => text)).toEqual(['c', 'd', 'e', 'f']);
});
