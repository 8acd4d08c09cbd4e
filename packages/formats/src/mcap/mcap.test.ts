import {
  addTrack,
  appendMoment,
  createRecorder,
  findTrack,
  finishRecording,
  type Recording,
  recordingOf,
  type Track,
} from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import {
  createDeviceFrame,
  createRecordingSource,
  createTrackerOffsets,
  type DeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  quality,
  readRecordingFrame,
  trackOfDevices,
} from '@leib/tracking';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jointsFromMotion } from '../convert/jointsFromMotion.js';
import { trackingFromMotion } from '../convert/trackingFromMotion.js';
import { randomiseFrame, randomMotion } from '../fixtures.testing.js';
import { FormatError } from '../formatError.js';
import { gzip } from '../io/unpack.js';
import { jointsOfTrack, trackOfJoints } from '../recording/jointsRecording.js';
import type { RandomAccess } from './messageSource.js';
import { openRecording, type ReadRecording, readRecording } from './readRecording.js';
import { createMemorySink, openRecordingWriter, writeRecording } from './writeRecording.js';

const motion = randomMotion(2, 120, 60);
const tracking = trackingFromMotion(motion);
const joints = jointsFromMotion(motion, { hz: 30 });
const original: Recording = {
  tracks: [trackOfDevices(tracking), trackOfJoints(joints)],
  documents: [
    { seconds: 0, doc: { spine: { bend: 0.3 } } },
    { seconds: 1.01, doc: { spine: { bend: 0.5 } } },
  ],
  events: [{ seconds: 0.5, kind: 'grab', data: { hand: 'left' } }],
  versions: { '@leib/embody': '0.1.0', browser: 'none' },
};
const whole = await writeRecording(original, { chunkBytes: 8 * 1024, startedAtMs: Date.UTC(2025, 0, 1) });

/** Its tracking and its joints, as far as it has them. */
function partsOf({ recording }: ReadRecording) {
  const [devices, found] = [findTrack(recording, 'devices'), findTrack(recording, 'joints')];
  return { tracking: devices && devicesOfTrack(devices), joints: found && jointsOfTrack(found) };
}

/** A source whose devices are their joints. */
const plain = { offsets: createTrackerOffsets() };

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

test('[SE1] [SE2] [SE3] [SE4] what is written comes back: tracking, joints, settings, events, versions', async () => {
  const read = await readRecording(whole);
  const back = partsOf(read);
  expect(back.tracking?.header).toEqual(tracking.header);
  expect(back.joints?.hz).toBe(30);
  expect(largestDifference(back.tracking?.times, tracking.times)).toBeLessThan(1e-9);
  expect(largestDifference(back.tracking?.poses, tracking.poses)).toBeLessThan(2e-7);
  expect(back.tracking?.quality).toEqual(tracking.quality);
  expect(largestDifference(back.joints?.positions, joints.positions)).toBeLessThan(1e-7);
  expect(largestDifference(back.joints?.rotations, joints.rotations)).toBeLessThan(2e-7);
  expect(read.recording.documents).toEqual(original.documents);
  expect(read.recording.events).toEqual(original.events);
  expect(read.recording.versions).toEqual(original.versions);
  expect(read.warnings).toEqual([]);
});

test('[SE1] a recording read back and written again is the same file, byte for byte', async () => {
  const once = await writeRecording((await readRecording(whole)).recording);
  expect(await writeRecording((await readRecording(once)).recording)).toEqual(once);
});

test('[SE5] hands, controllers, inferred points and extra trackers survive', async () => {
  const random = seededRandom(8);
  const sink = createMemorySink();
  const writer = await openRecordingWriter(sink);
  const devices = writer.devices(plain, { hz: 90, stature: null });
  const frames: DeviceFrame[] = [];
  for (let i = 0; i < 10; i++) {
    const frame = createDeviceFrame();
    randomiseFrame(random, frame);
    frame.quality.fill(i % 2 === 0 ? quality.tracked : quality.inferred);
    frame.leftHandJoints.quality = quality.tracked;
    frame.rightHandJoints.quality = quality.tracked;
    frame.timeSeconds = i / 90;
    frames.push(frame);
    devices.append(frame, new Map([['t1', { pose: frame.devicePoses.slice(0, 7), quality: quality.tracked }]]));
  }
  await writer.dispose();
  const { tracking } = partsOf(await readRecording(sink.bytes()));
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
  const read = await readRecording(await foreignFile(messages, undefined, useChunks));
  expect(Array.from(partsOf(read).tracking?.times ?? [])).toEqual([0.5, 1]);
  expect(read.warnings).toEqual([]);
});

describe('reading a part', () => {
  test('[SE7] a stretch of time is read through the index, without the rest of the file', async () => {
    let bytesRead = 0;
    const counting: RandomAccess = {
      byteLength: whole.length,
      read: async (offset, length) => {
        bytesRead += length;
        return whole.subarray(offset, offset + length);
      },
    };
    const file = await openRecording(counting);
    const part = await file.read(0.5, 0.6);
    expect(Array.from(partsOf(part).tracking?.times ?? [], (t) => Math.round(t * 60))).toEqual([
      30, 31, 32, 33, 34, 35, 36,
    ]);
    expect(bytesRead).toBeLessThan(0.4 * whole.length);
    const all = await file.read();
    expect(partsOf(all).tracking?.frameCount).toBe(120);
    const fromBlob = await (await openRecording(new Blob([whole as BlobPart]))).read(0.5, 0.6);
    expect(fromBlob).toEqual(part);
  });
});

describe('recording', () => {
  test('[SE8] moments that cannot be written are refused and counted, the file stays whole', async () => {
    const sink = createMemorySink();
    const writer = await openRecordingWriter(sink);
    const devices = writer.devices(plain, { hz: 90, stature: null });
    const frame = createDeviceFrame();
    frame.quality.fill(quality.tracked);
    frame.timeSeconds = 1;
    expect(devices.append(frame)).toBe(true);
    frame.devicePoses[3] = Number.NaN;
    expect(devices.append(frame)).toBe(false);
    frame.devicePoses[3] = 0;
    frame.timeSeconds = 0.5;
    expect(devices.append(frame)).toBe(false);
    frame.timeSeconds = Number.NaN;
    expect(devices.append(frame)).toBe(false);
    expect(writer.document(2, { n: 1n })).toBe(false);
    expect(writer.refusedCount).toBe(4);
    await writer.dispose();
    expect(partsOf(await readRecording(sink.bytes())).tracking?.frameCount).toBe(1);
    await writer.dispose();
    expect(() => devices.append(frame)).toThrow('expected an open one, got one that has ended');
    expect(partsOf(await readRecording(sink.bytes())).tracking?.frameCount).toBe(1);
  });

  test('a sink that fails is reported when the recording ends, not in the frame loop', async () => {
    let writes = 0;
    const writer = await openRecordingWriter(
      {
        async write() {
          if (++writes > 3) throw new Error('disk full');
        },
      },
      { chunkBytes: 512 },
    );
    const devices = writer.devices(plain, { hz: 90, stature: null });
    const frame = createDeviceFrame();
    frame.quality.fill(quality.tracked);
    for (let i = 0; i < 50; i++) {
      frame.timeSeconds = i;
      devices.append(frame);
    }
    await expect(writer.dispose()).rejects.toThrow('disk full');
  });
});

describe('damage', () => {
  test('[SE9] a file cut off anywhere gives the frames before the cut and a warning, or a clear error', async () => {
    const { tracking } = partsOf(await readRecording(whole));
    let recovered = 0;
    for (let at = 0; at < whole.length; at += 1499) {
      const cut = whole.subarray(0, at);
      const session = await readRecording(cut).catch((error: unknown) => {
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
      const read = partsOf(session).tracking;
      const frameCount = read?.frameCount ?? 0;
      // Monotone, and no more than a few messages behind the cut even inside an open chunk.
      expect(frameCount).toBeGreaterThanOrEqual(recovered);
      recovered = frameCount;
      if (read && tracking) {
        expect(read.poses).toEqual(tracking.poses.slice(0, read.poses.length));
        expect(read.header).toEqual(tracking.header);
        expect(session.recording.versions).toEqual(original.versions);
      }
    }
    expect(recovered).toBe(120);
  });

  test('[SE9] half a file holds about half of the frames, even in one chunk', async () => {
    const oneChunk = await writeRecording(original, { chunkBytes: 1 << 24 });
    const session = await readRecording(oneChunk.subarray(0, oneChunk.length >> 1));
    expect(partsOf(session).tracking?.frameCount).toBeGreaterThan(50);
    expect(session.warnings).toHaveLength(1);
    const part = await (await openRecording(oneChunk.subarray(0, oneChunk.length >> 1))).read(0.5, 0.6);
    expect(partsOf(part).tracking?.frameCount).toBe(7);
  });

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['empty', () => new Uint8Array(0), /^MCAP: the file is empty$/],
    ['other bytes', () => new Uint8Array(300).fill(7), /^MCAP byte 0: does not begin with the MCAP magic bytes$/],
    ['only the magic', () => whole.subarray(0, 8), /^MCAP byte 8: the file is cut off; no complete message before it$/],
    ['no messages', () => writeRecording(recordingOf([])), /^MCAP: holds no messages$/],
    [
      'nothing of ours',
      () => writeRecording(recordingOf([], { documents: [{ seconds: 0, doc: 1 }] })),
      /^MCAP: expected a track of ours \(.*\) in it; its topics: \/settings$/,
    ],
  ])('%s', async (_, bytes, message) => {
    expect((await failure(readRecording(await bytes()))).message).toMatch(message);
  });

  test('[SE11] a damaged chunk in a file that has its index is an error, not a shorter recording', async () => {
    const bytes = whole.slice();
    bytes.fill(0x30, whole.length >> 1, (whole.length >> 1) + 4);
    expect((await failure(readRecording(bytes))).message).toMatch(/^MCAP: Incorrect chunk CRC/);
  });

  test('[SE10] a message that breaks the rules is named by topic, time and key', async () => {
    const write = async (data: string, header?: string) => failure(readRecording(await foreignFile([data], header)));
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
    const small = await writeRecording({ ...original, tracks: [trackOfDevices(tracking)] }, { chunkBytes: 4096 });
    await fc.assert(
      fc.asyncProperty(fc.nat(small.length - 1), fc.uint8Array({ minLength: 1, maxLength: 30 }), async (at, noise) => {
        const bytes = small.slice();
        bytes.set(noise.subarray(0, bytes.length - at), at);
        await readRecording(bytes).catch((error: unknown) => {
          if (!(error instanceof FormatError)) throw error;
        });
      }),
      { numRuns: 150, seed: 3 },
    );
  });

  test('gzip around it does not matter', async () => {
    expect(await readRecording(await gzip(whole))).toEqual(await readRecording(whole));
  });
});

test('[SE12] the pose that a second body reached is beside the one that was wished, with its delay', async () => {
  const reached = trackOfJoints(jointsFromMotion(randomMotion(3, 60, 30), { hz: 30 }), 'reached');
  const delay = Float64Array.from(reached.times, (time) => Math.min(0.125, time));
  const channels = { ...reached.channels, delay: { kind: 'step', count: 1, values: delay } } as const;
  const tracks = [...original.tracks, { ...reached, channels }];
  const { recording } = await readRecording(await writeRecording({ ...original, tracks }));
  const read = findTrack(recording, 'joints', 'reached');
  expect(largestDifference(read?.channels.positions.values, reached.channels.positions.values)).toBeLessThan(1e-6);
  expect(largestDifference(read?.channels.delay.values, delay)).toBeLessThan(1e-6);
  expect(largestDifference(partsOf({ recording, warnings: [] }).joints?.positions, joints.positions)).toBeLessThan(
    1e-6,
  );
  expect(findTrack((await readRecording(whole)).recording, 'joints', 'reached')).toBeNull();
});

test('[SE13] tracks of every kind come back whole: names, what is said of them, numbers, grades, a sound', async () => {
  const random = seededRandom(5);
  const recorder = createRecorder();
  const quaternion = () =>
    [0, Math.sin(random()), 0, 0].map((value, i, all) => (i < 3 ? value : Math.cos(Math.asin(all[1]))));
  const kinds = ['bodies', 'markers', 'pose', 'hand', 'parts', 'face', 'joints', 'devices'] as const;
  for (const kind of kinds) {
    const about = kind === 'devices' ? { floorY: 0 } : { of: kind, names: ['a', 'b'] };
    const channels = {
      places: { kind: 'pose', count: 2, grade: 'seen' },
      seen: { kind: 'step', count: 2, store: 'bytes' },
      turns: { kind: 'rotation', count: 3 },
      weights: { kind: 'line', count: 4, store: 'single' },
    } as const;
    const track = addTrack(recorder, { name: `my ${kind}`, kind, hz: 50, about, channels });
    for (let i = 0; i < 20; i++)
      appendMoment(track, 3 + i / 50, {
        places: [random(), 1, 2, ...quaternion(), random(), 1, 2, ...quaternion()],
        seen: [i % 3, 2],
        turns: [...quaternion(), ...quaternion(), ...quaternion()],
        weights: [0.5, 0.25, i, -1],
      });
  }
  const recording = finishRecording(recorder);
  const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7) % 256);
  const sound: Track = {
    name: 'voice',
    kind: 'sound',
    hz: 1,
    about: { type: 'audio/webm' },
    momentCount: 1,
    times: Float64Array.of(-0.5),
    channels: {},
    bytes,
  };
  const written = await writeRecording({ ...recording, tracks: [...recording.tracks, sound] });
  const { recording: back, warnings } = await readRecording(written);
  expect(warnings).toEqual([]);
  expect(back.tracks.map(({ name }) => name).sort()).toEqual([...kinds.map((kind) => `my ${kind}`), 'voice'].sort());
  for (const track of [...recording.tracks, sound]) {
    const read = back.tracks.find(({ name }) => name === track.name);
    expect(read).toMatchObject({ kind: track.kind, hz: track.hz, about: track.about });
    expect(read?.bytes).toEqual(track.bytes);
    expect(largestDifference(read?.times, track.times)).toBeLessThan(1e-9);
    for (const [name, channel] of Object.entries(track.channels)) {
      expect(read?.channels[name]).toMatchObject({ kind: channel.kind, count: channel.count });
      expect(read?.channels[name].values.constructor).toBe(channel.values.constructor);
      expect(largestDifference(read?.channels[name].values, channel.values)).toBeLessThan(2e-7);
    }
  }
});

test('[SE14] what is said about a track may change while it is recorded: the last word holds', async () => {
  const sink = createMemorySink();
  const writer = await openRecordingWriter(sink);
  const track = writer.track({
    name: 'body',
    kind: 'pose',
    hz: 10,
    about: { size: 1 },
    channels: { root: { kind: 'line', count: 3 } },
  });
  track.append(0, { root: [0, 1, 0] });
  track.describe({ size: 2 });
  track.append(0.1, { root: [0, 2, 0] });
  await writer.dispose();
  const [read] = (await readRecording(sink.bytes())).recording.tracks;
  expect(read.about).toEqual({ size: 2 });
  expect(read.momentCount).toBe(2);
});

test('[SE15] devices are written with how their source has them sit: a headset is played as it was worn', async () => {
  const worn = createTrackerOffsets({ head: [0, 0.1, 0.08, 0, 1, 0, 0] });
  const sink = createMemorySink();
  const writer = await openRecordingWriter(sink);
  const devices = writer.devices({ offsets: worn }, { hz: 90, stature: 1.7 });
  const frame = createDeviceFrame();
  frame.quality.fill(quality.tracked);
  devices.append(frame);
  await writer.dispose();
  const { tracking: read } = partsOf(await readRecording(sink.bytes()));
  if (read === null) throw new Error('expected tracking');
  expect(createRecordingSource(read, 'take').offsets).toEqual(worn);
  expect(read.header.stature).toBe(1.7);
});

test('[SE15] devices cannot be written past their source: a track of them has no offsets', async () => {
  const writer = await openRecordingWriter(createMemorySink());
  // @ts-expect-error: a header that does not say how its devices sit is none.
  expect(deviceTrackSpec({ hz: 90, floorY: 0 }).kind).toBe('devices');
  expect(() => writer.track(deviceTrackSpec({ hz: 90, floorY: 0, offsets: {} }))).toThrow(
    'devices: expected devices(source), which knows how they sit on their joints, got a track',
  );
});

test('[SE10] [SE13] what a track says about devices is checked as the header of leib-tracking/1 is', async () => {
  const devices = trackOfDevices(tracking, 'other devices');
  const read = async (about: Track['about']) =>
    readRecording(await writeRecording(recordingOf([{ ...devices, about }])));
  const [track] = (await read(devices.about)).recording.tracks;
  expect(devicesOfTrack(track).header).toEqual(tracking.header);
  expect((await failure(read({ ...devices.about, skeleton: { names: 7 } }))).message).toMatch(
    /^MCAP channel \/track\/other devices, header, skeleton.names: /,
  );
});

describe('[SE16] bodies of people in a recording', () => {
  const [hash, body] = ['ab'.repeat(32), new Uint8Array(5000).fill(7)];
  const withBody: Recording = { ...original, files: new Map([[hash, body]]) };

  test('a file by its hash is written, read, and read again from a file that lost its index', async () => {
    const bytes = await writeRecording(withBody);
    const { recording } = await readRecording(bytes);
    expect([...(recording.files ?? [])]).toEqual([[hash, body]]);
    const cut = await readRecording(bytes.subarray(0, bytes.length - 40));
    expect(cut.warnings).toHaveLength(1);
    expect(cut.recording.files?.get(hash)).toEqual(body);
    expect(original.files).toBeUndefined();
  });

  test('a name that is no hash is refused by the writer', async () => {
    const files = new Map([['../body.glb', body]]);
    await expect(writeRecording({ ...original, files })).rejects.toThrow('hash: expected 64 hexadecimal digits');
  });
});
