import { Worker } from 'node:worker_threads';
import { answerPlan, type BodyBuilder } from './bodyBuilder.js';
import { compiledEngine } from './compiledEngine.js';
import type { HostAnswer, HostEvents, HostRequest, WorldHost } from './worldHost.js';

/** Memory of a thread, MB: a world of eight bodies needs half of it. Where it runs out, this world ends and no other. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 };

/** What the thread of a world starts with. */
export interface WorldThreadData {
  readonly isSteppedByFrames: boolean;
  readonly wasmModule: WebAssembly.Module;
}

/** A world in a thread of its own: building a body takes some tenths of a second, and other worlds do not wait for it. */
export function createThreadHost(
  script: URL,
  events: HostEvents,
  isSteppedByFrames: boolean,
  build: BodyBuilder,
): WorldHost {
  let isDisposed = false;
  let lastNumber = 0;
  const underWay = new Map<number, (workMs: number) => void>();
  const onAnswer = (answer: HostAnswer) => {
    if (isDisposed) return;
    if ('plan' in answer) {
      void answerPlan(build, answer.planNumber, answer.plan).then((built) => post({ built }));
    } else if ('workMs' in answer) {
      underWay.get(answer.number)?.(answer.workMs);
      underWay.delete(answer.number);
    } else if ('message' in answer) events.send(answer.client, answer.message);
    else events.refuse(answer.client, answer.refusal, answer.costMs);
  };
  const breakDown = (reason: string) => {
    if (!isDisposed) events.broke(reason);
  };
  const start = (wasmModule: WebAssembly.Module): Worker | null => {
    if (isDisposed) return null;
    const workerData: WorldThreadData = { isSteppedByFrames, wasmModule };
    // Without the flags of this process (a debugger's, a test runner's).
    const thread = new Worker(script, { execArgv: [], resourceLimits, workerData });
    thread.on('message', onAnswer);
    thread.on('error', (error) => breakDown((error as Error).message));
    thread.on('exit', () => breakDown('its thread ended.'));
    return thread;
  };
  const starting = compiledEngine().then(start);
  starting.catch((error: Error) => breakDown(error.message));
  const post = (request: HostRequest, transfer: ArrayBuffer[] = []) =>
    void starting.then((thread) => thread?.postMessage(request, transfer));
  const ask = (request: HostRequest & { readonly number: number }, transfer: ArrayBuffer[]) => {
    post(request, transfer);
    return new Promise<number>((resolve) => underWay.set(request.number, resolve));
  };
  return {
    receive: (client, bytes, receivedMs) => ask({ client, bytes, receivedMs, number: ++lastNumber }, [bytes.buffer]),
    leave: (client) => ask({ client, bytes: null, number: ++lastNumber }, []),
    async dispose() {
      isDisposed = true;
      const thread = await starting.catch(() => null);
      await thread?.terminate();
    },
  };
}
