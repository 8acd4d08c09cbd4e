import { existsSync } from 'node:fs';
import { InputError } from '@leib/core';
import { readText } from '../files.js';

/** Largest number of betas; SMPL-X has 300. */
const mostBetas = 400;

/**
 * Betas from the command line: numbers separated by commas, or a text file of numbers separated by commas, blanks or line
 * breaks (`#` begins a comment).
 */
export async function readBetas(text: string): Promise<number[]> {
  const isFile = existsSync(text);
  const content = isFile ? await readText(text) : text;
  const words = content
    .replace(/#.*$/gm, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  const betas = words.map((word, i) => {
    const value = Number(word);
    if (/^[-+.\deE]+$/.test(word) && Number.isFinite(value)) return value;
    const got = JSON.stringify(word.slice(0, 24));
    if (isFile) throw new InputError(`${text}, beta ${i + 1}`, `expected a number, got ${got}`);
    if (i > 0) throw new InputError(`beta ${i + 1}`, `expected a number, got ${got}`);
    throw new InputError('betas', `expected numbers or a file, got ${JSON.stringify(text)}`);
  });
  if (betas.length > mostBetas) throw new InputError('betas', `expected at most ${mostBetas}, got ${betas.length}`);
  return betas;
}
