import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { InputError } from '@leib/core';
import { type BodyPlan, type BuilderAnswer, buildHere } from './bodyBuilder.js';

// Script of a world's builder; createBuilderThread() starts it.
if (parentPort === null)
  throw new InputError(
    'builderThread.js',
    'expected a start as a worker thread, got the main thread; use startServer()',
  );
const port = parentPort;
// Worlds come first. On Linux a priority is a thread's own; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
const post = (answer: BuilderAnswer): void => port.postMessage(answer);
port.on('message', ({ number, plan }: { readonly number: number; readonly plan: BodyPlan }) => {
  buildHere(plan).then(
    (body) => post({ number, body }),
    (error: Error) => {
      const where = error instanceof InputError ? error.where : 'body';
      post({ number, where, reason: error instanceof InputError ? error.reason : error.message });
    },
  );
});
