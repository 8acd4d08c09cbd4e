import { bodyModelOfSmpl, loadBodySpace, readSmpl, sexOfFileName } from '@leib/body';
import { InputError } from '@leib/core';
import { fitFile } from './fitFile.js';
import { readWithProgress } from './readWithProgress.js';
import type { FitAnswer, FitCall } from './startFit.js';

const post = (answer: FitAnswer) => postMessage(answer);

/** One fit; the page ends the worker to cancel it. */
addEventListener('message', async ({ data }: MessageEvent<FitCall>) => {
  try {
    const result = await fitFile(await modelsOf(data), data.bytes, (share) => post({ kind: 'progress', share }));
    post({ kind: 'done', result });
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message, isInput: error instanceof InputError });
  }
});

async function modelsOf({ model, url, sex }: FitCall) {
  if (model) return [bodyModelOfSmpl(await readSmpl(model.bytes, { betaCount: 10 }), sexOfFileName(model.name))];
  const space = loadBodySpace(await readWithProgress(url, () => {}));
  return sex === null ? [space.female, space.male] : [space[sex]];
}
