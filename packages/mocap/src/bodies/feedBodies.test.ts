import { refusalOf, requireDecoded } from '@leib/core';
import {
  createBridgeSource,
  createDTrackFrame,
  encodeBridgeDatagram,
  encodeDTrackFrame,
  encodeFeedList,
  parseDTrack,
} from '@leib/feeds';
import { FakeSocket } from '@leib/feeds/testing';
import { POSE_SIZE, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createBodyConditioner, stepBodyConditioner } from './bodyConditioner.js';
import { createBodyFrame, createBodyWarnings, describeWarnings } from './bodyFrame.js';
import { bodyMapText, defaultBodyMap, parseBodyMap } from './bodyMap.js';
import { createFeedBodySource } from './bodySource.js';
import { readDTrackBodies, readFeedBodies } from './feedBodies.js';

const map = requireDecoded(parseBodyMap('{"format": "leib-bodies/1", "bodies": {"7": "back", "3": "leftHand"}}'));

test('ids of the file are bodies by name; other ids are passed over', () => {
  const packet = createDTrackFrame();
  const pose = (x: number) => [x, 1, 2, 0, 0, 0, 1];
  const bodies = [3, 5, 7].map((id) => ({ id, pose: pose(id) }));
  parseDTrack(encodeDTrackFrame({ frameNumber: 1, epochSeconds: 5, bodies }), packet);
  const frame = createBodyFrame(map.names);
  readDTrackBodies(map, packet, 'y', frame, createBodyWarnings());
  expect([...frame.quality]).toEqual([quality.tracked, quality.tracked]);
  expect([
    frame.poses[map.names.indexOf('back') * POSE_SIZE],
    frame.poses[map.names.indexOf('leftHand') * POSE_SIZE],
  ]).toEqual([7, 3]);
  readDTrackBodies(map, packet, 'z', frame, createBodyWarnings());
  expect([...frame.poses.slice(1, 3)]).toEqual([2, -1]);
});

test('two bodies with one id in a packet are both left out, with one counted sentence', () => {
  const packet = createDTrackFrame();
  const bodies = [3, 7, 7].map((id) => ({ id, pose: [0, 1, 0, 0, 0, 0, 1] }));
  const warnings = createBodyWarnings();
  const frame = createBodyFrame(map.names);
  for (let k = 0; k < 3; k++) {
    parseDTrack(encodeDTrackFrame({ frameNumber: k, epochSeconds: k, bodies }), packet);
    readDTrackBodies(map, packet, 'y', frame, warnings);
    expect(frame.quality[map.names.indexOf('back')]).toBe(quality.lost);
    expect(frame.quality[map.names.indexOf('leftHand')]).toBe(quality.tracked);
  }
  expect(describeWarnings(warnings)).toEqual([
    'DTrack packet, body 7: expected each id once, got it twice; both bodies count as lost in this packet. (3 times)',
  ]);
});

test('devices of a live feed are bodies by their DTrack number, else by their name', () => {
  const device = (id: string, name: string, x: number) => ({
    id,
    feed: 'f',
    name,
    kind: 'tracker' as const,
    suggestedPoint: null,
    pose: Float64Array.of(x, 0, 0, 0, 0, 0, 1),
    quality: quality.tracked,
    rateHz: 60,
    latencyMs: 1,
    lastSeenMs: 2000,
  });
  const frame = createBodyFrame(map.names);
  readFeedBodies(
    map,
    [device('dtrack:5000/body/7', 'Body 7', 4), device('natnet/1', 'leftHand', 5), device('x/body/9', 'leftHand', 6)],
    frame,
  );
  expect([
    frame.poses[map.names.indexOf('back') * POSE_SIZE],
    frame.poses[map.names.indexOf('leftHand') * POSE_SIZE],
  ]).toEqual([4, 5]);
});

test('a map is written and read again, and a wrong one is refused with its place', () => {
  expect(requireDecoded(parseBodyMap(bodyMapText(defaultBodyMap))).names).toEqual([...defaultBodyMap.names]);
  const bad = (bodies: unknown) => refusalOf(parseBodyMap(JSON.stringify({ format: 'leib-bodies/1', bodies })));
  expect(bad({})).toBe('bodies: expected at least one body, got none; add "0": "head"');
  expect(bad({ 1: 'head', 2: 'head' })).toBe(
    'bodies.2: expected each name once, got "head" again; give each id its own name',
  );
  expect(bad({ first: 'head' })).toMatch(/expected a body id of the tracker as key/);
});

test('live: bodies with one id are lost with one sentence, and no exchange of ids is claimed', () => {
  let [socket, nowMs] = [new FakeSocket(''), 10_000];
  const createSocket = (url: string) => {
    socket = new FakeSocket(url);
    return socket as unknown as WebSocket;
  };
  const source = createFeedBodySource(createBridgeSource('http://test', { createSocket, nowMs: () => nowMs }), map);
  socket.open();
  const feed = { protocol: 'dtrack', address: '127.0.0.1', port: 5000, up: 'y', problem: null } as const;
  socket.receive(encodeFeedList({ feeds: [feed], outputs: [] }).buffer);
  const conditioner = createBodyConditioner(source.names);
  const frame = createBodyFrame(source.names);
  for (let k = 0; k < 40; k++) {
    nowMs += 1000 / 60;
    // The hand's body says that it is the back's from the 20th packet on.
    const bodies = [7, k < 20 ? 3 : 7].map((id, i) => ({ id, pose: [i, 1, 0, 0, 0, 0, 1] }));
    const payload = encodeDTrackFrame({ frameNumber: k, epochSeconds: k / 60, bodies });
    socket.receive(encodeBridgeDatagram(0, k, nowMs, payload).buffer);
    source.step(1 / 60, frame);
    stepBodyConditioner(conditioner, frame, 1 / 60);
    expect(frame.quality[map.names.indexOf('back')]).toBe(k < 20 ? quality.tracked : quality.lost);
  }
  source.dispose();
  expect(describeWarnings(conditioner.warnings)).toEqual([]);
  expect(source.remarks()).toEqual([
    'DTrack packet, body 7: expected each id once, got it twice; both bodies count as lost in this packet. (20 times)',
  ]);
});
