import type { BodySex } from '@leib/body';
import bodiesUrl from '@leib/body/leib-bodies.bin?url';
import { InputError } from '@leib/core';
import type { FittedFile } from './fitFile.js';

/** What the page asks of the fitting worker. */
export interface FitCall {
  /** The mesh or point cloud. */
  readonly bytes: Uint8Array;
  /** The user's own model; null: Leib's. */
  readonly model: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** Address of Leib's body space. */
  readonly url: string;
  /** Null: the better of female and male. */
  readonly sex: BodySex | null;
}

export type FitAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly result: FittedFile }
  | { readonly kind: 'failed'; readonly reason: string; readonly isInput: boolean };

/** A fit that is under way. */
export interface RunningFit {
  /** Null where it was cancelled. */
  readonly result: Promise<FittedFile | null>;
  cancel(): void;
}

/** Fits a body in a worker of its own, so that it can be ended at any time. */
export function startFit(call: Omit<FitCall, 'url'>, onProgress: (share: number) => void): RunningFit {
  const worker = new Worker(new URL('./fitWorker.ts', import.meta.url), { type: 'module' });
  let cancel = () => {};
  const result = new Promise<FittedFile | null>((resolve, reject) => {
    cancel = () => resolve(null);
    worker.addEventListener('message', ({ data }: MessageEvent<FitAnswer>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else if (data.kind === 'done') resolve(data.result);
      else reject(data.isInput ? new InputError('', data.reason) : new Error(data.reason));
    });
    worker.addEventListener('error', (event) => {
      reject(new Error(`The fit stopped: ${event.message || 'its script could not be loaded'}.`));
    });
    const message: FitCall = { ...call, url: new URL(bodiesUrl, location.href).href };
    worker.postMessage(message);
  }).finally(() => worker.terminate());
  return { result, cancel: () => cancel() };
}
