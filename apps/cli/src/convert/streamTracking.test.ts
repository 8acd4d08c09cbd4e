import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordingOf } from '@leib/core';
import { readTrackingLines, resampleRecording, writeBvh } from '@leib/formats';
import { devicesOfTrack, type TrackingRecording, trackOfDevices } from '@leib/tracking';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callLeib } from '../testing.js';
import { trackingFixture } from '../trackingFixture.testing.js';
import { motionFromTracking } from './trackedBody.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leib-stream-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More moments than a window holds, at uneven times, with lost points on both sides of its end. */
const tracking = trackingFixture({
  frameCount: 1100,
  hz: 60,
  lift: 0.2,
  change: (frame) => ({
    t: frame / 60 + (frame % 3) * 0.004,
    ...(frame > 500 && frame < 520 && { leftHand: null }),
    ...(frame % 7 === 0 && { hips: [0, 0.95, 0, 0, 0, 0, 1] }),
  }),
});

const resampleTracking = (recording: TrackingRecording, hz: number) =>
  devicesOfTrack(resampleRecording(recordingOf([trackOfDevices(recording)]), hz).tracks[0]);

test.each([
  ['plain', 'in.jsonl', undefined],
  ['packed', 'in.jsonl.gz', undefined],
  ['at another rate', 'in.jsonl', 47],
])('tracking that is streamed is the same BVH as in one piece: %s', async (_what, name, hz) => {
  writeFileSync(at(name), name.endsWith('.gz') ? gzipSync(tracking) : tracking);
  const rate = hz === undefined ? [] : ['--hz', String(hz)];
  const { code, stdout } = await callLeib(['convert', at(name), at('out.bvh'), ...rate]);
  expect(code).toBe(0);
  const recording = readTrackingLines(tracking);
  const whole = motionFromTracking(hz === undefined ? recording : resampleTracking(recording, hz));
  expect(readFileSync(at('out.bvh'), 'utf8') === writeBvh(whole)).toBe(true);
  expect(stdout).toContain(`${whole.frameCount} frames at ${hz ?? 60} Hz`);
});

test('what is wrong with a line is said before anything is written', async () => {
  writeFileSync(at('bad.jsonl'), tracking.replace('{"t":15,', '{"t":"x",'));
  const bad = await callLeib(['convert', at('bad.jsonl'), at('bad.bvh')]);
  expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/bad\.jsonl.*line 902.*t: /) });
  const far = trackingFixture({ frameCount: 3, change: (frame) => ({ t: frame * 1e5 }) });
  writeFileSync(at('far.jsonl'), far);
  const gap = await callLeib(['convert', at('far.jsonl'), at('far.bvh')]);
  expect(gap).toMatchObject({ code: 1, stderr: expect.stringMatching(/expected at most \d+, got 12000001/) });
  expect(() => readFileSync(at('far.bvh'))).toThrow('ENOENT');
});
