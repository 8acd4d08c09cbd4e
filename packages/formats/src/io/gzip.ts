import { FormatError } from '../formatError.js';
import { mostUnpackedBytes } from '../limits/fileLimits.js';
import { shownBytes, UnpackedTooMuch, unpack } from './unpack.js';

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
