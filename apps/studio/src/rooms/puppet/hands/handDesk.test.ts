import { type HandSource, type RestHand, readLatency } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { HandDesk } from './handDesk.js';

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

const createDesk = () => new HandDesk({ world: {} as never, isBusy: () => false });

test('the glove’s own button captures the rest hand, once a press', () => {
  const buttons = new Set<string>();
  const desk = createDesk();
  const rests: RestHand[] = [];
  desk.onRest = (_slot, rest) => rests.push(rest);
  desk.use(0, 'lucid', fakeSource({ buttons }));
  for (let frame = 0; frame < 200; frame++) {
    if (frame === 10) buttons.add('calibrate');
    desk.step(1 / 60, []);
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

test('latency is counted from the event to the picture', () => {
  const desk = createDesk();
  desk.use(0, 'gamepad', fakeSource({ eventMs: 1000 }));
  desk.step(1 / 60, []);
  desk.meterPicture(1012);
  desk.meterPicture(1030); // the same event again
  expect(readLatency(desk.slots[0].latency)).toMatchObject({ p50Ms: 12, count: 1 });
});

test('a source that cannot be opened is one sentence, and the hand stays free', async () => {
  const desk = createDesk();
  await desk.connect(1, 'recording');
  expect(desk.slots[1]).toMatchObject({ source: null, refusal: expect.stringMatching(/drop it onto the picture/) });
});
