import { loadBodySpace } from '@leib/body';
import { InputError } from '@leib/core';
import { type BodyService, createBodyService } from './createBodyService.js';
import type { BodyFiles, WorkerAnswer, WorkerCall } from './openBodyWorker.js';
import { readWithProgress } from './readWithProgress.js';

const post = (answer: WorkerAnswer) => postMessage(answer);

/** The page's first call says which files to open; all others go to what was opened. */
function open({ data: { id, args } }: MessageEvent<WorkerCall>): void {
  const opening = openService(args[0] as BodyFiles);
  addEventListener('message', ({ data }: MessageEvent<WorkerCall>) => {
    void answer(data.id, async () => run(await opening, data));
  });
  void answer(id, async () => (await opening).info);
}

addEventListener('message', open, { once: true });

async function openService({ url, partsUrl }: BodyFiles): Promise<BodyService> {
  const bytes = await readWithProgress(url, (loadedBytes, totalBytes) =>
    post({ kind: 'progress', loadedBytes, totalBytes }),
  );
  return createBodyService(loadBodySpace(bytes), () => readWithProgress(partsUrl, () => {}));
}

function run(service: BodyService, { id, method, args }: WorkerCall): unknown {
  const onProgress = (share: number) => post({ kind: 'working', id, share });
  const given = method === 'comparePeople' ? [...args, onProgress] : args;
  return (service[method as 'show'] as (...args: readonly unknown[]) => unknown)(...given);
}

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  try {
    post({ kind: 'done', id, result: await work() });
  } catch (error) {
    post({ kind: 'failed', id, reason: (error as Error).message, isInput: error instanceof InputError });
  }
}
