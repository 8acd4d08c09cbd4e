import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomPoints, splatBall, writePlyPoints, writeSplat, writeSplatPly } from '@leib/formats/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../startServer.js';

const folder = mkdtempSync(join(tmpdir(), 'leib-scans-'));
const scansDir = join(folder, 'scans');
const running: RunningServer[] = [];
const ball = splatBall(40, [0, 1, 0], 1, [1, 0, 0]);
const tile = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);

beforeAll(() => {
  for (const name of ['hall', 'theirs', 'notes', '.hidden'])
    mkdirSync(join(scansDir, name, 'tiles'), { recursive: true });
  for (const name of ['hall', 'theirs', '.hidden']) writeFileSync(join(scansDir, name, 'tileset.json'), '{"asset":{}}');
  writeFileSync(join(scansDir, 'hall', 'scan.json'), '{"name":"Hall","points":5}');
  writeFileSync(join(scansDir, 'hall', 'tiles', 'r.glb'), tile);
  writeFileSync(join(scansDir, 'hall', 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'outside.json'), '{"secret":1}');
  writeFileSync(join(folder, 'outside.splat'), 'secret');
  symlinkSync(join(folder, 'outside.splat'), join(scansDir, 'link.splat'));
  writeFileSync(join(scansDir, 'notes.txt'), 'secret');
  writeFileSync(join(scansDir, 'statue.splat'), writeSplat(ball));
  writeFileSync(join(scansDir, 'statue.ply'), writeSplatPly(ball));
  writeFileSync(join(scansDir, 'secret points.ply'), writePlyPoints(randomPoints(5, 1), 'ascii'));
  symlinkSync(join(folder, 'outside.json'), join(scansDir, 'hall', 'link.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function serve(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, studioDir: null, scansDir, ...options });
  running.push(server);
  return server;
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

test('the list has each folder with a tileset and each file of splats, and what is known of it', async () => {
  const { url } = await serve();
  const response = await fetch(`${url}api/scans`);
  expect(await response.json()).toEqual({
    scans: [
      { id: 'hall', about: { name: 'Hall', points: 5 } },
      { id: 'statue.ply', about: null, splatBytes: writeSplatPly(ball).length },
      { id: 'statue.splat', about: null, splatBytes: 40 * 32 },
      { id: 'theirs', about: null },
    ],
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const without = await startServer({ port: 0, studioDir: null });
  running.push(without);
  expect(await (await fetch(`${without.url}api/scans`)).json()).toEqual({ scans: [] });
});

test('a file of splats comes under its name', async () => {
  const { url } = await serve();
  const whole = await fetch(`${url}api/scans/statue.splat`);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  expect(await bytesOf(whole)).toEqual(writeSplat(ball));
});

test('a file comes whole, in part, or not again', async () => {
  const { url } = await serve();
  const address = `${url}api/scans/hall/tiles/r.glb`;
  const whole = await fetch(address);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'model/gltf-binary']);
  expect(await bytesOf(whole)).toEqual(tile);
  const part = await fetch(address, { headers: { Range: 'bytes=100-199' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/5000']);
  expect(await bytesOf(part)).toEqual(tile.subarray(100, 200));
  const end = await fetch(address, { headers: { Range: 'bytes=-50' } });
  expect(await bytesOf(end)).toEqual(tile.subarray(4950));
  expect((await fetch(address, { headers: { Range: 'bytes=6000-' } })).status).toBe(416);
  const etag = whole.headers.get('etag') as string;
  expect((await fetch(address, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000']);
  // Converted anew: pages that have it must hear of it.
  expect(whole.headers.get('cache-control')).toBe('private, no-cache');
});

describe('nothing else is served', () => {
  test.each([
    'hall/secret.txt',
    'hall/link.json',
    'hall/..%2f..%2foutside.json',
    '..%2foutside.json',
    '.hidden/tileset.json',
    'hall',
    'notes.txt',
    'link.splat',
    'secret%20points.ply',
    'statue.splat/tileset.json',
    'hall/tiles',
    'none/tileset.json',
    'hall%5c..%5c..%5coutside.json',
  ])('%s', async (path) => {
    const { url } = await serve();
    const response = await fetch(`${url}api/scans/${path}`);
    expect([400, 403, 404]).toContain(response.status);
    expect(await response.text()).not.toContain('secret');
  });
});

test('a server with a token asks for it; an invite does instead', async () => {
  const server = await serve({ token: 'word' });
  for (const path of ['api/scans', 'api/scans/hall/tileset.json', 'api/scans/statue.splat']) {
    expect((await fetch(`${server.url}${path}`)).status).toBe(401);
    expect((await fetch(`${server.url}${path}?token=word`)).status).toBe(200);
    const { token } = await server.people.sign({ room: 'museum', role: 'guest' }, 5);
    expect((await fetch(`${server.url}${path}?token=${token}`)).status).toBe(200);
  }
});

test('a folder that is none is said when the server starts', async () => {
  await expect(serve({ scansDir: join(folder, 'nowhere') })).rejects.toThrow(
    'scans: expected a folder with scans in it',
  );
});
