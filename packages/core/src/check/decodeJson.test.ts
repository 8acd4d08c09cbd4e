import * as v from 'valibot';
import { expect, test } from 'vitest';
import { requireDecoded } from './decoded.js';
import { decodeJson, parseJson } from './decodeJson.js';
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
    path: 'people.0.stature',
    reason: 'expected number, got "tall"',
  });
});

test('a text that is not JSON is refused, and says so', () => {
  expect(parseJson('{').ok).toBe(false);
  expect(() => requireDecoded(decodeJson('{', people), 'people.json')).toThrow(/^people\.json: expected JSON/);
});

test('what was refused becomes one InputError with the file, the place and the reason', () => {
  const refused = decodeJson('{"people":[{}]}', people);
  expect(() => requireDecoded(refused, 'people.json')).toThrow(InputError);
  expect(() => requireDecoded(refused, 'people.json')).toThrow(
    'people.json, people.0.stature: expected "stature", got undefined',
  );
});
