import { accept, type Decoded, InputError, refuse } from '@leib/core';
import { createMessage, decodeJsonMessage, encodeJson, HEADER_SIZE, roomKind } from '@leib/net';
import * as v from 'valibot';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import type { RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { wholeNumberFrom } from '../settings/schemas.js';

/** Limits of one client, so that none can slow a server down for the others. */
export const remoteLimits = {
  /** Joints of a skeleton, vertices of a skin, things of a room. */
  joints: 512,
  vertices: 20_000,
  objects: 64,
  /** Bodies of one client; a world has room for MAX_SESSION_BODIES. */
  bodies: 5,
  /** From joint to joint, and any size or place of a thing, metres. */
  metres: 100,
  /** Bytes of one message: a skin of that many vertices, and the JSON before it. */
  messageBytes: 2_000_000,
} as const;

/** A frame's message: after the header its sequence number (uint32) and seconds (float64), then its numbers (float32). */
export const NUMBERS_AT = HEADER_SIZE + 12;

/** A frame's first `count` numbers as float32: a ten-thousandth of a millimetre in a room, and half the bytes. */
export function encodeNumbers(
  numbers: Float64Array,
  count: number,
  sequence: number,
  seconds = 0,
): Uint8Array<ArrayBuffer> {
  const message = createMessage(roomKind.bodies, NUMBERS_AT - HEADER_SIZE + count * 4);
  const view = new DataView(message.buffer);
  view.setUint32(HEADER_SIZE, sequence, true);
  view.setFloat64(HEADER_SIZE + 4, seconds, true);
  for (let i = 0; i < count; i++) view.setFloat32(NUMBERS_AT + i * 4, numbers[i], true);
  return message;
}

export interface NumbersHead {
  /** The client's own count of frames; an answer repeats that of the last frame it knows of. */
  readonly sequence: number;
  /** Of an answer: how long it took from that frame's arrival until it was sent, seconds. */
  readonly seconds: number;
  readonly count: number;
}

/** Writes a frame's numbers into `out` from its beginning; the rest stays. */
export function decodeNumbers(bytes: Uint8Array, out: Float64Array): Decoded<NumbersHead> {
  const count = (bytes.length - NUMBERS_AT) / 4;
  if (!Number.isInteger(count) || count < 0 || count > out.length) {
    return refuse('frame', `expected up to ${out.length} numbers, got ${count}`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let i = 0; i < count; i++) out[i] = view.getFloat32(NUMBERS_AT + i * 4, true);
  const sequence = view.getUint32(HEADER_SIZE, true);
  return accept({ sequence, seconds: view.getFloat64(HEADER_SIZE + 4, true), count });
}

const settingsSchema = v.object({ settings: v.unknown() });
const countSchema = v.object({ count: wholeNumberFrom(1, remoteLimits.bodies) });

export function encodeSettings(settings: RemoteBodySettings): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.settings, { settings });
}

export function decodeSettings(bytes: Uint8Array): Decoded<RemoteBodySettings> {
  const decoded = decodeJsonMessage(bytes, settingsSchema, '');
  return decoded.ok ? attempt(() => parseRemoteBodySettings(decoded.value.settings)) : decoded;
}

export function encodeCount(count: number): Uint8Array<ArrayBuffer> {
  return encodeJson(roomKind.count, { count });
}

/** How many bodies the client wants, 1 to remoteLimits.bodies. */
export function decodeCount(bytes: Uint8Array): Decoded<number> {
  const decoded = decodeJsonMessage(bytes, countSchema, '');
  return decoded.ok ? accept(decoded.value.count) : decoded;
}

/** What a reader returns, or the InputError that it throws, as a Decoded. */
export function attempt<T>(read: () => T): Decoded<T> {
  try {
    return accept(read());
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refuse(error.where, error.reason);
  }
}
