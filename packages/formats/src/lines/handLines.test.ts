import { addTrack, createRecorder, finishTrack } from '@leib/core';
import { appendHand, createHandSignal, handOfTrack, handTrackSpec } from '@leib/tracking/hands';
import { expect, test } from 'vitest';
import { FormatError } from '../formatError.js';
import { loadMotionOrRecording } from '../loadMotionOrRecording.js';
import { sniffFormat } from '../sniffFormat.js';
import { readHandLines, writeHandLines } from './handLines.js';

const header = '{"format":"leib-hand/1","hz":60}';
const line = (t: number, more = '') =>
  `{"t":${t},"bends":[0.1,0.2,0.3,0.4,0.5],"position":[0,1,-0.25],"rotation":[0,0,0,1]${more}}`;

test('a file has the values of its lines; splay and confidence are 0 and 1 where they are absent', () => {
  const hand = readHandLines([header, line(2), '', line(2.5, ',"splay":[-1,0,0,0,1],"confidence":0.5')].join('\n'));
  expect(hand).toMatchObject({ hz: 60, frameCount: 2 });
  expect(Array.from(hand.times)).toEqual([2, 2.5]);
  expect(Array.from(hand.bends.subarray(5))).toEqual([0.1, 0.2, 0.3, 0.4, 0.5]);
  expect(Array.from(hand.splay)).toEqual([0, 0, 0, 0, 0, -1, 0, 0, 0, 1]);
  expect(Array.from(hand.positions.subarray(0, 3))).toEqual([0, 1, -0.25]);
  expect(Array.from(hand.confidences)).toEqual([1, 0.5]);
});

test('null is a gap: confidence 0, and the values before it hold', () => {
  const hand = readHandLines(
    [
      header,
      line(0),
      '{"t":0.1,"bends":null,"position":[0,2,0],"rotation":[0,0,0,1]}',
      '{"t":0.2,"bends":[0,0,0,0,0]}',
    ].join('\n'),
  );
  expect(Array.from(hand.confidences)).toEqual([1, 0, 1]);
  expect(hand.bends[7]).toBe(0.3);
  expect(hand.positions[7]).toBe(2);
});

test('written and read again is the same', () => {
  const recorder = addTrack(createRecorder(), handTrackSpec('hand', 90));
  const signal = createHandSignal();
  for (let i = 0; i < 20; i++) {
    signal.bends.fill(i / 20);
    signal.splay.fill(i / 64 - 0.25);
    signal.position.set([i / 8, 0, 1 - i / 4]);
    signal.rotation.set([0, 0.6, 0, 0.8]);
    signal.confidence = i % 3 === 0 ? 0 : 1;
    appendHand(recorder, i / 10, signal);
  }
  const recording = handOfTrack(finishTrack(recorder));
  expect(readHandLines(writeHandLines(recording))).toEqual(recording);
});

test.each([
  ['nothing', '', /line 1: the file is empty/],
  ['no frames', header, /has no frames/],
  [
    '[HA1] a version to come',
    '{"format":"leib-hand/2","hz":60}',
    /line 1, format: expected "leib-hand\/1", got "leib-hand\/2"/,
  ],
  ['[HA1] no rate', '{"format":"leib-hand/1"}', /line 1, hz/],
  ['half a line', `${header}\n{"t":0,"ben`, /line 2: expected JSON/],
  ['[HA2] four bends', `${header}\n{"t":0,"bends":[0,0,0,0]}`, /line 2, bends: expected 5 numbers, got 4/],
  ['no bends', `${header}\n{"t":0}`, /line 2, bends: expected 5 numbers, got nothing/],
  ['a bend beyond 1', `${header}\n{"t":0,"bends":[0,0,1.5,0,0]}`, /line 2, bends\[2\]: expected 0 to 1, got 1.5/],
  ['words', `${header}\n{"t":0,"bends":[0,0,"x",0,0]}`, /line 2, bends\[2\]: expected a number, got "x"/],
  ['infinity', `${header}\n{"t":0,"bends":[0,0,0,0,0],"position":[0,1e999,0]}`, /position\[1\]: expected a number/],
  ['no direction', `${header}\n{"t":0,"bends":[0,0,0,0,0],"rotation":[0,0,0,0]}`, /rotation: expected a quaternion/],
  ['[HA4] time that runs back', `${header}\n${line(1)}\n${line(0.5)}`, /line 3, t: expected 1 or more/],
])('refused, with its place: %s', (_, text, reason) => {
  expect(() => readHandLines(text)).toThrow(FormatError);
  expect(() => readHandLines(text)).toThrow(reason);
});

test('a line that is left out changes nothing: neither its rotation nor its bends hold in the next one', () => {
  const bad = '{"t":1,"bends":[1,1,1,1,1],"position":[9,9,9],"rotation":[0,0,0,0]}';
  const text = [header, line(0), bad, '{"t":2,"bends":null}'].join('\n');
  const { frameCount, bends, positions, rotations } = readHandLines(text, { onBadLine: () => {} });
  expect(frameCount).toBe(2);
  expect(bends.subarray(5)).toEqual(bends.subarray(0, 5));
  expect(positions.subarray(3)).toEqual(positions.subarray(0, 3));
  expect(rotations.subarray(4)).toEqual(rotations.subarray(0, 4));
});

test('where every line is left out the first one says why', () => {
  const text = [header, '{"t":0,"bends":[0,0,0,0]}', '{"t":1}'].join('\n');
  expect(() => readHandLines(text, { onBadLine: () => {} })).toThrow('line 2, bends: expected 5 numbers, got 4');
});

test('is recognised by its header, and is no motion', async () => {
  const bytes = new TextEncoder().encode(`${header}\n${line(0)}`);
  expect(sniffFormat(bytes)).toBe('hand');
  await expect(loadMotionOrRecording(bytes, 'take.jsonl')).rejects.toThrow(/recorded hand.*room Puppet/);
});

test('with onBadLine, lines that are broken or too early are left out and reported; a broken header is not', () => {
  const line = (t: number) => `{"t": ${t}, "bends": [${t}, 0, 0, 0, 0]}`;
  const text = ['{"format": "leib-hand/1", "hz": 10}', line(0), '{"t": 0.1, "be', line(0.3), line(0.2), line(0.4)].join(
    '\n',
  );
  const reasons: string[] = [];
  const { times, bends } = readHandLines(text, { onBadLine: ({ message }) => void reasons.push(message) });
  expect([...times]).toEqual([0, 0.3, 0.4]);
  expect(bends[5]).toBe(0.3);
  expect(reasons.map((reason) => reason.slice(0, 18))).toEqual(['leib-hand/1 line 3', 'leib-hand/1 line 5']);
  expect(() => readHandLines(text)).toThrow('leib-hand/1 line 3');
  expect(() => readHandLines(`x${text}`, { onBadLine: () => {} })).toThrow('leib-hand/1 line 1');
});
