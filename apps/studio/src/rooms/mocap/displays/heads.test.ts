import { jointOfBone } from '@leib/core';
import { createPackedActor } from '@leib/core/pack';
import { createDatagramSource, encodeDTrackFrame, type FeedSource } from '@leib/feeds';
import type { DisplayFrame, DisplayScene } from '@leib/net';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MocapOnStage } from '../mocapStage.testing.js';
import { DisplaysLink } from './displaysLink.js';
import { Heads } from './heads.js';
import type { SentAgents } from './sentAgents.js';

let room: MocapOnStage;
let nowMs: number;
let trackers: FeedSource & { receive(datagram: Uint8Array, sender: number, receivedMs: number): void };
const frames: DisplayFrame[] = [];
const scenes: DisplayScene[] = [];

const agents: SentAgents = {
  name: 'person',
  body: { proportions: null, file: null },
  actors: [createPackedActor('0', 'captured', { fingers: false, face: false })],
  placeOf: () => [0, 0],
};

beforeEach(() => {
  vi.stubGlobal('__LEIB_VERSION__', '0');
  vi.stubGlobal('addEventListener', () => {});
  nowMs = 1000;
  frames.length = 0;
  scenes.length = 0;
  room = new MocapOnStage({ motion: 'walk' });
  const { controller } = room;
  const info = { protocol: 'dtrack', address: '127.0.0.1', port: 5000, up: 'y', problem: null } as const;
  trackers = createDatagramSource(info, () => nowMs);
  controller.walls.link = new DisplaysLink(() => ({
    setScene: (scene) => void scenes.push(scene),
    sendFrame: (frame) => frames.push(frame) > 0,
    dispose() {},
  }));
  controller.walls.heads = new Heads({ stage: room.stage, devices: room.devices }, trackers);
  // Avatars are loaded by pages only.
  vi.spyOn(controller.agents, 'sent').mockReturnValue(agents);
});
afterEach(() => room.dispose());

/** Tracked glasses at a place. */
function glassesAt(x: number): void {
  const bodies = [{ id: 10, pose: [x, 1.7, 0, 0, 0, 0, 1] }];
  trackers.receive(encodeDTrackFrame({ frameNumber: nowMs, epochSeconds: 1e9, latencySeconds: 0, bodies }), 0, nowMs);
}

const lastViewers = () => frames.at(-1)?.viewers ?? [];

test('the performer looks from between their eyes along -Z of the viewer’s own, tracked only while the head is seen', () => {
  room.play(5);
  const [head] = lastViewers();
  const { performer } = room.controller.captured ?? {};
  if (!performer) throw new Error('expected a performer');
  const joint = jointOfBone(performer.skeleton, 'head') * 3;
  expect(head.isTracked).toBe(true);
  expect(head.pose[1]).toBeGreaterThan(performer.pose.worldPositions[joint + 1]);
  room.controller.toggleHidden('head');
  room.play(1);
  const lost = lastViewers()[0];
  room.play(5);
  expect(lastViewers()[0]).toEqual({ pose: lost.pose, isTracked: false });
});

test('several heads look at once, by their names: glasses of a tracker, the page’s own person, the performer', () => {
  room.controller.walls.chooseHeads(['dtrack:5000/body/10', 'you', 'performer']);
  room.devices.devicePoses.set([0.5, 1.6, 0.2, 0, 0, 0, 1], pointNumber.head * POSE_SIZE);
  room.devices.quality[pointNumber.head] = quality.tracked;
  glassesAt(1);
  room.play(2);
  expect(scenes.at(-1)?.viewers).toEqual(['head', 'head2', 'head3']);
  const [glasses, you] = lastViewers();
  expect([glasses.isTracked, glasses.pose[0], you.isTracked, you.pose[0]]).toEqual([true, 1, true, 0.5]);
  // The tracker has become silent.
  nowMs += 5000;
  room.play(1);
  expect(lastViewers().map(({ isTracked }) => isTracked)).toEqual([false, true, true]);
  expect(lastViewers()[0].pose[0]).toBe(1);
});

test('a live head looks at an agent that is recorded', async () => {
  const { controller } = room;
  room.play(3);
  await controller.toggleRecording();
  room.play(60);
  await controller.toggleRecording();
  await controller.playTake(controller.takes.list[0]);
  controller.walls.chooseHeads(['dtrack:5000/body/10']);
  const seen: number[] = [];
  for (const x of [0.1, 0.2, 0.3]) {
    nowMs += 16;
    glassesAt(x);
    room.play(1);
    seen.push(lastViewers()[0].pose[0]);
  }
  expect(seen).toEqual([0.1, 0.2, 0.3]);
  expect([controller.shown.kind, controller.solver]).toEqual(['take', null]);
});

test('walls and recordings wait for frames while the page is hidden, and no longer than they last', async () => {
  const { controller } = room;
  room.play(2);
  expect(room.waiting).toBe(1);
  controller.walls.link = null;
  room.play(1);
  expect(room.waiting).toBe(0);
  await controller.toggleRecording();
  room.play(2);
  expect(room.waiting).toBe(1);
  await controller.toggleRecording();
  room.play(1);
  expect(room.waiting).toBe(0);
});
