import { loadBodySpace } from '@leib/body';
import { createWorkshop, type Workshop } from './createWorkshop.js';
import { readWithProgress } from './readWithProgress.js';
import type { WorkerAnswer, WorkerCall } from './workerMessages.js';

let workshop: Workshop | null = null;

const post = (answer: WorkerAnswer) => postMessage(answer);

async function answer(call: WorkerCall): Promise<unknown> {
  if (call.method === 'open') {
    const bytes = await readWithProgress(call.url, (loadedBytes, totalBytes) =>
      post({ kind: 'progress', loadedBytes, totalBytes }),
    );
    workshop = createWorkshop(loadBodySpace(bytes));
    return workshop.info;
  }
  if (!workshop) throw new Error('The bodies are not loaded yet.');
  switch (call.method) {
    case 'show':
      return workshop.show(call.request);
    case 'openFile':
      return workshop.openFile(call.name, call.bytes);
    case 'write':
      return workshop.write(call.fileKind, call.body);
  }
}

addEventListener('message', async ({ data }: MessageEvent<{ id: number; call: WorkerCall }>) => {
  const { id, call } = data;
  try {
    post({ kind: 'done', id, result: await answer(call) });
  } catch (error) {
    post({ kind: 'failed', id, reason: (error as Error).message });
  }
});
