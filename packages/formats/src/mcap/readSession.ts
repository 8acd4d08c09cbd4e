import { describeValue } from '@leib/core';
import { createDeviceFrame, type TrackingRecording } from '@leib/tracking';
import { FormatError } from '../formatError.js';
import { type ByteSource, textOf, toBytes } from '../io/bytes.js';
import { gunzipIfNeeded } from '../io/gzip.js';
import { mostNumbers } from '../limits/fileLimits.js';
import { checkTime, decodeAt, failAt, type Place, parseObjectAt, rateSchema } from '../lines/check.js';
import { joinJoints, readJointsLine } from '../lines/jointsLines.js';
import { readTrackingHeader } from '../lines/trackingHeader.js';
import { readTrackingLine, type TrackingMessage } from '../lines/trackingLine.js';
import type { JointsRecording } from '../recording/jointsRecording.js';
import {
  appendFrame,
  createRecordingBuilder,
  finishRecording,
  type RecordingBuilder,
} from '../recording/recordingBuilder.js';
import { type MessageSource, openMessageSource, type RandomAccess, type StoredMessage } from './messageSource.js';
import type { RecordedSettings, RemoteRecording, SessionRecording } from './sessionRecording.js';
import { headerKey, toLogTime, topics } from './topics.js';

/** An MCAP file that is open: it can be read as a whole or by stretches of time. */
export interface SessionFile {
  /** First and last moment on the recorder's clock. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** What lies between two moments, both included; everything when they are absent. Uses the index. */
  read(fromSeconds?: number, toSeconds?: number): Promise<SessionRecording>;
}

/** Opens a file that is read piece by piece. */
export async function openSession(access: RandomAccess): Promise<SessionFile> {
  const source = await openMessageSource(access);
  const { firstLogTime, lastLogTime, epochNs, versions, warnings } = source;
  if (firstLogTime === null || lastLogTime === null) throw new FormatError('MCAP', '', 'holds no messages');
  if (!source.topics.includes(topics.tracking) && !source.topics.includes(topics.joints)) {
    const list = source.topics.length > 0 ? source.topics.join(', ') : 'none';
    throw new FormatError('MCAP', '', `neither ${topics.tracking} nor ${topics.joints} is in it; its topics: ${list}`);
  }
  const startSeconds = toSecondsOf(firstLogTime, epochNs);
  const endSeconds = toSecondsOf(lastLogTime, epochNs);
  return {
    startSeconds,
    endSeconds,
    versions,
    warnings,
    read: (fromSeconds = startSeconds, toSeconds = endSeconds) => collect(source, fromSeconds, toSeconds),
  };
}

/** Reads a whole file from memory, gzip'd or not. */
export async function readSession(source: ByteSource): Promise<SessionRecording> {
  const bytes = await gunzipIfNeeded(await toBytes(source));
  return (await openSession(bytesAccess(bytes))).read();
}

export function bytesAccess(bytes: Uint8Array): RandomAccess {
  return {
    byteLength: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** A file picked or dropped in a browser, read where needed and not as a whole. */
export function blobAccess(blob: Blob): RandomAccess {
  return {
    byteLength: blob.size,
    read: async (offset, length) => new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer()),
  };
}

function toSecondsOf(logTime: bigint, epochNs: bigint): number {
  return Number(logTime - epochNs) / 1e9;
}

interface Collector {
  tracking: RecordingBuilder | null;
  readonly trackingMessage: TrackingMessage;
  jointsHz: number;
  readonly jointTimes: number[];
  readonly jointPositions: Float64Array[];
  readonly jointRotations: Float64Array[];
  remoteHz: number;
  readonly remoteTimes: number[];
  readonly remotePositions: Float64Array[];
  readonly remoteRotations: Float64Array[];
  readonly delays: number[];
  readonly settings: RecordedSettings[];
}

async function collect(source: MessageSource, fromSeconds: number, toSeconds: number): Promise<SessionRecording> {
  const { epochNs, versions, warnings } = source;
  const collector: Collector = {
    tracking: null,
    trackingMessage: { frame: createDeviceFrame(), extras: new Map() },
    jointsHz: 0,
    jointTimes: [],
    jointPositions: [],
    jointRotations: [],
    remoteHz: 0,
    remoteTimes: [],
    remotePositions: [],
    remoteRotations: [],
    delays: [],
    settings: [],
  };
  // Log times are whole nanoseconds: half of one decides nothing.
  const from = toLogTime(epochNs, fromSeconds);
  const to = toLogTime(epochNs, toSeconds);
  let bytesLeft = source.byteLength;
  for await (const message of source.messages(from < 0n ? 0n : from, to)) {
    bytesLeft -= message.data.length;
    if (bytesLeft < 0) throw new FormatError('MCAP', '', 'expected each message once, got an index that repeats them');
    const at = `${message.topic} at ${toSecondsOf(message.logTime, epochNs)} s`;
    takeMessage(message, { kind: 'MCAP', at }, collector, mostNumbers(source.byteLength));
  }
  return { ...finish(collector), versions, warnings };
}

function takeMessage(message: StoredMessage, place: Place, collector: Collector, most: number): void {
  switch (message.topic) {
    case topics.tracking: {
      collector.tracking ??= createRecordingBuilder(
        readTrackingHeader(headerOf(message), placeOfHeader(message)),
        most,
      );
      const { frameCount, times } = collector.tracking;
      const previous = frameCount > 0 ? times[frameCount - 1] : Number.NEGATIVE_INFINITY;
      readTrackingLine(parse(message.data, place), previous, place, collector.trackingMessage);
      appendFrame(collector.tracking, collector.trackingMessage.frame, collector.trackingMessage.extras);
      break;
    }
    case topics.joints: {
      if (collector.jointsHz === 0) {
        collector.jointsHz = decodeAt(headerOf(message), rateSchema, placeOfHeader(message)).hz;
      }
      const p = new Float64Array(66);
      const q = new Float64Array(88);
      const previous = collector.jointTimes.at(-1) ?? Number.NEGATIVE_INFINITY;
      collector.jointTimes.push(readJointsLine(parse(message.data, place), previous, place, p, q));
      collector.jointPositions.push(p);
      collector.jointRotations.push(q);
      break;
    }
    case topics.remote:
      takeRemote(message, place, collector);
      break;
    case topics.settings: {
      const line = parse(message.data, place);
      const previous = collector.settings.at(-1)?.timeSeconds ?? Number.NEGATIVE_INFINITY;
      const timeSeconds = checkTime(line.t, previous, place);
      if (line.settings === undefined) throw failAt(place, 'settings', 'expected a value, got nothing');
      collector.settings.push({ timeSeconds, settings: line.settings });
      break;
    }
  }
}

function takeRemote(message: StoredMessage, place: Place, collector: Collector): void {
  if (collector.remoteHz === 0) {
    collector.remoteHz = decodeAt(headerOf(message), rateSchema, placeOfHeader(message)).hz;
  }
  const line = parse(message.data, place);
  const p = new Float64Array(66);
  const q = new Float64Array(88);
  const previous = collector.remoteTimes.at(-1) ?? Number.NEGATIVE_INFINITY;
  collector.remoteTimes.push(readJointsLine(line, previous, place, p, q));
  collector.remotePositions.push(p);
  collector.remoteRotations.push(q);
  if (typeof line.delay !== 'number' || !(line.delay >= 0)) {
    throw failAt(place, 'delay', `expected a number of at least 0, got ${describeValue(line.delay)}`);
  }
  collector.delays.push(line.delay);
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

function finish(collector: Collector): Omit<SessionRecording, 'versions' | 'warnings'> {
  const { settings, jointTimes } = collector;
  const tracking: TrackingRecording | null = collector.tracking && finishRecording(collector.tracking);
  const joints: JointsRecording | null =
    jointTimes.length > 0
      ? joinJoints(collector.jointsHz, jointTimes, collector.jointPositions, collector.jointRotations)
      : null;
  const { remoteHz, remoteTimes, remotePositions, remoteRotations, delays } = collector;
  const remote: RemoteRecording | null =
    remoteTimes.length > 0
      ? {
          reached: joinJoints(remoteHz, remoteTimes, remotePositions, remoteRotations),
          delaySeconds: Float64Array.from(delays),
        }
      : null;
  const ends = [
    ...(tracking ? [tracking.times[0], tracking.times[tracking.frameCount - 1]] : []),
    ...(joints ? [joints.times[0], joints.times[joints.frameCount - 1]] : []),
    ...(settings.length > 0 ? [settings[0].timeSeconds, settings[settings.length - 1].timeSeconds] : []),
  ];
  return {
    tracking,
    joints,
    remote,
    settings,
    startSeconds: ends.length > 0 ? Math.min(...ends) : 0,
    endSeconds: ends.length > 0 ? Math.max(...ends) : 0,
  };
}
