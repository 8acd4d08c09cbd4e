import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '@leib/core';
import { loadMujoco } from '@leib/reembody/mujoco';
import { createBuilderThread } from './bodyBuilder.js';
import type { HostAnswer, HostRequest, WorldEvents } from './worldHost.js';
import { WorldRoom } from './worldRoom.js';

// Script of a world's own thread; createThreadHost() starts it.
if (parentPort === null)
  throw new InputError('worldThread.js', 'expected a start as a worker thread, got the main thread; use startServer()');
const port = parentPort;
const post = (answer: HostAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);
const events: WorldEvents = {
  send: (client, message) => post({ client, message }, [message.buffer]),
  refuse: (client, refusal) => post({ client, refusal }),
};
const { isSteppedByFrames } = workerData as { readonly isSteppedByFrames: boolean };
const room = new WorldRoom(await loadMujoco(), events, {
  isSteppedByFrames,
  build: createBuilderThread(new URL('./builderThread.js', import.meta.url)),
});
port.on('message', (request: HostRequest) => {
  if (request.bytes === null) room.leave(request.client);
  else {
    const { client, bytes, receivedMs, number } = request;
    void Promise.resolve(room.receive(client, bytes, receivedMs)).then((workMs) => post({ number, workMs }));
  }
});
