import { createDeviceFrame, createTrackerOffsets } from '@leib/tracking';
import { createHandSignal, type HandSource, type RestHand, readLatency } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { HandInput } from './handInput.js';
import { createHandSourceKinds, type HandSourceKind } from './handSourceKinds.js';

function fakeSource(more: Partial<HandSource> = {}): HandSource & { isDisposed: boolean } {
  return {
    label: 'fake',
    isDisposed: false,
    step(_dtSeconds, out) {
      out.bends.fill(0.25);
      out.confidence = 1;
    },
    dispose() {
      this.isDisposed = true;
    },
    ...more,
  };
}

const kindOf = (open: () => Promise<HandSource>, refusal: string | null = null): HandSourceKind => ({
  id: 'gamepad',
  label: 'fake',
  needs: 'nothing',
  refusal: () => refusal,
  open,
});

test('a source that cannot be opened leaves the one before', async () => {
  const input = new HandInput(null);
  const first = fakeSource();
  await input.open(
    kindOf(async () => first),
    { side: 'right' },
  );
  await expect(
    input.open(
      kindOf(async () => fakeSource(), 'WebHID is not in this browser'),
      { side: 'right' },
    ),
  ).rejects.toThrow(/WebHID/);
  await expect(
    input.open(
      kindOf(() => Promise.reject(new Error('no glove'))),
      { side: 'right' },
    ),
  ).rejects.toThrow('no glove');
  input.step(1 / 60);
  expect(input.source).toBe(first);
  expect(input.signal.bends[2]).toBe(0.25);
  await input.open(
    kindOf(async () => fakeSource()),
    { side: 'right' },
  );
  expect(first.isDisposed).toBe(true);
});

test('of two that are opened at once the later one plays', async () => {
  const input = new HandInput(null);
  const slow = fakeSource();
  let finish: (source: HandSource) => void = () => {};
  const opening = input.open(
    kindOf(() => new Promise((resolve) => (finish = resolve))),
    { side: 'right' },
  );
  const quick = fakeSource();
  await input.open(
    kindOf(async () => quick),
    { side: 'right' },
  );
  finish(slow);
  await opening;
  expect(input.source).toBe(quick);
  expect(slow.isDisposed).toBe(true);
});

test('the glove’s own button captures the rest hand, once a press', async () => {
  const buttons = new Set<string>();
  const input = new HandInput(null);
  const rests: RestHand[] = [];
  input.onRest = (rest) => rests.push(rest);
  await input.open(
    kindOf(async () => fakeSource({ buttons })),
    { side: 'right' },
  );
  for (let frame = 0; frame < 200; frame++) {
    if (frame === 10) buttons.add('calibrate');
    input.step(1 / 60);
  }
  expect(rests).toHaveLength(1);
  expect(rests[0].bends.ring).toBeCloseTo(0.25, 9);
});

test('latency is counted from the event to the end of the frame', async () => {
  const input = new HandInput(null);
  await input.open(
    kindOf(async () => fakeSource({ eventMs: performance.now() - 40 })),
    { side: 'right' },
  );
  input.step(1 / 60);
  expect(readLatency(input.latency)).toBe(null); // the frame goes on
  await Promise.resolve();
  expect(readLatency(input.latency)?.p50Ms).toBeGreaterThanOrEqual(40);
});

const kinds = createHandSourceKinds({
  openScreenHand: () => fakeSource(),
  readDevices: () => ({ devices: createDeviceFrame(), offsets: createTrackerOffsets() }),
});

test('what a browser lacks is one sentence with what to do', () => {
  const refusals = Object.fromEntries(kinds.map((kind) => [kind.id, kind.refusal()]));
  expect(refusals).toMatchObject({
    screen: null,
    recording: null,
    p5: 'WebHID is not in this browser: use Chrome or Edge.',
    lucid: 'Web Serial is not in this browser: use Chrome or Edge.',
    headset: 'WebXR is not in this browser: use the browser of a headset, Chrome or Edge.',
  });
});

test('a recorded hand is opened from its file, and a broken one is refused with its line', async () => {
  const recording = kinds.find(({ id }) => id === 'recording') as HandSourceKind;
  const file = (text: string) => new File([text], 'take.jsonl');
  const source = await recording.open({
    side: 'right',
    file: file('{"format":"leib-hand/1","hz":60}\n{"t":0,"bends":[0,1,0,0,0]}'),
  });
  const signal = createHandSignal();
  source.step(0, signal);
  expect(signal.bends[1]).toBe(1);
  await expect(
    recording.open({ side: 'right', file: file('{"format":"leib-hand/1","hz":60}\n{"t":0}') }),
  ).rejects.toThrow(/line 2, bends/);
  await expect(recording.open({ side: 'right' })).rejects.toThrow(/choose one/);
});
