import { combinationText, parseCombination } from '@leib/mocap';
import { expect, test } from 'vitest';
import { type CombineDraft, combinationOf } from './combineDraft.js';

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
  expect(parseCombination(combinationText(combinationOf({ ...draft, way })))).toMatchObject({ ok: true });
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
