import {
  InputError,
  type MomentValues,
  momentValues,
  type Recording,
  type StageEvent,
  type Track,
  type TrackSpec,
} from '@leib/core';
import { feedMoment, feedTrackSpec } from '@leib/feeds';
import {
  createDeviceFrame,
  type DeviceFrame,
  devicesOfTrack,
  type ExtraPose,
  type FeedDevice,
  headerOfSource,
  POSE_SIZE,
  pointNumber,
  quality,
  readRecordingFrame,
  type TrackedSource,
  type TrackingHeader,
  type TrackingRecording,
  trackedPoints,
} from '@leib/tracking';
import type { McapWriter } from '@mcap/core';
import { looksLikeGlb } from '../gltf/glb.js';
import { joinBytes } from '../io/bytes.js';
import { jointsLineText, remoteLineText } from '../lines/jointsLines.js';
import { trackingHeaderObject, trackingLineText } from '../lines/trackingLine.js';
import { soundLineText, trackLineText } from '../lines/trackLine.js';
import {
  fileMediaTypes,
  fileName,
  headerKey,
  schemaOf,
  sessionMetadata,
  sessionProfile,
  toLogTime,
  topicOf,
  topics,
  trackHeader,
  versionsMetadata,
} from './topics.js';

/** Where the bytes of a file go, in order: a file stream, a growing list, an upload. */
interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>;
}

/** A sink that keeps everything in memory. */
interface MemorySink extends ByteSink {
  /** All that was written so far, as one array. */
  bytes(): Uint8Array<ArrayBuffer>;
}

export function createMemorySink(): MemorySink {
  const parts: Uint8Array[] = [];
  return {
    // The writer uses its buffer again.
    write: (bytes) => void parts.push(bytes.slice()),
    bytes: () => joinBytes(parts),
  };
}

interface RecordingWriterOptions {
  readonly versions?: Readonly<Record<string, string>>;
  /** Wall clock time of second 0 of the recorder's clock, milliseconds since 1970; other programs show it. */
  readonly startedAtMs?: number;
  /** Digits after the point. 7 when absent. */
  readonly decimals?: number;
  /** Bytes after which a chunk goes to the sink: what a crash can cost at most. 64 KiB, about a second, when absent. */
  readonly chunkBytes?: number;
}

/** Writes the moments of one track. Both return whether the moment was taken. */
export interface TrackWriter {
  append(seconds: number, values: MomentValues): boolean;
  /** From now on other things are said about it: its skeleton has got other lengths, a device has come. */
  describe(about: Track['about'], channels?: TrackSpec['channels']): void;
}

export interface DeviceWriter {
  append(frame: DeviceFrame, extras?: ReadonlyMap<string, ExtraPose>): boolean;
}

/**
 * A recording in progress as an MCAP file. Appending returns at once and writes behind; a moment that cannot be written
 * (NaN, time running backwards) is refused, counted, and the file stays whole.
 */
export interface RecordingWriter {
  /** Moments refused so far. */
  readonly refusedCount: number;
  /**
   * Begins the track of what a source measures. How its devices sit on their joints goes into the file by itself.
   * @param stature of the person, metres; null where it is not known
   */
  devices(
    source: Pick<TrackedSource, 'offsets'>,
    about: { readonly hz: number; readonly stature: number | null },
  ): DeviceWriter;
  /** Begins any other track. Throws InputError for the devices of a person: how they sit on their joints comes from a source. */
  track(spec: TrackSpec): TrackWriter;
  /** A sound, whole. */
  sound(track: Track): boolean;
  /** What is edited, as it stands from now on; plain JSON data. */
  document(seconds: number, doc: unknown): boolean;
  event(event: StageEvent): boolean;
  /** A file that documents refer to, by the SHA-256 of its bytes. Throws InputError where that is none. */
  file(hash: string, bytes: Uint8Array): void;
  /** Writes the index and ends the file; rejects if the sink has failed on the way. */
  dispose(): Promise<void>;
}

class Writer implements RecordingWriter {
  refusedCount = 0;
  readonly #writer: McapWriter;
  readonly #epochNs: bigint;
  readonly #decimals: number | undefined;
  readonly #channels = new Map<string, { id: number; sequence: number; lastSeconds: number }>();
  // McapWriter takes one call at a time: each waits for the one before it. The first failure ends the row.
  #queue: Promise<void> = Promise.resolve();
  #failure: unknown = null;
  #ending: Promise<void> | null = null;

  constructor(writer: McapWriter, epochNs: bigint, decimals: number | undefined) {
    this.#writer = writer;
    this.#epochNs = epochNs;
    this.#decimals = decimals;
  }

  devices(source: Pick<TrackedSource, 'offsets'>, about: { readonly hz: number; readonly stature: number | null }) {
    return this.devicesOf(headerOfSource(source, about));
  }

  /** The same for devices whose header was read from a file. */
  devicesOf(header: TrackingHeader): DeviceWriter {
    const { tracking } = topics;
    this.#register(tracking, trackingHeaderObject(header));
    const line = createDeviceLine(this.#decimals);
    return { append: (frame, extras) => this.#append(tracking, frame.timeSeconds, () => line(frame, extras)) };
  }

  track(spec: TrackSpec): TrackWriter {
    const topic = topicOf(spec);
    if (topic === topics.tracking)
      throw new InputError(
        spec.name,
        'expected devices(source), which knows how they sit on their joints, got a track',
      );
    const decimals = this.#decimals;
    let { channels } = spec;
    const isJoints = topic === topics.joints || topic === topics.remote;
    this.#register(topic, isJoints ? { format: 'leib-joints/1', hz: spec.hz } : trackHeader(spec));
    return {
      append: (seconds, values) =>
        this.#append(topic, seconds, () => {
          const { positions, rotations } = values;
          if (topic === topics.joints) return jointsLineText(seconds, positions, rotations, decimals);
          if (topic === topics.remote) return remoteLineText(seconds, positions, rotations, values.delay[0], decimals);
          return trackLineText(seconds, channels, values, decimals);
        }),
      describe: (about, others = channels) => {
        channels = others;
        this.#register(topic, trackHeader({ ...spec, about, channels }));
      },
    };
  }

  sound(track: Track): boolean {
    const topic = topicOf(track);
    this.#register(topic, trackHeader(track));
    // A sound may have begun before the recording: its message stands at the beginning then.
    return this.#append(topic, Math.max(0, track.times[0] ?? 0), () => soundLineText(track));
  }

  document(seconds: number, doc: unknown): boolean {
    this.#register(topics.settings, {});
    return this.#append(topics.settings, seconds, () => JSON.stringify({ t: seconds, settings: doc ?? null }));
  }

  event({ seconds, kind, data }: StageEvent): boolean {
    this.#register(topics.events, {});
    return this.#append(topics.events, seconds, () => JSON.stringify({ t: seconds, kind, data: data ?? null }));
  }

  file(hash: string, data: Uint8Array): void {
    if (!fileName.test(hash)) throw new InputError('hash', `expected 64 hexadecimal digits, got "${hash}"`);
    if (this.#files.has(hash)) return;
    this.#files.add(hash);
    const at = { logTime: this.#epochNs, createTime: this.#epochNs };
    const mediaType = looksLikeGlb(data) ? fileMediaTypes.model : fileMediaTypes.other;
    this.#enqueue(() => this.#writer.addAttachment({ name: hash, mediaType, ...at, data }));
  }

  dispose(): Promise<void> {
    this.#ending ??= this.#queue.then(async () => {
      if (this.#failure !== null) throw this.#failure;
      await this.#writer.end();
    });
    return this.#ending;
  }

  readonly #headers = new Map<string, string>();
  readonly #files = new Set<string>();

  /** A channel with this header: a topic whose header changes goes on in another channel. */
  #register(topic: string, header: object): void {
    const text = JSON.stringify(header);
    if (this.#headers.get(topic) === text) return;
    this.#headers.set(topic, text);
    const known = this.#channels.get(topic);
    const channel = { id: -1, sequence: 0, lastSeconds: known?.lastSeconds ?? Number.NEGATIVE_INFINITY };
    this.#channels.set(topic, channel);
    this.#enqueue(async () => {
      const schema = schemaOf(topic);
      const data = encoder.encode(JSON.stringify(schema));
      const schemaId = await this.#writer.registerSchema({ name: schema.title, encoding: 'jsonschema', data });
      const metadata = new Map([[headerKey, text]]);
      channel.id = await this.#writer.registerChannel({ topic, messageEncoding: 'json', schemaId, metadata });
    });
  }

  #append(topic: string, seconds: number, encode: () => string): boolean {
    if (this.#ending !== null) throw new InputError('recording', 'expected an open one, got one that has ended');
    const channel = this.#channels.get(topic);
    const isInOrder = Number.isFinite(seconds) && channel !== undefined && seconds >= channel.lastSeconds;
    const logTime = isInOrder ? toLogTime(this.#epochNs, seconds) : -1n;
    const text = logTime >= 0n ? textOrNull(encode) : null;
    if (text === null || channel === undefined) {
      this.refusedCount++;
      return false;
    }
    channel.lastSeconds = seconds;
    const data = encoder.encode(text);
    const sequence = channel.sequence++;
    this.#enqueue(() =>
      this.#writer.addMessage({ channelId: channel.id, sequence, logTime, publishTime: logTime, data }),
    );
    return true;
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(async () => {
        if (this.#failure === null) await work();
      })
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
  }
}

const encoder = new TextEncoder();

/** Lists what was tracked until now: head and hands always, the format wants them. */
function createDeviceLine(decimals: number | undefined) {
  const seen = new Uint8Array(trackedPoints.length);
  for (const point of ['head', 'leftHand', 'rightHand'] as const) seen[pointNumber[point]] = 1;
  const has = { hasLeftHandJoints: false, hasRightHandJoints: false, hasControllers: false };
  return (frame: DeviceFrame, extras?: ReadonlyMap<string, ExtraPose>): string => {
    for (let point = 0; point < seen.length; point++) if (frame.quality[point] !== quality.lost) seen[point] = 1;
    has.hasLeftHandJoints ||= frame.leftHandJoints.quality !== quality.lost;
    has.hasRightHandJoints ||= frame.rightHandJoints.quality !== quality.lost;
    has.hasControllers ||= [frame.leftController, frame.rightController].some(
      ({ stickX, stickY, trigger, grip }) => stickX !== 0 || stickY !== 0 || trigger !== 0 || grip !== 0,
    );
    const points = trackedPoints.filter((_, point) => seen[point] === 1);
    return trackingLineText(frame, {
      ...has,
      points,
      ...(decimals !== undefined && { decimals }),
      ...(extras && { extras }),
    });
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

/** Begins an MCAP file. */
export async function openRecordingWriter(
  sink: ByteSink,
  options: RecordingWriterOptions = {},
): Promise<RecordingWriter> {
  return openWriter(sink, options);
}

async function openWriter(sink: ByteSink, options: RecordingWriterOptions): Promise<Writer> {
  const { McapWriter } = await import('@mcap/core');
  const epochNs = BigInt(Math.round(options.startedAtMs ?? 0)) * 1_000_000n;
  let position = 0n;
  const writer = new McapWriter({
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
  return new Writer(writer, epochNs, options.decimals);
}

/** One moment of something, to be written in the order of time over all topics: a reader meets one chunk after the other. */
interface Row {
  readonly seconds: (index: number) => number;
  readonly count: number;
  readonly append: (index: number) => boolean;
  next: number;
}

/** A recording as one MCAP file. */
export async function writeRecording(
  recording: Recording,
  options: Omit<RecordingWriterOptions, 'versions'> = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const { tracks, documents, events, versions, files = [] } = recording;
  const sink = createMemorySink();
  const writer = await openWriter(sink, { ...options, versions });
  for (const [hash, bytes] of files) writer.file(hash, bytes);
  const rows = tracks.map((track) => rowOfTrack(writer, track));
  rows.push(rowOf(documents.map(({ seconds, doc }) => ({ seconds, append: () => writer.document(seconds, doc) }))));
  rows.push(rowOf(events.map((event) => ({ seconds: event.seconds, append: () => writer.event(event) }))));
  for (;;) {
    let earliest: Row | null = null;
    for (const row of rows) {
      if (row.next >= row.count) continue;
      if (earliest === null || row.seconds(row.next) < earliest.seconds(earliest.next)) earliest = row;
    }
    if (earliest === null) break;
    earliest.append(earliest.next++);
  }
  await writer.dispose();
  const { refusedCount } = writer;
  if (refusedCount > 0)
    throw new InputError('recording', `expected finite numbers and rising times, got ${refusedCount} other moments`);
  return sink.bytes();
}

function rowOf(moments: readonly { readonly seconds: number; readonly append: () => boolean }[]): Row {
  const seconds = (index: number) => moments[index].seconds;
  return { seconds, count: moments.length, append: (index) => moments[index].append(), next: 0 };
}

function rowOfTrack(writer: Writer, track: Track): Row {
  if (track.kind === 'sound') return rowOf([{ seconds: track.times[0] ?? 0, append: () => writer.sound(track) }]);
  const seconds = (index: number) => track.times[index];
  const count = track.momentCount;
  if (topicOf(track) === topics.tracking) {
    const tracking = devicesOfTrack(track);
    const devices = writer.devicesOf(tracking.header);
    const frame = createDeviceFrame();
    const append = (index: number) => {
      readRecordingFrame(tracking, index, frame);
      return devices.append(frame, extrasAt(tracking, index));
    };
    return { seconds, count, append, next: 0 };
  }
  const written = writer.track(specOf(track));
  return { seconds, count, append: (index) => written.append(track.times[index], momentValues(track, index)), next: 0 };
}

function specOf(track: Track): TrackSpec {
  const channels = Object.entries(track.channels).map(([name, { kind, count, grade, values }]) => {
    const store = values instanceof Uint8Array ? 'bytes' : values instanceof Float32Array ? 'single' : 'double';
    return [name, { kind, count, ...(grade !== undefined && { grade }), store }];
  });
  return { ...track, channels: Object.fromEntries(channels) };
}

/** Trackers on no known point at a frame. */
function extrasAt({ extras }: TrackingRecording, frame: number): ReadonlyMap<string, ExtraPose> {
  return new Map(
    Array.from(extras, ([name, { poses, quality: grades }]) => [
      name,
      { pose: poses.subarray(frame * POSE_SIZE, (frame + 1) * POSE_SIZE), quality: grades[frame] },
    ]),
  );
}

/**
 * Writes devices as they are, before roles, offsets and spaces. The track begins with the first one; others may come at any
 * time, and one that goes is lost from then on.
 */
export function createFeedWriter(
  recording: Pick<RecordingWriter, 'track'>,
  hz: number,
): (devices: readonly FeedDevice[], seconds: number) => void {
  let writer: TrackWriter | null = null;
  const seen: FeedDevice[] = [];
  return (devices, seconds) => {
    if (devices.length === 0 && writer === null) return;
    writer ??= recording.track(feedTrackSpec(hz));
    const added = devices.filter(({ id }) => !seen.some((device) => device.id === id));
    seen.push(...added);
    const all = seen.map(
      (device) => devices.find(({ id }) => id === device.id) ?? { ...device, quality: quality.lost },
    );
    const { about, channels, values } = feedMoment(all);
    if (added.length > 0) writer.describe(about, channels);
    writer.append(seconds, values);
  };
}
