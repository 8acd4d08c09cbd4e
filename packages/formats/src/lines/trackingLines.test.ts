import { addTrack, createRecorder, finishTrack, InputError } from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import {
  appendDevices,
  createDeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  type ExtraPose,
  POSE_SIZE,
  pointNumber,
  quality,
  readRecordingFrame,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomiseFrame } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { trackingLineText } from './trackingLine.js';
import { readTrackingLines, trackingHeaderText, trackingLines, writeTrackingLines } from './trackingLines.js';

const head = '"head":[0,1.6,0,0,0,0,1]';
const header = '{"format":"leib-tracking/1","hz":90,"floorY":0}';
const file = (...lines: string[]) => `${[header, ...lines].join('\n')}\n`;

function messageOf(text: string | Uint8Array): string {
  try {
    readTrackingLines(text);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return (error as FormatError).message;
  }
  throw new Error('was read without complaint');
}

/** A recording in which lost things stand at their last known pose, as files can say it. */
function randomRecording(seed: number, frameCount = 30): TrackingRecording {
  const random = seededRandom(seed);
  const builder = addTrack(
    createRecorder(),
    deviceTrackSpec({
      hz: 90,
      floorY: 0.02,
      stature: 1.73,
      skeleton: { names: ['hips', 'spine'], parents: [-1, 0], restOffsets: [0, 1, 0, 0, 0.1, 0] },
      offsets: { head: [0, 0.1, 0.08, 0, 1, 0, 0], tracker: [0, 0, 0, 0, 0, 0, 1] },
    }),
  );
  const frame = createDeviceFrame();
  const last = createDeviceFrame();
  const extra: ExtraPose = { pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1), quality: 0 };
  for (let i = 0; i < frameCount; i++) {
    randomiseFrame(random, frame);
    frame.timeSeconds = i / 90;
    for (let point = 0; point < trackedPoints.length; point++) {
      const at = point * POSE_SIZE;
      if (frame.quality[point] === quality.lost)
        frame.devicePoses.set(last.devicePoses.subarray(at, at + POSE_SIZE), at);
    }
    if (frame.leftHandJoints.quality === quality.lost) frame.leftHandJoints.poses.set(last.leftHandJoints.poses);
    if (frame.rightHandJoints.quality === quality.lost) frame.rightHandJoints.poses.set(last.rightHandJoints.poses);
    last.devicePoses.set(frame.devicePoses);
    last.leftHandJoints.poses.set(frame.leftHandJoints.poses);
    last.rightHandJoints.poses.set(frame.rightHandJoints.poses);
    extra.quality = random() < 0.3 ? quality.lost : quality.tracked;
    if (extra.quality !== quality.lost) extra.pose.set([random(), random(), random(), ...randomQuat(random)]);
    appendDevices(builder, frame, new Map([['t1', extra]]));
  }
  return devicesOfTrack(finishTrack(builder));
}

function expectClose(a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined, within: number): void {
  expect(a?.length).toBe(b?.length);
  for (let i = 0; a && b && i < a.length; i++)
    if (!(Math.abs(a[i] - b[i]) < within)) expect(a[i]).toBeCloseTo(b[i], 12);
}

test.each([1, 2, 3])('[TR10] read(write(recording)) is the recording to the written digits (seed %i)', (seed) => {
  const recording = randomRecording(seed);
  const back = readTrackingLines(writeTrackingLines(recording));
  expect(back.header).toEqual(recording.header);
  expect(back.frameCount).toBe(recording.frameCount);
  expectClose(back.times, recording.times, 1e-9);
  expectClose(back.poses, recording.poses, 2e-7);
  expect(back.quality).toEqual(recording.quality);
  for (const hand of ['leftHandJoints', 'rightHandJoints'] as const) {
    expectClose(back[hand]?.poses, recording[hand]?.poses, 2e-7);
    expect(back[hand]?.quality).toEqual(recording[hand]?.quality);
  }
  expectClose(back.leftController ?? [], recording.leftController ?? [], 1e-6);
  expectClose(back.extras.get('t1')?.poses, recording.extras.get('t1')?.poses, 2e-7);
  expect(back.extras.get('t1')?.quality).toEqual(recording.extras.get('t1')?.quality);
});

test('[TR10] with enough decimals the round trip is exact', () => {
  const recording = randomRecording(4, 5);
  expectClose(readTrackingLines(writeTrackingLines(recording, 15)).poses, recording.poses, 4e-15);
});

test('lines written one by one make the same file', () => {
  const recording = randomRecording(5, 8);
  expect(Array.from(trackingLines(recording)).join('')).toBe(writeTrackingLines(recording));
  const frame = createDeviceFrame();
  readRecordingFrame(recording, 0, frame);
  const streamed = `${trackingHeaderText(recording.header)}${trackingLineText(frame)}\n`;
  expect(readTrackingLines(streamed).frameCount).toBe(1);
});

test('[TR2] null and absent points are lost and hold their last pose', () => {
  const { quality: qualities, poses } = readTrackingLines(
    file(`{"t":0,${head},"hips":[0,1,0,0,0,0,1]}`, '{"t":0.1,"head":null}', '{"t":0.2}'),
  );
  const pointCount = trackedPoints.length;
  expect([0, 1, 2].map((f) => qualities[f * pointCount + pointNumber.head])).toEqual([2, 0, 0]);
  expect([0, 1, 2].map((f) => qualities[f * pointCount + pointNumber.hips])).toEqual([2, 0, 0]);
  expect(poses[(2 * pointCount + pointNumber.head) * POSE_SIZE + 1]).toBe(1.6);
});

test('[TR5] trackers of any other name are extras, other unknown keys are left out', () => {
  const { extras } = readTrackingLines(
    file(
      `{"t":0,${head},"tracker":[1,2,3,0,0,0,2],"note":"hello","n":3,"list":[1,2]}`,
      '{"t":0.1,"tracker":null,"t2":[0,0,0,0,0,0,1],"constructor":null}',
    ),
  );
  expect([...extras.keys()]).toEqual(['tracker', 't2', 'constructor']);
  expect(Array.from(extras.get('tracker')?.poses ?? [])).toEqual([1, 2, 3, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1]);
  expect(Array.from(extras.get('tracker')?.quality ?? [])).toEqual([2, 0]);
  expect(Array.from(extras.get('t2')?.quality ?? [])).toEqual([0, 2]);
});

test('[TR1] [TR8] the skeleton’s offsets may be one list or triples, floorY may be absent', () => {
  const read = (restOffsets: string) =>
    readTrackingLines(
      `{"format":"leib-tracking/1","hz":1,"skeleton":{"names":["a","b"],"parents":[-1,0],"restOffsets":${restOffsets}}}\n{"t":0}`,
    ).header;
  expect(read('[[0,1,2],[3,4,5]]')).toEqual(read('[0,1,2,3,4,5]'));
  expect(read('[0,1,2,3,4,5]').floorY).toBe(0);
});

test('[TR3] a frame that cannot be written is refused', () => {
  const frame = createDeviceFrame();
  frame.quality[0] = quality.tracked;
  frame.devicePoses[1] = Number.NaN;
  expect(() => trackingLineText(frame)).toThrow(InputError);
});

describe('[TR9] damage is named with line, key and reason', () => {
  test.each<[string, string, RegExp]>([
    ['empty', '', /^leib-tracking\/1 line 1: the file is empty$/],
    ['only blank lines', '\n \n', /the file is empty/],
    ['no frames', `${header}\n`, /^leib-tracking\/1: has no frames$/],
    ['not JSON', 'hello', /^leib-tracking\/1 line 1: expected JSON/],
    ['a list', '[1]', /line 1: expected an object, got a list/],
    [
      'other format',
      '{"format":"leib-joints/1","hz":1}',
      /line 1, format: expected "leib-tracking\/1", got "leib-joints\/1"/,
    ],
    ['[TR1] no format', '{"hz":1}', /line 1, format: expected "leib-tracking\/1", got nothing/],
    ['[TR1] no rate', '{"format":"leib-tracking/1"}', /line 1, hz: expected a value, got nothing/],
    ['rate zero', '{"format":"leib-tracking/1","hz":0}', /line 1, hz: expected 0.01 or more, got 0/],
    ['floor is text', '{"format":"leib-tracking/1","hz":1,"floorY":"0"}', /line 1, floorY: expected a number, got "0"/],
    [
      'negative stature',
      '{"format":"leib-tracking/1","hz":1,"stature":-1}',
      /line 1, stature: expected a number above 0/,
    ],
    [
      'offset too short',
      '{"format":"leib-tracking/1","hz":1,"offsets":{"head":[1]}}',
      /line 1, offsets.head: expected 7 numbers, got 1/,
    ],
    [
      '[TR8] parent after child',
      '{"format":"leib-tracking/1","hz":1,"skeleton":{"names":["a","b"],"parents":[-1,1],"restOffsets":[0,0,0,0,0,0]}}',
      /line 1, skeleton.parents\[1\]: expected a joint before it \(0 to 0\), got 1/,
    ],
    [
      'offsets missing',
      '{"format":"leib-tracking/1","hz":1,"skeleton":{"names":["a"],"parents":[-1],"restOffsets":[0,0]}}',
      /line 1, skeleton.restOffsets: expected 3 numbers, got 2/,
    ],
    ['no time', file(`{${head}}`), /line 2, t: expected a number, got nothing/],
    [
      '[TR4] time backwards',
      file('{"t":1}', '{"t":0.5}'),
      /line 3, t: expected 1 or more, as in the frame before, got 0.5/,
    ],
    ['[TR2] six numbers', file('{"t":0,"head":[0,0,0,0,0,1]}'), /line 2, head: expected 7 numbers, got 6/],
    ['a word', file('{"t":0,"head":[0,0,"x",0,0,0,1]}'), /line 2, head\[2\]: expected a number, got "x"/],
    [
      '[TR3] infinity',
      file('{"t":0,"head":[0,0,1e999,0,0,0,1]}'),
      /line 2, head\[2\]: expected a number, got Infinity/,
    ],
    ['null inside', file('{"t":0,"head":[0,0,null,0,0,0,1]}'), /line 2, head\[2\]: expected a number, got null/],
    [
      '[TR3] no rotation',
      file('{"t":0,"head":[0,0,0,0,0,0,0]}'),
      /line 2, head: expected a quaternion of length 1, got length 0/,
    ],
    ['a point as object', file('{"t":0,"head":{}}'), /line 2, head: expected a list, got an object/],
    [
      '[TR7] hand too short',
      file('{"t":0,"leftHandJoints":[1,2]}'),
      /line 2, leftHandJoints: expected 175 numbers, got 2/,
    ],
    ['[TR7] controller', file('{"t":0,"leftController":[1,2]}'), /line 2, leftController: expected 4 numbers, got 2/],
    [
      '[TR6] inferred but not given',
      file('{"t":0,"inferred":["hips"]}'),
      /line 2, inferred\[0\]: expected a point that this line gives, got "hips"/,
    ],
    ['cut off', file(`{"t":0,${head}}`).slice(0, -6), /line 2: expected JSON/],
  ])('%s', (_, text, message) => {
    expect(messageOf(text)).toMatch(message);
  });

  test('a file cut off inside any line is refused', () => {
    const text = writeTrackingLines(randomRecording(6, 3)).trimEnd();
    for (let at = 0; at < text.length; at += 97) {
      const cut = text.slice(0, at);
      if (/[}\n]$/.test(cut)) continue;
      expect(messageOf(cut)).toMatch(/^leib-tracking\/1 line \d/);
    }
  });

  test('any bytes and any JSON give a recording or a FormatError', () => {
    fc.assert(
      fc.property(fc.array(fc.json(), { maxLength: 4 }), fc.uint8Array({ maxLength: 64 }), (lines, bytes) => {
        for (const source of [file(...lines.map((json) => `{"t":0,"head":${json}}`)), file(...lines), bytes]) {
          try {
            readTrackingLines(source);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
          }
        }
      }),
      { numRuns: 200, seed: 2 },
    );
  });
});
