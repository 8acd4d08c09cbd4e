import {
  addFeedSample,
  type DeviceKind,
  type FeedPacket,
  POSE_SIZE,
  pointNumber,
  quality,
  resetFeedPacket,
  type TrackedPoint,
  type TrackingQuality,
} from '@leib/tracking';
import type { FeedDecoder, UpAxis } from '../protocol/feedDecoder.js';

import { turnUpright } from '../protocol/upAxis.js';

/** One frame of `leib-feed/1`, the little format for programs that speak none of the others. See docs/feeds.md. */
export interface JsonFeedFrame {
  readonly format: 'leib-feed/1';
  /** Counts up by one with every frame; lets losses be seen. */
  readonly n?: number;
  /** The sender's clock, seconds. */
  readonly t?: number;
  /** From measuring to sending, seconds. */
  readonly latency?: number;
  /** All that is tracked is listed: what is not is lost. */
  readonly complete?: boolean;
  readonly devices: readonly JsonFeedDevice[];
}

export interface JsonFeedDevice {
  /** The same thing always has the same id. */
  readonly id: string;
  readonly name?: string;
  readonly kind?: DeviceKind;
  /** Where it sits, if that is known. */
  readonly point?: TrackedPoint;
  /** World pose: right-handed, +Y up, metres, unit quaternion x y z w. 7 numbers; null when lost. */
  readonly pose: readonly number[] | null;
  readonly quality?: TrackingQuality;
}

const kinds: readonly string[] = ['tracker', 'headset', 'controller', 'hand', 'bone', 'tool'] satisfies DeviceKind[];
const MAX_NAME = 64;
const text = new TextDecoder();

export function createJsonDecoder({ up = 'y' }: { readonly up?: UpAxis } = {}): FeedDecoder {
  return {
    protocol: 'json',
    decode: (bytes, out) => readJsonFeed(text.decode(bytes), out, up),
  };
}

/** The same from text, as a WebSocket brings it. A device that is not understood is left out; the others count. */
export function readJsonFeed(json: string, out: FeedPacket, up: UpAxis = 'y'): boolean {
  resetFeedPacket(out);
  let frame: Partial<JsonFeedFrame> | null;
  try {
    frame = JSON.parse(json);
  } catch {
    return false;
  }
  if (typeof frame !== 'object' || frame === null) return false;
  if (frame.format !== 'leib-feed/1' || !Array.isArray(frame.devices)) return false;
  if (Number.isInteger(frame.n) && Number(frame.n) >= 0) out.frameNumber = Number(frame.n);
  if (typeof frame.t === 'number') out.senderSeconds = frame.t;
  if (typeof frame.latency === 'number' && frame.latency >= 0) out.senderLatencySeconds = frame.latency;
  out.isComplete = frame.complete === true;
  for (const device of frame.devices as unknown[]) addDevice(out, device, up);
  return true;
}

function addDevice(out: FeedPacket, device: unknown, up: UpAxis): void {
  if (typeof device !== 'object' || device === null) return;
  const { id, name, kind, point, pose, quality: said } = device as Partial<Record<keyof JsonFeedDevice, unknown>>;
  if (typeof id !== 'string' || id === '' || id.length > MAX_NAME) return;
  const isPose = Array.isArray(pose) && pose.length >= POSE_SIZE && pose.slice(0, POSE_SIZE).every(Number.isFinite);
  if (!isPose && pose !== null) return;
  const sample = addFeedSample(
    out,
    id,
    typeof name === 'string' ? name.slice(0, MAX_NAME) : id,
    typeof kind === 'string' && kinds.includes(kind) ? (kind as DeviceKind) : 'tracker',
    typeof point === 'string' && Object.hasOwn(pointNumber, point) ? (point as TrackedPoint) : null,
  );
  if (sample === null) return;
  sample.quality = !isPose || said === 'lost' ? quality.lost : said === 'inferred' ? quality.inferred : quality.tracked;
  if (!isPose) return;
  for (let k = 0; k < POSE_SIZE; k++) sample.pose[k] = pose[k] as number;
  turnUpright(sample.pose, up);
}
