import { requireDecoded } from '@leib/core';
import { expect, test } from 'vitest';
import { decodeProtocol } from '../protocol/decodeProtocol.js';
import { exampleText } from '../studyFiles.testing.js';
import {
  blankStudy,
  duplicateStep,
  insertStep,
  moveStep,
  newStep,
  removeStep,
  shiftStep,
  stepAt,
  stepKinds,
  stepPaths,
} from './flowEdits.js';
import type { StudyValue } from './studyDraft.js';

const latency: StudyValue = JSON.parse(exampleText('latency'));
const idsOf = (study: StudyValue) => stepPaths(study).map((path) => `${path.join('.')} ${stepAt(study, path)?.id}`);

test('the tree has all steps with their places', () => {
  expect(idsOf(latency).slice(5, 10)).toEqual(['5 explore', '6 latency', '6.0 hand', '6.1 handQuestions', '6.2 foot']);
});

test('steps go in, are doubled with ids of their own, and out; the last one stays', () => {
  const doubled = duplicateStep(latency, [6, 0]);
  expect(idsOf(doubled?.study ?? {}).slice(7, 9)).toEqual(['6.0 hand', '6.1 hand2']);
  const removed = removeStep(doubled?.study ?? {}, [6, 1]);
  expect(removed).toEqual({ study: latency, at: [6, 1] });
  const inserted = insertStep(latency, [0], newStep('consent', ['en'])).study;
  expect(idsOf(inserted).slice(0, 2)).toEqual(['0 consent2', '1 consent']);
  const one = { ...latency, flow: [newStep('text', ['en'])] };
  expect(removeStep(one, [0])).toBeNull();
});

test('up and down go through blocks and out of them, there and back', () => {
  let at: readonly number[] = [5];
  let study = latency;
  const places: string[] = [];
  for (let move = 0; move < 7; move++) {
    const shifted = shiftStep(study, at, 1);
    if (!shifted) throw new Error('expected that it goes on');
    ({ study, at } = shifted);
    expect(stepAt(study, at)?.id).toBe('explore');
    places.push(at.join('.'));
  }
  expect(places).toEqual(['5.0', '5.1', '5.2', '5.3', '5.4', '5.5', '6']);
  for (let move = 0; move < 7; move++) ({ study, at } = shiftStep(study, at, -1) ?? { study, at });
  expect([study, at]).toEqual([latency, [5]]);
  expect(shiftStep(latency, [0], -1)).toBeNull();
});

test('a step is dropped before another one; not into itself, not too deep', () => {
  const moved = moveStep(latency, [0], [6, 2]);
  expect(moved?.at).toEqual([5, 2]);
  expect(stepAt(moved?.study ?? {}, [5, 2])?.id).toBe('consent');
  expect(moveStep(latency, [6], [6, 0])).toBeNull();
  const block = (flow: readonly object[]) => ({ kind: 'block', id: 'b', flow });
  const deep = { ...latency, flow: [block([block([block([newStep('text', [])])])]), block([newStep('text', [])])] };
  expect(moveStep(deep, [1], [0, 0, 0, 0])).toBeNull();
  expect(moveStep(deep, [1], [0, 0, 0])?.at).toEqual([0, 0, 0]);
});

test.each(stepKinds)('a new %s is a step as it stands, in any languages', (kind) => {
  for (const languages of [['en'], ['en', 'de']]) {
    const blank = blankStudy();
    const texts = (words: string) => Object.fromEntries(languages.map((code) => [code, words]));
    const study = { ...insertStep(blank, [1], newStep(kind, languages)).study, languages };
    const flow = (study as StudyValue).flow as readonly Readonly<Record<string, unknown>>[];
    const whole = { ...study, flow: flow.slice(0, 2), title: texts('A study') };
    const told = { ethics: { text: texts('x') }, consent: { text: texts('x'), points: [texts('x')] } };
    expect(requireDecoded(decodeProtocol({ ...whole, ...told })).flow[1].kind).toBe(kind);
  }
});
