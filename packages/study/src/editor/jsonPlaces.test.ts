import { describe, expect, test } from 'vitest';
import { exampleNames, exampleText } from '../studyFiles.testing.js';
import { lineOf, rangeOfPath, readJsonPlaces } from './jsonPlaces.js';

const text = '{\n  "a": [1, {"b": "x]\\"y"}],\n  "c": {"d": true}\n}';
const shown = (path: string) => {
  const { start, end } = rangeOfPath(readJsonPlaces(text), path);
  return text.slice(start, end);
};

test('everything has its place, texts with brackets and quotes too; what is missing is shown by what it should be in', () => {
  expect(shown('a[1].b')).toBe('"x]\\"y"');
  expect(shown('c.d')).toBe('true');
  expect(shown('c.missing')).toBe('{"d": true}');
  expect(shown('a[7].b')).toBe('[1, {"b": "x]\\"y"}]');
  expect(shown('')).toBe(text);
  expect(lineOf(text, text.indexOf('"c"'))).toEqual({ line: 3, column: 3 });
});

test.each(exampleNames)('all of the example %s is read, value by value as JSON.parse has it', (name) => {
  const source = exampleText(name);
  const { ranges, wrong } = readJsonPlaces(source);
  expect(wrong).toBeNull();
  const { start, end } = ranges.get('flow[0]') ?? { start: 0, end: 0 };
  expect(JSON.parse(source.slice(start, end))).toEqual(JSON.parse(source).flow[0]);
});

describe('what is no JSON is named with its place', () => {
  test.each([
    ['{"a": 1,}', 8, 'expected a key in quotes, got "}"'],
    ['{"a" 1}', 5, 'expected ":" after a key, got "1}"'],
    ['[1 2]', 3, 'expected "," or "]", got "2]"'],
    ['{"a": tru}', 6, 'expected a value, got "tru}"'],
    ['{"a": "x\n"}', 6, 'expected a text that ends with a quote on the same line, got ""x"'],
    ['{"a": 1', 7, 'expected "," or "}", got the end'],
    ['{} {}', 3, 'expected the end, got "{}"'],
  ])('%s', (source, at, reason) => {
    expect(() => JSON.parse(source)).toThrow();
    expect(readJsonPlaces(source).wrong).toEqual({ at, reason });
  });
});
