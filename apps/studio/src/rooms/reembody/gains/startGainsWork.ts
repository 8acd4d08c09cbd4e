import mujocoUrl from '@mujoco/mujoco/mujoco.wasm?url';
import type { GainsAnswer, GainsRequest, GainsTask } from './gainsMessages.js';

/** Works on gains beside the page and its simulation. The returned function ends it at once. */
export function startGainsWork(task: GainsTask, onAnswer: (answer: GainsAnswer) => void): () => void {
  const worker = new Worker(new URL('./gainsWorker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<GainsAnswer>) => {
    if (data.kind !== 'axis' && data.kind !== 'share') worker.terminate();
    onAnswer(data);
  });
  worker.addEventListener('error', (event) =>
    onAnswer({ kind: 'failed', reason: event.message || 'its script could not be loaded' }),
  );
  const request: GainsRequest = { wasmUrl: new URL(mujocoUrl, location.href).href, task };
  worker.postMessage(request);
  return () => worker.terminate();
}
