import { afterEach, expect, test } from 'vitest';
import { ManualClock, until } from '../common/server.testing.js';

import { type FeedHost, openThreadFeeds } from './threadFeeds.js';

const spec = { protocol: 'json', address: '127.0.0.1', port: 0 } as const;
const clock = new ManualClock();
const opened: FeedHost[] = [];
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close();
});

async function open(script: URL, received: Uint8Array[] = []): Promise<FeedHost> {
  const host = await openThreadFeeds(script, [spec], (messages) => received.push(...messages), clock);
  opened.push(host);
  return host;
}

/** A script of a thread in its own words. */
const scriptOf = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';${code}`)}`,
  );

test('the next datagrams come after the answer to the last', async () => {
  const received: Uint8Array[] = [];
  const feeds = `parentPort.postMessage({ feeds: [{ port: 4000 }] });`;
  const answer = `parentPort.on('message', ({ workMs }) => {
    if (workMs >= 0) parentPort.postMessage({ messages: [new Uint8Array(3)] });
  });`;
  await open(scriptOf(`${feeds}${answer}parentPort.postMessage({ messages: [new Uint8Array(2)] });`), received);
  await until(() => received.length > 3);
  expect(received.slice(0, 3).map(({ length }) => length)).toEqual([2, 3, 3]);
});

test('a thread that ends is started again on the port that it had, and knows of the pages', async () => {
  const received: Uint8Array[] = [];
  const host = await open(
    scriptOf(`
      const [{ port }] = workerData.specs;
      parentPort.postMessage({ feeds: [{ port: 4000 }] });
      parentPort.on('message', ({ pageCount }) => {
        if (port === 0 && pageCount > 0) throw new Error('the first one ends');
        if (pageCount > 0) parentPort.postMessage({ messages: [new Uint8Array(port / 1000)] });
      });`),
    received,
  );
  host.setPageCount(2);
  await until(
    () => received.length > 0,
    () => clock.advance(100),
  );
  expect(received[0]).toHaveLength(4);
});

test.each([
  ['cannot be found', new URL('file:///nowhere/there-is-no-such-script.js')],
  ['throws', scriptOf(`throw new Error('no');`)],
  ['ends at once', scriptOf('process.exit(0);')],
])('a thread whose script %s is a problem of its feeds, not the end of the server', async (_, script) => {
  const { feeds } = await open(script);
  expect(feeds).toHaveLength(1);
  expect(feeds[0].problem).toMatch(/^json: the thread of the feeds cannot run \(.+\); start the server again\.$/);
});
