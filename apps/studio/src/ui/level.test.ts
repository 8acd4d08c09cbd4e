import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('panels are simple at first, and the level that was chosen is there on the next visit', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  const visit = async () => {
    vi.resetModules();
    const { setLevel } = await import('./level.js');
    const { usePage } = await import('./pageStore.js');
    return { setLevel, level: () => usePage.getState().level };
  };
  const first = await visit();
  expect(first.level()).toBe('simple');
  first.setLevel('expert');
  expect((await visit()).level()).toBe('expert');
});
