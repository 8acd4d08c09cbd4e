import type { MeshRig, RigPoints, RigSurface } from '@leib/mocap';
import { startJob, type WorkerJob } from '../../../files/workerJob.js';

/** What the page asks of the rigging worker; one worker does one of them. */
export type RigCall =
  | { readonly method: 'propose'; readonly surface: RigSurface }
  | { readonly method: 'rig'; readonly surface: RigSurface; readonly points: RigPoints };

interface RigResults {
  readonly propose: RigPoints;
  readonly rig: MeshRig;
}

/** Rigging takes a second for a large mesh: it is done beside the picture, and thrown away when points change again. */
export function callRigWorker<Call extends RigCall>(
  call: Call,
  onProgress?: (share: number) => void,
): WorkerJob<RigResults[Call['method']]> {
  const worker = new Worker(new URL('./rigWorker.ts', import.meta.url), { type: 'module' });
  return startJob(worker, 'The rigging worker', call, onProgress);
}
