import { seededRandom } from '@leib/core/testing';
import { createDeviceFrame, type DeviceFrame, quality, readRecordingFrame } from '@leib/tracking';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jointsFromMotion } from '../convert/jointsFromMotion.js';
import { trackingFromMotion } from '../convert/trackingFromMotion.js';
import { randomiseFrame, randomMotion } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { gzip } from '../io/gzip.js';
import type { RandomAccess } from './messageSource.js';
import { blobAccess, bytesAccess, openSession, readSession } from './readSession.js';
import { createSessionPlayer, seekSessionPlayer, stepSessionPlayer } from './sessionPlayer.js';
import type { SessionRecording } from './sessionRecording.js';
import { createMemorySink, openSessionWriter, writeSession } from './writeSession.js';

const motion = randomMotion(2, 120, 60);
const original: Pick<SessionRecording, 'tracking' | 'joints' | 'settings' | 'versions'> = {
  tracking: trackingFromMotion(motion),
  joints: jointsFromMotion(motion, { hz: 30 }),
  settings: [
    { timeSeconds: 0, settings: { spine: { bend: 0.3 } } },
    { timeSeconds: 1.01, settings: { spine: { bend: 0.5 } } },
  ],
  versions: { '@leib/embody': '0.1.0', browser: 'none' },
};
const whole = await writeSession(original, { chunkBytes: 8 * 1024, startedAtMs: Date.UTC(2025, 0, 1) });

/** A file as another program might write it: messages of ours, but no chunks and no metadata records. */
async function foreignFile(messages: readonly string[], header = '{"hz":60}', useChunks = false): Promise<Uint8Array> {
  const { McapWriter, TempBuffer } = await import('@mcap/core');
  const buffer = new TempBuffer();
  const writer = new McapWriter({ writable: buffer, useChunks });
  await writer.start({ profile: '', library: '' });
  const schemaId = await writer.registerSchema({ name: 'x', encoding: 'jsonschema', data: new Uint8Array(0) });
  const metadata = new Map(header === '' ? [] : [['header', header]]);
  const channelId = await writer.registerChannel({ topic: '/tracking', messageEncoding: 'json', schemaId, metadata });
  for (const [sequence, text] of messages.entries()) {
    const logTime = 500_000_000n * BigInt(sequence + 1);
    const data = new TextEncoder().encode(text);
    await writer.addMessage({ channelId, sequence, logTime, publishTime: 0n, data });
  }
  await writer.end();
  return buffer.get();
}

async function failure(promise: Promise<unknown>): Promise<FormatError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FormatError);
  return error as FormatError;
}

function largestDifference(a: ArrayLike<number> | undefined, b: ArrayLike<number> | undefined): number {
  expect(a?.length).toBe(b?.length);
  let largest = 0;
  for (let i = 0; a && b && i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

test('[SE1] [SE2] [SE3] [SE4] what is written comes back: tracking, joints, settings, versions', async () => {
  const back = await readSession(whole);
  expect(back.tracking?.header).toEqual(original.tracking?.header);
  expect(back.joints?.hz).toBe(30);
  expect(largestDifference(back.tracking?.times, original.tracking?.times)).toBeLessThan(1e-9);
  expect(largestDifference(back.tracking?.poses, original.tracking?.poses)).toBeLessThan(2e-7);
  expect(back.tracking?.quality).toEqual(original.tracking?.quality);
  expect(largestDifference(back.joints?.positions, original.joints?.positions)).toBeLessThan(1e-7);
  expect(largestDifference(back.joints?.rotations, original.joints?.rotations)).toBeLessThan(2e-7);
  expect(back.settings).toEqual(original.settings);
  expect(back.versions).toEqual(original.versions);
  expect(back.warnings).toEqual([]);
  expect([back.startSeconds, back.endSeconds]).toEqual(
    [0, (motion.frameCount - 1) / 60].map((t) => expect.closeTo(t, 8)),
  );
});

test('[SE1] a recording read back and written again is the same file, byte for byte', async () => {
  const once = await writeSession(await readSession(whole));
  expect(await writeSession(await readSession(once))).toEqual(once);
});

test('[SE5] hands, controllers, inferred points and extra trackers survive', async () => {
  const random = seededRandom(8);
  const sink = createMemorySink();
  const writer = await openSessionWriter(sink, {
    tracking: { hz: 90, floorY: 0 },
    hasHandJoints: true,
    hasControllers: true,
  });
  const frames: DeviceFrame[] = [];
  for (let i = 0; i < 10; i++) {
    const frame = createDeviceFrame();
    randomiseFrame(random, frame);
    frame.quality.fill(i % 2 === 0 ? quality.tracked : quality.inferred);
    frame.leftHandJoints.quality = quality.tracked;
    frame.rightHandJoints.quality = quality.tracked;
    frame.timeSeconds = i / 90;
    frames.push(frame);
    writer.appendTracking(frame, new Map([['t1', { pose: frame.devicePoses.slice(0, 7), quality: quality.tracked }]]));
  }
  await writer.dispose();
  const { tracking } = await readSession(sink.bytes());
  if (tracking === null) throw new Error('no tracking');
  const out = createDeviceFrame();
  frames.forEach((frame, i) => {
    readRecordingFrame(tracking, i, out);
    expect(largestDifference(out.devicePoses, frame.devicePoses)).toBeLessThan(2e-7);
    expect(out.quality).toEqual(frame.quality);
    expect(largestDifference(out.leftHandJoints.poses, frame.leftHandJoints.poses)).toBeLessThan(2e-7);
    expect(out.rightController.grip).toBeCloseTo(frame.rightController.grip, 6);
  });
  expect(
    largestDifference(tracking.extras.get('t1')?.poses.subarray(0, 7), frames[0].devicePoses.subarray(0, 7)),
  ).toBeLessThan(2e-7);
});

test.each([true, false])('[SE2] files of other writers are read, with chunks or without (%s)', async (useChunks) => {
  const messages = ['{"t":0.5,"head":[0,1,0,0,0,0,1]}', '{"t":1,"head":null}'];
  const { tracking, warnings } = await readSession(await foreignFile(messages, undefined, useChunks));
  expect(Array.from(tracking?.times ?? [])).toEqual([0.5, 1]);
  expect(warnings).toEqual([]);
});

describe('playing', () => {
  test('[SE6] seeking to a time and playing up to it give the same moment, at any speed', async () => {
    const session = await readSession(whole);
    for (const speed of [0.5, 1, 2.5]) {
      const played = createSessionPlayer(session);
      const sought = createSessionPlayer(session);
      played.timeline.speed = speed;
      for (let step = 0; step < 60; step++) {
        stepSessionPlayer(played, 1 / 72);
        seekSessionPlayer(sought, played.timeline.timeSeconds);
        expect(sought.frame).toEqual(played.frame);
        expect(sought.joints).toEqual(played.joints);
        expect(sought.settings).toEqual(played.settings);
      }
    }
  });

  test('[SE6] looping wraps around, not looping stops at the end; backwards works', async () => {
    const player = createSessionPlayer(await readSession(whole));
    const { timeline } = player;
    seekSessionPlayer(player, timeline.durationSeconds - 0.01);
    stepSessionPlayer(player, 0.02);
    expect(timeline.timeSeconds).toBeCloseTo(0.01, 6);
    timeline.speed = -1;
    timeline.isLooping = false;
    stepSessionPlayer(player, 0.5);
    expect(timeline.timeSeconds).toBe(0);
    expect(timeline.isPlaying).toBe(false);
    expect(player.settings).toEqual({ spine: { bend: 0.3 } });
    seekSessionPlayer(player, 1.5);
    expect(player.settings).toEqual({ spine: { bend: 0.5 } });
  });

  test('[SE7] a stretch of time is read through the index, without the rest of the file', async () => {
    let bytesRead = 0;
    const inner = bytesAccess(whole);
    const counting: RandomAccess = {
      byteLength: inner.byteLength,
      read(offset, length) {
        bytesRead += length;
        return inner.read(offset, length);
      },
    };
    const file = await openSession(counting);
    const part = await file.read(0.5, 0.6);
    expect(Array.from(part.tracking?.times ?? [], (t) => Math.round(t * 60))).toEqual([30, 31, 32, 33, 34, 35, 36]);
    expect(bytesRead).toBeLessThan(0.4 * whole.length);
    const all = await file.read();
    expect(all.tracking?.frameCount).toBe(120);
    const fromBlob = await (await openSession(blobAccess(new Blob([whole as BlobPart])))).read(0.5, 0.6);
    expect(fromBlob).toEqual(part);
  });
});

describe('recording', () => {
  test('[SE8] moments that cannot be written are refused and counted, the file stays whole', async () => {
    const sink = createMemorySink();
    const writer = await openSessionWriter(sink, { tracking: { hz: 90, floorY: 0 } });
    const frame = createDeviceFrame();
    frame.quality.fill(quality.tracked);
    frame.timeSeconds = 1;
    expect(writer.appendTracking(frame)).toBe(true);
    frame.devicePoses[3] = Number.NaN;
    expect(writer.appendTracking(frame)).toBe(false);
    frame.devicePoses[3] = 0;
    frame.timeSeconds = 0.5;
    expect(writer.appendTracking(frame)).toBe(false);
    frame.timeSeconds = Number.NaN;
    expect(writer.appendTracking(frame)).toBe(false);
    expect(writer.appendSettings(2, { n: 1n })).toBe(false);
    expect(writer.refusedCount).toBe(4);
    expect(() =>
      writer.appendJoints({ timeSeconds: 0, positions: new Float64Array(66), rotations: new Float64Array(88) }),
    ).toThrow(/\/joints: expected a session that was opened with/);
    await writer.dispose();
    expect((await readSession(sink.bytes())).tracking?.frameCount).toBe(1);
    await writer.dispose();
    expect(() => writer.appendTracking(frame)).toThrow('expected an open session, got one that has ended');
    expect((await readSession(sink.bytes())).tracking?.frameCount).toBe(1);
  });

  test('a sink that fails is reported when the recording ends, not in the frame loop', async () => {
    let writes = 0;
    const writer = await openSessionWriter(
      {
        async write() {
          if (++writes > 3) throw new Error('disk full');
        },
      },
      { tracking: { hz: 90, floorY: 0 }, chunkBytes: 512 },
    );
    const frame = createDeviceFrame();
    frame.quality.fill(quality.tracked);
    for (let i = 0; i < 50; i++) {
      frame.timeSeconds = i;
      writer.appendTracking(frame);
    }
    await expect(writer.dispose()).rejects.toThrow('disk full');
  });
});

describe('damage', () => {
  test('[SE9] a file cut off anywhere gives the frames before the cut and a warning, or a clear error', async () => {
    const { tracking } = await readSession(whole);
    let recovered = 0;
    for (let at = 0; at < whole.length; at += 1499) {
      const cut = whole.subarray(0, at);
      const session = await readSession(cut).catch((error: unknown) => {
        expect(error).toBeInstanceOf(FormatError);
        expect((error as FormatError).kind).toBe('MCAP');
        return null;
      });
      if (session === null) {
        expect(recovered).toBe(0);
        continue;
      }
      expect(session.warnings.join()).toMatch(
        /^MCAP byte \d+: the file is cut off; \d+ messages before that are kept$/,
      );
      const frameCount = session.tracking?.frameCount ?? 0;
      // Monotone, and no more than a few messages behind the cut even inside an open chunk.
      expect(frameCount).toBeGreaterThanOrEqual(recovered);
      recovered = frameCount;
      if (session.tracking && tracking) {
        expect(session.tracking.poses).toEqual(tracking.poses.slice(0, session.tracking.poses.length));
        expect(session.tracking.header).toEqual(tracking.header);
        expect(session.versions).toEqual(original.versions);
      }
    }
    expect(recovered).toBe(120);
  });

  test('[SE9] half a file holds about half of the frames, even in one chunk', async () => {
    const oneChunk = await writeSession(original, { chunkBytes: 1 << 24 });
    const session = await readSession(oneChunk.subarray(0, oneChunk.length >> 1));
    expect(session.tracking?.frameCount).toBeGreaterThan(50);
    expect(session.warnings).toHaveLength(1);
    const part = await (await openSession(bytesAccess(oneChunk.subarray(0, oneChunk.length >> 1)))).read(0.5, 0.6);
    expect(part.tracking?.frameCount).toBe(7);
  });

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['empty', () => new Uint8Array(0), /^MCAP: the file is empty$/],
    ['other bytes', () => new Uint8Array(300).fill(7), /^MCAP byte 0: does not begin with the MCAP magic bytes$/],
    ['only the magic', () => whole.subarray(0, 8), /^MCAP byte 8: the file is cut off; no complete message before it$/],
    [
      'no messages',
      () => writeSession({ tracking: null, joints: null, settings: [], versions: {} }),
      /^MCAP: holds no messages$/,
    ],
    [
      'nothing of ours',
      () => writeSession({ tracking: null, joints: null, settings: [{ timeSeconds: 0, settings: 1 }], versions: {} }),
      /^MCAP: neither \/tracking nor \/joints is in it; its topics: \/settings$/,
    ],
  ])('%s', async (_, bytes, message) => {
    expect((await failure(readSession(await bytes()))).message).toMatch(message);
  });

  test('[SE11] a damaged chunk in a file that has its index is an error, not a shorter recording', async () => {
    const bytes = whole.slice();
    bytes.fill(0x30, whole.length >> 1, (whole.length >> 1) + 4);
    expect((await failure(readSession(bytes))).message).toMatch(/^MCAP: Incorrect chunk CRC/);
  });

  test('[SE10] a message that breaks the rules is named by topic, time and key', async () => {
    const write = async (data: string, header?: string) => failure(readSession(await foreignFile([data], header)));
    expect((await write('{"t":0.5,"head":[1]}')).message).toBe(
      'MCAP /tracking at 0.5 s, head: expected 7 numbers, got 1',
    );
    expect((await write('{"t":0.5,')).message).toMatch(/^MCAP \/tracking at 0.5 s: expected JSON/);
    expect((await write('{"t":0}', '{}')).message).toBe(
      'MCAP channel /tracking, header, hz: expected a value, got nothing',
    );
    expect((await write('{"t":0}', '')).message).toBe('MCAP channel /tracking, header: expected a header, got nothing');
  });

  test('bytes changed at random give a recording or a FormatError', async () => {
    const small = await writeSession({ ...original, joints: null }, { chunkBytes: 4096 });
    await fc.assert(
      fc.asyncProperty(fc.nat(small.length - 1), fc.uint8Array({ minLength: 1, maxLength: 30 }), async (at, noise) => {
        const bytes = small.slice();
        bytes.set(noise.subarray(0, bytes.length - at), at);
        await readSession(bytes).catch((error: unknown) => {
          if (!(error instanceof FormatError)) throw error;
        });
      }),
      { numRuns: 150, seed: 3 },
    );
  });

  test('gzip around it does not matter', async () => {
    expect(await readSession(await gzip(whole))).toEqual(await readSession(whole));
  });
});

test('[SE12] the pose that a second body reached is beside the one that was wished, with its delay', async () => {
  const reached = jointsFromMotion(randomMotion(3, 60, 30), { hz: 30 });
  const delaySeconds = Float64Array.from(reached.times, (time) => Math.min(0.125, time));
  const read = await readSession(await writeSession({ ...original, remote: { reached, delaySeconds } }));
  expect(largestDifference(read.remote?.reached.positions, reached.positions)).toBeLessThan(1e-6);
  expect(largestDifference(read.remote?.delaySeconds, delaySeconds)).toBeLessThan(1e-6);
  expect(largestDifference(read.joints?.positions, original.joints?.positions)).toBeLessThan(1e-6);
  expect((await readSession(whole)).remote).toBeNull();
});
