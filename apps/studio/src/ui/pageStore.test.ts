import { afterEach, expect, test, vi } from 'vitest';
import { askForFile, usePage } from './pageStore.js';

afterEach(() => vi.unstubAllGlobals());

test('panels are simple at first, and the level that was chosen is there on the next visit', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  const visit = async () => {
    vi.resetModules();
    const { setLevel } = await import('./pageStore.js');
    const { usePage } = await import('./pageStore.js');
    return { setLevel, level: () => usePage.getState().level };
  };
  const first = await visit();
  expect(first.level()).toBe('simple');
  first.setLevel('expert');
  expect((await visit()).level()).toBe('expert');
});

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
