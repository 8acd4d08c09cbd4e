import { InputError } from '@leib/core';
import type { RigAnswer, RigCall, RigResults } from './rigMessages.js';

/** A piece of work in a worker of its own. */
export interface RigWork<Result> {
  readonly result: Promise<Result>;
  /** Ends the work; its result never comes. */
  cancel(): void;
}

/** Rigging takes a second for a large mesh: it is done beside the picture, and thrown away when points change again. */
export function callRigWorker<Call extends RigCall>(
  call: Call,
  onProgress: (share: number) => void = () => {},
): RigWork<RigResults[Call['method']]> {
  const worker = new Worker(new URL('./rigWorker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<RigResults[Call['method']]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<RigAnswer>) => {
      if (data.kind === 'progress') return onProgress(data.share);
      worker.terminate();
      if (data.kind === 'done') resolve(data.result as RigResults[Call['method']]);
      else reject(data.isInput ? new InputError('', data.reason) : new Error(data.reason));
    });
    worker.addEventListener('error', ({ message }) => {
      worker.terminate();
      reject(new Error(`The rigging worker stopped: ${message || 'its script could not be loaded'}.`));
    });
  });
  worker.postMessage(call);
  return { result, cancel: () => worker.terminate() };
}
