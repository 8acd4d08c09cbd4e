import { expect, test } from 'vitest';
import { keepFit, readFit } from './keptFit.js';

test('height and head of a participant are there after a reload; the next one begins without', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  expect(readFit(storage, 'ada')).toEqual({ stature: null, head: [0, 0] });
  keepFit(storage, 'ada', { head: [0.04, -0.02] });
  keepFit(storage, 'ada', { stature: 1.81 });
  expect(readFit(storage, 'ada')).toEqual({ stature: 1.81, head: [0.04, -0.02] });
  expect(readFit(storage, 'bob')).toEqual({ stature: null, head: [0, 0] });
  keepFit(storage, 'bob', { stature: 1.6 });
  expect(readFit(storage, 'bob')).toEqual({ stature: 1.6, head: [0, 0] });
});
