import { describe, expect, test } from 'vitest';
import { averageBody, checkBody, checkOthers, firstBody, givenOf, MOST_OTHERS } from './bodySpec.js';

test('a take counts its own measures only', () => {
  const body = { ...averageBody('female', '4'), measures: { stature: 1.7, waist: 0.8 } };
  expect(givenOf(body)).toEqual({ stature: 1.7 });
  expect(givenOf({ ...body, take: '2' })).toEqual({ stature: 1.7, waist: 0.8 });
  expect(givenOf({ ...body, take: 'any', measures: { calf: 0.37 } })).toEqual({ calf: 0.37 });
});

describe('settings from a file', () => {
  test('what the room writes itself is taken', () => {
    expect(checkBody(JSON.parse(JSON.stringify(firstBody)))).toBeNull();
    expect(checkBody({ ...firstBody, betas: [0.5, -1] })).toBeNull();
    expect(checkOthers([{ kind: 'take', take: '3' }])).toBeNull();
    expect(checkOthers([{ kind: 'body', body: firstBody }])).toBeNull();
    expect(checkOthers([{ kind: 'file', name: 'a.obj', betas: [] }])).toBeNull();
    expect(checkBody({ ...firstBody, model: 'mine.npz', words: { tall: 2 } })).toBeNull();
  });

  test.each([
    [null, /expected an object, got null/],
    [{ ...firstBody, name: 1 }, /name: expected a string, got 1/],
    [{ ...firstBody, sex: 'f' }, /sex: expected one of/],
    [{ ...firstBody, take: '5' }, /take: expected one of/],
    [{ ...firstBody, measures: [] }, /measures: expected an object, got a list/],
    [{ ...firstBody, measures: { tail: 1 } }, /measures\.tail: there is no such key/],
    [{ ...firstBody, measures: { waist: '1' } }, /measures\.waist: expected a number/],
    [{ ...firstBody, words: { tall: 3 } }, /words\.tall: /],
    [{ ...firstBody, betas: [1, null] }, /betas\[1\]: expected a number, got null/],
  ])('%j is refused with its reason', (value, reason) => {
    expect(checkBody(value)).toMatch(reason);
    expect(checkOthers([{ kind: 'body', body: value }])).toMatch(reason);
  });

  test('too many bodies are refused', () => {
    const many = Array.from({ length: MOST_OTHERS + 1 }, () => ({ kind: 'take', take: '1' }));
    expect(checkOthers(many)).not.toBeNull();
    expect(checkOthers(many.slice(1))).toBeNull();
  });

  test.each([[{ kind: 'take', take: 7 }], [{ kind: 'file' }], [{ kind: 'ghost' }], [3]])(
    '%j is refused as something to compare with',
    (value) => expect(checkOthers([value])).not.toBeNull(),
  );
});
