import { InputError } from '@leib/core';
import { proposeRigPoints, rigMesh } from '@leib/mocap';
import type { RigAnswer, RigCall } from './rigMessages.js';

const post = (answer: RigAnswer) => postMessage(answer);

function answer(call: RigCall): unknown {
  if (call.method === 'propose') return proposeRigPoints(call.surface);
  return rigMesh(call.surface, call.points, { onProgress: (share) => post({ kind: 'progress', share }) });
}

addEventListener('message', ({ data }: MessageEvent<RigCall>) => {
  try {
    post({ kind: 'done', result: answer(data) });
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message, isInput: error instanceof InputError });
  }
});
