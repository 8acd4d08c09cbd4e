import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { loadMujoco } from '@leib/reembody/mujoco';
import { answerPlan, type BodyBuilder, type BodyPlan, type BuilderAnswer } from './bodyBuilder.js';
import { type WorldEvents, WorldRoom, type WorldRoomOptions } from './worldRoom.js';

/** Where a world runs. Messages of clients go in here; answers come out of its events. */
export interface WorldHost {
  /**
   * The bytes become the world's own. Resolves when the world is done with them, with the milliseconds that it could do
   * nothing else meanwhile.
   */
  receive(client: number, bytes: Uint8Array<ArrayBuffer>, receivedMs: number): Promise<number>;
  /** Resolves with the milliseconds that the world could do nothing else. */
  leave(client: number): Promise<number>;
  /** Frees everything, the engine's memory too; resolves when that is done. */
  dispose(): Promise<void>;
}

export interface HostEvents extends WorldEvents {
  /** The world is gone, for a reason other than dispose(). */
  broke(reason: string): void;
}

/** To the thread of a world, and back. */
export type HostRequest =
  | {
      readonly client: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly receivedMs: number;
      /** Of the request, for its answer. */
      readonly number: number;
    }
  | { readonly client: number; readonly bytes: null; readonly number: number }
  /** A body that the world asked for. */
  | { readonly built: BuilderAnswer };
export type HostAnswer =
  | { readonly client: number; readonly message: Uint8Array<ArrayBuffer> }
  | { readonly client: number; readonly refusal: string; readonly costMs: number }
  /** The request of this number is done. */
  | { readonly number: number; readonly workMs: number }
  /** A body to be built aside. */
  | { readonly plan: BodyPlan; readonly planNumber: number };

/** A world in this thread: for tests and tools that run from sources, where there is no built script for a thread. */
export function createInlineHost(events: WorldEvents, options: WorldRoomOptions): WorldHost {
  let room: WorldRoom | null = null;
  let isDisposed = false;
  const loading = loadMujoco().then((mujoco) => {
    if (!isDisposed) room = new WorldRoom(mujoco, events, options);
  });
  return {
    async receive(client, bytes, receivedMs) {
      if (room === null) await loading;
      return room?.receive(client, bytes, receivedMs) ?? 0;
    },
    async leave(client) {
      if (room === null) await loading;
      const begunMs = performance.now();
      room?.leave(client);
      return performance.now() - begunMs;
    },
    async dispose() {
      isDisposed = true;
      room?.dispose();
      room = null;
    },
  };
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The engine's code, compiled on the first call, for all threads of this process. */
function compiledEngine(): Promise<WebAssembly.Module> {
  // The engine is a dependency of reembody, and found from there.
  const reembody = createRequire(import.meta.url).resolve('@leib/reembody/mujoco');
  compiled ??= readFile(createRequire(reembody).resolve('@mujoco/mujoco/mujoco.wasm')).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}

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
