import { skinnedSurfaceOf } from '@leib/three/reembody';

// A simulated body in a worker lets an arm down.
const worker = new Worker(new URL('./simulateWorker.ts', import.meta.url), { type: 'module' });
worker.onerror = ({ message }) => {
  document.body.dataset.error = message;
};
worker.onmessage = ({ data }: MessageEvent<number>) => {
  document.body.dataset.moved = String(data);
  document.body.dataset.views = typeof skinnedSurfaceOf;
};
