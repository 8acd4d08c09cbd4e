import { type MujocoModule, outputAt, RemoteSession } from '@leib/reembody';
import { loadMujoco } from '@leib/reembody/mujoco';
import type { RobotTaken, SharedRobotWish, WorkerAnswer, WorkerRequest } from './workerMessages.js';

let session: RemoteSession | null = null;
let mujoco: MujocoModule | null = null;
let robotLength = 0;
/** Wishes for robots are fulfilled one after the other: reading one takes long. */
let robots: Promise<void> = Promise.resolve();

/** The worker's postMessage, which the page's types lack: the second argument lists transferred buffers. */
const post = postMessage as (answer: WorkerAnswer, handedOver?: readonly Transferable[]) => void;

function tellBuilt(): void {
  if (session) post({ kind: 'built', bodies: session.bodies, robotLength });
}

async function answer(request: WorkerRequest): Promise<void> {
  const begunMs = performance.now();
  switch (request.kind) {
    case 'open': {
      mujoco = await loadMujoco({ wasmUrl: request.wasmUrl });
      session = new RemoteSession(mujoco, request.setup);
      tellBuilt();
      return;
    }
    case 'settings':
      session?.setSettings(request.settings);
      tellBuilt();
      return;
    case 'count':
      session?.setCount(request.count);
      tellBuilt();
      return;
    case 'resetObjects':
      session?.resetObjects();
      return;
    case 'objects':
      session?.setObjects(request.objects);
      tellBuilt();
      return;
    case 'robot':
      robots = robots.then(() => setRobot(request.wish));
      await robots;
      return;
    case 'frame':
      stepFrame(request.input, request.output, begunMs);
      return;
  }
}

/** Takes a robot into the world, or out of it. One that cannot be read leaves the world as it is. */
async function setRobot(wish: SharedRobotWish | null): Promise<void> {
  let taken: RobotTaken = { kind: 'robot', built: null, reason: null };
  try {
    if (wish === null) session?.setRobot(null);
    else if (session && mujoco) {
      // Most visitors load no robot.
      const { buildRobotDescription, RobotGuest } = await import('@leib/reembody/robot');
      const { files, skeleton, bones, base, place } = wish;
      const description = await buildRobotDescription(files);
      const guest = new RobotGuest(mujoco, { description, skeleton, options: { bones }, base, place });
      session.setRobot(guest);
      robotLength = guest.outputLength;
      taken = { ...taken, built: { shapes: guest.shapes, report: guest.report } };
    }
    if (wish === null) robotLength = 0;
  } catch (error) {
    taken = { ...taken, reason: (error as Error).message };
  }
  post(taken);
  tellBuilt();
}

function stepFrame(input: Float64Array, given: Float64Array, begunMs: number): void {
  // A frame for another number of bodies: the page gets the new bodies before it would miss the answer.
  if (!session || input.length !== session.layout.inputLength) return;
  const { outputLength } = session.layout;
  // After new settings the output may have another length.
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
