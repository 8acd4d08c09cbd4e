import { FormatError } from '../formatError.js';
import { fileLimits } from '../limits/fileLimits.js';

/** Anything with bytes in it: what fetch, a file picker, a drop zone or Node's readFile hand over. */
export type ByteSource = Uint8Array | ArrayBuffer | string | { arrayBuffer(): Promise<ArrayBuffer> };

/** The bytes of a source; a string becomes UTF-8. Views are not copied. */
export async function toBytes(source: ByteSource): Promise<Uint8Array> {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  return new Uint8Array(await source.arrayBuffer());
}

/** Text of UTF-8 bytes; a byte order mark is dropped, bytes that are not UTF-8 become U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > fileLimits.textLength) {
    const limit = `${fileLimits.textLength / 1e6} MB of text`;
    throw new FormatError('file', '', `expected at most ${limit}, got ${Math.round(bytes.length / 1e6)} MB`);
  }
  return new TextDecoder('utf-8').decode(bytes);
}
