import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeTake,
  describeBytes,
  encodeTake,
  fileNameOfTake,
  type KeptTake,
  nameOfTake,
  SHORTEST_TAKE,
  secondsOfTake,
  trimTake,
} from './take.js';

const take: KeptTake = {
  id: 'a',
  file: 'a',
  kind: 'person',
  name: 'Take 1, Mirror, 09:05',
  room: 'Mirror',
  avatar: 'Leib',
  headHeight: 1.5,
  recordedAtMs: 0,
  seconds: 10,
  range: [0, 10],
  byteCount: 5,
};

test('a new take has the next number, the room and the time of day', () => {
  const at = new Date(2026, 0, 2, 9, 5);
  expect(nameOfTake([], 'Mirror', at)).toBe('Take 1, Mirror, 09:05');
  expect(nameOfTake([{ name: 'Take 7, Wear, 10:00' }, { name: 'my dance' }, { name: 'Take 2' }], 'Embody', at)).toBe(
    'Take 8, Embody, 09:05',
  );
});

test('trimming stays inside what is left, and trims of trims add up', () => {
  expect(trimTake(take, 2, 7).range).toEqual([2, 7]);
  expect(trimTake(trimTake(take, 2, 7), 1, 3).range).toEqual([3, 5]);
  const time = fc.double({ min: -3, max: 13, noNaN: true });
  fc.assert(
    fc.property(time, time, time, time, (a, b, c, d) => {
      const once = trimTake(take, a, b);
      const twice = trimTake(once, c, d);
      expect(secondsOfTake(twice)).toBeGreaterThan(SHORTEST_TAKE - 1e-9);
      expect(twice.range[0]).toBeGreaterThanOrEqual(once.range[0]);
      expect(twice.range[1]).toBeLessThanOrEqual(once.range[1]);
    }),
    { seed: 1 },
  );
});

test('a take survives the browser’s database, and other bytes are refused with a reason', () => {
  expect(decodeTake(encodeTake(take))).toEqual({ ok: true, value: take });
  const broken = decodeTake(new TextEncoder().encode('{"id":"a"}'));
  expect(broken.ok).toBe(false);
});

test('names of files and sizes', () => {
  expect(fileNameOfTake(take, 'bvh')).toBe('Take-1-Mirror-09-05.bvh');
  expect(fileNameOfTake({ name: '///' }, 'mcap')).toBe('take.mcap');
  expect(describeBytes(640_000)).toBe('640 kB');
  expect(describeBytes(3_150_000)).toBe('3.1 MB');
});
