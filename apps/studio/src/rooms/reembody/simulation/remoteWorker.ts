import { loadMujoco, outputAt, RemoteSession, tuneRemoteBody } from '@leib/reembody';
import type { WorkerAnswer, WorkerRequest } from './workerMessages.js';

let session: RemoteSession | null = null;

/** A worker's own, which the page's types do not know: the second argument is a list of what is handed over. */
const post = postMessage as (answer: WorkerAnswer, handedOver?: readonly Transferable[]) => void;

function tellBuilt(begunMs: number): void {
  if (session)
    post({ kind: 'built', body: session.body, layout: session.layout, buildMs: performance.now() - begunMs });
}

async function answer(request: WorkerRequest): Promise<void> {
  const begunMs = performance.now();
  switch (request.kind) {
    case 'open': {
      const mujoco = await loadMujoco({ wasmUrl: request.wasmUrl });
      session = new RemoteSession(mujoco, request.setup);
      tellBuilt(begunMs);
      return;
    }
    case 'settings':
      session?.setSettings(request.settings);
      tellBuilt(begunMs);
      return;
    case 'resetObjects':
      session?.resetObjects();
      return;
    case 'frame':
      stepFrame(request.input, request.output, begunMs);
      return;
    case 'tune': {
      const mujoco = await loadMujoco({ wasmUrl: request.wasmUrl });
      const tuning = tuneRemoteBody(mujoco, request.body, undefined, (done, total) => {
        post({ kind: 'tuning', done, total });
        return true;
      });
      post({ kind: 'tuned', tuning });
    }
  }
}

function stepFrame(input: Float64Array, given: Float64Array, begunMs: number): void {
  if (!session) return;
  const { outputLength } = session.layout;
  // After other settings a frame may have other parts to tell of.
  const output = given.length === outputLength ? given : new Float64Array(outputLength);
  session.step(input, output);
  output[outputAt.stepSeconds] = (performance.now() - begunMs) / 1000;
  post({ kind: 'frame', input, output }, [input.buffer, output.buffer]);
}

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  try {
    await answer(data);
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message });
  }
});
