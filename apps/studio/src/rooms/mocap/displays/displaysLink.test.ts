import { createPackedActor } from '@leib/core/pack';
import type { DisplayFrame, DisplayScene, DisplayViewer, RoomState } from '@leib/net';
import { expect, test } from 'vitest';
import { DisplaysLink } from './displaysLink.js';
import type { SentAgents } from './sentAgents.js';

const looking: DisplayViewer = { pose: Float64Array.of(0, 1.6, 0, 0, 0, 0, 1), isTracked: true };
const heads = new Map([['head', looking]]);

const agents: SentAgents = {
  name: 'person',
  body: { proportions: null, file: null },
  actors: ['0', '1'].map((id) => createPackedActor(id, 'captured', { fingers: false, face: false })),
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
  link.send(agents, heads, 0.25);
  link.send(agents, heads, 0.25);
  expect(scenes).toHaveLength(1);
  expect(frames.map(({ seconds }) => seconds)).toEqual([0.25, 0.5]);
  expect(frames[1].actors).toBe(agents.actors);
  link.send({ ...agents, actors: agents.actors.slice(0, 1) }, heads, 0.25);
  expect(scenes.at(-1)?.agents).toHaveLength(1);
  const [first] = agents.actors;
  link.send({ ...agents, actors: [{ ...first, fingers: new Int16Array(34) }] }, heads, 0.25);
  expect(scenes).toHaveLength(3);
  expect(scenes.at(-1)?.kinds[0]).toMatchObject({ fingers: true });
});

test('everybody who looks is in the frame by the order of the scene; another one is told', () => {
  const { link, frames, scenes } = openLink();
  link.send(agents, heads, 0.1);
  const lost = { ...looking, isTracked: false };
  link.send(agents, new Map([...heads, ['head2', lost]]), 0.1);
  expect(scenes.map(({ viewers }) => viewers)).toEqual([['head'], ['head', 'head2']]);
  expect(frames[1].viewers).toEqual([looking, lost]);
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
