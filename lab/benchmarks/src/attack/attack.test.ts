import { join } from 'node:path';
import { seededRandom } from '@leib/core/testing';
import { roomKind } from '@leib/net';
import { startServer } from '@leib/server';
import { askForPlace, createHttpTransport, fetchEvents } from '@leib/study';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgeSession } from './bridgeMessages.js';
import { attackByConnecting, attackByHeaders } from './connections.js';
import { attackByFiles, displaySession } from './displays.js';
import { attackByFragments, wildFrames } from './fragments.js';
import { attackPaths, hostilePaths } from './paths.js';
import { attackPeople, peopleSession } from './people.js';
import { attackByPings } from './pings.js';
import { attackByRequests, hostileRequests } from './requests.js';
import { roomSession } from './roomMessages.js';
import type { TargetAddress } from './startTarget.js';
import { attackStudies, hostileRequest } from './studies.js';
import { createTargetFolder } from './targetFolder.js';

// A few inputs of each attack against a server in this process: what they look for is still found, and the server holds.

const folder = createTargetFolder();
let target: TargetAddress;
let url: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  const study = { database: join(folder.studioDir, '..', 'studies', 'studies.sqlite') };
  const server = await startServer({ port: 0, studioDir: folder.studioDir, study });
  target = { port: server.port, udpPorts: [] };
  url = server.url;
  stop = () => server.close();
});
afterAll(async () => {
  await stop();
  folder.remove();
});

test.each<[string, (seed: number) => unknown[]]>([
  ['paths', (seed) => hostilePaths(seed, 50)],
  ['requests', (seed) => hostileRequests(seed, 50)],
  ['room messages', (seed) => roomSession(seed, 50)],
  ['bridge messages', (seed) => bridgeSession(seed, 50)],
  ['messages of people', (seed) => peopleSession(seed, 150)],
  [
    'requests to studies',
    (seed) => {
      const random = seededRandom(seed);
      // The large ones are large by one letter.
      return Array.from({ length: 50 }, () => String(hostileRequest(random).subarray(0, 3000)));
    },
  ],
  ['display messages', (seed) => displaySession(seed, 50)],
])('%s: the same seed gives the same inputs, another one others', (_, generate) => {
  expect(generate(3)).toEqual(generate(3));
  expect(generate(3)).not.toEqual(generate(4));
});

test('rooms get openings, whole and damaged, frames with numbers that are none, and an end', () => {
  const sessions = Array.from({ length: 30 }, (_, seed) => roomSession(seed, 100));
  const wild = sessions.filter((session) =>
    session.some(({ bytes }) => {
      if (bytes[0] !== roomKind.bodies || bytes.length % 4 !== 0) return false;
      const view = new DataView(bytes.buffer, bytes.byteOffset + 16);
      return Array.from({ length: (bytes.length - 16) / 4 }, (_, i) => view.getFloat32(i * 4, true)).some(
        (value) => Math.abs(value) > 1e38 || Number.isNaN(value),
      );
    }),
  );
  expect(wild.length).toBe(30);
  const openings = new Set(sessions.map(([{ bytes }]) => bytes.length));
  expect(openings.size).toBeGreaterThan(3);
  expect(sessions.some((session) => session.at(-1)?.isText)).toBe(true);
});

test('frames break each rule once in sixteen seeds', () => {
  const all = Array.from({ length: 16 }, (_, seed) => wildFrames(seed, 3));
  expect(all.filter((frames) => frames.length === 3)).toHaveLength(4);
  // The bit of compression, and a frame without a mask.
  expect(all.some(([frame]) => (frame[0] & 0x40) !== 0)).toBe(true);
  expect(all.some(([frame]) => (frame[1] & 0x80) === 0)).toBe(true);
});

test('paths are refused, and nothing outside of the folder is given', async () => {
  const { outcomes, faults } = await attackPaths(target, 1, 60);
  expect(faults).toEqual([]);
  expect(Number(outcomes['400'])).toBeGreaterThan(10);
  expect(Number(outcomes['403'])).toBeGreaterThan(0);
});

test('requests inside of requests and oversized headers are refused', async () => {
  const requests = await attackByRequests(target, 1, 40);
  expect(requests.faults).toEqual([]);
  expect(Number(requests.outcomes['405'])).toBeGreaterThan(0);
  const headers = await attackByHeaders(target, 1, 4);
  expect(headers.faults).toEqual([]);
  expect(Number(headers.outcomes['431'])).toBeGreaterThan(0);
});

test('who pings without reading, and whose frames break the rules, is disconnected', async () => {
  expect((await attackByPings(target, 1, 300)).outcomes).toEqual({ disconnected: 1 });
  const { outcomes } = await attackByFragments(target, 1, 600);
  expect(Number(outcomes.disconnected)).toBeGreaterThan(1);
});

test('who is too many is refused', async () => {
  const { outcomes } = await attackByConnecting(target, 1, 60);
  expect(Number(outcomes['503'])).toBeGreaterThan(10);
  expect(Number(outcomes['101'])).toBeGreaterThan(10);
});

test('files are taken, but no more than two at a time', async () => {
  const { outcomes, faults } = await attackByFiles(target, 1, 8);
  expect(faults).toEqual([]);
  expect(Number(outcomes['201'])).toBeGreaterThan(0);
  expect(Number(outcomes['503'])).toBeGreaterThan(0);
});

test('people get bodies, damaged and whole, changes and signals; the last ones are too large, and who goes on is disconnected', async () => {
  const session = peopleSession(7, 400);
  const kinds = new Set(session.map(([kind]) => kind));
  expect(kinds).toEqual(new Set([roomKind.person, roomKind.change, roomKind.signal]));
  const sizes = new Set(session.map(({ length }) => length));
  expect(sizes.size).toBeGreaterThan(40);
  const { inputs, outcomes, faults } = await attackPeople(target, 1, 900);
  expect(faults).toEqual([]);
  expect(inputs).toBeGreaterThan(600);
  expect(outcomes).toEqual({ disconnected: 2 });
});

test('studies refuse what is wrong, and what they keep of an honest one stays as it is', async () => {
  const station = { server: url, study: 'honest', participant: 'station', token: '' };
  await askForPlace(station, 2);
  const note = { participant: 'station', seconds: 1, kind: 'noted', payload: { text: 'mine' } } as const;
  const events = [0, 1, 2].map((sequence) => ({ ...note, sequence }));
  await createHttpTransport(station).sendEvents(events, [null, null, null]);
  const { outcomes, faults } = await attackStudies(target, 1, 150);
  expect(faults).toEqual([]);
  for (const status of ['400', '401', '404', '405', '413']) expect(Number(outcomes[status]), status).toBeGreaterThan(0);
  expect(await fetchEvents(station)).toEqual({ ok: true, value: events });
});
