import { expect, test } from 'vitest';
import { checkPuppet } from '../file/parsePuppet.js';
import { samplePuppet } from '../file/puppetFile.testing.js';
import { endOf } from '../model/partSkeleton.js';
import { findPart } from './editParts.js';
import { blowFrom, graspPartnerOf, graspWith, setLip } from './editStage.js';

const sample = samplePuppet();
const bare = { ...sample, skin: { ...sample.skin, lips: [] }, stage: { ...sample.stage, grasps: [], bubbles: null } };

test('a part grasps with one other, and with another one instead', () => {
  const first = graspWith(bare, 'head', 'jaw');
  expect(first.stage.grasps.map(({ parts }) => parts)).toEqual([['head', 'jaw']]);
  expect([graspPartnerOf(first, 'jaw'), graspPartnerOf(first, 'head')]).toEqual(['head', 'jaw']);
  const second = graspWith(first, 'jaw', 'trunk');
  expect(second.stage.grasps.map(({ parts }) => parts)).toEqual([['jaw', 'trunk']]);
  expect(graspWith(second, 'trunk', null).stage.grasps).toEqual([]);
  expect(checkPuppet(second).ok).toBe(true);
  expect(() => graspWith(bare, 'jaw', 'jaw')).toThrow(/two parts/);
  expect(() => graspWith(bare, 'jaw', 'wing')).toThrow(/wing/);
});

test('bubbles come out of the end of a part', () => {
  const blown = blowFrom(bare, 'jaw');
  expect(blown.stage.bubbles).toEqual({ part: 'jaw', point: [...endOf(findPart(bare, 'jaw'))] });
  expect(blowFrom(blown, null).stage.bubbles).toBe(null);
});

test('lips make a mouth that grasps and blows; other lips move it, a gap does not', () => {
  const mouth = setLip(bare, 0, { upper: 'head', lower: 'jaw', gap: 0.002 });
  expect(mouth.skin.lips).toHaveLength(1);
  expect(graspPartnerOf(mouth, 'head')).toBe('jaw');
  expect(mouth.stage.bubbles?.part).toBe('jaw');
  expect(setLip(mouth, 0, { upper: 'head', lower: 'jaw', gap: 0.01 }).stage).toBe(mouth.stage);
  const moved = setLip(mouth, 0, { upper: 'trunk', lower: 'jaw', gap: 0.002 });
  expect(moved.stage.grasps.map(({ parts }) => parts)).toEqual([['trunk', 'jaw']]);
  expect(checkPuppet(moved).ok).toBe(true);
  const elsewhere = setLip(blowFrom(bare, 'trunk'), 0, { upper: 'head', lower: 'jaw', gap: 0.002 });
  expect(elsewhere.stage.bubbles?.part).toBe('trunk');
});
