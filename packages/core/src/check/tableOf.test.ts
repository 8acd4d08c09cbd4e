import * as v from 'valibot';
import { expect, test } from 'vitest';
import { decodeJson, tableOf } from './decodeJson.js';
import { ownValue } from './inputError.js';

const schema = v.strictObject({
  markers: tableOf(v.pipe(v.string(), v.maxLength(20)), v.strictObject({ at: v.array(v.number()) })),
});

test.each(['LASI', '', 'prototype', 'constructor', '__proto__', 'hasOwnProperty', 'toString', '7'])(
  'a member named "%s" is kept, and is not inherited by others',
  (name) => {
    const decoded = decodeJson(`{"markers":{${JSON.stringify(name)}:{"at":[1]}}}`, schema);
    expect(decoded.ok).toBe(true);
    if (!decoded.ok) return;
    const { markers } = decoded.value;
    expect(Object.keys(markers)).toEqual([name]);
    expect(ownValue(markers, name)).toEqual({ at: [1] });
    expect(ownValue(markers, 'at')).toBeUndefined();
    expect(Object.getPrototypeOf(markers)).toBe(Object.prototype);
  },
);

test.each([
  ['{"markers":[]}', 'markers', 'expected an object, got a list'],
  ['{"markers":{"a":{"at":[1,"x"]}}}', 'markers.a.at[1]', 'expected a number, got "x"'],
  ['{"markers":{"__proto__":{"at":3}}}', 'markers.__proto__.at', 'expected a list, got 3'],
  ['{"markers":{"a":3}}', 'markers.a', 'expected an object, got 3'],
  [
    `{"markers":{"${'a'.repeat(21)}":{"at":[]}}}`,
    `markers.${'a'.repeat(21)}`,
    'expected a length of at most 20, got 21',
  ],
])('%s is refused with its place', (text, path, reason) => {
  expect(decodeJson(text, schema)).toEqual({ ok: false, path, reason });
});
