import { FormatError } from '../formatError.js';
import { mostUnpackedBytes } from '../limits/fileLimits.js';
import { joinBytes } from './bytes.js';

/** More came out of packed data than was allowed. */
export class UnpackedTooMuch extends Error {}

/**
 * Unpacks data piece by piece and stops as soon as there is more than `mostBytes`: small files can unpack to a thousand
 * times their size. Throws UnpackedTooMuch, and what the browser throws where the data is damaged.
 */
export async function unpack(packed: Uint8Array, format: CompressionFormat, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await unpackPieces(packed, format, mostBytes, (piece) => pieces.push(piece));
  return joinBytes(pieces);
}

/** "64 MB": sizes as messages show them. */
export function shownBytes(bytes: number): string {
  return bytes < 1e6 ? `${bytes} bytes` : `${Math.round(bytes / 1e6)} MB`;
}

/** Best ratio that deflate can reach (from zlib's documentation). */
const BEST_RATIO = 1032;

/**
 * Whether packed data unpacks to at most `mostBytes`. Nothing is kept. Data that is damaged counts as within: its reader says
 * what is wrong with it.
 */
export async function unpackWithin(packed: Uint8Array, format: CompressionFormat, mostBytes: number): Promise<boolean> {
  if (packed.length * BEST_RATIO <= mostBytes) return true;
  try {
    await unpackPieces(packed, format, mostBytes, () => {});
    return true;
  } catch (error) {
    return !(error instanceof UnpackedTooMuch);
  }
}

/** Unpacks in pieces, of which nothing is kept; throws as unpack() does. */
export async function unpackPieces(
  packed: Uint8Array,
  format: CompressionFormat,
  mostBytes: number,
  take: (piece: Uint8Array) => void,
): Promise<void> {
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  let length = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.length;
      if (length > mostBytes) throw new UnpackedTooMuch();
      take(piece.value);
    }
  } finally {
    // Frees the stream after an early stop; an error of cancelling changes nothing.
    reader.cancel().catch(() => {});
  }
}

/** Whether bytes begin like gzip (RFC 1952, section 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks gzip; other bytes come back as they are. Throws FormatError where it is damaged or unpacks to too much. */
export async function gunzipIfNeeded(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  const most = mostUnpackedBytes(bytes.length);
  try {
    return await unpack(bytes, 'gzip', most);
  } catch (error) {
    if (error instanceof UnpackedTooMuch) {
      const expected = `expected ${shownBytes(bytes.length)} to unpack to at most ${shownBytes(most)}`;
      throw new FormatError('gzip', '', `${expected}, got more; unpack it first where it is meant to be`);
    }
    // Browsers report "Failed to fetch" here, which would point users to their network.
    throw new FormatError('gzip', '', 'cannot be unpacked, the file is cut off or damaged');
  }
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return new Uint8Array(await new Response(source.pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
}
