import { createMessage, roomKind } from '@leib/net';
import { expect, test } from 'vitest';
import { countWork, createRequestTurn, RequestLine } from './requestLine.js';

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

test('a client takes at most a fortieth of the world’s time', () => {
  const line = new RequestLine(createRequestTurn(0));
  let [nowMs, workMs] = [0, 0];
  for (let i = 0; nowMs < 100_000; i++) {
    line.add(settings(i));
    if (line.next(nowMs) === null) {
      nowMs += 5;
      continue;
    }
    nowMs += 80;
    workMs += 80;
    line.finish(80);
  }
  expect(workMs / nowMs).toBeLessThan(1 / 35);
  expect(workMs / nowMs).toBeGreaterThan(1 / 45);
});

test('who leaves and comes again has not rested, and those of one address take turns', () => {
  const turn = createRequestTurn(0);
  const [first, second] = [new RequestLine(turn), new RequestLine(turn)];
  for (const line of [first, second]) line.add(count);
  expect(first.next(0)).toBe(count);
  expect(second.next(0)).toBeNull();
  // The first one takes all that is allowed at once, and leaving takes 25 ms.
  first.finish(40);
  countWork(turn, 25);
  expect(second.next(1000)).toBeNull();
  expect(second.next(1001)).toBe(count);
});
