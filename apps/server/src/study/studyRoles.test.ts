import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roomOfStudy } from '@leib/study';
import { SharedRoom } from '@leib/together';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket as RawWebSocket } from 'ws';
import { until } from '../common/server.testing.js';
import { startServer } from '../startServer.js';

// Stations follow hosts of their study's room: who is one is this server's business.

async function serve(access: 'open' | 'invited') {
  const folder = await mkdtemp(join(tmpdir(), 'leib-study-roles-'));
  const server = await startServer({
    port: 0,
    studioDir: null,
    study: { database: join(folder, 'studies.sqlite'), access },
    // Rooms of people may be open to everybody all the same.
    people: { rooms: 'open' },
  });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const enter = async (token: string, name: string) => {
    const problems: string[] = [];
    const url = new URL(server.url);
    if (token !== '') url.searchParams.set('token', token);
    const room = new SharedRoom(url.href, roomOfStudy('latency'), {
      name,
      createSocket: (address) => new RawWebSocket(address) as unknown as WebSocket,
      onProblem: (reason) => void problems.push(reason),
    });
    onTestFinished(() => room.dispose());
    await until(
      () =>
        (room.me !== null && room.doc !== null) ||
        room.state === 'refused' ||
        room.state === 'lost' ||
        problems.length > 0,
    );
    return { room, problems };
  };
  return { server, enter };
}

test('who operates the study is a host of its room, a station is a guest, and nobody makes themselves a host', async () => {
  const { server, enter } = await serve('invited');
  const { studies } = server;
  if (studies === null) throw new Error('expected a server that keeps studies');
  const sign = async (study: string, role: 'operator' | 'station') => (await studies.sign(study, role, 5)).token;
  // The first in a room of people is its host elsewhere.
  const station = (await enter(await sign('latency', 'station'), 'station')).room;
  expect(station.role).toBe('guest');
  const operator = (await enter(await sign('latency', 'operator'), 'Operator')).room;
  expect(operator.role).toBe('host');
  const me = station.me ?? '';
  station.change([{ path: ['actors', me, 'settings', 'role'], value: 'host' }], false);
  station.change([{ path: ['actors', operator.me ?? '', 'settings', 'orders'], value: [] }], false);
  station.change([{ path: ['actors', me, 'settings', 'isOperator'], value: true }], false);
  await until(() => operator.doc?.actors[me]?.settings.isOperator === true);
  expect(operator.doc?.actors[me].settings.role).toBe('guest');
  expect(operator.doc?.actors[operator.me ?? ''].settings.orders).toBeUndefined();
  // The last one left is no host either.
  operator.dispose();
  const again = (await enter(await sign('latency', 'station'), 'other')).room;
  expect(again.role).toBe('guest');
});

test('another study’s token, none, or one that was made up does not open the room', async () => {
  const { server, enter } = await serve('invited');
  const { studies } = server;
  if (studies === null) throw new Error('expected a server that keeps studies');
  for (const token of ['', 'a.b.c', (await studies.sign('shape', 'operator', 5)).token]) {
    const { room } = await enter(token, 'somebody');
    expect(room.me).toBeNull();
  }
});

test('on a server for this machine alone everybody operates', async () => {
  const { enter } = await serve('open');
  expect((await enter('', 'station')).room.role).toBe('host');
  expect((await enter('', 'operator')).room.role).toBe('host');
});
