import { defaultSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { createPackedActor } from '@leib/core/pack';
import type { DisplayFrame, DisplayScene, RoomState } from '@leib/net';
import { expect, test } from 'vitest';
import { DisplaysLink } from './displaysLink.js';
import type { SentAgents } from './sentAgents.js';
import { viewerOf } from './viewerOf.js';

const pose = createPose(defaultSkeleton);
pose.rootPosition.set(defaultSkeleton.restOffsets.subarray(0, 3));
updateWorldPose(defaultSkeleton, pose);

const agents: SentAgents = {
  name: 'person',
  body: { proportions: null, file: null },
  actors: ['0', '1'].map((id) => createPackedActor(id, 'captured', { fingers: false, face: false })),
  viewer: viewerOf({ skeleton: defaultSkeleton, pose }),
  placeOf: (agent) => [agent, 0],
};

function openLink() {
  const frames: DisplayFrame[] = [];
  const scenes: DisplayScene[] = [];
  const link = new DisplaysLink(() => ({
    setScene: (scene) => void scenes.push(scene),
    sendFrame: (frame) => frames.push(frame) > 0,
    dispose() {},
  }));
  return { link, frames, scenes };
}

test('every step is a frame with the angles of each agent; the scene is told once', () => {
  const { link, frames, scenes } = openLink();
  link.send(agents, 0.25);
  link.send(agents, 0.25);
  expect(scenes).toHaveLength(1);
  expect(frames.map(({ seconds }) => seconds)).toEqual([0.25, 0.5]);
  expect(frames[1].actors).toBe(agents.actors);
  link.send({ ...agents, actors: agents.actors.slice(0, 1) }, 0.25);
  expect(scenes.at(-1)?.agents).toHaveLength(1);
  const [first] = agents.actors;
  link.send({ ...agents, actors: [{ ...first, fingers: new Int16Array(34) }] }, 0.25);
  expect(scenes).toHaveLength(3);
  expect(scenes.at(-1)?.kinds[0]).toMatchObject({ fingers: true });
});

test('the viewer is between the eyes of the actor, who faces +Z: its pose looks along -Z of its own', () => {
  const { link, frames } = openLink();
  link.send(agents, 0.1);
  const [viewer] = frames[0].viewers;
  expect(viewer.isTracked).toBe(true);
  const head = jointOfBone(defaultSkeleton, 'head') * 3;
  expect(viewer.pose[1]).toBeGreaterThan(pose.worldPositions[head + 1]);
  expect(viewer.pose[2]).toBeGreaterThan(pose.worldPositions[head + 2]);
  expect([...viewer.pose.subarray(3)].map(Math.abs)).toEqual([0, 1, 0, 0]);
});

test('a viewer without a head is not tracked, and stays where it was', () => {
  const { link, frames } = openLink();
  link.send(agents, 0.1);
  const before = [...frames[0].viewers[0].pose];
  link.send({ ...agents, viewer: null }, 0.1);
  expect(frames[1].viewers[0].isTracked).toBe(false);
  expect([...frames[1].viewers[0].pose]).toEqual(before);
});

test('a server that is gone is said with what to do, and forgotten when it is back', () => {
  let onState: ((state: RoomState) => void) | undefined;
  const link = new DisplaysLink((listeners) => {
    onState = listeners.onState;
    return { setScene() {}, sendFrame: () => true, dispose() {} };
  });
  expect(link.words).toBe('Connecting to the server …');
  onState?.('open');
  expect(link.words).toContain('Sending');
  onState?.('lost');
  expect(link.words).toContain('start it again with npm start or leib serve');
  onState?.('open');
  expect(link.words).toContain('Sending');
});
