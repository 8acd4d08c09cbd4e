import { parentPort, workerData } from 'node:worker_threads';
import { InputError } from '@leib/core';
import { threadWorkedMs } from '../common/threadWorkedMs.js';
import { FeedSockets } from './feedSockets.js';
import type { FeedAnswer, FeedRequest, FeedThreadData } from './threadFeeds.js';

// Script of the feeds' own thread; openThreadFeeds() starts it.
if (parentPort === null)
  throw new InputError('feedThread.js', 'expected a start as a worker thread, got the main thread; use startServer()');
const port = parentPort;
const post = (answer: FeedAnswer, transfer: ArrayBuffer[] = []): void => port.postMessage(answer, transfer);
const { specs } = workerData as FeedThreadData;
const sockets = await FeedSockets.open(
  specs,
  (messages) =>
    post(
      { messages },
      messages.map(({ buffer }) => buffer),
    ),
  { workedMs: threadWorkedMs },
);
port.on('message', (request: FeedRequest) => {
  if ('pageCount' in request) sockets.setPageCount(request.pageCount);
  else sockets.finish(request.workMs);
});
post({ feeds: sockets.feeds });
