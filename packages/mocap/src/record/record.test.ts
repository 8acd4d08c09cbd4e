import { encodeDTrackFrame } from '@leib/feeds';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { defaultBodyMap } from '../bodies/bodyMap.js';
import { createRecordedBodySource } from '../bodies/bodySource.js';
import {
  createBodyReader,
  dtrackLogText,
  looksLikeDTrackLog,
  rateOfTimes,
  readPacket,
  recordingOfDTrackLog,
} from './bodyReader.js';

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
  const recorder = createBodyReader(defaultBodyMap, 'y');
  const taken = [1, 2, 2, 6, 5, 7].map((n) => readPacket(recorder, packet(n, [0]), 9 + n / 50));
  expect(taken).toEqual([true, true, false, true, false, true]);
  expect(recorder.sequence).toMatchObject({ lost: 2, duplicated: 1, reordered: 1 });
  expect(readPacket(recorder, text(['hello']), 10)).toBe(false);
  expect(recorder.damagedPackets).toBe(1);
  expect(recorder.counts[0].longestGap).toBeCloseTo(0.08, 6);
});

test('time goes on past midnight, when a clock is set back, and without any clock in the packets', () => {
  const seen = '6d 1 [0 1.000][1 2 3 0 0 0][1 0 0 0 1 0 0 0 1]';
  const day = (n: number, seconds: number) => text([`fr ${n}`, `ts ${seconds}`, seen]);
  const midnight = recordingOfDTrackLog(log([day(1, 86399.98), day(2, 86400), day(3, 0.02)]), defaultBodyMap);
  expect(Array.from(midnight.tracking.times, (t) => Number(t.toFixed(6)))).toEqual([0, 0.02, 0.04]);
  const setBack = recordingOfDTrackLog(log([day(1, 100), day(2, 100.5), day(3, 90), day(4, 90.5)]), defaultBodyMap);
  expect(Array.from(setBack.tracking.times)).toEqual([0, 0.5, 0.5, 1]);
  const received = log([1, 2, 3].map((n) => text([`fr ${n}`, seen])));
  expect(recordingOfDTrackLog(received, defaultBodyMap).tracking.header.hz).toBe(50);
});

const timesOf = (lines: readonly string[]) => {
  const { tracking, remarks } = recordingOfDTrackLog(text(lines), defaultBodyMap);
  return { times: Array.from(tracking.times, (t) => Math.round(t * 1000)), hz: tracking.header.hz, remarks };
};

test('a log without any time is read by its frame counter at 60 Hz, and that is said once', () => {
  const seen = '6d 1 [0 1.000][1 2 3 0 0 0][1 0 0 0 1 0 0 0 1]';
  const noTime = 'DTrack packets: expected time stamps (ts or ts2), got none; the frame counter at 60 Hz is the time.';
  const bare = [100, 101, 102, 105].flatMap((n) => [`fr ${n}`, seen]);
  expect(timesOf(bare)).toEqual({ times: [0, 17, 33, 83], hz: 60, remarks: [noTime] });
  // One stamp that cannot be read, and a clock that only begins later: time goes on.
  const mixed = timesOf([
    'fr 1',
    'ts 5',
    seen,
    'fr 2',
    'ts nan',
    seen,
    'fr 3',
    'ts 5.033',
    seen,
    'fr 4',
    'ts 5.05',
    seen,
  ]);
  expect(mixed.times).toEqual([0, 17, 33, 50]);
  expect(mixed.remarks).toContain(noTime);
  // Written again as a log, it does not get a time that it never had.
  expect(dtrackLogText(text(['fr 1', seen]), Number.NaN)).not.toMatch(/received/);
});

test('NaN and an id that comes twice lose only those bodies, with one sentence each', () => {
  const body = (id: number, x: string) => `[${id} 1.000][${x} 0 0 0 0 0][1 0 0 0 1 0 0 0 1]`;
  const bodies = `6d 5 ${body(0, 'nan')} ${body(1, '10')} ${body(2, '30')} ${body(1, '20')} ${body(3, '40')}`;
  const { tracking, recorder, remarks } = recordingOfDTrackLog(
    text(['fr 1', 'ts 1', bodies, 'fr 2', 'ts 1.02', bodies]),
    defaultBodyMap,
  );
  const { head, leftHand, rightHand } = pointNumber;
  const grades = [head, leftHand, rightHand].map((point) => tracking.quality[point]);
  expect(grades).toEqual([quality.lost, quality.tracked, quality.tracked]);
  expect(tracking.extras.get('back')?.quality[0]).toBe(quality.lost);
  expect(recorder.damagedBodies).toBe(2);
  expect(remarks).toEqual([
    'DTrack packet, body 1: expected each id once, got it twice; both bodies count as lost in this packet. (2 times)',
    'DTrack packet: expected finite numbers in each body, got NaN; such a body counts as lost in its packet. (2 times)',
  ]);
  expect(createRecordedBodySource(tracking, 'log', remarks).remarks()).toEqual(remarks);
});

test('a log without a body of the map is refused with what to look at', () => {
  expect(() => recordingOfDTrackLog(log([packet(1, [42])]), defaultBodyMap)).toThrow(
    /expected packets with bodies 0, 1.*got none of them/,
  );
});

test('a log without packets is refused, and rates are medians', () => {
  expect(() => recordingOfDTrackLog(text(['no log']), defaultBodyMap)).toThrow('line 1: expected DTrack packets');
  expect(rateOfTimes([0, 0.1, 0.2, 5, 5.1])).toBe(10);
});
