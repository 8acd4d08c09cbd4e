import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';
import type { WorkerAnswer } from './workerMessages.js';

/** Absolute address of the engine: relative ones differ in workers. */
export const wasmUrl = new URL(mujocoUrl, location.href).href;

/** Starts a worker with an engine in it. */
export function startWorker(onAnswer: (answer: WorkerAnswer) => void): Worker {
  const worker = new Worker(new URL('./remoteWorker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => onAnswer(data));
  worker.addEventListener('error', (event) =>
    onAnswer({ kind: 'failed', reason: event.message || 'its script could not be loaded' }),
  );
  return worker;
}
