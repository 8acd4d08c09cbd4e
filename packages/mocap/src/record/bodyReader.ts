import { addTrack, createRecorder, finishTrack, InputError } from '@leib/core';
import {
  checkSequence,
  createDTrackFrame,
  createSequenceState,
  type DTrackFrame,
  parseDTrack,
  type UpAxis,
} from '@leib/feeds';
import {
  appendDevices,
  createDeviceFrame,
  type DeviceFrame,
  devicesOfTrack,
  deviceTrackSpec,
  isUsablePose,
  POSE_SIZE,
  pointNumber,
  quality,
  type TrackedPoint,
  type TrackingRecording,
} from '@leib/tracking';
import {
  type BodyFrame,
  type BodyWarnings,
  createBodyFrame,
  createBodyWarnings,
  describeWarnings,
  warn,
} from '../bodies/bodyFrame.js';
import type { BodyMap } from '../bodies/bodyMap.js';
import { readDTrackBodies } from '../bodies/feedBodies.js';
import { bodiesHeader } from '../bodies/recordedBodies.js';

/** How well one body was seen. */
export interface BodyCount {
  readonly name: string;
  /** Packets with and without it, from the first packet on. */
  seen: number;
  lost: number;
  /** Longest time without it, and since when it is missing now, seconds. */
  longestGap: number;
  lastSeenSeconds: number;
}

/** Where a packet's time comes from: its own stamps (ts2, ts), its receipt, or its frame counter. */
export type PacketClock = 'epoch' | 'day' | 'receipt' | 'counter';

/** Reads the packets of a DTrack system into moments of bodies, and counts what was lost on the way. */
export interface BodyReader {
  readonly up: UpAxis;
  /** The user's map, and a name such as "body/12" for every other body that was seen. */
  map: BodyMap;
  bodies: BodyFrame;
  readonly counts: BodyCount[];
  readonly sequence: ReturnType<typeof createSequenceState>;
  readonly warnings: BodyWarnings;
  /** Packets that were not DTrack's, lines that could not be read, and bodies with NaN. */
  damagedPackets: number;
  damagedLines: number;
  damagedBodies: number;
  /** The moment as recordings have it: points with a known name, and bodies of other names. */
  readonly frame: DeviceFrame;
  readonly extras: Map<string, { readonly pose: Float64Array; quality: number }>;
  /** The clock at second 0, NaN before the first packet; time of day is counted on past midnight. */
  startSeconds: number;
  /** Where the last packet's time came from; null before the first. */
  clock: PacketClock | null;
  readonly packet: DTrackFrame;
}

export function createBodyReader(map: BodyMap, up: UpAxis = 'z'): BodyReader {
  const reader: BodyReader = {
    up,
    map,
    bodies: createBodyFrame(map.names),
    counts: map.names.map(createCount),
    sequence: createSequenceState(),
    warnings: createBodyWarnings(),
    damagedPackets: 0,
    damagedLines: 0,
    damagedBodies: 0,
    frame: createDeviceFrame(),
    extras: new Map(),
    startSeconds: Number.NaN,
    clock: null,
    packet: createDTrackFrame(),
  };
  for (const name of map.names) addExtra(reader, name);
  return reader;
}

/** Known points of the map: what every line of the recording lists. */
export function pointsOfMap({ names }: BodyMap): TrackedPoint[] {
  return names.filter(isPoint);
}

const isPoint = (name: string): name is TrackedPoint => Object.hasOwn(pointNumber, name);

function createCount(name: string): BodyCount {
  return { name, seen: 0, lost: 0, longestGap: 0, lastSeenSeconds: 0 };
}

function addExtra({ extras }: BodyReader, name: string): void {
  if (!isPoint(name)) extras.set(name, { pose: Float64Array.of(0, 0, 0, 0, 0, 0, 1), quality: quality.lost });
}

/** Half a day: a clock that goes back by more has passed midnight. */
const HALF_DAY = 43_200;

/**
 * Takes one packet in; false where it adds nothing to the recording: not DTrack's, late, or twice. Then `frame` and
 * `extras` hold the moment, with its time since the first packet.
 */
export function readPacket(reader: BodyReader, datagram: Uint8Array, receivedSeconds: number): boolean {
  const { packet, sequence, frame } = reader;
  if (!parseDTrack(datagram, packet)) {
    reader.damagedPackets++;
    return false;
  }
  reader.damagedLines += packet.damagedLines;
  reader.damagedBodies += packet.damagedItems;
  const [clock, seconds] = clockOf(packet, receivedSeconds);
  const nowSeconds = Number.isNaN(receivedSeconds) ? seconds : receivedSeconds;
  const verdict = checkSequence(sequence, packet.frameNumber, nowSeconds * 1000);
  if (verdict === 'late' || verdict === 'duplicate') return false;
  addUnknownBodies(reader);
  readDTrackBodies(reader.map, packet, reader.up, reader.bodies, reader.warnings);
  frame.timeSeconds = timeSinceStart(reader, clock, seconds);
  writeMoment(reader);
  return true;
}

/** Rate of DTrack systems as they are delivered: for packets without any time. */
const USUAL_HZ = 60;
const NO_TIME = `DTrack packets: expected time stamps (ts or ts2), got none; the frame counter at ${USUAL_HZ} Hz is the time.`;

function clockOf(packet: DTrackFrame, receivedSeconds: number): readonly [PacketClock, number] {
  if (!Number.isNaN(packet.epochSeconds)) return ['epoch', packet.epochSeconds];
  if (!Number.isNaN(packet.timeOfDaySeconds)) return ['day', packet.timeOfDaySeconds];
  if (!Number.isNaN(receivedSeconds)) return ['receipt', receivedSeconds];
  return ['counter', packet.frameNumber / USUAL_HZ];
}

/** Never goes back: where the clock does, or is another one, time goes on from where it was. */
function timeSinceStart(reader: BodyReader, clock: PacketClock, seconds: number): number {
  const last = reader.frame.timeSeconds;
  if (reader.clock !== clock) {
    const isFirst = reader.clock === null;
    reader.clock = clock;
    reader.startSeconds = isFirst ? seconds : seconds - last - 1 / USUAL_HZ;
    if (clock === 'counter') warn(reader.warnings, NO_TIME);
  }
  const time = seconds - reader.startSeconds;
  if (time >= last) return time;
  // Seconds of the day begin anew at midnight; any other step back is a clock that was set.
  reader.startSeconds = last - time > HALF_DAY ? reader.startSeconds - 2 * HALF_DAY : seconds - last;
  return Math.max(last, seconds - reader.startSeconds);
}

/** Bodies that the map does not name are recorded, too: a map can be written afterwards. */
function addUnknownBodies(reader: BodyReader): void {
  const { items, count } = reader.packet.bodies;
  for (let i = 0; i < count; i++) {
    const { id } = items[i];
    if (reader.map.bodyOfId.has(id)) continue;
    const name = `body/${id}`;
    const { names, bodyOfId } = reader.map;
    reader.map = { names: [...names, name], bodyOfId: new Map([...bodyOfId, [id, names.length]]) };
    const bodies = createBodyFrame(reader.map.names);
    bodies.poses.set(reader.bodies.poses);
    reader.bodies = bodies;
    reader.counts.push({ ...createCount(name), lastSeenSeconds: reader.frame.timeSeconds });
    addExtra(reader, name);
  }
}

function writeMoment({ bodies, counts, frame, extras }: BodyReader): void {
  bodies.names.forEach((name, body) => {
    const pose = bodies.poses.subarray(body * POSE_SIZE, (body + 1) * POSE_SIZE);
    // A number that is none (NaN) in a packet: the body counts as lost.
    const seen = isUsablePose(bodies.poses, body * POSE_SIZE) ? bodies.quality[body] : quality.lost;
    if (isPoint(name)) {
      frame.devicePoses.set(pose, pointNumber[name] * POSE_SIZE);
      frame.quality[pointNumber[name]] = seen;
    } else {
      const extra = extras.get(name);
      extra?.pose.set(pose);
      if (extra) extra.quality = seen;
    }
    countBody(counts[body], seen !== quality.lost, frame.timeSeconds);
  });
}

function countBody(count: BodyCount, isSeen: boolean, timeSeconds: number): void {
  count.longestGap = Math.max(count.longestGap, timeSeconds - count.lastSeenSeconds);
  if (isSeen) {
    count.seen++;
    count.lastSeenSeconds = timeSeconds;
  } else count.lost++;
}

/** The bodies of a DTrack log, with what was noticed on the way. */
interface LoggedBodies {
  readonly tracking: TrackingRecording;
  readonly recorder: BodyReader;
  /** Sentences about ids that came twice, damaged packets, missing times. */
  readonly remarks: readonly string[];
}

/**
 * What a DTrack controller sent, written to a file as it came. Throws InputError where the log has no packet, or none with
 * a body of the map.
 */
export function recordingOfDTrackLog(bytes: Uint8Array, map: BodyMap, up?: UpAxis): LoggedBodies {
  const recorder = createBodyReader(map, up);
  const track = addTrack(createRecorder(), deviceTrackSpec(bodiesHeader(1)));
  for (const packet of packetsOfDTrackLog(bytes)) {
    if (readPacket(recorder, packet.bytes, packet.receivedSeconds)) {
      appendDevices(track, recorder.frame, recorder.extras);
    }
  }
  const tracking = devicesOfTrack(finishTrack(track));
  if (tracking.frameCount === 0) {
    throw new InputError('line 1', 'expected DTrack packets that begin with "fr" and a number, got none');
  }
  if (!map.names.some((name) => recorder.counts.some((count) => count.name === name && count.seen > 0))) {
    const ids = [...map.bodyOfId.keys()].join(', ');
    throw new InputError('', `expected packets with bodies ${ids}, got none of them; are the body ids others?`);
  }
  const header = { ...tracking.header, hz: rateOfTimes(tracking.times) };
  return { tracking: { ...tracking, header }, recorder, remarks: describeWarnings(recorder.warnings) };
}

/** Frames per second from their times: the median step, so that pauses do not count. 60 with fewer than two frames. */
export function rateOfTimes(times: ArrayLike<number>): number {
  const steps: number[] = [];
  for (let i = 1; i < times.length; i++) if (times[i] > times[i - 1]) steps.push(times[i] - times[i - 1]);
  if (steps.length === 0) return 60;
  steps.sort((a, b) => a - b);
  return Number((1 / steps[steps.length >> 1]).toFixed(3));
}

/** One packet of a log. */
interface LoggedPacket {
  readonly bytes: Uint8Array;
  /** When it was received, seconds since the Unix epoch; NaN where the log does not say, because the packet itself does. */
  readonly receivedSeconds: number;
}

/** Receipt times stand on a line of their own, which DTrack's readers pass over as they do all unknown lines. */
const receivedLine = /^leib received ([\d.]+)\s*$/m;
const timeLine = /^ts2? /m;

/**
 * A datagram as it is logged: DTrack's own text, one packet after the other. A packet without a time of its own (ts, ts2)
 * gets the time of its receipt, where that is known.
 */
export function dtrackLogText(datagram: Uint8Array, receivedSeconds: number): string {
  const nul = datagram.indexOf(0);
  const text = new TextDecoder().decode(nul < 0 ? datagram : datagram.subarray(0, nul)).trimEnd();
  const isTimed = timeLine.test(text) || receivedLine.test(text) || Number.isNaN(receivedSeconds);
  const received = isTimed ? '' : `leib received ${receivedSeconds.toFixed(6)}\r\n`;
  return `${text}\r\n${received}`;
}

/** The packets of a log: each begins with its frame counter. What stands before the first one is left out. */
export function* packetsOfDTrackLog(bytes: Uint8Array): Generator<LoggedPacket, void, void> {
  const encoder = new TextEncoder();
  for (const text of new TextDecoder()
    .decode(bytes)
    .replaceAll('\0', '')
    .split(/^(?=fr \d)/m)) {
    if (!/^fr \d/.test(text)) continue;
    const received = receivedLine.exec(text);
    yield { bytes: encoder.encode(text), receivedSeconds: received === null ? Number.NaN : Number(received[1]) };
  }
}

/** Whether bytes begin as a log does. */
export function looksLikeDTrackLog(bytes: Uint8Array): boolean {
  return /^\s*fr \d+\s/.test(new TextDecoder().decode(bytes.subarray(0, 64)));
}
