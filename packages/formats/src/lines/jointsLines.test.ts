import { InputError } from '@leib/core';
import { expect, test } from 'vitest';
import { jointsFromMotion } from '../convert/jointsFromMotion.js';
import { randomMotion } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { createJointsFrame, sampleJoints } from '../recording/jointsRecording.js';
import { jointsHeaderText, jointsLineText, readJointsLines, writeJointsLines } from './jointsLines.js';

const recording = jointsFromMotion(randomMotion(1, 12));
const p = JSON.stringify(Array.from({ length: 66 }, () => 0));
const q = JSON.stringify(Array.from({ length: 88 }, (_, i) => (i % 4 === 3 ? 1 : 0)));
const file = (...lines: string[]) => `${jointsHeaderText(60)}${lines.join('\n')}\n`;

test('[JO1] [JO2] read(write(recording)) is the recording to the written digits', () => {
  const back = readJointsLines(writeJointsLines(recording));
  expect(back.hz).toBe(recording.hz);
  for (const key of ['times', 'positions', 'rotations'] as const) {
    expect(back[key].length).toBe(recording[key].length);
    back[key].forEach((v, i) => {
      expect(Math.abs(v - recording[key][i])).toBeLessThan(2e-7);
    });
  }
});

test('sampling at a recorded time gives that frame bit for bit, between two it stays a rotation', () => {
  const sampled = createJointsFrame();
  for (let frame = 0; frame < recording.frameCount; frame++) {
    sampleJoints(recording, recording.times[frame], sampled);
    expect(sampled.positions).toEqual(recording.positions.slice(frame * 66, (frame + 1) * 66));
    expect(sampled.rotations).toEqual(recording.rotations.slice(frame * 88, (frame + 1) * 88));
  }
  sampleJoints(recording, 0.5 * (recording.times[3] + recording.times[4]), sampled);
  for (let at = 0; at < 88; at += 4) expect(Math.hypot(...sampled.rotations.subarray(at, at + 4))).toBeCloseTo(1, 12);
});

test.each<[string, string, RegExp]>([
  ['empty', '', /^leib-joints\/1 line 1: the file is empty$/],
  ['no frames', jointsHeaderText(60), /^leib-joints\/1: has no frames$/],
  ['other format', '{"format":"leib-tracking/1"}', /line 1, format: expected "leib-joints\/1", got "leib-tracking\/1"/],
  ['[JO1] no rate', '{"format":"leib-joints/1"}', /line 1, hz: expected a value, got nothing/],
  ['[JO2] too few positions', file(`{"t":0,"p":[1,2],"q":${q}}`), /line 2, p: expected 66 numbers, got 2/],
  ['no rotations', file(`{"t":0,"p":${p}}`), /line 2, q: expected a list, got nothing/],
  [
    '[JO2] zero rotation',
    file(`{"t":0,"p":${p},"q":${q.replace('1', '0')}}`),
    /line 2, q\[0..3\]: expected a quaternion of length 1, got length 0/,
  ],
  [
    '[JO3] time backwards',
    file(`{"t":1,"p":${p},"q":${q}}`, `{"t":0,"p":${p},"q":${q}}`),
    /line 3, t: expected 1 or more, as in the frame before, got 0/,
  ],
  ['cut off', file(`{"t":0,"p":${p}`), /line 2: expected JSON/],
])('%s is named with line, key and reason', (_, text, message) => {
  expect(() => readJointsLines(text)).toThrow(FormatError);
  expect(() => readJointsLines(text)).toThrow(message);
});

test('numbers that cannot be written are refused', () => {
  const joints = createJointsFrame();
  joints.positions[5] = Number.POSITIVE_INFINITY;
  expect(() => jointsLineText(0, joints.positions, joints.rotations)).toThrow(InputError);
  expect(() => jointsLineText(Number.NaN, joints.positions, joints.rotations)).toThrow(InputError);
});
