import { bodyModelOfSmpl, loadBodySpace, readSmpl, sexOfFileName } from '@leib/body';
import { answerJob } from '../../../files/workerJob.js';
import { fitFile } from './fitFile.js';
import { readWithProgress } from './readWithProgress.js';
import type { FitCall } from './startFit.js';

answerJob<FitCall, number>(async (call, onProgress) => fitFile(await modelsOf(call), call.bytes, onProgress));

async function modelsOf({ model, url, sex }: FitCall) {
  if (model) return [bodyModelOfSmpl(await readSmpl(model.bytes, { betaCount: 10 }), sexOfFileName(model.name))];
  const space = loadBodySpace(await readWithProgress(url, () => {}));
  return sex === null ? [space.female, space.male] : [space[sex]];
}
