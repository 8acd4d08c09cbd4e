import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DisplayScene, DisplaysClient, fetchFile, fileLimits, fileUrl, sendFile } from '@leib/net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { until } from '../common/server.testing.js';
import { oneAgentScene } from '../displays/displays.testing.js';
import { type RunningServer, type ServerOptions, startServer } from '../startServer.js';

// A real server, on a port that the system chooses, and files of the sizes that people have.

const running: RunningServer[] = [];
const clients: DisplaysClient[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.dispose();
  for (const server of running.splice(0)) await server.close();
});

async function serve(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, studioDir: null, ...options });
  running.push(server);
  return server;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (size: number, seed = 0) => new Uint8Array(size).fill(seed, 0, size - 1);
const never = new AbortController().signal;

const put = (
  server: RunningServer,
  hash: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) => fetch(`${server.url}api/files/${hash}`, { method: 'PUT', body, headers });

test.each([
  ['by the browser', crypto.subtle],
  // Pages by http in a network: browsers have crypto.subtle by https and on localhost only.
  ['by the page itself', undefined],
])('[FR7] what a server that lies gives under a hash is refused, which is found out %s', async (_by, subtle) => {
  const [asked, given] = [fileOf(70_000, 1), fileOf(70_000, 2)];
  let answer = given;
  const liar = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1');
  await new Promise((done) => liar.once('listening', done));
  const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}/`;
  vi.stubGlobal('crypto', { subtle });
  try {
    const fetched = () => fetchFile(url, hashOf(asked), () => {}, never);
    await expect(fetched()).rejects.toThrow('file: expected the one that was given to the server, got another');
    answer = asked;
    expect(new Uint8Array(await fetched())).toEqual(asked);
  } finally {
    vi.unstubAllGlobals();
    liar.close();
  }
});

describe('a file', () => {
  test('[FR1] of 20 MB goes to the server once, comes back whole with progress, and may be cached for good', async () => {
    const server = await serve();
    const file = new Uint8Array(randomBytes(20 << 20));
    const sent: number[] = [];
    const hash = await sendFile(server.url, file, (part) => sent.push(part), never);
    expect(hash).toBe(hashOf(file));
    expect(sent[0]).toBe(0);
    const again: number[] = [];
    await sendFile(server.url, file, (part) => again.push(part), never);
    expect(again).toEqual([]);

    const parts: number[] = [];
    const back = await fetchFile(server.url, hash, (part) => parts.push(part), never);
    expect(hashOf(new Uint8Array(back))).toBe(hash);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);

    const { status, headers } = await fetch(fileUrl(server.url, hash), { method: 'HEAD' });
    expect([status, headers.get('content-length')]).toEqual([200, String(file.length)]);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const cached = await fetch(fileUrl(server.url, hash), { headers: { 'If-None-Match': `"${hash}"` } });
    expect(cached.status).toBe(304);
  });

  test('[FR2] is never a page of this server, whatever is in it', async () => {
    const server = await serve();
    const html = new TextEncoder().encode('<script>alert(1)</script>');
    expect((await put(server, hashOf(html), html)).status).toBe(201);
    const { headers } = await fetch(fileUrl(server.url, hashOf(html)));
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe('attachment');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('[FR3] under another name, too large, without a length or of another page is refused in a sentence', async () => {
    const server = await serve();
    const file = fileOf(1000, 1);
    const other = hashOf(fileOf(1000, 2));
    const answer = async (response: Response) => [response.status, await response.text()];
    expect(await answer(await put(server, other, file))).toEqual([422, 'expected bytes of this SHA-256, got others.']);
    expect((await fetch(fileUrl(server.url, other))).status).toBe(404);
    expect((await put(server, hashOf(file), file, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await put(server, '../secret', file)).status).toBe(405);
    expect((await put(server, `${'a'.repeat(63)}G`, file)).status).toBe(404);
    expect((await fetch(fileUrl(server.url, other), { method: 'DELETE' })).status).toBe(405);
    const statusOf = (headers: Record<string, string>) =>
      new Promise<number>((resolve) => {
        const path = `/api/files/${other}`;
        const outgoing = request({ port: server.port, host: '127.0.0.1', method: 'PUT', path, headers }, (incoming) => {
          resolve(incoming.statusCode ?? 0);
          outgoing.destroy();
        });
        outgoing.on('error', () => {});
        outgoing.flushHeaders();
      });
    expect(await statusOf({ 'Content-Length': String(fileLimits.bytes + 1) })).toBe(413);
    expect(await statusOf({ 'Transfer-Encoding': 'chunked' })).toBe(411);
    await expect(sendFile(server.url, fileOf(fileLimits.bytes + 1), () => {}, never)).rejects.toThrow(
      'file: expected 1 byte to 64 MB, got 64.0 MB; make it smaller',
    );
    await expect(fetchFile(server.url, other, () => {}, never)).rejects.toThrow('the server has it no longer');
  });

  test('[FR4] makes room for itself at the cost of those that nobody asked for, not of what walls show', async () => {
    const server = await serve();
    const files = Array.from({ length: fileLimits.count + 2 }, (_, i) => fileOf(100, i));
    const [shown, asked, forgotten] = files.map(hashOf);
    const client = new DisplaysClient(server.url, { walls: 'simulation' }, {});
    clients.push(client);
    client.setScene(oneAgentScene, [{ kind: 0, file: files[0] }]);
    await until(() => client.isOpen);
    const has = async (hash: string) => (await fetch(fileUrl(server.url, hash), { method: 'HEAD' })).ok;
    for (let isThere = false; !isThere; ) isThere = await has(shown);
    for (const file of files.slice(1, fileLimits.count)) await put(server, hashOf(file), file);
    await has(asked);
    for (const file of files.slice(fileLimits.count)) expect((await put(server, hashOf(file), file)).status).toBe(201);
    expect([await has(shown), await has(asked), await has(forgotten)]).toEqual([true, true, false]);
  });

  test('[RJ4] and every connection need the token of a server that asks for one', async () => {
    const server = await serve({ token: 'open sesame' });
    const file = fileOf(10, 1);
    expect((await put(server, hashOf(file), file)).status).toBe(401);
    const urlWith = (token: string) => `${server.url}?token=${encodeURIComponent(token)}`;
    await expect(sendFile(urlWith('open'), file, () => {}, never)).rejects.toThrow('expected the token');
    await sendFile(urlWith('open sesame'), file, () => {}, never);
    expect((await fetch(fileUrl(server.url, hashOf(file)))).status).toBe(401);
    const states: string[] = [];
    const events = { onState: (state: string) => void states.push(state) };
    clients.push(new DisplaysClient(server.url, { walls: 'watcher' }, events));
    await until(() => states.length > 0);
    expect(states[0]).toBe('lost');
    const welcome = new DisplaysClient(urlWith('open sesame'), { walls: 'watcher' }, {});
    clients.push(welcome);
    await until(() => welcome.isOpen);
  });
});

describe('a folder of files', () => {
  const has = async (server: RunningServer, hash: string) => (await fetch(fileUrl(server.url, hash))).status === 200;

  test('[FR6] outlives the server; what is damaged there is not given, and what was used last stays the longest', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'leib-files-'));
    try {
      const files = Array.from({ length: fileLimits.count }, (_, i) => fileOf(100, i + 1));
      const [damaged, used, unused] = files.map(hashOf);
      const first = await serve({ people: { dataDir } });
      for (const file of files) expect((await put(first, hashOf(file), file)).status).toBe(201);
      await first.close();
      const folder = join(dataDir, 'files');
      for (const [index, file] of files.entries()) await utimes(join(folder, hashOf(file)), 1000 + index, 1000 + index);
      await writeFile(join(folder, damaged), 'something else');
      await writeFile(join(folder, '1.part'), 'cut short');

      const second = await serve({ people: { dataDir } });
      expect([await has(second, damaged), await has(second, used)]).toEqual([false, true]);
      await second.close();
      expect((await readdir(folder)).toSorted()).toEqual(files.slice(1).map(hashOf).toSorted());

      const third = await serve({ people: { dataDir } });
      for (const seed of [1, 2]) {
        const file = fileOf(101, seed);
        expect((await put(third, hashOf(file), file)).status).toBe(201);
      }
      expect([await has(third, used), await has(third, unused)]).toEqual([true, false]);
      expect(await readdir(folder)).toHaveLength(fileLimits.count);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

test('[FR5] a character of 20 MB reaches a wall that was there before and one that comes later', async () => {
  const server = await serve();
  const join = () => {
    const seen: { scene: DisplayScene | null } = { scene: null };
    const wall = new DisplaysClient(server.url, { walls: 'watcher' }, { onScene: (scene) => (seen.scene = scene) });
    clients.push(wall);
    return seen;
  };
  const early = join();
  const parts: (number | null)[] = [];
  const problems: string[] = [];
  const simulation = new DisplaysClient(
    server.url,
    { walls: 'simulation' },
    { onSending: (part) => parts.push(part), onProblem: (reason) => problems.push(reason) },
  );
  clients.push(simulation);
  const file = new Uint8Array(randomBytes(20 << 20));
  simulation.setScene(oneAgentScene, [{ kind: 0, file }]);
  await until(() => early.scene !== null);
  expect(early.scene?.kinds[0].mesh).toBe(hashOf(file));
  expect(parts[0]).toBe(0);
  expect(parts.at(-1)).toBe(null);
  const late = join();
  await until(() => late.scene !== null);
  expect(late.scene).toEqual(early.scene);
  expect((await fetchFile(server.url, hashOf(file), () => {}, never)).byteLength).toBe(20 << 20);
  // A scene that changes does not send it again.
  parts.length = 0;
  early.scene = null;
  simulation.setScene({ ...oneAgentScene, agents: [] }, [{ kind: 0, file }]);
  await until(() => early.scene !== null);
  expect(parts).toEqual([null]);
  expect(problems).toEqual([]);
});
