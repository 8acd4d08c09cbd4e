import { FormatError } from '../formatError.js';

/** Whether bytes begin like gzip (RFC 1952, section 2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Unpacks gzip; other bytes come back as they are. */
export async function gunzipIfNeeded(bytes: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  try {
    return await through(bytes, new DecompressionStream('gzip'));
  } catch {
    // Browsers report "Failed to fetch" here, which would point users to their network.
    throw new FormatError('gzip', '', 'cannot be unpacked, the file is cut off or damaged');
  }
}

export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new CompressionStream('gzip'));
}

async function through(bytes: Uint8Array, transform: GenericTransformStream): Promise<Uint8Array> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const piped = source.pipeThrough<Uint8Array>(transform);
  return new Uint8Array(await new Response(piped as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}
