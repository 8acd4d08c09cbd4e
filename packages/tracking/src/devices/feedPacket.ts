import { POSE_SIZE, quality, type TrackedPoint } from '../frame/trackedParts.js';

/** What a tracked thing is, as far as its protocol says so. */
export type DeviceKind = 'tracker' | 'headset' | 'controller' | 'hand' | 'bone' | 'tool';

/** One thing in one packet. */
export interface FeedSample {
  /** Which thing of its feed: "body/3". The same thing has the same key in every packet. */
  key: string;
  /** For people: "Body 3". */
  name: string;
  kind: DeviceKind;
  /** Where it sits, where the protocol itself says so; null where only calibration can know. */
  suggestedPoint: TrackedPoint | null;
  /** World pose: right-handed, +Y up, metres. 7 numbers. Not to be read where quality is lost. */
  readonly pose: Float64Array;
  /** One of `quality`. */
  quality: number;
  /** How full its battery is; NaN where its protocol does not say. */
  batteryPercent: number;
}

/** What one packet said, in our axes and units. Allocated once by its reader and overwritten by every packet. */
export interface FeedPacket {
  /** The sender's own counter; -1 where it has none. */
  frameNumber: number;
  /** The sender's clock, seconds; NaN where it says nothing. Only differences mean something. */
  senderSeconds: number;
  /** From measuring to sending, seconds, as the sender says; NaN where it does not. */
  senderLatencySeconds: number;
  /** The packet lists everything that is tracked: whatever it does not name is lost. */
  isComplete: boolean;
  /** A sentence for each thing that was wrong with the packet and was left out; the rest of it holds. */
  faults: readonly string[];
  sampleCount: number;
  /** The first `sampleCount` entries are this packet's. */
  readonly samples: FeedSample[];
}

const noFaults: readonly string[] = [];

export function createFeedPacket(): FeedPacket {
  return {
    frameNumber: -1,
    senderSeconds: Number.NaN,
    senderLatencySeconds: Number.NaN,
    isComplete: false,
    faults: noFaults,
    sampleCount: 0,
    samples: [],
  };
}

export function resetFeedPacket(packet: FeedPacket): void {
  packet.frameNumber = -1;
  packet.senderSeconds = Number.NaN;
  packet.senderLatencySeconds = Number.NaN;
  packet.isComplete = false;
  packet.faults = noFaults;
  packet.sampleCount = 0;
}

/** More things in one packet than this are damage or malice; a whole body with fingers is 55. */
export const MAX_SAMPLES = 512;

/** The next sample to fill in, its pose left as it was; null when the packet is full. */
export function addFeedSample(
  packet: FeedPacket,
  key: string,
  name: string,
  kind: DeviceKind,
  suggestedPoint: TrackedPoint | null = null,
): FeedSample | null {
  if (packet.sampleCount >= MAX_SAMPLES) return null;
  let sample = packet.samples[packet.sampleCount];
  if (sample === undefined) {
    const pose = new Float64Array(POSE_SIZE);
    pose[6] = 1;
    sample = { key, name, kind, suggestedPoint, pose, quality: quality.tracked, batteryPercent: Number.NaN };
    packet.samples.push(sample);
  }
  packet.sampleCount++;
  sample.key = key;
  sample.name = name;
  sample.kind = kind;
  sample.suggestedPoint = suggestedPoint;
  sample.quality = quality.tracked;
  sample.batteryPercent = Number.NaN;
  return sample;
}
