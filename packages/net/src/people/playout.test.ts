import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { addToPlayout, createPlayout, stepPlayout } from './playout.js';

interface Network {
  readonly hz: number;
  readonly delayMs: number;
  readonly jitterMs: number;
  readonly loss: number;
}

/** A value that walks at 1 a second crosses a network; what is shown of it, frame by frame. */
function play(seed: number, { hz, delayMs, jitterMs, loss }: Network, seconds = 20) {
  const random = seededRandom(seed);
  const playout = createPlayout(() => ({ value: 0 }));
  const arrivals: { timeMs: number; arrivedMs: number }[] = [];
  for (let timeMs = 0; timeMs < seconds * 1000; timeMs += 1000 / hz) {
    if (random() >= loss) arrivals.push({ timeMs, arrivedMs: timeMs + delayMs + (random() * 2 - 1) * jitterMs });
  }
  arrivals.sort((a, b) => a.arrivedMs - b.arrivedMs);
  const shown: { nowMs: number; value: number; delayMs: number; staleMs: number }[] = [];
  for (let nowMs = 0; nowMs < seconds * 1000; nowMs += 1000 / 72) {
    while (arrivals.length > 0 && arrivals[0].arrivedMs <= nowMs) {
      const { timeMs, arrivedMs } = arrivals.shift() as (typeof arrivals)[0];
      const slot = addToPlayout(playout, timeMs, arrivedMs);
      if (slot) slot.value = timeMs / 1000;
    }
    const moment = stepPlayout(playout, nowMs);
    if (!moment) continue;
    const { from, to, share, delayMs: waited, staleMs } = moment;
    shown.push({ nowMs, value: from.value + (to.value - from.value) * share, delayMs: waited, staleMs });
  }
  return { shown, playout };
}

const late = (ratio: number, values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * ratio)];

test('[PC1] on a network without jitter nobody waits longer than for the next sample', () => {
  const { shown } = play(1, { hz: 60, delayMs: 30, jitterMs: 0, loss: 0 });
  for (const { nowMs, value } of shown.slice(200)) expect(nowMs / 1000 - 0.03 - value).toBeLessThan(0.028);
});

test.each(seeds(20))('[PC1] 100 ms with 40 more or less, and 5 of 100 lost, are shown evenly (seed %i)', (seed) => {
  const { shown } = play(seed, { hz: 60, delayMs: 100, jitterMs: 40, loss: 0.05 });
  const settled = shown.slice(300);
  const steps = settled.slice(1).map(({ value }, i) => value - settled[i].value);
  // 1/72 a frame; a sample that is missing is bridged.
  expect(late(0.5, steps)).toBeCloseTo(1 / 72, 3);
  expect(late(0.01, steps)).toBeGreaterThan(0.5 / 72);
  expect(late(0.99, steps)).toBeLessThan(1.6 / 72);
  // As late as the latest samples, not later.
  const delays = settled.map(({ nowMs, value }) => nowMs - value * 1000);
  expect(late(0.5, delays)).toBeLessThan(100 + 40 + 35);
  expect(settled.filter(({ staleMs }) => staleMs > 0).length).toBeLessThan(settled.length * 0.12);
});

test('[PC2] whoever is not heard of any more comes to a stop, a tenth of a second farther on', () => {
  const playout = createPlayout(() => ({ value: 0 }));
  for (let i = 0; i < 60; i++) {
    const slot = addToPlayout(playout, i * 16, i * 16 + 20);
    if (slot) slot.value = i * 0.016;
  }
  let value = 0;
  for (let nowMs = 60 * 16; nowMs < 5000; nowMs += 14) {
    const moment = stepPlayout(playout, nowMs);
    if (moment) value = moment.from.value + (moment.to.value - moment.from.value) * moment.share;
  }
  expect(value).toBeGreaterThan(59 * 0.016);
  expect(value).toBeLessThan(59 * 0.016 + 0.101);
});

test('[PC3] a worse network is followed within seconds, a better one slowly, and neither leaps', () => {
  const playout = createPlayout(() => ({ value: 0 }));
  const random = seededRandom(5);
  let last = Number.NaN;
  const waits: number[] = [];
  for (let i = 0; i < 60 * 30; i++) {
    const [timeMs, jitter] = [(i * 1000) / 60, i > 600 && i < 1200 ? 80 : 5];
    const slot = addToPlayout(playout, timeMs, timeMs + 50 + random() * jitter);
    if (slot) slot.value = timeMs;
    const moment = stepPlayout(playout, timeMs + 50);
    if (!moment) continue;
    const value = moment.from.value + (moment.to.value - moment.from.value) * moment.share;
    if (!Number.isNaN(last)) expect(Math.abs(value - last)).toBeLessThan(40);
    last = value;
    waits.push(moment.delayMs);
  }
  expect(late(0.5, waits.slice(400, 600))).toBeLessThan(35);
  expect(late(0.5, waits.slice(1000, 1200))).toBeGreaterThan(70);
  expect(late(0.5, waits.slice(1700))).toBeLessThan(40);
});

test('[PC4] the same sample twice counts once, and a sender that begins anew is followed', () => {
  const playout = createPlayout(() => ({ value: 0 }));
  expect(addToPlayout(playout, 10, 30)).not.toBeNull();
  expect(addToPlayout(playout, 10, 40)).toBeNull();
  for (let i = 0; i < 500; i++) addToPlayout(playout, 20 + i, 40 + i);
  expect(playout.samples.length).toBeLessThanOrEqual(64);
  const slot = addToPlayout(playout, 1e6, 2000);
  if (slot) slot.value = 7;
  expect(stepPlayout(playout, 2050)?.to.value).toBe(7);
});
