import { expect, test } from 'vitest';
import { exampleText } from '../studyFiles.testing.js';
import { blankStudy } from './flowEdits.js';
import {
  draftOfText,
  draftOfValue,
  fillTexts,
  protocolOfDraft,
  rangeOfValue,
  readMember,
  valueAt,
  withValueAt,
} from './studyDraft.js';

const text = exampleText('latency');

test('text and form are two views of one study', () => {
  const draft = draftOfText(text);
  expect([draft.problem, draft.isAhead]).toEqual([null, false]);
  const edited = draftOfValue(withValueAt(draft.value, ['title', 'en'], 'Late bodies') as never);
  expect(protocolOfDraft(edited)?.title).toMatchObject({ en: 'Late bodies' });
  expect(edited.text.slice(rangeOfValue(edited.text, ['title', 'en']).start)).toMatch(/^"Late bodies"/);
  expect(JSON.parse(edited.text).flow).toEqual(JSON.parse(text).flow);
});

test('text that is no JSON keeps the form, and says where it broke', () => {
  const before = draftOfText(text);
  const at = text.indexOf('"seed"');
  const broken = draftOfText(`${text.slice(0, at)}${text.slice(at).replace(',', '')}`, before.value);
  expect(broken.value).toBe(before.value);
  expect(broken.isAhead).toBe(true);
  expect(broken.problem?.sentence).toBe('Line 12, column 3: expected "," or "}", got ""ethics": {".');
  expect(protocolOfDraft(broken)).toBeNull();
});

test('a study that is none is named by path and line, and its place can be shown', () => {
  const wrong = draftOfText(text.replace('"permutations"', '"chance"'));
  expect(wrong.problem?.sentence).toMatch(/^Line \d+, column \d+: flow\[6\]\.order: expected one of "fixed"/);
  const { start, end } = wrong.problem?.range ?? { start: 0, end: 0 };
  expect(wrong.text.slice(start, end)).toBe('"chance"');
  // What the engine knows of a body's settings is checked as well.
  const body = draftOfText(text.replace('"exact"', '"soft"'));
  expect(body.problem?.sentence).toContain('body.settings.colliders.all: expected one of');
  const joint = draftOfText(text.replace('"totalMass": 72', '"joints": {"tail": {}}'));
  expect(joint.problem?.sentence).toContain('body.settings.joints.tail: expected a humanoid bone');
});

test('what the form makes wrong is said, and stays in the form', () => {
  const draft = draftOfValue({ ...blankStudy(), languages: ['en', 'de'], title: { en: 'A' } });
  expect(draft.problem?.sentence).toContain('title.de: expected a text in this language');
  expect([draft.isAhead, draft.value.title]).toEqual([false, { en: 'A' }]);
});

test('a language more: texts that lack it get those of another, and all that was there stays', () => {
  const study = { ...JSON.parse(text), languages: ['en', 'de', 'fr'] };
  const filled = draftOfValue(fillTexts(study));
  expect(draftOfValue(study).problem?.sentence).toContain('title.fr');
  expect(filled.problem).toBeNull();
  expect(valueAt(filled.value, ['flow', 6, 'flow', 4, 'text'])).toEqual({
    en: 'Rest if you like.',
    de: 'Ruhen Sie sich aus, wenn Sie möchten.',
    fr: 'Rest if you like.',
  });
});

test('members are set in their place, made on the way, and taken away', () => {
  const value = { a: 1, b: { c: [1, 2] }, d: 4 };
  expect(withValueAt(value, ['b', 'c', 0], 9)).toEqual({ a: 1, b: { c: [9, 2] }, d: 4 });
  expect(Object.keys(withValueAt(value, ['b'], {}) as object)).toEqual(['a', 'b', 'd']);
  expect(withValueAt(value, ['b', 'c', 0], undefined)).toEqual({ a: 1, b: { c: [2] }, d: 4 });
  expect(withValueAt(value, ['a'], undefined)).toEqual({ b: { c: [1, 2] }, d: 4 });
  expect(withValueAt(value, ['e', 'f'], 5)).toEqual({ ...value, e: { f: 5 } });
  expect(value).toEqual({ a: 1, b: { c: [1, 2] }, d: 4 });
  expect(valueAt(value, ['b', 'c', 1])).toBe(2);
  expect([readMember('{"a": 1}'), readMember(' '), readMember('{')]).toEqual([
    { value: { a: 1 } },
    { value: undefined },
    null,
  ]);
});
