import { findPuppetLimbs } from '@leib/puppet';
import type { LimbsAnswer, LimbsCall } from './findLimbs.js';

const post = (answer: LimbsAnswer) => postMessage(answer);

addEventListener('message', ({ data }: MessageEvent<LimbsCall>) => {
  try {
    post({ kind: 'done', limbs: findPuppetLimbs(data) });
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message });
  }
});
