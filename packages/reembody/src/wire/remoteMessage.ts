import { accept, type Decoded, refuse } from '@leib/core';
import { createMessage, HEADER_SIZE, roomKind } from '@leib/net';

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
