import { encodeDTrackFrame } from '@leib/feeds';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { defaultBodyMap } from '../bodies/bodyMap.js';
import { createBodyRecorder, recordPacket } from './bodyRecorder.js';
import { dtrackLogText, looksLikeDTrackLog } from './dtrackLog.js';
import { rateOfTimes, recordingOfDTrackLog } from './recordingOfLog.js';

const text = (lines: readonly string[]) => new TextEncoder().encode(`${lines.join('\r\n')}\r\n`);

/** A packet at 50 Hz: bodies side by side at x = id, z rising. */
function packet(frameNumber: number, ids: readonly number[], start = 1000): Uint8Array<ArrayBuffer> {
  const epochSeconds = start + frameNumber / 50;
  const bodies = ids.map((id) => ({ id, pose: [id, 0.5, frameNumber / 100, 0, 0, 0, 1] }));
  return encodeDTrackFrame({ frameNumber, epochSeconds, bodies });
}

const log = (packets: readonly Uint8Array[]) =>
  new TextEncoder().encode(packets.map((each, i) => dtrackLogText(each, 5000 + i * 0.02)).join(''));

test('a log becomes a recording: names from the map, others by number, lost bodies lost, times of the sender', () => {
  const bytes = log([packet(1, [0, 1, 42]), packet(2, [0, 1]), packet(3, [0, 1, 42])]);
  expect(looksLikeDTrackLog(bytes)).toBe(true);
  const { tracking, recorder } = recordingOfDTrackLog(bytes, defaultBodyMap, 'y');
  expect(tracking.frameCount).toBe(3);
  expect(tracking.header.hz).toBe(50);
  expect(Array.from(tracking.times)).toEqual([0, expect.closeTo(0.02, 6), expect.closeTo(0.04, 6)]);
  expect(tracking.poses[pointNumber.head * POSE_SIZE + 1]).toBeCloseTo(0.5, 6);
  expect(tracking.extras.get('back')?.poses[0]).toBeCloseTo(1, 6);
  expect(Array.from(tracking.extras.get('body/42')?.quality ?? [])).toEqual([
    quality.tracked,
    quality.lost,
    quality.tracked,
  ]);
  expect(recorder.counts.find(({ name }) => name === 'body/42')).toMatchObject({ seen: 2, lost: 1 });
  expect(recorder.counts.find(({ name }) => name === 'leftHand')).toMatchObject({ seen: 0, lost: 3 });
});

test('late packets, doubles and what is not DTrack’s are counted and left out; gaps are counted', () => {
  const recorder = createBodyRecorder(defaultBodyMap, 'y');
  const taken = [1, 2, 2, 6, 5, 7].map((n) => recordPacket(recorder, packet(n, [0]), 9 + n / 50));
  expect(taken).toEqual([true, true, false, true, false, true]);
  expect(recorder.sequence).toMatchObject({ lost: 2, duplicated: 1, reordered: 1 });
  expect(recordPacket(recorder, text(['hello']), 10)).toBe(false);
  expect(recorder.damagedPackets).toBe(1);
  expect(recorder.counts[0].longestGap).toBeCloseTo(0.08, 6);
});

test('time goes on past midnight, when a clock is set back, and without any clock in the packets', () => {
  const day = (n: number, seconds: number) => text([`fr ${n}`, `ts ${seconds}`, '6d 0']);
  const midnight = recordingOfDTrackLog(log([day(1, 86399.98), day(2, 86400), day(3, 0.02)]), defaultBodyMap);
  expect(Array.from(midnight.tracking.times, (t) => Number(t.toFixed(6)))).toEqual([0, 0.02, 0.04]);
  const setBack = recordingOfDTrackLog(log([day(1, 100), day(2, 100.5), day(3, 90), day(4, 90.5)]), defaultBodyMap);
  expect(Array.from(setBack.tracking.times)).toEqual([0, 0.5, 0.5, 1]);
  const bare = log([text(['fr 1', '6d 0']), text(['fr 2', '6d 0']), text(['fr 3', '6d 0'])]);
  expect(recordingOfDTrackLog(bare, defaultBodyMap).tracking.header.hz).toBe(50);
});

test('NaN in a packet and a body that comes twice are lost, not recorded', () => {
  const matrix = '[1 0 0 0 1 0 0 0 1]';
  const body = (id: number, x: string) => `[${id} 1.000][${x} 0 0 0 0 0]${matrix}`;
  const bytes = text(['fr 1', 'ts 1', `6d 3 ${body(0, 'nan')} ${body(1, '10')} ${body(1, '20')}`]);
  const { tracking } = recordingOfDTrackLog(bytes, defaultBodyMap);
  expect(tracking.quality[pointNumber.head]).toBe(quality.lost);
  expect(tracking.extras.get('back')?.quality[0]).toBe(quality.lost);
});

test('a log without packets is refused, and rates are medians', () => {
  expect(() => recordingOfDTrackLog(text(['no log']), defaultBodyMap)).toThrow('line 1: expected DTrack packets');
  expect(rateOfTimes([0, 0.1, 0.2, 5, 5.1])).toBe(10);
});
