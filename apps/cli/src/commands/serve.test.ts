import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLoadNats } from '../load/loadNats.js';
import { hasNats } from '../load/nats.testing.js';
import { buildLeib, callLeib, runLeib, startLeib } from '../testing.js';

let studio: string;

beforeAll(() => {
  buildLeib();
  studio = mkdtempSync(join(tmpdir(), 'leib-studio-'));
  writeFileSync(join(studio, 'index.html'), '<title>Leib</title>');
});
afterAll(() => rmSync(studio, { recursive: true, force: true }));

async function addressOf(child: ChildProcess): Promise<string> {
  const [chunk] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  const address = /^Leib is at (http:\/\/127\.0\.0\.1:\d+\/) /.exec(String(chunk));
  if (!address) throw new Error(`no address in "${chunk}"`);
  return address[1];
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('serves until %s, then stops cleanly', async (signal) => {
  const child = startLeib(['serve', '--studio', studio, '--port', '0'], { PORT: '' });
  const address = await addressOf(child);
  expect(await (await fetch(address)).text()).toBe('<title>Leib</title>');
  expect(await (await fetch(`${address}api/health`)).json()).toMatchObject({ ok: true });
  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

test('two at a time take two ports, and a demanded port that is taken is one line', async () => {
  const children = [1, 2].map(() => startLeib(['serve', '--studio', studio], { PORT: '' }));
  const addresses = await Promise.all(children.map(addressOf));
  expect(new Set(addresses).size).toBe(2);
  const { port } = new URL(addresses[0]);
  for (const [words, env] of [
    [['--port', port], {}],
    [[], { PORT: port }],
  ] as const) {
    const { code, stdout, stderr } = await runLeib(['serve', '--studio', studio, ...words], { PORT: '', ...env });
    expect(stderr).toMatch(new RegExp(`^leib: port ${port} is taken.*\\n$`));
    expect(stdout).toBe('');
    expect(code).toBe(1);
  }
  for (const child of children) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

test('--https serves with a certificate that is kept for the next start', async () => {
  const home = mkdtempSync(join(tmpdir(), 'leib-home-'));
  const fingerprints: string[] = [];
  for (let start = 0; start < 2; start++) {
    const child = startLeib(['serve', '--studio', studio, '--port', '0', '--https'], { PORT: '', LEIB_HOME: home });
    const [chunk] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
    const port = /^Leib is at https:\/\/127\.0\.0\.1:(\d+)\/ /.exec(String(chunk))?.[1];
    const socket = connect({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    fingerprints.push(socket.getPeerCertificate().fingerprint256);
    socket.destroy();
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  expect(fingerprints[0]).toBe(fingerprints[1]);
  rmSync(home, { recursive: true, force: true });
});

test('a studio that is not built is one line', async () => {
  const { code, stderr } = await callLeib(['serve', '--studio', join(studio, 'nowhere'), '--port', '0']);
  expect(stderr).toMatch(/^leib: .*expected a folder with index\.html, got .*nowhere; build.*npm start.*\n$/);
  expect(code).toBe(1);
});

test('a wall file that is wrong is one line with its place', async () => {
  const path = join(studio, 'walls.json');
  const wall = { name: 'front', lowerLeft: [0, 0, 0], lowerRight: [2, 0, 0], upperLeft: [1, 0, 0] };
  writeFileSync(path, JSON.stringify({ format: 'leib-walls/1', walls: [wall] }));
  const { code, stderr } = await callLeib(['serve', '--studio', studio, '--port', '0', '--walls', path]);
  expect(stderr).toMatch(/^leib: .*walls\.json, walls\[0\]\.upperLeft: expected a corner above lowerLeft.*\n$/);
  expect(code).toBe(1);
});

test('--operator prints the link of an operator, and without a token nobody gets anything of a study there', async () => {
  const data = join(studio, 'study-data');
  const words = [
    'serve',
    '--studio',
    studio,
    '--port',
    '0',
    '--rooms',
    'invited',
    '--data',
    data,
    '--operator',
    'agency',
  ];
  const child = startLeib(words, { PORT: '' });
  let stdout = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  await expect.poll(() => stdout, { timeout: 60_000 }).toMatch(/Operator of the study agency, for a day: \S+\n/);
  const link = new URL(/Operator of the study agency, for a day: (\S+)/.exec(stdout)?.[1] ?? '');
  expect(link.search).toMatch(/^\?room=study&study=agency&token=/);
  const ask = (token: string) =>
    fetch(new URL(`api/study/agency/participants?token=${token}`, link)).then(({ status }) => status);
  expect([await ask(''), await ask(link.searchParams.get('token') ?? '')]).toEqual([401, 200]);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(readdirSync(join(data, 'studies'))).toContain('studies.sqlite');
});

test('--rooms invited prints the link of a host, whose invite lets into that room and no other', async () => {
  const data = mkdtempSync(join(tmpdir(), 'leib-data-'));
  const child = startLeib(['serve', '--studio', studio, '--port', '0', '--rooms', 'invited', '--data', data], {
    PORT: '',
  });
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += chunk;
  });
  await expect.poll(() => text, { timeout: 60_000 }).toMatch(/Host of.*\n/);
  const link = new URL(/^Host of the room together, for a day: (\S+)$/m.exec(text)?.[1] ?? '');
  expect([link.searchParams.get('room'), link.searchParams.get('people')]).toEqual(['together', 'together']);
  const mayJoin = async (people: string, word: string) => {
    const url = new URL(`/api/room?${new URLSearchParams({ people, ...(word && { token: word }) })}`, link);
    url.protocol = 'ws:';
    const socket = new WebSocket(url);
    const isOpen = await new Promise((resolve) => {
      socket.onopen = () => resolve(true);
      socket.onerror = () => resolve(false);
    });
    socket.close();
    return isOpen;
  };
  const token = link.searchParams.get('token') ?? '';
  expect([await mayJoin('together', token), await mayJoin('other', token), await mayJoin('together', '')]).toEqual([
    true,
    false,
    false,
  ]);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(readdirSync(data).sort()).toEqual(['rooms', 'secret']);
  rmSync(data, { recursive: true, force: true });
});

test.each([
  [['--rooms', 'closed'], /^leib: --rooms: expected open or invited, got "closed"/],
  [['--address', 'http://a/'], /^leib: --address: expected with --nats only/],
  [
    ['--nats', 'nats://127.0.0.1:1', '--nats-replicas', '7'],
    /^leib: --nats-replicas: expected a whole number from 1 to 5/,
  ],
  [['--invite', 'A b'], /^leib: --invite: expected 1 to 40 lower-case/],
])('%j is one line', async (words, reason) => {
  const { code, stderr } = await callLeib(['serve', '--studio', studio, '--port', '0', ...words]);
  expect(stderr).toMatch(reason);
  expect(code).toBe(2);
});

test('a nats-server that is not there is one line, without its password', async () => {
  const words = ['serve', '--studio', studio, '--port', '0', '--nats', 'nats://me:secret@127.0.0.1:1'];
  const { code, stderr } = await callLeib(words);
  expect(stderr).toMatch(/^leib: nats: expected a nats-server at nats:\/\/127\.0\.0\.1:1, got "connection refused"/);
  expect(code).toBe(1);
});

test.skipIf(!(await hasNats()))('two that share a nats-server know of each other', async () => {
  const nats = await startLoadNats();
  const words = ['serve', '--studio', studio, '--port', '0', '--nats', nats.url];
  const children = [1, 2].map(() => startLeib(words, { PORT: '' }));
  try {
    const addresses = await Promise.all(children.map(addressOf));
    const nodesOf = async (address: string) =>
      /^leib_nodes (.*)$/m.exec(await (await fetch(`${address}api/metrics`)).text())?.[1];
    for (const address of addresses) await expect.poll(() => nodesOf(address), { timeout: 60_000 }).toBe('2');
  } finally {
    for (const child of children) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await nats.stop();
  }
});
