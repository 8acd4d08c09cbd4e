import type { ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildLeib, callLeib, freePort, runLeib, startLeib } from '../testing.js';

let folder: string;

beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-feed-'));
  writeFileSync(join(folder, 'index.html'), '<title>Leib</title>');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A UDP port that was free a moment ago. */
/** The output of a process up to a match; an error if the process ends without one. */
async function outputUntil(child: ChildProcess, what: RegExp): Promise<string> {
  let text = '';
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`the process ended; its output: ${text}`)));
    for (const stream of streams) {
      stream.on('data', (chunk) => {
        text += chunk;
        if (what.test(text)) resolve(text);
      });
    }
  });
}

/** Watches a second at a time until the data is there. A busy machine may need more than one to connect. */
async function watchUntil(call: typeof runLeib, words: readonly string[], isSeen: (seen: Watched) => boolean) {
  for (let left = 100; ; left--) {
    const { code, stdout, stderr } = await call(['feed', 'watch', ...words, '--seconds', '1', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const seen: Watched = JSON.parse(stdout);
    if (isSeen(seen) || left === 0) return seen;
  }
}

interface Watched {
  readonly feeds: readonly { readonly packets: number; readonly problem: string | null }[];
  readonly devices: readonly { readonly id: string; readonly pose: readonly number[] }[];
}

/** Sends until the work is done. */
async function whileSending<T>(words: readonly string[], work: () => Promise<T>): Promise<T> {
  const child = startLeib(['feed', 'send', ...words, '--seconds', '3600']);
  try {
    return await work();
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

// One beside the other: they mostly wait.
test.concurrent.each([
  ['dtrack', '--dtrack', 'body/2', 3, runLeib],
  ['vrchat', '--vrchat', 'tracker/3', 3, callLeib],
  ['json', '--json-feed', 't3', 3, callLeib],
  ['vmc', '--vmc', 'bone/leftHand', 11, callLeib],
])('what `feed send %s` sends, `feed watch %s` sees', async (protocol, option, key, count, call) => {
  const port = String(await freePort());
  // Few enough that the port's buffer takes what is sent while the machine is busy elsewhere for seconds.
  const some = [protocol, '--to', port, '--trackers', '3', '--hz', '20'];
  const sent = await call(['feed', 'send', ...some, '--seconds', '0.5', '--json']);
  expect(sent.code).toBe(0);
  expect(JSON.parse(sent.stdout)).toMatchObject({ protocol, to: `127.0.0.1:${port}`, frames: 10 });
  const { feeds, devices } = await whileSending(some, () =>
    watchUntil(
      call,
      [option, port],
      ({ feeds, devices }) => feeds.some(({ packets }) => packets > 3) && devices.length >= count,
    ),
  );
  expect(feeds[0]).toMatchObject({ problem: null, damaged: 0, lost: 0, reordered: 0 });
  const device = devices.find(({ id }) => id.endsWith(`/${key}`));
  expect(device?.pose.every(Number.isFinite)).toBe(true);
  expect(devices).toHaveLength(count);
});

test('`serve` listens for what it is told to, and a port that is taken is one line and no more', async () => {
  const [good, taken] = [String(await freePort()), createSocket('udp4')];
  taken.bind(0, '127.0.0.1');
  await once(taken, 'listening');
  const takenPort = String(taken.address().port);
  const child = startLeib(['serve', '--studio', folder, '--port', '0', '--dtrack', good, '--vmc', takenPort], {
    PORT: '',
  });
  const text = await outputUntil(child, /taken by another/);
  const [, address] = /Leib is at (http:\S+)/.exec(text) ?? [];
  expect(text).toContain(`dtrack: listening on UDP 127.0.0.1:${good}`);
  expect(text).toMatch(new RegExp(`^note: vmc: UDP port ${takenPort} is taken by another program; .*$`, 'm'));
  expect(await (await fetch(address)).text()).toContain('Leib');
  const { feeds, devices } = await whileSending(['dtrack', '--to', good, '--hz', '30'], () =>
    watchUntil(callLeib, ['--bridge', address], ({ devices: { length } }) => length >= 10),
  );
  expect(devices).toHaveLength(10);
  expect(feeds[1].problem).toContain('taken');
  child.kill('SIGTERM');
  await once(child, 'exit');
  taken.close();
});

test('packets of a file are sent as they are', async () => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const file = join(folder, 'packet.txt');
  writeFileSync(file, 'fr 1\r\n');
  const received = once(socket, 'message');
  const port = String(socket.address().port);
  const { stdout } = await runLeib([
    'feed',
    'send',
    'natnet',
    '--to',
    port,
    '--file',
    file,
    '--seconds',
    '0.1',
    '--hz',
    '20',
  ]);
  expect(String((await received)[0])).toBe('fr 1\r\n');
  expect(stdout).toBe(`2 frames in 2 packets, 12 bytes, sent to 127.0.0.1:${port}\n`);
  socket.close();
});

test.each([
  [['feed', 'watch'], 'expected one feed'],
  [['feed', 'watch', '--dtrack', '5000', '--bridge', 'ws://x'], 'expected one feed'],
  [
    ['feed', 'watch', '--bridge', 'ftp://x'],
    '--bridge: expected an address that begins with http://, https://, ws://, wss://',
  ],
  [['feed', 'watch', '--dtrack', 'x'], '--dtrack: expected a port'],
  [['feed', 'watch', '--dtrack', '5000', '--json'], '--json: expected --seconds with it'],
  [['feed', 'watch', '--dtrack', '5000', '--up', 'x'], '--up: expected y or z, got "x"'],
  [['feed', 'watch', '--natnet-server', 'x'], '--natnet-server: expected --natnet'],
  [['feed', 'send', 'tea', '--to', '5'], ', got "tea"; send others with --file'],
  [['feed', 'send', 'natnet', '--to', '5'], ', got "natnet"; send others with --file'],
  [['feed', 'send', 'dtrack'], '--to: expected a value, got nothing'],
  [['feed', 'send', 'dtrack', '--to', '5000', '--hz', '0'], '--hz: expected a rate from 0.01 to 10000 Hz, got "0"'],
  [['serve', '--vmc-out', 'nowhere'], '--vmc-out: expected a port'],
])('%j is one line and exit code 2', async (words, what) => {
  const { code, stdout, stderr } = await callLeib(words);
  expect(stderr).toContain(what);
  expect(stderr).toMatch(/^leib: .+\n$/);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test('a port that is taken is one line when watching, too', async () => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { code, stderr } = await callLeib([
    'feed',
    'watch',
    '--json-feed',
    String(socket.address().port),
    '--seconds',
    '1',
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^leib: json: UDP port \d+ is taken.*\n$/);
  socket.close();
});
