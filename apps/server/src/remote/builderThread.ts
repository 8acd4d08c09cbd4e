import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { InputError } from '@leib/core';
import { answerPlan, type BodyPlan, buildHere } from './bodyBuilder.js';

// Script of the thread that builds bodies for all worlds; createBuilderThread() starts it.
if (parentPort === null)
  throw new InputError(
    'builderThread.js',
    'expected a start as a worker thread, got the main thread; use startServer()',
  );
const port = parentPort;
// Worlds come first. On Linux a priority is a thread's own; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
port.on('message', ({ number, plan }: { readonly number: number; readonly plan: BodyPlan }) => {
  void answerPlan(buildHere, number, plan).then((answer) => port.postMessage(answer));
});
