import { RobotSession } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import type { RobotAnswer, RobotRequest } from './robotMessages.js';

let session: RobotSession | null = null;

/** The worker's postMessage, which the page's types lack: the second argument lists transferred buffers. */
const post = postMessage as (answer: RobotAnswer, handedOver?: readonly Transferable[]) => void;

async function answer(request: RobotRequest): Promise<void> {
  if (request.kind === 'open') {
    session = new RobotSession(await loadMujoco({ wasmUrl: request.wasmUrl }), request.setup);
    const { shapes, report, inputLength } = session;
    post({ kind: 'built', shapes, report, inputLength });
    return;
  }
  if (!session) return;
  const begunMs = performance.now();
  const { input, output: given } = request;
  const { outputLength } = session;
  const output = given.length === outputLength ? given : new Float64Array(outputLength);
  session.step(input, output);
  post({ kind: 'frame', input, output, stepMs: performance.now() - begunMs }, [input.buffer, output.buffer]);
}

addEventListener('message', async ({ data }: MessageEvent<RobotRequest>) => {
  try {
    await answer(data);
  } catch (error) {
    post({ kind: 'failed', reason: (error as Error).message });
  }
});
