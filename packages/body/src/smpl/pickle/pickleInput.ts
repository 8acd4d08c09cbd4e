import { FormatError } from '@leib/formats';
import { latin1Text } from '../numpyArray.js';

/** The bytes of a pickle and how far they are read. */
export interface PickleInput {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The next byte to be read. */
  at: number;
}

export function createPickleInput(bytes: Uint8Array): PickleInput {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
}

/** Moves on by `count` bytes and returns where they begin. */
export function skipBytes(input: PickleInput, count: number): number {
  const start = input.at;
  const left = input.bytes.length - start;
  if (count > left) throw pickleError(`expected ${count} more bytes, got ${left}; the file is cut off`);
  input.at += count;
  return start;
}

export function readByte(input: PickleInput): number {
  return input.bytes[skipBytes(input, 1)];
}

/** A view of the bytes, not a copy. */
export function readBytes(input: PickleInput, count: number): Uint8Array {
  const start = skipBytes(input, count);
  return input.bytes.subarray(start, start + count);
}

export function readUint16(input: PickleInput): number {
  return input.view.getUint16(skipBytes(input, 2), true);
}

export function readInt32(input: PickleInput): number {
  return input.view.getInt32(skipBytes(input, 4), true);
}

export function readUint32(input: PickleInput): number {
  return input.view.getUint32(skipBytes(input, 4), true);
}

/** A length of eight bytes. */
export function readSize64(input: PickleInput): number {
  return Number(input.view.getBigUint64(skipBytes(input, 8), true));
}

/** Floats are big-endian, unlike everything else in a pickle. */
export function readFloat64(input: PickleInput): number {
  return input.view.getFloat64(skipBytes(input, 8), false);
}

/** Whole number of `count` bytes, little-endian, two's complement. */
export function readLong(input: PickleInput, count: number): number {
  if (count > 8) throw pickleError(`expected a whole number of at most 8 bytes, got ${count} bytes`);
  let value = 0n;
  const start = skipBytes(input, count);
  for (let i = count - 1; i >= 0; i--) value = value * 256n + BigInt(input.bytes[start + i]);
  return Number(BigInt.asIntN(count * 8, value));
}

/** Text up to the end of the line; the line break is skipped. */
export function readLine(input: PickleInput): string {
  const end = input.bytes.indexOf(0x0a, input.at);
  if (end < 0) throw pickleError('expected a line break, got the end of the file; the file is cut off');
  const text = latin1Text(input.bytes.subarray(input.at, end));
  input.at = end + 1;
  return text;
}

/** An error inside of a pickle. readPickle() adds the byte where the instruction stands. */
export function pickleError(reason: string): FormatError {
  return new FormatError('SMPL', '', reason);
}
