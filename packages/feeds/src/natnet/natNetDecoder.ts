import { addFeedSample, type FeedPacket, quality, resetFeedPacket } from '@leib/tracking';
import { createKeyCache, type FeedDecoder, keyOf, turnUpright, type UpAxis } from '../protocol/feedDecoder.js';
import { type ByteReader, createByteReader } from './byteReader.js';
import { createNatNetFrame, type NatNetFrame, type NatNetVersion, parseNatNetFrame } from './natNetFrame.js';
import { natNetMessage, readNatNetNames, readNatNetServer } from './natNetMessages.js';

export interface NatNetDecoderOptions {
  /** Motive streams Y up by default. */
  readonly up?: UpAxis;
}

/** One version for each layout, in the order in which they are tried. */
const layouts: readonly NatNetVersion[] = [401, 300, 211, 209, 207, 206, 203, 201, 200];
/** Plausible rates of a server's clock; Windows has 10 MHz. */
const MIN_CLOCK_HZ = 1000;
const MAX_CLOCK_HZ = 1e11;
/** A longer time from exposure to sending is a wrong clock. */
const MAX_LATENCY_SECONDS = 2;
/** Names and clock rate of a server are forgotten after this many frames, unless it repeats them: see ASK_AGAIN_MS. */
const SERVER_FRAMES = 10_000;

/** What a server said in answer to a request. One forged answer must not spoil the feed: frames have the last word. */
interface ServerState {
  /** The layout that the frames have; a guess until one was read. */
  version: NatNetVersion | null;
  /** The version by which bodies were read out of a frame with unknown sections behind them. */
  provenVersion: NatNetVersion | null;
  clockHz: number;
  clockFrames: number;
  names: ReadonlyMap<number, string>;
  nameFrames: number;
}

/**
 * OptiTrack NatNet, rigid bodies of versions 2.0 to 4.x. The version is the one whose layout ends exactly where the message
 * ends; the version that the server announces is tried first, and is the only one that is used for layouts which are
 * not known here.
 */
export function createNatNetDecoder({ up = 'y' }: NatNetDecoderOptions = {}): FeedDecoder {
  const frame = createNatNetFrame();
  const keys = createKeyCache('body/');
  const server = createServerState();

  const addBodies = (out: FeedPacket): void => {
    out.frameNumber = Math.max(-1, frame.frameNumber);
    out.senderSeconds = frame.timestampSeconds;
    out.senderLatencySeconds = latencyOf(frame, server.clockHz);
    out.isComplete = true;
    for (let i = 0; i < frame.rigidBodyCount; i++) {
      const body = frame.rigidBodies[i];
      const key = keyOf(keys, body.id);
      const sample = addFeedSample(out, key, server.names.get(body.id) ?? key, 'tracker');
      if (sample === null) return;
      sample.quality = body.isTracked ? quality.tracked : quality.lost;
      sample.pose.set(body.pose);
      turnUpright(sample.pose, up);
    }
  };

  return {
    protocol: 'natnet',
    decode(bytes, out) {
      resetFeedPacket(out);
      if (bytes.length < 4) return false;
      const message = bytes[0] | (bytes[1] << 8);
      const size = bytes[2] | (bytes[3] << 8);
      const end = 4 + size;
      if (end > bytes.length) return false;
      switch (message) {
        case natNetMessage.serverInfo:
          return readServer(server, createByteReader(bytes, 4, end));
        case natNetMessage.modelDef:
          server.names = readNatNetNames(createByteReader(bytes, 4, end), server.version ?? 401);
          server.nameFrames = SERVER_FRAMES;
          return true;
        case natNetMessage.frameOfData:
          if (!readFrame(server, bytes, end, frame)) return false;
          ageServer(server);
          addBodies(out);
          return true;
        default:
          // Answers to commands and text messages carry no poses and are not damaged.
          return message <= 100;
      }
    },
  };
}

function createServerState(): ServerState {
  return { version: null, provenVersion: null, clockHz: 0, clockFrames: 0, names: new Map(), nameFrames: 0 };
}

function readServer(server: ServerState, reader: ByteReader): boolean {
  const told = readNatNetServer(reader);
  if (told === null || told.version < 200 || told.version >= 500) return false;
  server.version = told.version;
  server.clockHz = told.clockHz >= MIN_CLOCK_HZ && told.clockHz <= MAX_CLOCK_HZ ? told.clockHz : 0;
  server.clockFrames = SERVER_FRAMES;
  return true;
}

/** Forgets what the server has not repeated for long. */
function ageServer(server: ServerState): void {
  if (server.clockFrames > 0) server.clockFrames--;
  else server.clockHz = 0;
  if (server.nameFrames > 0) server.nameFrames--;
  else if (server.names.size > 0) server.names = new Map();
}

/** Reads a frame by the layout that fits it best, and keeps that as the version. False when none fits. */
function readFrame(server: ServerState, bytes: Uint8Array, end: number, frame: NatNetFrame): boolean {
  const { version } = server;
  const read = (layout: NatNetVersion) => parseNatNetFrame(createByteReader(bytes, 4, end), layout, frame);
  const first = version === null ? 'no' : read(version);
  if (first === 'exact') return true;
  // A double without the closing tag is as long as a float with it. Try with the tag first: all known senders write it.
  for (const wanted of ['exact', 'tagless'] as const) {
    if (first === wanted) return version !== null && read(version) === wanted;
    for (const layout of layouts) {
      if (read(layout) !== wanted) continue;
      // A frame without bodies fits several layouts: use it, but do not conclude the version.
      if (frame.rigidBodyCount > 0) server.version = layout;
      return true;
    }
  }
  // Sections that are not known here follow the bodies. A version that has worked is tried before one that is only claimed.
  for (const claimed of [server.provenVersion, version]) {
    if (claimed === null || read(claimed) !== 'bodies') continue;
    if (frame.rigidBodyCount > 0) server.provenVersion = claimed;
    if (frame.rigidBodyCount > 0 || claimed === version) return true;
  }
  return false;
}

function latencyOf({ midExposureTicks, transmitTicks }: NatNetFrame, clockHz: number): number {
  if (clockHz === 0 || midExposureTicks === 0) return Number.NaN;
  const seconds = (transmitTicks - midExposureTicks) / clockHz;
  return seconds >= 0 && seconds <= MAX_LATENCY_SECONDS ? seconds : Number.NaN;
}
