/** More came out of packed data than was allowed. */
export class UnpackedTooMuch extends Error {}

/**
 * Unpacks data piece by piece and stops as soon as there is more than `mostBytes`: small files can unpack to a thousand
 * times their size. Throws UnpackedTooMuch, and what the browser throws where the data is damaged.
 */
export async function unpack(packed: Uint8Array, format: CompressionFormat, mostBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const length = await unpackPieces(packed, format, mostBytes, (piece) => pieces.push(piece));
  const out = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
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

/** @returns how many bytes came out */
async function unpackPieces(
  packed: Uint8Array,
  format: CompressionFormat,
  mostBytes: number,
  take: (piece: Uint8Array) => void,
): Promise<number> {
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream();
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  let length = 0;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      length += piece.value.length;
      if (length > mostBytes) throw new UnpackedTooMuch();
      take(piece.value);
    }
    return length;
  } finally {
    // Frees the stream after an early stop; an error of cancelling changes nothing.
    reader.cancel().catch(() => {});
  }
}
