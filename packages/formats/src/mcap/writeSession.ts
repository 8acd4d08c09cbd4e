import { InputError } from '@leib/core';
import {
  createDeviceFrame,
  type DeviceFrame,
  POSE_SIZE,
  readRecordingFrame,
  type TrackedPoint,
  type TrackingHeader,
} from '@leib/tracking';
import type { McapWriter } from '@mcap/core';
import { jointsLineText, remoteLineText } from '../lines/jointsLines.js';
import { trackingHeaderObject } from '../lines/trackingHeader.js';
import { type TrackingLineOptions, trackingLineText } from '../lines/trackingLine.js';
import { recordedPoints } from '../lines/trackingLines.js';
import { createJointsFrame, type JointsFrame, readJointsFrame } from '../recording/jointsRecording.js';
import type { ExtraPose } from '../recording/recordingBuilder.js';
import type { SessionRecording } from './sessionRecording.js';
import { headerKey, schemas, sessionMetadata, sessionProfile, toLogTime, topics, versionsMetadata } from './topics.js';

/** Where the bytes of a file go, in order: a file stream, a growing list, an upload. */
export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>;
}

/** A sink that keeps everything in memory. */
export interface MemorySink extends ByteSink {
  /** All that was written so far, as one array. */
  bytes(): Uint8Array;
}

export function createMemorySink(): MemorySink {
  const parts: Uint8Array[] = [];
  let length = 0;
  return {
    write(bytes) {
      // The writer uses its buffer again.
      parts.push(bytes.slice());
      length += bytes.length;
    },
    bytes() {
      const all = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        all.set(part, at);
        at += part.length;
      }
      return all;
    },
  };
}

export interface SessionWriterOptions {
  /** Header of the tracking; without it /tracking cannot be appended to. */
  readonly tracking?: TrackingHeader;
  /** Rate of /joints; without it /joints cannot be appended to. */
  readonly jointsHz?: number;
  /** Rate of /remote; without it /remote cannot be appended to. */
  readonly remoteHz?: number;
  /** Points that tracking messages list. All of them when absent. */
  readonly points?: readonly TrackedPoint[];
  readonly hasHandJoints?: boolean;
  readonly hasControllers?: boolean;
  readonly versions?: Readonly<Record<string, string>>;
  /** Wall clock time of second 0 of the recorder's clock, milliseconds since 1970; other programs show it. */
  readonly startedAtMs?: number;
  /** Digits after the point. 7 when absent. */
  readonly decimals?: number;
  /** Bytes after which a chunk goes to the sink: what a crash can cost at most. 64 KiB, about a second, when absent. */
  readonly chunkBytes?: number;
}

/**
 * A recording in progress. Appending returns at once and writes behind; a moment that cannot be written (NaN, time
 * running backwards) is refused, counted, and the file stays whole.
 */
export interface SessionWriter {
  /** Moments refused so far. */
  readonly refusedCount: number;
  /** Whether the frame was taken. */
  appendTracking(frame: DeviceFrame, extras?: ReadonlyMap<string, ExtraPose>): boolean;
  appendJoints(joints: JointsFrame): boolean;
  /** The pose that a second body reached, and how late its targets were, seconds. */
  appendRemote(reached: JointsFrame, delaySeconds: number): boolean;
  /** Settings as they stand from now on; plain JSON data. */
  appendSettings(timeSeconds: number, settings: unknown): boolean;
  /** Writes the index and ends the file; rejects if the sink has failed on the way. */
  dispose(): Promise<void>;
}

type Topic = keyof typeof topics;

/** Begins an MCAP file. */
export async function openSessionWriter(sink: ByteSink, options: SessionWriterOptions = {}): Promise<SessionWriter> {
  const { decimals, points, hasHandJoints = false, hasControllers = false, startedAtMs = 0 } = options;
  const epochNs = BigInt(Math.round(startedAtMs)) * 1_000_000n;
  const writer = await startFile(sink, epochNs, options);
  const channels = await registerTopics(writer, options);
  const encoder = new TextEncoder();
  const sequence: Record<Topic, number> = { tracking: 0, joints: 0, remote: 0, settings: 0 };
  const lastTime: Record<Topic, number> = {
    tracking: -Infinity,
    joints: -Infinity,
    remote: -Infinity,
    settings: -Infinity,
  };
  let refusedCount = 0;
  // McapWriter takes one call at a time: each waits for the one before it. The first failure ends the row.
  let queue: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  let ending: Promise<void> | null = null;

  const append = (topic: Topic, timeSeconds: number, encode: () => string): boolean => {
    const channelId = channels[topic];
    if (ending !== null) throw new InputError('session', 'expected an open session, got one that has ended');
    if (channelId === null) throw new InputError(topics[topic], 'expected a session that was opened with this topic');
    const isInOrder = Number.isFinite(timeSeconds) && timeSeconds >= lastTime[topic];
    const logTime = isInOrder ? toLogTime(epochNs, timeSeconds) : -1n;
    const text = logTime >= 0n ? textOrNull(encode) : null;
    if (text === null) {
      refusedCount++;
      return false;
    }
    lastTime[topic] = timeSeconds;
    const data = encoder.encode(text);
    const message = { channelId, sequence: sequence[topic]++, logTime, publishTime: logTime, data };
    queue = queue.then(async () => {
      if (failure === null) await writer.addMessage(message);
    });
    queue = queue.catch((error: unknown) => {
      failure ??= error;
    });
    return true;
  };

  const lineOptions: TrackingLineOptions = {
    hasLeftHandJoints: hasHandJoints,
    hasRightHandJoints: hasHandJoints,
    hasControllers,
    ...(points && { points }),
    ...(decimals !== undefined && { decimals }),
  };
  return {
    get refusedCount() {
      return refusedCount;
    },
    appendTracking: (frame, extras) =>
      append('tracking', frame.timeSeconds, () =>
        trackingLineText(frame, extras ? { ...lineOptions, extras } : lineOptions),
      ),
    appendJoints: (joints) =>
      append('joints', joints.timeSeconds, () =>
        jointsLineText(joints.timeSeconds, joints.positions, joints.rotations, decimals),
      ),
    appendRemote: (reached, delaySeconds) =>
      append('remote', reached.timeSeconds, () =>
        remoteLineText(reached.timeSeconds, reached.positions, reached.rotations, delaySeconds, decimals),
      ),
    appendSettings: (t, settings) => append('settings', t, () => JSON.stringify({ t, settings: settings ?? null })),
    dispose() {
      ending ??= queue.then(async () => {
        if (failure !== null) throw failure;
        await writer.end();
      });
      return ending;
    },
  };
}

async function startFile(sink: ByteSink, epochNs: bigint, options: SessionWriterOptions): Promise<McapWriter> {
  const { McapWriter: Writer } = await import('@mcap/core');
  let position = 0n;
  const writer = new Writer({
    writable: {
      position: () => position,
      async write(bytes) {
        await sink.write(bytes);
        position += BigInt(bytes.byteLength);
      },
    },
    chunkSize: options.chunkBytes ?? 64 * 1024,
  });
  await writer.start({ profile: sessionProfile, library: '@leib/formats' });
  await writer.addMetadata({ name: sessionMetadata, metadata: new Map([['epochNs', String(epochNs)]]) });
  await writer.addMetadata({ name: versionsMetadata, metadata: new Map(Object.entries(options.versions ?? {})) });
  return writer;
}

/** The channel of each topic; null for one that the session does not have. */
async function registerTopics(
  writer: McapWriter,
  { tracking, jointsHz, remoteHz }: SessionWriterOptions,
): Promise<Readonly<Record<Topic, number | null>>> {
  const register = async (topic: Topic, header: object): Promise<number> => {
    const { title } = schemas[topic];
    const data = new TextEncoder().encode(JSON.stringify(schemas[topic]));
    const schemaId = await writer.registerSchema({ name: title, encoding: 'jsonschema', data });
    const metadata = new Map([[headerKey, JSON.stringify(header)]]);
    return writer.registerChannel({ topic: topics[topic], messageEncoding: 'json', schemaId, metadata });
  };
  return {
    tracking: tracking ? await register('tracking', trackingHeaderObject(tracking)) : null,
    joints: jointsHz ? await register('joints', { format: 'leib-joints/1', hz: jointsHz }) : null,
    remote: remoteHz ? await register('remote', { format: 'leib-joints/1', hz: remoteHz }) : null,
    settings: await register('settings', {}),
  };
}

/** The text, or null where a number cannot be written. */
function textOrNull(encode: () => string): string | null {
  try {
    return encode();
  } catch (error) {
    if (error instanceof InputError || error instanceof TypeError) return null;
    throw error;
  }
}

/** A recording that is already in memory as one MCAP file. */
export async function writeSession(
  session: Pick<SessionRecording, 'tracking' | 'joints' | 'settings' | 'versions'> &
    Partial<Pick<SessionRecording, 'remote'>>,
  options: Pick<SessionWriterOptions, 'startedAtMs' | 'decimals' | 'chunkBytes'> = {},
): Promise<Uint8Array> {
  const { tracking, joints, remote = null, settings, versions } = session;
  const sink = createMemorySink();
  const writer = await openSessionWriter(sink, {
    ...options,
    versions,
    ...(tracking && {
      tracking: tracking.header,
      points: recordedPoints(tracking),
      hasHandJoints: tracking.leftHandJoints !== null || tracking.rightHandJoints !== null,
      hasControllers: tracking.leftController !== null || tracking.rightController !== null,
    }),
    ...(joints && { jointsHz: joints.hz }),
    ...(remote && { remoteHz: remote.reached.hz }),
  });
  const frame = createDeviceFrame();
  const extras = new Map<string, ExtraPose>();
  const jointsFrame = createJointsFrame();
  // In the order of time over all topics, so that a reader meets one chunk after the other.
  const next = { settings: 0, tracking: 0, joints: 0, remote: 0 };
  for (;;) {
    const settingsTime = settings[next.settings]?.timeSeconds ?? Infinity;
    const trackingTime = tracking?.times[next.tracking] ?? Infinity;
    const jointsTime = joints?.times[next.joints] ?? Infinity;
    const remoteTime = remote?.reached.times[next.remote] ?? Infinity;
    const earliest = Math.min(settingsTime, trackingTime, jointsTime, remoteTime);
    if (earliest === Infinity) break;
    if (settingsTime === earliest) {
      writer.appendSettings(settingsTime, settings[next.settings++].settings);
    } else if (tracking && trackingTime === earliest) {
      const index = next.tracking++;
      readRecordingFrame(tracking, index, frame);
      for (const [name, { poses, quality }] of tracking.extras) {
        extras.set(name, { pose: poses.subarray(index * POSE_SIZE, (index + 1) * POSE_SIZE), quality: quality[index] });
      }
      writer.appendTracking(frame, extras);
    } else if (joints && jointsTime === earliest) {
      readJointsFrame(joints, next.joints++, jointsFrame);
      writer.appendJoints(jointsFrame);
    } else if (remote) {
      readJointsFrame(remote.reached, next.remote, jointsFrame);
      writer.appendRemote(jointsFrame, remote.delaySeconds[next.remote++]);
    }
  }
  await writer.dispose();
  if (writer.refusedCount > 0)
    throw new InputError(
      'session',
      `expected finite numbers and rising times, got ${writer.refusedCount} other moments`,
    );
  return sink.bytes();
}
