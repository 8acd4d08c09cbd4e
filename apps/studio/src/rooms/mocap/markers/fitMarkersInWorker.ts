import { InputError } from '@leib/core';
import type { MarkerFit, MarkerFitProgress } from '@leib/mocap';
import type { MarkerAnswer, MarkerCall } from './markerMessages.js';

export interface MarkerWork {
  readonly result: Promise<MarkerFit>;
  cancel(): void;
}

/** Fits the markers of a C3D file beside the page. The promise rejects with one sentence where the file is wrong. */
export function fitMarkersInWorker(call: MarkerCall, onProgress: (progress: MarkerFitProgress) => void): MarkerWork {
  const worker = new Worker(new URL('./markerWorker.ts', import.meta.url), { type: 'module' });
  let give: (error: Error) => void = () => {};
  const result = new Promise<MarkerFit>((resolve, reject) => {
    give = reject;
    worker.addEventListener('message', ({ data }: MessageEvent<MarkerAnswer>) => {
      if (data.kind === 'progress') onProgress(data.progress);
      else if (data.kind === 'done') resolve(data.fit);
      else reject(new InputError('', data.reason));
    });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`The marker worker stopped: ${message || 'its script could not be loaded'}.`)),
    );
  }).finally(() => worker.terminate());
  worker.postMessage(call, [call.bytes.buffer]);
  return { result, cancel: () => give(new InputError('', 'the fit was cancelled')) };
}
