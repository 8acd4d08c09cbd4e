import { InputError } from '@leib/core';

/** What a worker says to the page while it does its one piece of work. */
export type JobAnswer =
  | { readonly kind: 'progress'; readonly progress: unknown }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: string; readonly isInput: boolean };

/** A piece of work in a worker of its own, so that it can be ended at any time. */
export interface WorkerJob<Result> {
  /** Null where it was cancelled. */
  readonly result: Promise<Result | null>;
  cancel(): void;
}

/**
 * Starts a worker on its one call; it ends with its answer.
 * @param what the work in words, for the sentence that says that the worker stopped: "The fit"
 */
export function startJob<Result, Progress = never>(
  worker: Worker,
  what: string,
  call: object,
  onProgress: (progress: Progress) => void = () => {},
): WorkerJob<Result> {
  let cancel = () => {};
  const result = new Promise<Result | null>((resolve, reject) => {
    cancel = () => resolve(null);
    worker.addEventListener('message', ({ data }: MessageEvent<JobAnswer>) => {
      if (data.kind === 'progress') onProgress(data.progress as Progress);
      else if (data.kind === 'done') resolve(data.result as Result);
      else reject(data.isInput ? new InputError('', data.reason) : new Error(data.reason));
    });
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`${what} stopped: ${message || 'its script could not be loaded'}.`)),
    );
    worker.postMessage(call);
  }).finally(() => worker.terminate());
  return { result, cancel: () => cancel() };
}

/** The worker's side: does what the page calls for. */
export function answerJob<Call, Progress = never>(
  work: (call: Call, onProgress: (progress: Progress) => void) => unknown,
): void {
  const post = (answer: JobAnswer) => postMessage(answer);
  addEventListener('message', async ({ data }: MessageEvent<Call>) => {
    try {
      post({ kind: 'done', result: await work(data, (progress) => post({ kind: 'progress', progress })) });
    } catch (error) {
      post({ kind: 'failed', reason: (error as Error).message, isInput: error instanceof InputError });
    }
  });
}
