import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSkeleton } from '@leib/body';
import { findTrack } from '@leib/core';
import { createPerson } from '@leib/embody';
import { motionOfRecording, readRecording } from '@leib/formats';
import { startServer } from '@leib/server';
import { SharedRoom } from '@leib/together';
import { createEmulatedSource, setMoveWish } from '@leib/tracking';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { callLeib } from '../testing.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-record-room-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('two people of a room into one file: their bodies by name, the document, and both are read again', async () => {
  const server = await startServer({ port: 0, studioDir: null });
  const enter = async (name: string) => {
    const room = new SharedRoom(server.url, 'museum', {
      name,
      createSocket: (url) => new NodeSocket(url) as unknown as WebSocket,
    });
    await expect.poll(() => room.me !== null && room.doc?.actors[room.me]?.settings.name).toBe(name);
    const source = createEmulatedSource({ startYaw: 0 });
    setMoveWish(source.state, name === 'Ada' ? 0.9 : 0, 0, 0, 0);
    return { room, person: createPerson({ skeleton: defaultSkeleton, source }) };
  };
  const people = [await enter('Ada'), await enter('Bo')];
  const moving = setInterval(() => {
    for (const { room, person } of people) {
      person.step(1 / 60);
      room.send(person);
    }
  }, 16);
  const [ada] = people;
  await expect.poll(() => ada.room.others.length).toBe(1);
  const out = join(folder, 'room.mcap');
  const call = callLeib(['record-room', `${server.url}?people=museum`, out, '--seconds', '3', '--json']);
  await expect.poll(() => ada.room.others.length, { timeout: 30_000 }).toBe(2);
  const value = { id: 'chair', kind: 'model', pose: [0, 0, 0, 0, 0, 0, 1], settings: { author: ada.room.me ?? '' } };
  expect(ada.room.change([{ path: ['things', 'chair'], value }]).ok).toBe(true);
  const { code, stdout, stderr } = await call;
  clearInterval(moving);
  for (const { room } of people) room.dispose();
  await server.close();
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).people).toEqual(['Ada', 'Bo']);

  const { recording } = await readRecording(new Uint8Array(readFileSync(out)));
  expect(recording.tracks.map(({ kind, name }) => [kind, name])).toEqual([
    ['pose', 'Ada'],
    ['pose', 'Bo'],
  ]);
  expect(findTrack(recording, 'pose', 'Ada')?.momentCount).toBeGreaterThan(30);
  const last = recording.documents.at(-1)?.doc as { readonly things: readonly unknown[]; readonly actors: object };
  expect(last.things).toHaveLength(1);
  expect(Object.keys(last.actors)).toHaveLength(3);
  // Ada walks ahead; Bo stands.
  const { rootPositions, frameCount } = motionOfRecording(recording) ?? { rootPositions: [], frameCount: 0 };
  const from = Math.floor(frameCount / 2) * 3;
  expect(Math.abs(rootPositions[(frameCount - 1) * 3 + 2] - rootPositions[from + 2])).toBeGreaterThan(0.3);
  const info = await callLeib(['info', out, '--json']);
  expect(info.code).toBe(0);
  expect(info.stdout).toContain('Ada');
});

test.each([
  [['http://127.0.0.1:1/', 'a.mcap'], 'link: expected http'],
  [['http://127.0.0.1:1/?people=lab', 'a.bvh'], 'out: expected a name that ends with .mcap'],
])('%j is a wrong call', async (words, reason) => {
  const { code, stderr } = await callLeib(['record-room', ...words]);
  expect(code).toBe(2);
  expect(stderr).toContain(reason);
});
