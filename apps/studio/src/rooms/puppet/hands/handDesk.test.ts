import {
  buildPuppetModel,
  createPuppet,
  createPuppetState,
  freeJoint,
  type HandConnection,
  type PuppetFile,
  type PuppetPart,
  puppetMeshOf,
  stepPuppet,
} from '@leib/puppet';
import { createHandSignal, type HandSource, type RestHand } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { quantileOf } from '../../../world/meter.js';
import { newConnection } from './connections.js';
import { forcesOnHands, HandDesk, StillHands } from './handDesk.js';

function fakeSource(more: Partial<HandSource> = {}): HandSource {
  return {
    label: 'fake',
    step: (_dtSeconds, out) => {
      out.bends.fill(0.25);
      out.confidence = 1;
    },
    dispose: () => {},
    ...more,
  };
}

const createDesk = () =>
  new HandDesk({ world: {} as never, isBusy: () => false, showPads: () => {}, onKind: () => {} });

test('the glove’s own button captures the rest hand, once a press', () => {
  const buttons = new Set<string>();
  const desk = createDesk();
  const rests: RestHand[] = [];
  desk.use(0, 'lucid', fakeSource({ buttons }));
  for (let frame = 0; frame < 200; frame++) {
    if (frame === 10) buttons.add('calibrate');
    rests.push(...desk.step(1 / 60, []).map(({ rest }) => rest));
  }
  expect(rests).toHaveLength(1);
  expect(rests[0].bends.ring).toBeCloseTo(0.25, 9);
});

test('forces reach the glove, and a source that is let go lets the fingers go', () => {
  const sent: number[][] = [];
  const desk = createDesk();
  desk.use(1, 'lucid', fakeSource({ setForces: (forces) => void sent.push(Array.from(forces)) }));
  desk.step(1 / 60, [[], [0, 0.5, 1, 0, 0]]);
  desk.use(1, null, null);
  expect(sent).toEqual([
    [0, 0.5, 1, 0, 0],
    [0, 0, 0, 0, 0],
  ]);
  expect(desk.signals).toEqual([null, null]);
});

test('the stoppers of a second puppet reach the second glove, those of the first puppet the first', async () => {
  const desk = createDesk();
  const sent: [slot: number, forces: number[]][] = [];
  for (const slot of [0, 1]) {
    desk.use(slot, 'lucid', fakeSource({ setForces: (forces) => void sent.push([slot, Array.from(forces)]) }));
  }
  const model = await stoppedPuppet();
  const [own, partner] = [createPuppetState(model), createPuppetState(model)];
  for (const [state, bend] of [[own, 0] as const, [partner, 1] as const]) {
    const hand = createHandSignal();
    hand.confidence = 1;
    hand.bends.fill(bend);
    for (let i = 0; i < 60; i++) stepPuppet(model, state, { hands: [hand], drags: [], turns: [] }, 1 / 60);
  }
  desk.step(1 / 60, forcesOnHands(own.hands.forces, partner.hands.forces));
  expect(sent).toEqual([
    [0, [0, 0, 0, 0, 0]],
    [1, [expect.closeTo(partner.hands.forces[0][0], 9), 0, 0, 0, 0]],
  ]);
  expect(partner.hands.forces[0][0]).toBeGreaterThan(0.5);
  // Without a second puppet both hands are in the first one.
  expect(forcesOnHands([[1], [2]], null)).toEqual([[1], [2]]);
});

/** A jaw that the thumb turns, and it runs into a stopper. */
function stoppedPuppet() {
  const file = createPuppet('jaw', null, { scale: 1, rotation: [0, 0, 0, 1], position: [0, 0, 0] });
  const corners = new Float64Array([0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0]);
  const mesh = puppetMeshOf(corners, new Uint32Array([0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]));
  const box = { centre: [0, 0, 0], rotation: [0, 0, 0, 1], halfSize: [2, 2, 2] } as const;
  const shape = { kind: 'box', pivot: [0, 0, 0], ...structuredClone(box) } as PuppetPart['shape'];
  const withJaw: PuppetFile = {
    ...file,
    parts: [{ name: 'jaw', parent: null, shape, joint: freeJoint, region: null }],
  };
  const made = newConnection(withJaw, 'thumb', { kind: 'turn', name: 'jaw' }) as Extract<
    HandConnection,
    { kind: 'turn' }
  >;
  const stopped = { ...made, angle: 1, magnets: { low: -0.3, high: 0.3, softness: 0.2 } };
  return buildPuppetModel({ ...withJaw, hands: [{ ...file.hands[0], connections: [stopped] }] }, mesh);
}

test('latency: each event counts once, from it to the first picture that shows it', () => {
  const desk = createDesk();
  const source = { ...fakeSource(), eventMs: Number.NaN };
  desk.use(0, 'gamepad', source);
  const { latency } = desk.slots[0];
  desk.meterPicture(1);
  expect(latency.count).toBe(0);
  for (let event = 0; event < 256; event++) {
    source.eventMs = event * 10;
    desk.meterPicture(event * 10 + (event % 64));
    desk.meterPicture(event * 10 + 5000); // the same event again
  }
  expect(latency.count).toBe(256);
  expect(quantileOf(latency, 0.5)).toBe(32);
  expect(quantileOf(latency, 0.95)).toBe(60);
});

test('a source that cannot be opened is one sentence, and the hand stays free', async () => {
  const desk = createDesk();
  await desk.connect(1, 'recording');
  expect(desk.slots[1]).toMatchObject({ source: null, refusal: expect.stringMatching(/drop it onto the picture/) });
});

test('a hand that holds something carries nothing; it plays again from where it is, by degrees', () => {
  const hands = new StillHands();
  const live = createHandSignal();
  live.confidence = 1;
  const x = (isHolding: boolean) => hands.step([live, null], () => isHolding, 1 / 60)[0]?.position[0] ?? Number.NaN;
  expect(x(false)).toBe(0);
  expect(x(true)).toBe(0);
  live.position[0] = 0.4;
  expect(x(true)).toBe(0);
  const back = Array.from({ length: 40 }, () => x(false));
  expect(back[0]).toBeGreaterThan(0);
  expect(back[0]).toBeLessThan(0.1);
  const steps = back.slice(1).map((value, i) => value - back[i]);
  expect(Math.max(...steps)).toBeLessThan(0.1);
  expect(back.at(-1)).toBe(0.4);
});
