import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@leib/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasNats } from '../load/nats.testing.js';
import { buildLeib, callLeib, runLeib, startLeib } from '../testing.js';
import { trackingFixture } from '../trackingFixture.testing.js';

let folder: string;
beforeAll(() => {
  buildLeib();
  folder = mkdtempSync(join(tmpdir(), 'leib-load-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('bots of a recording in a room of a given server: what the levels promise comes', async () => {
  const server = await startServer({ port: 0, studioDir: null });
  const motion = join(folder, 'walk.jsonl');
  writeFileSync(motion, trackingFixture({ frameCount: 90 }));
  const words = ['load', '--server', server.url, '--clients', '4', '--seconds', '1.5', '--radius', '8', '--json'];
  const { code, stdout } = await callLeib([...words, '--motion', motion]);
  await server.close();
  expect(code).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ clients: 4, hz: 60, form: 'targets', radius: 8, bytesPerFullUpdate: 223 });
  expect(report.seconds).toBeGreaterThan(1.4);
  expect(report.delivered).toBeGreaterThan(0.8);
  expect(report.delivered).toBeLessThanOrEqual(1);
  expect(report.relayP95Ms).toBeGreaterThanOrEqual(report.relayMedianMs);
  expect(report.bytesPerUpdate).toBeGreaterThanOrEqual(38);
  expect(report.serverCores).toBeGreaterThan(0);
  expect(report.serverMemoryMB.end).toBeGreaterThan(10);
  expect(report.memoryGrowth).toBe(report.serverMemoryMB.end / report.serverMemoryMB.settled - 1);
});

test('a server of its own, whole bodies, and Ctrl-C, which ends it with the figures so far', async () => {
  const words = ['load', '--clients', '3', '--seconds', '300', '--form', 'pose', '--json'];
  const child = startLeib(words, { LEIB_PROGRESS: 'on' });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const closed = once(child, 'close');
  await expect.poll(() => stderr, { timeout: 120_000 }).toMatch(/measuring: /);
  child.kill('SIGINT');
  expect(await closed).toEqual([0, null]);
  const report = JSON.parse(stdout);
  expect(report.form).toBe('pose');
  expect(report.seconds).toBeLessThan(100);
  expect(report.bytesPerUpdate).toBeGreaterThan(100);
});

test('a server that goes while it is measured is a failure, as is one that is not there', async () => {
  const server = await startServer({ port: 0, studioDir: null });
  const words = ['load', '--server', server.url, '--clients', '2', '--seconds', '60'];
  const call = callLeib(words);
  await expect.poll(() => server.people.clientCount, { timeout: 60_000 }).toBe(2);
  await server.close();
  const { code, stderr } = await call;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^leib: server: the server stops;/);
  expect(await callLeib(words)).toMatchObject({ code: 1, stdout: '' });
});

test.skipIf(!(await hasNats()))(
  'a room over two nodes: bots of both see each other, and what it costs is counted',
  async () => {
    const words = ['load', '--nodes', '2', '--clients', '4', '--seconds', '1.5', '--radius', '1', '--json'];
    const { code, stdout } = await runLeib(words);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report.delivered).toBeGreaterThan(0.8);
    expect(report.nodes.count).toBe(2);
    // 38 bytes, 60 times a second, of four bots.
    expect(report.nodes.kilobytesOutPerSecond).toBeGreaterThan(5);
    expect(report.nodes.kilobytesInPerSecond).toBeGreaterThan(5);
  },
);

test.each([
  [['--nodes', '9'], '--nodes: expected a whole number from 1 to 8'],
  [['--nodes', '2', '--server', 'http://127.0.0.1:1'], '--nodes: expected servers of its own'],
  [['--clients', '1'], '--clients: expected a whole number from 2 to 224'],
  [['--room', 'A room'], '--room: expected 1 to 40'],
  [['--form', 'mesh'], '--form: expected targets or pose'],
  [['--server', 'nowhere'], '--server: expected http'],
  [['--beside', 'xml'], '--beside: expected json'],
])('%j is a wrong call', async (words, reason) => {
  const { code, stderr } = await callLeib(['load', ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});
