import { defaultLooks } from '@leib/body';
import { afterEach, expect, test, vi } from 'vitest';
import { rememberBody, rememberedBody } from './wornBody.js';

afterEach(() => vi.unstubAllGlobals());

function storeOf(text: string | null) {
  let kept = text;
  vi.stubGlobal('localStorage', {
    getItem: () => kept,
    setItem: (_key: string, value: string) => {
      kept = value;
    },
  });
}

test('what is worn is there on the next visit, until the default is chosen again', () => {
  storeOf(null);
  expect(rememberedBody()).toBeNull();
  const body = { name: 'Ann', sex: 'female', betas: [0.5, -1], looks: { ...defaultLooks, skin: 'brown' } } as const;
  rememberBody(body);
  expect(rememberedBody()).toEqual(body);
  rememberBody(null);
  expect(rememberedBody()).toBeNull();
});

test('a body kept before bodies had looks gets the default ones', () => {
  storeOf('{"name":"Ann","sex":"female","betas":[1]}');
  expect(rememberedBody()).toEqual({ name: 'Ann', sex: 'female', betas: [1], looks: defaultLooks });
});

test.each([
  '{',
  '{}',
  'null',
  '{"name":"A","sex":"x","betas":[]}',
  '{"name":"A","sex":"male","betas":[null]}',
  '{"name":"A","sex":"male","betas":[1],"looks":{"skin":"green"}}',
])('%s from another version of the page is ignored', (text) => {
  storeOf(text);
  expect(rememberedBody()).toBeNull();
});
