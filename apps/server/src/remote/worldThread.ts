import { parentPort, workerData } from 'node:worker_threads';
import { loadMujoco } from '@leib/reembody';
import type { HostAnswer, HostRequest } from './worldHost.js';
import { WorldRoom } from './worldRoom.js';

// The script of a world's own thread (createThreadHost).
if (parentPort === null) throw new Error('this script is for a thread.');
const port = parentPort;
const tell = (answer: HostAnswer, handedOver: ArrayBuffer[] = []): void => port.postMessage(answer, handedOver);
const events = {
  send: (client: number, message: Uint8Array<ArrayBuffer>) => tell({ client, message }, [message.buffer]),
  refuse: (client: number, refusal: string) => tell({ client, refusal }),
};
const { isSteppedByFrames } = workerData as { readonly isSteppedByFrames: boolean };
const room = new WorldRoom(await loadMujoco(), events, isSteppedByFrames);
port.on('message', (request: HostRequest) => {
  if (request.bytes === null) room.leave(request.client);
  else room.hear(request.client, request.bytes, request.receivedMs);
});
