import { createBodyProfile } from '@leib/calibration';
import { bytesOfBase64, dataFeedUpdate, FakeSocket } from '@leib/feeds/testing';
import { readFeedLines } from '@leib/formats';
import { createDeviceFrame, type FeedDevice, quality } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rooms } from '../rooms/rooms.js';
import { ManualClock } from '../time/manualClock.js';
import type { World } from '../world/world.js';
import { openFeed, stageFeedRecording } from './feed.js';
import { OpenRooms } from './openRooms.js';
import { RawRecording, useRaw } from './rawRecording.js';

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
  ['slimevr', 'ws://127.0.0.1:21110', 'slimevr/computed/4', bytesOfBase64(dataFeedUpdate)],
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

test('raw devices are recorded, and replayed from the file as they were', async () => {
  const device: FeedDevice = {
    id: 'json/a',
    feed: 'json',
    name: 'a',
    kind: 'tracker',
    suggestedPoint: null,
    pose: Float64Array.of(0, 1, 0, 0, 0, 0, 1),
    quality: quality.tracked,
    rateHz: 60,
    latencyMs: 1,
    lastSeenMs: 0,
  };
  const raw = new RawRecording(() => [device]);
  raw.onFrame(1 / 10);
  await raw.toggle();
  for (let i = 0; i <= 20; i++) {
    device.pose[0] = i / 10;
    raw.onFrame(1 / 10);
  }
  expect([raw.deviceCount, useRaw.getState().isRecording]).toEqual([1, true]);
  await raw.toggle();
  const { last, isRecording } = useRaw.getState();
  expect([isRecording, last?.seconds]).toEqual([false, expect.closeTo(2, 6)]);
  const stage = stageFeedRecording(readFeedLines((await last?.file.text()) ?? ''), 'raw');
  stage.source.step(1.5, createDeviceFrame());
  expect(stage.things.devices[0].id).toBe('json/a');
  expect(stage.things.devices[0].pose[0]).toBeCloseTo(1.5, 4);
});

test('the lock mode of the profile holds in every room with a body that has one', () => {
  for (const room of rooms) {
    const setSolver = vi.fn();
    const open = new OpenRooms(room);
    open.applySolver({ setSolver } as unknown as World, { ...createBodyProfile('Ann'), lockMode: 'hips' });
    const [[choice]] = setSolver.mock.calls;
    expect([room.id, choice?.targets.lockMode]).toEqual([room.id, choice === null ? undefined : 'hips']);
  }
});
