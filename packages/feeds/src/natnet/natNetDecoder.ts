import { addFeedSample, type FeedPacket, quality, resetFeedPacket } from '@leib/tracking';
import type { FeedDecoder, UpAxis } from '../protocol/feedDecoder.js';

import { turnUpright } from '../protocol/upAxis.js';
import { createByteReader } from './byteReader.js';
import { createNatNetFrame, type NatNetVersion, parseNatNetFrame } from './natNetFrame.js';
import { natNetMessage, readNatNetNames, readNatNetServer } from './natNetMessages.js';

export interface NatNetDecoderOptions {
  /** Motive streams Y up by default. */
  readonly up?: UpAxis;
}

/** Versions that are tried in this order while the version is unknown, one for each layout. */
const candidates: readonly NatNetVersion[] = [401, 300, 211, 209, 207, 206, 203, 201, 200];

/**
 * OptiTrack NatNet, rigid bodies of versions 2.0 to 4.x. The server answers a request with its version. Without an
 * answer (listening to a multicast only), the version is the one whose layout ends exactly where the message ends.
 */
export function createNatNetDecoder({ up = 'y' }: NatNetDecoderOptions = {}): FeedDecoder {
  const frame = createNatNetFrame();
  const keys = new Map<number, string>();
  let names = new Map<number, string>();
  let version: NatNetVersion | null = null;
  let clockHz = 0;

  const readFrame = (bytes: Uint8Array, end: number): boolean => {
    if (version !== null) return parseNatNetFrame(createByteReader(bytes, 4, end), version, frame) !== 'no';
    // A double without the closing tag is as long as a float with it. Try with the tag first: all known senders write it.
    for (const wanted of ['exact', 'tagless'] as const) {
      for (const candidate of candidates) {
        if (parseNatNetFrame(createByteReader(bytes, 4, end), candidate, frame) !== wanted) continue;
        // A frame without bodies fits several layouts: use it, but do not conclude the version.
        if (frame.rigidBodyCount > 0) version = candidate;
        return true;
      }
    }
    return false;
  };

  const addBodies = (out: FeedPacket): void => {
    out.frameNumber = Math.max(-1, frame.frameNumber);
    out.senderSeconds = frame.timestampSeconds;
    if (clockHz > 0 && frame.midExposureTicks > 0) {
      out.senderLatencySeconds = (frame.transmitTicks - frame.midExposureTicks) / clockHz;
    }
    out.isComplete = true;
    for (let i = 0; i < frame.rigidBodyCount; i++) {
      const body = frame.rigidBodies[i];
      let key = keys.get(body.id);
      if (key === undefined) {
        key = `body/${body.id}`;
        keys.set(body.id, key);
      }
      const sample = addFeedSample(out, key, names.get(body.id) ?? key, 'tracker');
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
        case natNetMessage.serverInfo: {
          const server = readNatNetServer(createByteReader(bytes, 4, end));
          if (server === null || server.version < 200 || server.version >= 500) return false;
          version = server.version;
          clockHz = server.clockHz;
          return true;
        }
        case natNetMessage.modelDef:
          names = readNatNetNames(createByteReader(bytes, 4, end), version ?? 401);
          return true;
        case natNetMessage.frameOfData:
          if (!readFrame(bytes, end)) return false;
          addBodies(out);
          return true;
        default:
          // Answers to commands and text messages carry no poses and are not damaged.
          return message <= 100;
      }
    },
  };
}
