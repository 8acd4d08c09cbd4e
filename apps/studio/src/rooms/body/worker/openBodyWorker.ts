import bodiesUrl from '@leib/body/leib-bodies.bin?url';
import partsUrl from '@leib/body/leib-parts.bin?url';
import { InputError } from '@leib/core';
import type { BodySpaceInfo } from './bodyServiceTypes.js';
import type { BodyService } from './createBodyService.js';
import type { WorkerAnswer, WorkerCall } from './workerMessages.js';

/** The body service as the page calls it, in a worker. */
export type RemoteBodyService = Pick<BodyService, 'info'> & {
  readonly [Method in Exclude<keyof BodyService, 'info'>]: (
    ...args: Parameters<BodyService[Method]>
  ) => Promise<Awaited<ReturnType<BodyService[Method]>>>;
};

/** A call that is not answered yet. */
interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (share: number) => void;
}

type Progress = (loadedBytes: number, totalBytes: number) => void;

const listeners = new Set<Progress>();
let opening: Promise<RemoteBodyService> | null = null;

/** Starts the page's only worker on first use. After a failure the next call tries again. */
export function openBodyWorker(onProgress: Progress = () => {}): Promise<RemoteBodyService> {
  listeners.add(onProgress);
  opening ??= startBodyWorker().catch((error: Error) => {
    opening = null;
    throw error;
  });
  return opening.finally(() => listeners.delete(onProgress));
}

async function startBodyWorker(): Promise<RemoteBodyService> {
  const worker = new Worker(new URL('./bodyWorker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let nextId = 1;
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    if (data.kind === 'progress') {
      for (const listener of listeners) listener(data.loadedBytes, data.totalBytes);
      return;
    }
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
    opening = null;
  });
  const call = <Result>(what: WorkerCall, transfer: Transferable[] = [], onProgress = (_share: number) => {}) =>
    new Promise<Result>((resolve, reject) => {
      const id = nextId++;
      waiting.set(id, { resolve: resolve as (value: never) => void, reject, onProgress });
      worker.postMessage({ id, call: what }, transfer);
    });
  try {
    const info = await call<BodySpaceInfo>({
      method: 'open',
      url: new URL(bodiesUrl, location.href).href,
      partsUrl: new URL(partsUrl, location.href).href,
    });
    return {
      info,
      show: (request) => call({ method: 'show', request }),
      openFile: (name, bytes) => call({ method: 'openFile', name, bytes }, [bytes.buffer as ArrayBuffer]),
      dress: ({ body, pose }) => call({ method: 'dress', request: { body, pose } }),
      compare: (request) => call({ method: 'compare', request }),
      draw: (request, picture) => call({ method: 'draw', request, picture }),
      comparePeople: (request, onProgress) => call({ method: 'comparePeople', request }, [], onProgress),
      measureWearer: (sex, lengths) => call({ method: 'measureWearer', sex, lengths }),
      keepMesh: (name, surface) => call({ method: 'keepMesh', name, surface }),
      write: (fileKind, body, figure, scanned) => call({ method: 'write', fileKind, body, figure, scanned }),
    };
  } catch (error) {
    worker.terminate();
    throw error;
  }
}
