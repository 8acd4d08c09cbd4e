import type { MarkerFit, MarkerFitProgress, MarkerMap } from '@leib/mocap';
import { startJob, type WorkerJob } from '../../../files/workerJob.js';

export interface MarkerCall {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** The visitor's own list of markers; null: labels as usual. */
  readonly map: MarkerMap | null;
}

/** Fits the markers of a C3D file beside the page. The promise rejects with one sentence where the file is wrong. */
export function fitMarkersInWorker(
  call: MarkerCall,
  onProgress: (progress: MarkerFitProgress) => void,
): WorkerJob<MarkerFit> {
  const worker = new Worker(new URL('./markerWorker.ts', import.meta.url), { type: 'module' });
  return startJob(worker, 'The marker worker', call, onProgress);
}
