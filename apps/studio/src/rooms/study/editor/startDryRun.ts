import bodiesUrl from '@leib/body/leib-bodies.bin?url';
import priorUrl from '@leib/embody/prior.bin?url';
import type { StudySetup } from '@leib/study';
import type { DryRunProgress, DryRunReport } from '@leib/study/editor';
import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';
import { startJob, type WorkerJob } from '../../../files/workerJob.js';

/** What the page asks of the worker. */
export interface DryRunCall {
  readonly setup: StudySetup;
  /** Place in the order of conditions, from 0. */
  readonly number: number;
  readonly urls: { readonly mujoco: string; readonly bodies: string; readonly prior: string };
}

/** One simulated participant in a worker; nothing of it is kept. */
export function startDryRun(
  setup: StudySetup,
  number: number,
  onProgress: (progress: DryRunProgress) => void,
): WorkerJob<DryRunReport> {
  const worker = new Worker(new URL('./dryRunWorker.ts', import.meta.url), { type: 'module' });
  const whole = (url: string) => new URL(url, location.href).href;
  const urls = { mujoco: whole(mujocoUrl), bodies: whole(bodiesUrl), prior: whole(priorUrl) };
  const call: DryRunCall = { setup, number, urls };
  return startJob(worker, 'The dry run', call, onProgress);
}
