import { afterEach, expect, test, vi } from 'vitest';
import type { JobAnswer } from '../../../files/workerJob.js';
import { startFit } from './startFit.js';

/** Stands for the worker: the test says what it answers. */
class FakeWorker extends EventTarget {
  static last: FakeWorker | null = null;
  sent: unknown = null;
  isEnded = false;

  constructor() {
    super();
    FakeWorker.last = this;
  }

  postMessage(message: unknown): void {
    this.sent = message;
  }

  terminate(): void {
    this.isEnded = true;
  }

  answer(data: JobAnswer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

vi.stubGlobal('Worker', FakeWorker);
vi.stubGlobal('location', { href: 'https://leib.test/' });
afterEach(() => {
  FakeWorker.last = null;
});

function start(onProgress: (share: number) => void = () => {}) {
  const fit = startFit({ bytes: new Uint8Array([1]), model: null, sex: null }, onProgress);
  const worker = FakeWorker.last;
  if (!worker) throw new Error('expected a worker');
  return { fit, worker };
}

test('progress comes while the fit runs, then its result; the worker ends', async () => {
  const shares: number[] = [];
  const { fit, worker } = start((share) => shares.push(share));
  expect(worker.sent).toMatchObject({ sex: null, url: expect.stringMatching(/^https:/) });
  worker.answer({ kind: 'progress', progress: 0.4 });
  worker.answer({ kind: 'done', result: { sex: 'male' } as never });
  expect(await fit.result).toEqual({ sex: 'male' });
  expect([shares, worker.isEnded]).toEqual([[0.4], true]);
});

test('cancelled, the worker is ended at once and there is no result', async () => {
  const { fit, worker } = start();
  fit.cancel();
  expect(await fit.result).toBeNull();
  expect(worker.isEnded).toBe(true);
});

test('a file that cannot be fitted is an error with its reason', async () => {
  const { fit, worker } = start();
  worker.answer({ kind: 'failed', reason: 'scan: expected at least 100 points, got 3', isInput: true });
  await expect(fit.result).rejects.toThrow('expected at least 100 points');
  expect(worker.isEnded).toBe(true);
});
