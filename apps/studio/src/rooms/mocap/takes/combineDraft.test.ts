import { combinationText, parseCombination } from '@leib/mocap';
import { expect, test } from 'vitest';
import { type CombineDraft, combinationOf, refuseDraft, timeOfDraft } from './combineDraft.js';

const draft: CombineDraft = {
  first: 'Walk',
  second: 'Wave',
  way: 'over',
  groups: ['leftArm', 'head'],
  at: -0.5,
  blend: 0.3,
  alignBy: ['trunk'],
};

test.each(['over', 'after'] as const)('a draft (%s) is a combination that the reader of files accepts', (way) => {
  expect(
    parseCombination(combinationText(combinationOf({ ...draft, way, at: way === 'after' ? 0.5 : -0.5 }))),
  ).toMatchObject({ ok: true });
});

test('an arm takes its hand along; a take that follows lends everything', () => {
  const [layer] = combinationOf(draft).layers;
  expect(layer).toMatchObject({ take: 'Wave', at: -0.5, blend: 0.3, groups: ['leftArm', 'leftHand', 'head'] });
  const after = combinationOf({ ...draft, way: 'after', alignBy: null });
  expect(after.pieces.map(({ take }) => take)).toEqual(['Walk', 'Wave']);
  expect(after.layers).toEqual([]);
});

test('files of takes are named as the export names them', () => {
  const { takes } = combinationOf({ ...draft, first: 'Take 1', second: 'Walk: slow' });
  expect(takes).toEqual({ 'Take 1': { file: 'Take-1.bvh' }, 'Walk: slow': { file: 'Walk-slow.bvh' } });
});

test('times out of range are refused with the range, for either meaning of the time', () => {
  const seconds = { first: 4, second: 2.5 };
  expect(refuseDraft(draft, seconds)).toBeNull();
  expect(refuseDraft({ ...draft, at: -2.6 }, seconds)).toBe('Begins at: expected -2.5 to 4 s, got -2.6.');
  expect(refuseDraft({ ...draft, way: 'after' }, seconds)).toBe('Leaves out: expected 0 to 2.5 s, got -0.5.');
  expect(refuseDraft({ ...draft, way: 'after', at: 2.3 }, seconds)).toBe('Seam: expected 0 to 0.2 s, got 0.3.');
  expect(refuseDraft({ ...draft, blend: -1 }, seconds)).toBe('Seam: expected 0 to 2.5 s, got -1.');
  expect(timeOfDraft('after', seconds).help).toContain('left out');
  const after = combinationOf({ ...draft, way: 'after', at: 0.75 });
  expect(after.pieces[1].from).toBe(0.75);
});
