import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '@leib/core';
import { loadMujoco } from '@leib/reembody/mujoco';
import { threadWorkedMs } from '../common/threadWorkedMs.js';
import { BuilderRelay } from './bodyBuilder.js';
import type { HostAnswer, HostRequest, WorldThreadData } from './worldHost.js';
import { type WorldEvents, WorldRoom } from './worldRoom.js';

// Script of a world's own thread; createThreadHost() starts it.
if (parentPort === null)
  throw new InputError('worldThread.js', 'expected a start as a worker thread, got the main thread; use startServer()');
const port = parentPort;
const post = (answer: HostAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);
const events: WorldEvents = {
  send: (client, message) => post({ client, message }, [message.buffer]),
  refuse: (client, refusal, costMs = 0) => post({ client, refusal, costMs }),
};
const builder = new BuilderRelay((planNumber, plan) => post({ planNumber, plan }));
const { isSteppedByFrames, wasmModule } = workerData as WorldThreadData;
const room = new WorldRoom(await loadMujoco({ wasmModule }), events, {
  isSteppedByFrames,
  workedMs: threadWorkedMs,
  build: builder.build,
});
port.on('message', (request: HostRequest) => {
  if ('built' in request) {
    builder.finish(request.built);
    return;
  }
  const { client, number } = request;
  const begunMs = threadWorkedMs();
  if (request.bytes === null) {
    room.leave(client);
    post({ number, workMs: threadWorkedMs() - begunMs });
    return;
  }
  const work = room.receive(client, request.bytes, request.receivedMs);
  if (typeof work === 'number') post({ number, workMs: threadWorkedMs() - begunMs });
  else void work.then((workMs) => post({ number, workMs }));
});
