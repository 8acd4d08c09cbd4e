import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readFeedLines, writeFeedLines } from '@leib/formats';
import { expect, test } from 'vitest';
import { makeWornFeed } from './makeWornFeed.js';

const shipped = readFileSync(new URL('../worn-feed.jsonl.gz', import.meta.url));

test('the shipped recording is small, and has a chapter for everything the guide asks', () => {
  expect(shipped.length).toBeLessThan(150_000);
  const { chapters, devices, times } = readFeedLines(gunzipSync(shipped).toString());
  expect(devices).toHaveLength(7);
  expect(chapters.map(({ name }) => name)).toEqual([
    'follow',
    'tPose',
    'turn/leftHand',
    'turn/rightHand',
    'turn/leftFoot',
    'turn/rightFoot',
    'move',
  ]);
  expect(times[times.length - 1]).toBeGreaterThan(chapters[6].endSeconds - 0.1);
});

test('its performer still has the same trackers and does the same: npm run worn-feed makes it anew', () => {
  const made = readFeedLines(writeFeedLines(makeWornFeed()));
  const { devices, chapters, poses } = readFeedLines(gunzipSync(shipped).toString());
  expect(devices).toEqual(made.devices);
  expect(chapters).toEqual(made.chapters);
  // Standing, the T-pose and the circles do not depend on how a body is solved; the movement afterwards does.
  const still = Math.round(chapters[1].endSeconds * 25) * devices.length * 7;
  const begin = Math.round(chapters[1].startSeconds * 25 + 1) * devices.length * 7;
  for (let i = begin; i < still; i++) expect(Math.abs(poses[i] - made.poses[i])).toBeLessThan(0.01);
});
