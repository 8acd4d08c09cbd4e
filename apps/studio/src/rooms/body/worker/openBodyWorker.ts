import bodiesUrl from '@leib/body/leib-bodies.bin?url';
import partsUrl from '@leib/body/leib-parts.bin?url';
import { InputError } from '@leib/core';
import type { BodyService } from './createBodyService.js';

type Methods = Omit<BodyService, 'info'>;

/** The body service as the page calls it, in a worker. */
export type RemoteBodyService = Pick<BodyService, 'info'> & {
  readonly [Method in keyof Methods]: (
    ...args: Parameters<Methods[Method]>
  ) => Promise<Awaited<ReturnType<Methods[Method]>>>;
};

/** Addresses of the files that the worker reads: the body space, and what bodies wear. */
export interface BodyFiles {
  readonly url: string;
  readonly partsUrl: string;
}

/** A call from the page to the worker. What is called back with progress stays on the page. */
export interface WorkerCall {
  readonly id: number;
  readonly method: keyof Methods | 'open';
  readonly args: readonly unknown[];
}

export type WorkerAnswer =
  | { readonly kind: 'progress'; readonly loadedBytes: number; readonly totalBytes: number }
  | { readonly kind: 'working'; readonly id: number; readonly share: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string; readonly isInput: boolean };

/** A call that is not answered yet. */
interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (share: number) => void;
}

let running: { readonly worker: Worker; readonly service: Promise<RemoteBodyService> } | null = null;

/** Starts the page's only worker on first use. After a failure the next call tries again. */
export function openBodyWorker(
  onProgress: (loadedBytes: number, totalBytes: number) => void = () => {},
): Promise<RemoteBodyService> {
  running ??= startBodyWorker();
  const { worker, service } = running;
  const listen = ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === 'progress') onProgress(data.loadedBytes, data.totalBytes);
  };
  worker.addEventListener('message', listen);
  return service.finally(() => worker.removeEventListener('message', listen));
}

function startBodyWorker(): NonNullable<typeof running> {
  const worker = new Worker(new URL('./bodyWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === 'progress') return;
    const promise = waiting.get(data.id);
    if (data.kind === 'working') {
      promise?.onProgress(data.share);
      return;
    }
    waiting.delete(data.id);
    if (data.kind === 'done') promise?.resolve(data.result as never);
    else promise?.reject(data.isInput ? new InputError('', data.reason) : new Error(data.reason));
  });
  worker.addEventListener('error', (event) => {
    const error = new Error(`The body worker stopped: ${event.message || 'its script could not be loaded'}.`);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    running = null;
  });
  function call<Result>(
    method: WorkerCall['method'],
    args: readonly unknown[],
    { transfer = [], onProgress = () => {} }: { transfer?: Transferable[]; onProgress?: Waiting['onProgress'] } = {},
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve, reject, onProgress });
      worker.postMessage({ id, method, args } satisfies WorkerCall, transfer);
    });
  }
  const files: BodyFiles = {
    url: new URL(bodiesUrl, location.href).href,
    partsUrl: new URL(partsUrl, location.href).href,
  };
  const service = call<BodyService['info']>('open', [files]).then(
    (info): RemoteBodyService => ({
      info,
      show: (request) => call('show', [request]),
      openFile: (name, bytes) => call('openFile', [name, bytes], { transfer: [bytes.buffer as ArrayBuffer] }),
      dress: ({ body, pose }) => call('dress', [{ body, pose }]),
      compare: (request) => call('compare', [request]),
      draw: (...args) => call('draw', args),
      comparePeople: (request, onProgress) => call('comparePeople', [request], { onProgress }),
      measureWearer: (...args) => call('measureWearer', args),
      keepMesh: (...args) => call('keepMesh', args),
      write: (...args) => call('write', args),
    }),
    (error) => {
      worker.terminate();
      running = null;
      throw error;
    },
  );
  return { worker, service };
}
