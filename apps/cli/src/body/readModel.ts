import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type BodyModel, type BodySpace, bodyModelOfSmpl, loadBodySpace, readSmpl, sexOfFileName } from '@leib/body';
import { named } from '../fileErrors.js';
import { readInput } from '../files.js';
import { bodySexes } from '../words.js';

let space: Promise<BodySpace> | null = null;

/** The body space that comes with Leib. Read once. */
export function readBodySpace(): Promise<BodySpace> {
  space ??= readFile(fileURLToPath(import.meta.resolve('@leib/body/leib-bodies.bin'))).then((bytes) =>
    loadBodySpace(new Uint8Array(bytes)),
  );
  return space;
}

/**
 * A model by name, or the user's SMPL from its file.
 * @param betaCount number of betas to read from an SMPL file
 */
export async function readModel(word: string, betaCount = 10): Promise<BodyModel> {
  const own = bodySexes.find((sex) => sex === word);
  if (own !== undefined) return (await readBodySpace())[own];
  const bytes = await readInput(word);
  return named(word, async () => bodyModelOfSmpl(await readSmpl(bytes, { betaCount }), sexOfFileName(word)));
}

/** Whether a word names a model: one of ours, or an SMPL file by its extension. */
export function isModelName(word: string): boolean {
  return (bodySexes as readonly string[]).includes(word) || /\.(npz|pkl)$/i.test(word);
}
