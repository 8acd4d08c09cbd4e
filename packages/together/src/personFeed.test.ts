import { createPersonUpdate, encodePerson } from '@leib/net';
import { expect, test } from 'vitest';
import { PersonFeed } from './personFeed.js';

test('how old a face is says whether it still comes: farther off the server leaves it out', () => {
  const feed = new PersonFeed();
  const hear = (ms: number, hasFace: boolean) => {
    const bytes = encodePerson(Object.assign(createPersonUpdate(), { timeMs: ms, sequence: ms / 100, hasFace }));
    feed.hear(bytes, 0, bytes.length, ms, ms);
    feed.step(ms);
    return feed.faceAgeMs;
  };
  expect(hear(0, false)).toBe(Number.POSITIVE_INFINITY);
  expect(hear(100, true)).toBe(0);
  expect([hear(200, false), hear(300, false)]).toEqual([100, 200]);
  expect(feed.shown.hasFace).toBe(true);
  expect(hear(400, true)).toBe(0);
});
