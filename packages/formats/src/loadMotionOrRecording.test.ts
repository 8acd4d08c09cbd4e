import { recordingOf } from '@leib/core';
import { trackOfDevices } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { writeBvh } from './bvh/writeBvh.js';
import { writeC3d } from './c3d/writeC3d.js';
import { jointsFromMotion } from './convert/jointsFromMotion.js';
import { trackingFromMotion } from './convert/trackingFromMotion.js';
import { randomMotion } from './fixtures.testing.js';
import { FormatError } from './formatError.js';
import { readGlb, writeGlb } from './gltf/glb.js';
import { writeGltfMotion } from './gltf/writeGltfMotion.js';
import { gzip } from './io/unpack.js';
import { writeJointsLines } from './lines/jointsLines.js';
import { writeTrackingLines } from './lines/trackingLines.js';
import { loadMotionOrRecording } from './loadMotionOrRecording.js';
import { writeRecording } from './mcap/writeRecording.js';
import { trackOfJoints } from './recording/jointsRecording.js';
import { type SniffedFormat, sniffFormat } from './sniffFormat.js';

const motion = randomMotion(1, 10);
const tracking = trackingFromMotion(motion);
const joints = jointsFromMotion(motion);
const text = (content: string) => new TextEncoder().encode(content);
const files: readonly (readonly [SniffedFormat, string, Uint8Array, string])[] = [
  ['bvh', 'walk.bvh', text(writeBvh(motion)), 'motion'],
  ['vrma', 'walk.vrma', await writeGltfMotion(motion), 'motion'],
  ['glb', 'walk.glb', await writeGltfMotion(motion, { isVrmAnimation: false }), 'motion'],
  ['tracking', 't.jsonl', text(writeTrackingLines(tracking)), 'tracking'],
  ['joints', 'j.jsonl', text(writeJointsLines(joints)), 'joints'],
  ['mcap', 's.mcap', await writeRecording(recordingOf([trackOfDevices(tracking), trackOfJoints(joints)])), 'recording'],
];

describe.each(files)('%s', (format, name, bytes, kind) => {
  test('is known by its content, whatever its name', () => {
    expect(sniffFormat(bytes, name)).toBe(format);
    expect(sniffFormat(bytes, 'download')).toBe(format);
  });

  test('loads, from bytes, buffers and blobs, gzip’d or not', async () => {
    const loaded = await loadMotionOrRecording(bytes, `takes/${name}`);
    expect(loaded.kind).toBe(kind);
    if (loaded.kind === 'motion') expect(loaded.motion.name).toBe('walk');
    const copy = bytes.slice();
    expect(await loadMotionOrRecording(copy.buffer, `takes/${name}`)).toEqual(loaded);
    expect(await loadMotionOrRecording(new Blob([copy]), `takes/${name}`)).toEqual(loaded);
    expect(await loadMotionOrRecording(await gzip(bytes), `takes/${name}.gz`)).toEqual(loaded);
  });
});

test.each([
  ['c3d', writeC3d({ rate: 100, labels: ['A'], frameCount: 1, positions: [1, 2, 3] }), /loose markers/],
  ['feed', text('{"format":"leib-feed-recording/1"}\n'), /loose trackers/],
] as const)('%s is known, and its answer says what it is instead of a motion', async (format, bytes, reason) => {
  expect(sniffFormat(bytes, 'download')).toBe(format);
  await expect(loadMotionOrRecording(bytes, 'download')).rejects.toThrow(FormatError);
  await expect(loadMotionOrRecording(bytes, 'download')).rejects.toThrow(reason);
});

test('text may be handed over as a string', async () => {
  expect((await loadMotionOrRecording(writeBvh(motion), 'a.bvh')).kind).toBe('motion');
});

test('an avatar is told by what it declares, the beginning of one by its name', () => {
  const { json, binary } = readGlb(files[2][2]);
  for (const extension of ['VRMC_vrm', 'VRM']) {
    expect(sniffFormat(writeGlb({ json: { ...json, extensions: { [extension]: {} } }, binary }), 'x.bin')).toBe('vrm');
  }
  expect(sniffFormat(files[2][2].subarray(0, 100), 'Person.VRM')).toBe('vrm');
  expect(sniffFormat(files[2][2].subarray(0, 100), 'wave.vrma')).toBe('vrma');
  expect(sniffFormat(files[2][2].subarray(0, 100), 'x')).toBe('glb');
});

test('JSON is told by what it says', () => {
  expect(sniffFormat(text(' {"asset":{"version":"2.0"}}'))).toBe('gltf');
  expect(sniffFormat(text('{"format":"leib-tracking/2"}'))).toBe('tracking');
});

test.each([
  ['empty.bvh', new Uint8Array(0), /^file "empty.bvh": is empty$/],
  ['notes.txt', text('Hello there'), /^file "notes.txt": is none of BVH, leib-tracking\/1/],
  ['data.json', text('{"a":1}'), /is none of/],
  ['noise.bin', Uint8Array.from({ length: 200 }, (_, i) => (i * 97) % 256), /is none of/],
  [
    'old.jsonl',
    text('{"format":"leib-tracking/2","hz":1}'),
    /^leib-tracking\/1 line 1, format: expected "leib-tracking\/1", got "leib-tracking\/2"/,
  ],
  ['cut.gz', Uint8Array.of(0x1f, 0x8b, 8, 0), /^gzip: cannot be unpacked/],
] as const)('%s gives a clear error', async (name, bytes, message) => {
  const error = await loadMotionOrRecording(bytes, name).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FormatError);
  expect((error as FormatError).message).toMatch(message);
});

test('a file that is packed twice is named as such', async () => {
  await expect(loadMotionOrRecording(await gzip(await gzip(text('x'))), 'x.gz.gz')).rejects.toThrow(/is packed twice/);
});
