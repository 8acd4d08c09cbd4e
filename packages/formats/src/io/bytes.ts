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
  checkTextLength(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}

export function checkTextLength(bytes: Uint8Array): void {
  if (bytes.length > fileLimits.textLength) {
    const limit = `${fileLimits.textLength / 1e6} MB of text`;
    throw new FormatError('file', '', `expected at most ${limit}, got ${Math.round(bytes.length / 1e6)} MB`);
  }
}

/** One array of several, one after the other. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** null where the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
