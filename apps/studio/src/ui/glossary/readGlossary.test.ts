import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readGlossary, searchGlossary, withoutCode } from './readGlossary.js';

const entries = readGlossary(readFileSync(new URL('../../../../../docs/glossary.md', import.meta.url), 'utf8'));

test('every row of the glossary is a word of a section with a meaning', () => {
  expect(entries.length).toBeGreaterThan(80);
  for (const { section, word, meaning } of entries) {
    expect(section).not.toBe('');
    expect(word).not.toBe('');
    expect(meaning).toMatch(/\.$/);
  }
});

test('a search finds the word itself first, then words and meanings that have it', () => {
  const found = searchGlossary(entries, 'Pose');
  expect(found[0].word).toBe('pose');
  expect(found.length).toBeGreaterThan(5);
  expect(searchGlossary(entries, 'no such word at all')).toEqual([]);
  expect(searchGlossary(entries, ' ')).toHaveLength(entries.length);
});

test('names of the source are left out where visitors read', () => {
  expect(withoutCode('Where a skeleton is now (`Pose`).')).toBe('Where a skeleton is now.');
  expect(entries.some(({ meaning }) => withoutCode(meaning).includes('`'))).toBe(false);
});
