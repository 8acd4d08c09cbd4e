import {
  addChannel,
  addTrack,
  appendMoment,
  channelSize,
  createRecorder,
  describeValue,
  finishRecording,
  type GrowingTrack,
  type Recording,
  type Track,
} from '@leib/core';
import { appendDevices, createDeviceFrame, deviceTrackSpec } from '@leib/tracking';
import type * as v from 'valibot';
import { FormatError } from '../formatError.js';
import { type ByteSource, textOf, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/unpack.js';
import { checkCount, fileLimits, mostNumbers } from '../limits/fileLimits.js';
import { readJointsLine } from '../lines/jointsLines.js';
import { checkTime, decodeAt, failAt, type Place, parseObjectAt, rateSchema } from '../lines/jsonLines.js';
import { readTrackingHeader, readTrackingLine, type TrackingMessage } from '../lines/trackingLine.js';
import { checkDeviceCount } from '../lines/trackingLines.js';
import { readSoundLine, readTrackLine } from '../lines/trackLine.js';
import { jointsTrackSpec } from '../recording/jointsRecording.js';
import { type MessageSource, openMessageSource, type RandomAccess, type StoredMessage } from './messageSource.js';
import { fileMediaTypes, fileName, headerKey, isOurTopic, toLogTime, topics, trackHeaderSchema } from './topics.js';

/** A recording as it was read, and what had to be given up, in words; none for a file that is whole. */
export interface ReadRecording {
  readonly recording: Recording;
  readonly warnings: readonly string[];
}

/** An MCAP file that is open: it can be read as a whole or by stretches of time. */
export interface RecordingFile {
  /** First and last moment on the recorder's clock. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** What lies between two moments, both included; everything when they are absent. Uses the index. */
  read(fromSeconds?: number, toSeconds?: number): Promise<ReadRecording>;
}

/** Opens a file that is read piece by piece: bytes, one picked or dropped in a browser, or any other store. */
export async function openRecording(file: Uint8Array | Blob | RandomAccess): Promise<RecordingFile> {
  const source = await openMessageSource(accessTo(file));
  const { firstLogTime, lastLogTime, epochNs, versions } = source;
  if (firstLogTime === null || lastLogTime === null) throw new FormatError('MCAP', '', 'holds no messages');
  const strange = source.topics.filter((topic) => !isOurTopic(topic));
  if (source.topics.every((topic) => !isOurTopic(topic) || topic === topics.settings || topic === topics.events)) {
    const list = source.topics.length > 0 ? source.topics.join(', ') : 'none';
    throw new FormatError(
      'MCAP',
      '',
      `expected a track of ours (${topics.tracking}, ${topics.joints}, ...) in it; its topics: ${list}`,
    );
  }
  const left = strange.length === 0 ? [] : [`left out, since they are not ours: ${strange.join(', ')}`];
  const warnings = [...source.warnings, ...left];
  const startSeconds = toSecondsOf(firstLogTime, epochNs);
  const endSeconds = toSecondsOf(lastLogTime, epochNs);
  return {
    startSeconds,
    endSeconds,
    versions,
    warnings,
    async read(fromSeconds = startSeconds, toSeconds = endSeconds) {
      return { recording: { ...(await collect(source, fromSeconds, toSeconds)), versions }, warnings };
    },
  };
}

/** Reads a whole file from memory, gzip'd or not. */
export async function readRecording(source: ByteSource): Promise<ReadRecording> {
  const bytes = await gunzipIfNeeded(await toBytes(source));
  return (await openRecording(bytes)).read();
}

function accessTo(file: Uint8Array | Blob | RandomAccess): RandomAccess {
  if (file instanceof Uint8Array) {
    return { byteLength: file.length, read: async (offset, length) => file.subarray(offset, offset + length) };
  }
  if (!(file instanceof Blob)) return file;
  return {
    byteLength: file.size,
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
  };
}

function toSecondsOf(logTime: bigint, epochNs: bigint): number {
  return Number(logTime - epochNs) / 1e9;
}

/** What a file becomes while it is read. */
interface Collector {
  readonly recorder: ReturnType<typeof createRecorder>;
  /** By topic. */
  readonly tracks: Map<string, GrowingTrack>;
  readonly headers: Map<string, string>;
  /** All headers of each topic as they are written: two may take turns. */
  readonly readHeaders: Map<string, Map<string, TrackHeader>>;
  /** Numbers of one moment of such a track, by topic. */
  readonly sizes: Map<string, number>;
  readonly sounds: Track[];
  readonly devices: TrackingMessage;
  /** Numbers that the file may become. */
  readonly most: number;
  /** Numbers that such tracks have taken. */
  taken: number;
}

type TrackHeader = v.InferOutput<typeof trackHeaderSchema>;

async function collect(source: MessageSource, fromSeconds: number, toSeconds: number): Promise<Recording> {
  const { epochNs } = source;
  const collector: Collector = {
    recorder: createRecorder(),
    tracks: new Map(),
    headers: new Map(),
    readHeaders: new Map(),
    sizes: new Map(),
    sounds: [],
    devices: { frame: createDeviceFrame(), extras: new Map() },
    most: mostNumbers(source.byteLength),
    taken: 0,
  };
  // Log times are whole nanoseconds: half of one decides nothing.
  const from = toLogTime(epochNs, fromSeconds);
  const to = toLogTime(epochNs, toSeconds);
  let bytesLeft = source.byteLength;
  for await (const message of source.messages(from < 0n ? 0n : from, to)) {
    bytesLeft -= message.data.length;
    if (bytesLeft < 0) throw new FormatError('MCAP', '', 'expected each message once, got an index that repeats them');
    const at = `${message.topic} at ${toSecondsOf(message.logTime, epochNs)} s`;
    if (isOurTopic(message.topic)) takeMessage(message, { kind: 'MCAP', at }, collector);
  }
  const recording = finishRecording(collector.recorder);
  const files = await collectFiles(source);
  return { ...recording, tracks: [...recording.tracks, ...collector.sounds], ...(files.size > 0 && { files }) };
}

/** Bodies, and what stood in a room; together they are no larger than the file, whatever its index says. */
async function collectFiles(source: MessageSource): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let bytesLeft = source.byteLength;
  for await (const { name, mediaType, data } of source.attachments()) {
    const isOurs = Object.values(fileMediaTypes).some((type) => type === mediaType) && fileName.test(name);
    if (!isOurs || files.has(name)) continue;
    bytesLeft -= data.length;
    if (bytesLeft < 0)
      throw new FormatError('MCAP', 'attachments', 'expected each once, got an index that repeats them');
    files.set(name, new Uint8Array(data));
  }
  return files;
}

function takeMessage(message: StoredMessage, place: Place, collector: Collector): void {
  const { documents, events } = collector.recorder;
  switch (message.topic) {
    case topics.tracking:
      takeDevices(message, place, collector);
      return;
    case topics.joints:
    case topics.remote:
      takeJoints(message, place, collector);
      return;
    case topics.settings: {
      const line = parse(message.data, place);
      const seconds = checkTime(line.t, documents.at(-1)?.seconds ?? Number.NEGATIVE_INFINITY, place);
      if (line.settings === undefined) throw failAt(place, 'settings', 'expected a value, got nothing');
      documents.push({ seconds, doc: line.settings });
      return;
    }
    case topics.events: {
      const { t, kind, data = null } = parse(message.data, place);
      const seconds = checkTime(t, events.at(-1)?.seconds ?? Number.NEGATIVE_INFINITY, place);
      if (typeof kind !== 'string') throw failAt(place, 'kind', `expected a text, got ${describeValue(kind)}`);
      events.push({ seconds, kind, data });
      return;
    }
    default:
      takeAny(message, place, collector);
  }
}

/** The track of a topic; the first message begins it. */
function trackOf({ tracks }: Collector, topic: string, begin: () => GrowingTrack): GrowingTrack {
  const track = tracks.get(topic) ?? begin();
  tracks.set(topic, track);
  return track;
}

function lastTimeOf({ momentCount, times }: GrowingTrack): number {
  return momentCount > 0 ? times[momentCount - 1] : Number.NEGATIVE_INFINITY;
}

function takeDevices(message: StoredMessage, place: Place, collector: Collector): void {
  const { devices, most, recorder } = collector;
  const track = trackOf(collector, message.topic, () =>
    addTrack(recorder, deviceTrackSpec(readTrackingHeader(headerOf(message), placeOfHeader(message)))),
  );
  readTrackingLine(parse(message.data, place), lastTimeOf(track), place, devices);
  checkDeviceCount(track, devices, track.momentCount + 1, most);
  appendDevices(track, devices.frame, devices.extras);
}

function takeJoints(message: StoredMessage, place: Place, collector: Collector): void {
  const name = message.topic === topics.joints ? 'joints' : 'reached';
  const track = trackOf(collector, message.topic, () =>
    addTrack(
      collector.recorder,
      jointsTrackSpec(name, decodeAt(headerOf(message), rateSchema, placeOfHeader(message)).hz),
    ),
  );
  const line = parse(message.data, place);
  const positions = new Float64Array(66);
  const rotations = new Float64Array(88);
  const seconds = readJointsLine(line, lastTimeOf(track), place, positions, rotations);
  if (name === 'reached' && !(typeof line.delay === 'number' && line.delay >= 0))
    throw failAt(place, 'delay', `expected a number of at least 0, got ${describeValue(line.delay)}`);
  appendMoment(track, seconds, { positions, rotations, delay: [Number(line.delay)] });
}

/** What a track without a format of its own says about itself; of devices it is what leib-tracking/1 says. */
function readTrackHeader(message: StoredMessage): TrackHeader {
  const place = placeOfHeader(message);
  const header = decodeAt(headerOf(message), trackHeaderSchema, place);
  if (header.kind !== 'devices') return header;
  const { hz, ...about } = readTrackingHeader({ ...header.about, hz: header.hz }, place);
  return { ...header, hz, about };
}

/** A track without a format of its own: its header says what is in it. */
function takeAny(message: StoredMessage, place: Place, collector: Collector): void {
  const { topic, channelMetadata } = message;
  const text = channelMetadata.get(headerKey) ?? '';
  if (collector.headers.get(topic) !== text) {
    collector.headers.set(topic, text);
    const known = collector.readHeaders.get(topic) ?? new Map<string, TrackHeader>();
    collector.readHeaders.set(topic, known);
    const header = known.get(text) ?? readTrackHeader(message);
    if (header.kind === 'sound') {
      takeSound(message, header, place, collector);
      return;
    }
    if (!known.has(text)) beginTrack(message, header, collector);
    known.set(text, header);
    const track = collector.tracks.get(topic);
    if (track) track.about = header.about;
  }
  const track = collector.tracks.get(topic);
  if (track === undefined) return;
  const line = parse(message.data, place);
  const seconds = checkTime(line.t, lastTimeOf(track), place);
  const values = readTrackLine(line, track.channels, place);
  takeNumbers(collector, collector.sizes.get(topic) ?? 0, place);
  appendMoment(track, seconds, values);
}

function takeSound(message: StoredMessage, header: TrackHeader, place: Place, { sounds }: Collector): void {
  const { name, kind, hz, about } = header;
  const line = parse(message.data, place);
  const times = Float64Array.of(checkTime(line.t, Number.NEGATIVE_INFINITY, place));
  sounds.push({ name, kind, hz, about, momentCount: 1, times, channels: {}, bytes: readSoundLine(line, place) });
}

/** The track of a header, or what another header of the same track adds to it. */
function beginTrack(message: StoredMessage, header: TrackHeader, collector: Collector): void {
  const { topic } = message;
  const place = placeOfHeader(message);
  const channels = Object.entries(header.channels);
  checkCount(channels.length, fileLimits.channels, 'MCAP', place.at, 'channels');
  for (const [name, { grade }] of channels) {
    if (grade !== undefined && header.channels[grade] === undefined)
      throw failAt(place, `channels.${name}.grade`, `expected another channel, got "${grade}"`);
  }
  const known = collector.tracks.get(topic);
  const added = channels.filter(([name]) => known?.channels[name] === undefined);
  const addedSize = added.reduce((sum, [, channel]) => sum + channelSize(channel), 0);
  // Room for so many moments is made at once.
  takeNumbers(collector, (FIRST_MOMENTS + (known?.momentCount ?? 0)) * addedSize, place);
  const track = trackOf(collector, topic, () => addTrack(collector.recorder, header));
  for (const [name, spec] of added) if (track.channels[name] === undefined) addChannel(track, name, spec);
  const size = Object.values(track.channels).reduce((sum, channel) => sum + CHANNEL_WORK + channelSize(channel), 0);
  collector.sizes.set(topic, size);
}

/** A channel of nothing is work as well: as much as so many numbers. */
const CHANNEL_WORK = 8;
/** Moments for which a new track has room. */
const FIRST_MOMENTS = 256;

/** Counts what all tracks together become: each of many could be small, and announce much. */
function takeNumbers(collector: Collector, count: number, { at }: Place): void {
  collector.taken += count;
  checkCount(collector.taken, collector.most, 'MCAP', at, 'numbers');
}

function placeOfHeader({ topic }: StoredMessage): Place {
  return { kind: 'MCAP', at: `channel ${topic}, ${headerKey}` };
}

function headerOf(message: StoredMessage): Readonly<Record<string, unknown>> {
  const text = message.channelMetadata.get(headerKey);
  const place = placeOfHeader(message);
  if (text === undefined) throw failAt(place, '', 'expected a header, got nothing');
  return parseObjectAt(text, place);
}

function parse(data: Uint8Array, place: Place): Readonly<Record<string, unknown>> {
  return parseObjectAt(textOf(data), place);
}
