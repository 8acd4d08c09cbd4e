import { loadMujoco } from '@leib/reembody/mujoco';
import { buildRobotDescription, RobotSession } from '@leib/reembody/robot';
import type { RobotAnswer, RobotRequest } from './robotMessages.js';

let session: RobotSession | null = null;

/** The worker's postMessage, which the page's types lack: the second argument lists transferred buffers. */
const post = postMessage as (answer: RobotAnswer, handedOver?: readonly Transferable[]) => void;

async function answer(request: RobotRequest): Promise<void> {
  if (request.kind === 'open') {
    const engine = loadMujoco({ wasmUrl: request.wasmUrl });
    const description = await buildRobotDescription(request.files, (share) => post({ kind: 'progress', share }));
    session = new RobotSession(await engine, {
      description,
      skeleton: request.skeleton,
      options: { bones: request.bones },
    });
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
