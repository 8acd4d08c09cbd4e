import { createMessage, roomKind } from '@leib/net';
import { expect, test } from 'vitest';
import { countWork, createRequestTurn, RequestLine } from './requestLine.js';
import { TICK_MS } from './tickSeconds.js';

const settings = (size: number) => createMessage(roomKind.settings, size);
const count = createMessage(roomKind.count, 0);

test('one request is under way at a time, and newer settings replace those that wait', () => {
  const line = new RequestLine(createRequestTurn(0));
  for (let i = 0; i < 1000; i++) line.add(settings(i));
  line.add(count);
  expect(line.next(0)).toEqual(settings(999));
  line.add(settings(1000));
  expect(line.next(0)).toBeNull();
  line.finish(0);
  expect(line.next(0)).toBe(count);
  line.finish(0);
  expect(line.next(0)).toEqual(settings(1000));
  line.finish(0);
  expect(line.next(0)).toBeNull();
});

/** Shares of the time: what requests of so long took, and how much of it was later than a tick. */
function sharesOf(eachMs: number): { readonly worked: number; readonly late: number } {
  const line = new RequestLine(createRequestTurn(0));
  let [nowMs, workMs, lateMs] = [0, 0, 0];
  for (let i = 0; nowMs < 100_000; i++) {
    line.add(settings(i));
    if (line.next(nowMs) === null) {
      nowMs += 5;
      continue;
    }
    nowMs += eachMs;
    workMs += eachMs;
    lateMs += Math.max(0, eachMs - TICK_MS);
    line.finish(eachMs);
  }
  return { worked: workMs / nowMs, late: lateMs / nowMs };
}

test('a client takes at most a fortieth of the world’s time', () => {
  expect(sharesOf(10).worked).toBeLessThan(1 / 35);
  expect(sharesOf(10).worked).toBeGreaterThan(1 / 45);
});

test.each([20, 48, 80])('long requests make at most one frame of 75 late by more than a tick: %d ms', (eachMs) => {
  expect(sharesOf(eachMs).late).toBeLessThan(1 / 75);
  expect(sharesOf(eachMs).worked).toBeGreaterThan(1 / 90);
});

test('who leaves and comes again has not rested, and those of one address take turns', () => {
  const turn = createRequestTurn(0);
  const [first, second] = [new RequestLine(turn), new RequestLine(turn)];
  for (const line of [first, second]) line.add(count);
  expect(first.next(0)).toBe(count);
  expect(second.next(0)).toBeNull();
  // The first one takes all that is allowed at once, and leaving takes 25 ms.
  first.finish((40 + TICK_MS) / 2);
  countWork(turn, 25);
  expect(second.next(1000)).toBeNull();
  expect(second.next(1001)).toBe(count);
});
