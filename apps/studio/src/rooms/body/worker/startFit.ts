import type { BodySex } from '@leib/body';
import bodiesUrl from '@leib/body/leib-bodies.bin?url';
import { startJob, type WorkerJob } from '../../../files/workerJob.js';
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

/** Fits a body to a mesh or scan. */
export function startFit(call: Omit<FitCall, 'url'>, onProgress: (share: number) => void): WorkerJob<FittedFile> {
  const worker = new Worker(new URL('./fitWorker.ts', import.meta.url), { type: 'module' });
  const message: FitCall = { ...call, url: new URL(bodiesUrl, location.href).href };
  return startJob(worker, 'The fit', message, onProgress);
}
