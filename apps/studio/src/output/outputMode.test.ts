import { afterEach, expect, test, vi } from 'vitest';
import { usePage } from '../ui/pageStore.js';
import { enterOutput, followOutputAddress, isOutputAddress, outputAddress } from './outputMode.js';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['#/mirror', '#/mirror?output'],
  ['', '#/?output'],
  ['#/embody?s=abc', '#/embody?output&s=abc'],
  ['#/embody?output&s=abc', '#/embody?output&s=abc'],
])('%s has a clean picture at %s, and back', (hash, clean) => {
  expect(outputAddress(hash, true)).toBe(clean);
  expect(isOutputAddress(clean)).toBe(true);
  expect(isOutputAddress(outputAddress(clean, false))).toBe(false);
});

test('other parameters stay', () => {
  expect(outputAddress('#/embody?output&s=abc', false)).toBe('#/embody?s=abc');
});

test('entered and left, the address follows; Escape leaves it and does nothing else', () => {
  const location = { hash: '#/embody' };
  const go = (_: unknown, __: string, hash: string) => {
    location.hash = hash;
  };
  const page = new EventTarget();
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', { pushState: go, replaceState: go });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const toggleAttribute = vi.fn();
  vi.stubGlobal('document', { documentElement: { toggleAttribute } });
  followOutputAddress();
  const others = vi.fn();
  page.addEventListener('keydown', others);
  const press = (key: string) => page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key }));
  press('Escape');
  expect(others).toHaveBeenCalledOnce();
  enterOutput();
  expect([location.hash, usePage.getState().isOutput]).toEqual(['#/embody?output', true]);
  press('x');
  expect(usePage.getState().isOutput).toBe(true);
  press('Escape');
  expect([location.hash, usePage.getState().isOutput]).toEqual(['#/embody', false]);
  expect(others).toHaveBeenCalledTimes(2);
  expect(toggleAttribute).toHaveBeenLastCalledWith('data-output', false);
});
