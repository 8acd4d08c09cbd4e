import { createMessage, remoteKind } from '@leib/reembody/wire';
import { expect, test } from 'vitest';
import { RequestLine } from './requestLine.js';

const settings = (sequence: number) => createMessage(remoteKind.settings, 0, sequence);
const count = createMessage(remoteKind.count, 0);

test('one request is under way at a time, and newer settings replace those that wait', () => {
  const line = new RequestLine();
  for (let i = 0; i < 1000; i++) expect(line.add(settings(i))).toBe(true);
  line.add(count);
  expect(line.next(0)).toEqual(settings(999));
  line.add(settings(1000));
  expect(line.next(0)).toBeNull();
  line.finish(0, 0);
  expect(line.next(0)).toBe(count);
  line.finish(0, 0);
  expect(line.next(0)).toEqual(settings(1000));
  line.finish(0, 0);
  expect(line.next(0)).toBeNull();
});

test('a client takes at most a twentieth of the world’s time', () => {
  const line = new RequestLine();
  let [nowMs, workMs] = [0, 0];
  for (let i = 0; nowMs < 100_000; i++) {
    line.add(settings(i));
    if (line.next(nowMs) === null) {
      nowMs += 5;
      continue;
    }
    nowMs += 80;
    workMs += 80;
    line.finish(nowMs, 80);
  }
  expect(workMs / nowMs).toBeLessThan(0.05);
  expect(workMs / nowMs).toBeGreaterThan(0.03);
});

test('openings do not replace each other, and more than eight waiting are too many', () => {
  const line = new RequestLine();
  const opening = createMessage(remoteKind.open, 0);
  for (let i = 0; i < 8; i++) expect(line.add(opening)).toBe(true);
  expect(line.add(opening)).toBe(false);
});
