import { existsSync } from 'node:fs';
import { readInput } from '../files.js';

/** The most betas a model can be asked for: SMPL-X has 300. */
const mostBetas = 400;

/**
 * Betas from the command line: numbers with commas between them, or a text file of numbers with anything of commas,
 * blanks and line ends between them (`#` begins a comment).
 */
export async function readBetas(text: string): Promise<number[]> {
  const isFile = existsSync(text);
  const content = isFile ? new TextDecoder().decode(await readInput(text)) : text;
  const words = content
    .replace(/#.*$/gm, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  const betas = words.map((word, i) => {
    const value = Number(word);
    if (/^[-+.\deE]+$/.test(word) && Number.isFinite(value)) return value;
    const what = `beta ${i + 1} is ${JSON.stringify(word.slice(0, 24))}, expected a number`;
    if (isFile) throw new Error(`${text}: ${what}.`);
    throw new Error(i === 0 ? `${JSON.stringify(text)} is neither a file nor betas.` : `${what}.`);
  });
  if (betas.length > mostBetas) throw new Error(`${betas.length} betas; no model has more than ${mostBetas}.`);
  return betas;
}
