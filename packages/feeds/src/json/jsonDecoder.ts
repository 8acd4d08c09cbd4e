import { decodeJson, decodeValue, type Schema } from '@leib/core';
import {
  addFeedSample,
  type FeedPacket,
  MAX_SAMPLES,
  POSE_SIZE,
  quality,
  resetFeedPacket,
  trackedPoints,
} from '@leib/tracking';
import * as v from 'valibot';
import { type FeedDecoder, turnUpright, type UpAxis } from '../protocol/feedDecoder.js';
import type { FeedSource } from '../source/feedSource.js';
import { SocketSource, type SocketSourceOptions } from '../source/socketSource.js';

const MAX_NAME = 64;

const finite = v.pipe(v.number(), v.finite());

/** An optional field; a value that does not fit counts as absent. */
const lenient = <S extends Schema>(schema: S) => v.fallback(v.optional(schema), undefined);

/** One frame of `leib-feed/1`, a small format for programs without another protocol. See docs/feeds.md. */
const frameSchema = v.object({
  format: v.literal('leib-feed/1'),
  /** Counter of frames; shows losses. */
  n: lenient(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** The sender's clock, seconds. */
  t: lenient(v.number()),
  /** From measuring to sending, seconds. */
  latency: lenient(v.pipe(v.number(), v.minValue(0))),
  /** Everything that is tracked is listed; other devices are lost. */
  complete: lenient(v.boolean()),
  devices: v.array(v.unknown()),
});

/** A device in a frame. */
const deviceSchema = v.object({
  /** The same in every frame. */
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME)),
  name: lenient(v.string()),
  kind: lenient(v.picklist(['tracker', 'headset', 'controller', 'hand', 'bone', 'tool'])),
  /** The point that it is worn on, if known. */
  point: lenient(v.picklist(trackedPoints)),
  /** World pose: right-handed, +Y up, metres, unit quaternion x y z w. 7 numbers; null when lost. */
  pose: v.nullable(v.pipe(v.array(finite), v.minLength(POSE_SIZE))),
  quality: lenient(v.picklist(['tracked', 'inferred', 'lost'])),
});

const utf8 = new TextDecoder();

export function createJsonDecoder({ up = 'y' }: { readonly up?: UpAxis } = {}): FeedDecoder {
  return {
    protocol: 'json',
    decode: (bytes, out) => readJsonFeed(utf8.decode(bytes), out, up),
  };
}

/** Reads the text of a frame. Leaves out devices that do not fit the format. */
export function readJsonFeed(json: string, out: FeedPacket, up: UpAxis = 'y'): boolean {
  resetFeedPacket(out);
  const frame = decodeJson(json, frameSchema);
  if (!frame.ok) return false;
  const { n, t, latency, complete, devices } = frame.value;
  if (n !== undefined) out.frameNumber = n;
  if (t !== undefined) out.senderSeconds = t;
  if (latency !== undefined) out.senderLatencySeconds = latency;
  out.isComplete = complete === true;
  for (const device of devices.slice(0, MAX_SAMPLES)) addDevice(out, device, up);
  return true;
}

function addDevice(out: FeedPacket, value: unknown, up: UpAxis): void {
  const device = decodeValue(value, deviceSchema);
  if (!device.ok) return;
  const { id, name, kind = 'tracker', point = null, pose, quality: grade = 'tracked' } = device.value;
  const sample = addFeedSample(out, id, name?.slice(0, MAX_NAME) ?? id, kind, point);
  if (sample === null) return;
  sample.quality = pose === null ? quality.lost : quality[grade];
  if (pose === null) return;
  for (let k = 0; k < POSE_SIZE; k++) sample.pose[k] = pose[k];
  turnUpright(sample.pose, up);
}

const text = new TextDecoder();

/** A source from any program with a WebSocket that sends `leib-feed/1` frames, one per message. */
export function createJsonSource(url: string, options: SocketSourceOptions = {}): FeedSource {
  const protocol = {
    name: 'json',
    greeting: null,
    read: (data: string | ArrayBuffer, out: Parameters<typeof readJsonFeed>[1]) =>
      readJsonFeed(typeof data === 'string' ? data : text.decode(data), out),
  };
  return new SocketSource(url, protocol, { label: 'JSON feed', ...options });
}
