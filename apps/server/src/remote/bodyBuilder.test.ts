import { afterEach, expect, test } from 'vitest';
import { type BodyPlan, createBuilderThread } from './bodyBuilder.js';

// What a plan holds does not matter to the thread that only counts.
const plan = { before: null } as unknown as BodyPlan;
/** Answers its first plan, throws at the third, and is silent in between. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let count = 0;
    parentPort.on('message', ({ number }) => {
      count++;
      if (count === 1) parentPort.postMessage({ number, body: count });
      if (count === 3) throw new Error('out of memory');
    });`)}`,
);
const builder = createBuilderThread(script);
afterEach(() => builder.end());

test('a thread that breaks refuses all plans that wait, and the next plan has another one', async () => {
  expect(await builder.build(plan)).toBe(1);
  const waiting = builder.build(plan);
  const last = builder.build(plan);
  await expect(waiting).rejects.toThrow('body: out of memory');
  await expect(last).rejects.toThrow('body: out of memory');
  expect(await builder.build(plan)).toBe(1);
});

test('a builder that ends refuses plans that wait, and starts again with the next', async () => {
  expect(await builder.build(plan)).toBe(1);
  const waiting = builder.build(plan);
  builder.end();
  await expect(waiting).rejects.toThrow('body: the builder has ended');
  expect(await builder.build(plan)).toBe(1);
});
