import { loadBodySpace } from '@leib/body';
import { InputError } from '@leib/core';
import { type BodyService, createBodyService } from './createBodyService.js';
import { readWithProgress } from './readWithProgress.js';
import type { WorkerAnswer, WorkerCall } from './workerMessages.js';

let service: BodyService | null = null;

const post = (answer: WorkerAnswer) => postMessage(answer);

async function answer(id: number, call: WorkerCall): Promise<unknown> {
  if (call.method === 'open') {
    const bytes = await readWithProgress(call.url, (loadedBytes, totalBytes) =>
      post({ kind: 'progress', loadedBytes, totalBytes }),
    );
    const { partsUrl } = call;
    service = createBodyService(loadBodySpace(bytes), () => readWithProgress(partsUrl, () => {}));
    return service.info;
  }
  if (!service) throw new Error(`${call.method}: expected "open" first`);
  switch (call.method) {
    case 'show':
      return service.show(call.request);
    case 'dress':
      return service.dress(call.request);
    case 'compare':
      return service.compare(call.request);
    case 'draw':
      return service.draw(call.request, call.picture);
    case 'comparePeople':
      return service.comparePeople(call.request, (share) => post({ kind: 'working', id, share }));
    case 'measureWearer':
      return service.measureWearer(call.sex, call.lengths);
    case 'keepMesh':
      return service.keepMesh(call.name, call.surface);
    case 'openFile':
      return service.openFile(call.name, call.bytes);
    case 'write':
      return service.write(call.fileKind, call.body, call.figure, call.scanned);
  }
}

addEventListener('message', async ({ data }: MessageEvent<{ id: number; call: WorkerCall }>) => {
  const { id, call } = data;
  try {
    post({ kind: 'done', id, result: await answer(id, call) });
  } catch (error) {
    post({ kind: 'failed', id, reason: (error as Error).message, isInput: error instanceof InputError });
  }
});
