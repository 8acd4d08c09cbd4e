import { quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { FormatError } from '../formatError.js';
import { readFeedLines, writeFeedLines } from './feedLines.js';

const header = {
  format: 'leib-feed-recording/1',
  floorY: 0.1,
  chapters: [
    { name: 'stand', start: 0, end: 1 },
    { name: 'walk', start: 1, end: 2 },
  ],
};
/** Two seconds at 10 Hz: a head that walks along +Z, and a tracker that is lost in the second one. */
const frames = Array.from({ length: 21 }, (_, i) => ({
  format: 'leib-feed/1',
  t: 5 + i / 10,
  devices: [
    { id: 'hmd', name: 'Helmet', kind: 'headset', point: 'head', pose: [0, 1.6, i / 10, 0, 0, 0, 1] },
    { id: 'a', pose: i < 10 ? [0.5, 1, 0, 0, 0, 0, 1] : null },
  ],
}));
const text = [header, ...frames].map((line) => JSON.stringify(line)).join('\n');

describe('a recorded feed', () => {
  test('[FR1] [FR2] has the devices, times and floor of the file', () => {
    const recording = readFeedLines(text);
    expect(recording.devices.map(({ id }) => id)).toEqual(['hmd', 'a']);
    expect(recording.floorY).toBe(0.1);
    expect(recording.times[0]).toBe(0);
    expect(recording.times[20]).toBeCloseTo(2, 9);
  });

  test('written and read again is the same', () => {
    // The first writing rounds; what is rounded stays as it is.
    const recording = readFeedLines(writeFeedLines(readFeedLines(text)));
    expect(readFeedLines(writeFeedLines(recording))).toEqual(recording);
    expect(recording.poses).toEqual(readFeedLines(text).poses);
  });

  test('[FR4] feeds of live devices, and what was inferred, are kept', () => {
    const recording = readFeedLines(text);
    const live = {
      ...recording,
      devices: recording.devices.map((device) => (device.id === 'a' ? { ...device, feed: 'dtrack:5000' } : device)),
      quality: recording.quality.map((grade, i) => (i === 0 ? quality.inferred : grade)),
    };
    const again = readFeedLines(writeFeedLines(live));
    expect(again.devices.map(({ feed }) => feed)).toEqual([undefined, 'dtrack:5000']);
    expect(again.quality[0]).toBe(quality.inferred);
  });
});

describe('refused, with the line', () => {
  test.each([
    ['not JSON', '{', /line 1: expected JSON/],
    ['[FR1] another format', '{"format":"leib-tracking/1"}', /line 1: format: expected "leib-feed-recording\/1"/],
    [
      '[FR1] a chapter that ends before it starts',
      JSON.stringify({ ...header, chapters: [{ name: 'x', start: 2, end: 1 }] }),
      /line 1: chapters\[0\]: expected "start" before "end"/,
    ],
    ['[FR2] no frame', JSON.stringify(header), /line 2: expected a frame/],
    [
      '[FR2] a line that is not a frame',
      `${JSON.stringify(header)}\n{"format":"leib-feed/1"}`,
      /line 2: expected a leib-feed\/1 frame/,
    ],
    [
      '[FR2] a frame without a time',
      `${JSON.stringify(header)}\n{"format":"leib-feed/1","devices":[]}`,
      /line 2: t: expected a number/,
    ],
    [
      '[FR3] time that runs back',
      [header, frames[3], frames[2]].map((line) => JSON.stringify(line)).join('\n'),
      /line 3: t/,
    ],
  ])('%s', (_, broken, reason) => {
    expect(() => readFeedLines(broken)).toThrow(FormatError);
    expect(() => readFeedLines(broken)).toThrow(reason);
  });
});
