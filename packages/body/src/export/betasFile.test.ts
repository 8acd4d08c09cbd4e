import { FormatError } from '@leib/formats';
import { expect, test } from 'vitest';
import { defaultLooks } from '../dress/bodyLooks.js';
import { looksLikeBetas, readBetasJson, writeBetasCsv, writeBetasJson } from './betasFile.js';

const ann = { name: 'Ann', sex: 'female', betas: [0.5, -1.25, 0] } as const;

test('what was written reads back', () => {
  const text = writeBetasJson(ann, ['stature', 'weight', 'chest']);
  expect(looksLikeBetas(text)).toBe(true);
  expect(readBetasJson(text)).toEqual(ann);
});

test('looks are kept where the body has any, and refused where they are none', () => {
  const dressed = { ...ann, looks: { ...defaultLooks, skin: 'brown' } } as const;
  expect(readBetasJson(writeBetasJson(dressed, []))).toEqual(dressed);
  const text = writeBetasJson(dressed, []).replace('"brown"', '"blue"');
  expect(() => readBetasJson(text)).toThrow(/looks\.skin: expected one of .*"brown".*, got "blue"/);
});

test('as a table: one row a body, as leib body build writes it', () => {
  expect(writeBetasCsv([ann])).toBe('id,sex,beta1,beta2,beta3\nAnn,f,0.50000,-1.25000,0.00000\n');
});

test.each([
  ['{', /expected JSON/],
  ['{}', /^betas format: expected a value, got nothing$/],
  ['null', /betas: expected an object, got null/],
  ['{"format":"leib-betas/1","sex":"f","betas":[1]}', /sex: expected one of "female", "male", "neutral", got "f"/],
  ['{"format":"leib-betas/1","sex":"male","betas":[]}', /betas betas: expected a length of 1 or more, got 0/],
  ['{"format":"leib-betas/1","sex":"male","betas":[1,"2"]}', /betas\[1\]: expected a number, got "2"/],
  ['{"format":"leib-betas/1","sex":"male","betas":[1e9]}', /betas\[0\]: expected at most 20, got 1000000000/],
])('%s is refused with place and reason', (text, reason) => {
  expect(() => readBetasJson(text)).toThrow(FormatError);
  expect(() => readBetasJson(text)).toThrow(reason);
});
