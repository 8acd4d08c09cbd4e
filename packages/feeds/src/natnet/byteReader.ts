/** Reads little-endian values in sequence. Past the end they are zero and `isShort` is set; check it once at the end. */
export interface ByteReader {
  view: DataView;
  at: number;
  end: number;
  isShort: boolean;
}

export function createByteReader(bytes: Uint8Array, start: number, end: number): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { view, at: start, end, isShort: false };
}

/** Moves on by `size`; returns the offset before, or -1 when fewer bytes are left. */
function take(reader: ByteReader, size: number): number {
  const { at } = reader;
  if (!(size >= 0) || size > reader.end - at) {
    reader.isShort = true;
    return -1;
  }
  reader.at = at + size;
  return at;
}

export function skipBytes(reader: ByteReader, size: number): void {
  take(reader, size);
}

export function readInt16(reader: ByteReader): number {
  const at = take(reader, 2);
  return at < 0 ? 0 : reader.view.getInt16(at, true);
}

export function readInt32(reader: ByteReader): number {
  const at = take(reader, 4);
  return at < 0 ? 0 : reader.view.getInt32(at, true);
}

export function readFloat32(reader: ByteReader): number {
  const at = take(reader, 4);
  return at < 0 ? 0 : reader.view.getFloat32(at, true);
}

export function readFloat64(reader: ByteReader): number {
  const at = take(reader, 8);
  return at < 0 ? 0 : reader.view.getFloat64(at, true);
}

/** As a number: ticks stay below 2^53 for centuries. */
export function readUint64(reader: ByteReader): number {
  const at = take(reader, 8);
  return at < 0 ? 0 : reader.view.getUint32(at, true) + reader.view.getUint32(at + 4, true) * 2 ** 32;
}

const text = new TextDecoder();

/** Up to its zero byte. */
export function readCString(reader: ByteReader): string {
  const { view, at, end } = reader;
  let stop = at;
  while (stop < end && view.getUint8(stop) !== 0) stop++;
  if (stop >= end) {
    reader.isShort = true;
    return '';
  }
  reader.at = stop + 1;
  return text.decode(new Uint8Array(view.buffer, view.byteOffset + at, stop - at));
}

/** The same, unread. */
export function skipCString(reader: ByteReader): void {
  const { view, end } = reader;
  while (reader.at < end && view.getUint8(reader.at) !== 0) reader.at++;
  if (reader.at >= end) reader.isShort = true;
  else reader.at++;
}
