import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { BRIDGE_HEADER_SIZE } from '@leib/feeds';
import { defaultRemoteBodySettings, outputAt } from '@leib/reembody';
import { beforeAll, expect, test } from 'vitest';
import { openThreadFeeds } from './bridge/threadFeeds.js';
import { until } from './common/server.testing.js';
import { endAfterEachTest, serve, visit } from './remote/remoteServers.testing.js';

// Threads run built scripts: this file builds them once.

endAfterEachTest();
beforeAll(() => {
  const root = join(import.meta.dirname, '../../..');
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', 'apps/server'], { cwd: root });
  expect(status).toBe(0);
});

test('a world does in a thread what it does here, and ends with its last client', async () => {
  const threadScript = new URL('../dist/remote/worldThread.js', import.meta.url);
  const { url, remote } = await serve({ threadScript });
  const first = await visit(url, 't');
  const second = await visit(url, 't');
  for (let frame = 0; frame < 10; frame++) await Promise.all([first.stand(0), second.stand(1.3)]);
  expect(first.output[outputAt.frameSeconds]).toBeGreaterThan(0);
  second.client.setSettings({ ...defaultRemoteBodySettings, totalMass: -1 });
  await until(() => second.failures.length === 1);
  expect(second.failures[0]).toMatchObject({ isOver: false });
  first.client.dispose();
  await until(() => second.built?.clientCount === 1);
  await second.stand(1);
  second.client.dispose();
  await until(() => remote.worldCount === 0);
  expect(remote.clientCount).toBe(0);
});

test('feeds in a thread read datagrams while a page listens, and their port is free when they are closed', async () => {
  const received: Uint8Array[] = [];
  const script = new URL('../dist/bridge/feedThread.js', import.meta.url);
  const spec = { protocol: 'json', address: '127.0.0.1', port: 0 } as const;
  const host = await openThreadFeeds(script, [spec], (messages) => received.push(...messages));
  const [{ port, problem, up }] = host.feeds;
  expect([problem, up]).toEqual([null, 'y']);
  host.setPageCount(1);
  const sender = createSocket('udp4');
  let number = 0;
  await until(
    () => received.length > 200,
    () => sender.send(`${number++}`, port, '127.0.0.1'),
  );
  sender.close();
  const numbers = received.map((message) => Number(Buffer.from(message.subarray(BRIDGE_HEADER_SIZE)).toString()));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  await host.close();
  const other = createSocket('udp4').bind(port, '127.0.0.1');
  await once(other, 'listening');
  other.close();
});
