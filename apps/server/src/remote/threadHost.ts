import { Worker } from 'node:worker_threads';
import type { HostAnswer, HostEvents, HostRequest, WorldHost } from './worldHost.js';

/** A world in a thread of its own: building a body takes some tenths of a second, and other worlds do not wait for it. */
export function createThreadHost(script: URL, events: HostEvents, isSteppedByFrames: boolean): WorldHost {
  // Without the flags of this process (a debugger's, a test runner's).
  const thread = new Worker(script, { execArgv: [], workerData: { isSteppedByFrames } });
  let isDisposed = false;
  let lastNumber = 0;
  const underWay = new Map<number, (workMs: number) => void>();
  thread.on('message', (answer: HostAnswer) => {
    if (isDisposed) return;
    if ('workMs' in answer) {
      underWay.get(answer.number)?.(answer.workMs);
      underWay.delete(answer.number);
    } else if ('message' in answer) events.send(answer.client, answer.message);
    else events.refuse(answer.client, answer.refusal);
  });
  const breakDown = (reason: string) => {
    if (!isDisposed) events.broke(reason);
  };
  thread.on('error', (error) => breakDown((error as Error).message));
  thread.on('exit', () => breakDown('its thread ended.'));
  return {
    receive(client, bytes, receivedMs) {
      const number = ++lastNumber;
      const request: HostRequest = { client, bytes, receivedMs, number };
      thread.postMessage(request, [bytes.buffer]);
      return new Promise((resolve) => underWay.set(number, resolve));
    },
    leave(client) {
      const request: HostRequest = { client, bytes: null };
      thread.postMessage(request);
    },
    dispose() {
      isDisposed = true;
      void thread.terminate();
    },
  };
}
