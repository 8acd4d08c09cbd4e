import * as v from 'valibot';
import { expect, test } from 'vitest';
import { decodeJson, decodeValue, parseJson, requireDecoded } from './decodeJson.js';
import { InputError } from './inputError.js';

const people = v.object({ people: v.array(v.object({ stature: v.number() })) });

test('a value that fits its schema comes back', () => {
  expect(decodeJson('{"people":[{"stature":1.7}]}', people)).toEqual({
    ok: true,
    value: { people: [{ stature: 1.7 }] },
  });
});

test('the first value that does not fit is reported with its place, what was expected and what was found', () => {
  expect(decodeJson('{"people":[{"stature":"tall"}]}', people)).toEqual({
    ok: false,
    path: 'people[0].stature',
    reason: 'expected a number, got "tall"',
  });
});

test('a text that is not JSON is refused, and says so', () => {
  expect(parseJson('{').ok).toBe(false);
  expect(() => requireDecoded(decodeJson('{', people), 'people.json')).toThrow(/^people\.json: expected JSON/);
});

test('what is nested deeper than anything of ours is refused before it is read', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(200)).ok).toBe(true);
  expect(parseJson(nested(201))).toMatchObject({
    reason: 'expected at most 200 levels of lists and objects, got more',
  });
  expect(parseJson(`{"a":`.repeat(100_000)).ok).toBe(false);
  expect(parseJson(JSON.stringify({ text: '[{'.repeat(1000), quote: '\\"[[' })).ok).toBe(true);
});

test('what was refused becomes one InputError with the file, the place and the reason', () => {
  const refused = decodeJson('{"people":[{}]}', people);
  expect(() => requireDecoded(refused, 'people.json')).toThrow(InputError);
  expect(() => requireDecoded(refused, 'people.json')).toThrow(
    'people.json, people[0].stature: expected a value, got nothing',
  );
});

const walls = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.maxLength(3))),
  side: v.optional(v.picklist(['left', 'right'])),
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3))),
  lengths: v.optional(v.pipe(v.array(v.pipe(v.number(), v.finite())), v.minLength(1))),
});

test.each([
  [3, '', 'expected an object, got 3'],
  [{ hue: 1 }, 'hue', 'there is no such key'],
  [{ name: 'east' }, 'name', 'expected a length of at most 3, got 4'],
  [{ side: 'up' }, 'side', 'expected one of "left", "right", got "up"'],
  [{ count: 1.5 }, 'count', 'expected a whole number, got 1.5'],
  [{ count: -1 }, 'count', 'expected 0 or more, got -1'],
  [{ count: 4 }, 'count', 'expected at most 3, got 4'],
  [{ lengths: 3 }, 'lengths', 'expected a list, got 3'],
  [{ lengths: [] }, 'lengths', 'expected a length of 1 or more, got 0'],
  [{ lengths: [1, Number.POSITIVE_INFINITY] }, 'lengths[1]', 'expected a finite number, got Infinity'],
])('%j is refused in plain words', (value, path, reason) => {
  expect(decodeValue(value, walls)).toEqual({ ok: false, path, reason });
});
