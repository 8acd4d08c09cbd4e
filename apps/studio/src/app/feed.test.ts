import { createBodyProfile } from '@leib/calibration';
import type { EmbodySettings } from '@leib/embody';
import { dataFeedUpdate, FakeSocket } from '@leib/feeds/testing';
import { createDeviceFrame } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialValues } from '../files/settings.js';
import { rooms } from '../rooms/rooms.js';
import { ManualClock } from '../time/manualClock.js';
import { withLockMode } from '../world/personFit.js';
import { openFeed } from './feed.js';

const sockets: FakeSocket[] = [];
beforeEach(() => {
  sockets.length = 0;
  class ListedSocket extends FakeSocket {
    static readonly OPEN = 1;
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  vi.stubGlobal('WebSocket', ListedSocket);
});
afterEach(() => vi.unstubAllGlobals());

const worn = (id: string) => {
  const device = { role: 'leftFoot' as const, isChosen: true, offset: null, centre: null };
  return { ...createBodyProfile('Ann'), devices: { [id]: device, 'other/a': { ...device, role: 'hips' as const } } };
};

test.each([
  [
    'json',
    'ws://127.0.0.1:8765',
    'json/a',
    JSON.stringify({ format: 'leib-feed/1', t: 0, devices: [{ id: 'a', pose: [0.5, 1, 0, 0, 0, 0, 1] }] }),
  ],
  ['slimevr', 'ws://127.0.0.1:21110', 'slimevr/computed/4', dataFeedUpdate()],
] as const)('a program’s own WebSocket is a source that wears the profile: %s', (kind, url, id, message) => {
  const feed = openFeed(new ManualClock(), kind, url);
  expect(sockets.map((socket) => socket.url)).toEqual([url]);
  sockets[0].open();
  sockets[0].receive(message);
  feed.source.step(1 / 60, createDeviceFrame());
  expect(feed.source.devices.map((device) => device.id)).toContain(id);
  feed.stage.wear(worn(id));
  expect(feed.source.roles).toEqual({ [id]: 'leftFoot' });
  feed.stage.wear(null);
  expect(feed.source.roles).toEqual({});
  feed.source.dispose();
});

test('the lock mode of the profile holds in every room with a body that has one', () => {
  const profile = { ...createBodyProfile('Ann'), lockMode: 'hips' } as const;
  const choices = rooms.flatMap(({ shape, docOf }) => {
    const { me } = docOf(initialValues(shape)).actors;
    return me ? [withLockMode(me.settings.solver as unknown as EmbodySettings, profile)] : [];
  });
  expect(choices.map((choice) => (choice as EmbodySettings).targets.lockMode)).toEqual(Array(5).fill('hips'));
  expect(withLockMode('baseline', profile)).toBe('baseline');
});
