/**
 * The part of FlatBuffers (flatbuffers.dev/internals) that reads tables without generated code. A table begins with the
 * distance back to its vtable, which holds the offset of each field, 0 for absent. Reading outside the buffer throws
 * DataView's RangeError, which the caller catches.
 */
export interface FlatBuffer {
  readonly view: DataView;
  /** Entries of vectors that may still be read. */
  entriesLeft: number;
}

/** An entry of a vector takes four bytes, and a whole message has each entry once. */
const ENTRY_SIZE = 4;

/**
 * A buffer of one message. Vectors and tables may lie on top of each other, so that a small message stands for a huge tree:
 * reading ends with a RangeError when more entries were read than the bytes have room for.
 */
export function createFlatBuffer(bytes: ArrayBuffer): FlatBuffer {
  return { view: new DataView(bytes), entriesLeft: Math.floor(bytes.byteLength / ENTRY_SIZE) };
}

/** Offset of the root table. */
export function flatRoot({ view }: FlatBuffer): number {
  return view.getUint32(0, true);
}

/** Offset of a field; 0 when the table does not have it. */
export function flatField({ view }: FlatBuffer, table: number, slot: number): number {
  const vtable = table - view.getInt32(table, true);
  const entry = 4 + slot * 2;
  if (entry >= view.getUint16(vtable, true)) return 0;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? 0 : table + offset;
}

/** Follows an offset: to a table, a vector or a string. */
export function flatTarget({ view }: FlatBuffer, at: number): number {
  return at + view.getUint32(at, true);
}

/** Offset of a table or vector in a field; 0 when there is none. */
export function flatChild(buffer: FlatBuffer, table: number, slot: number): number {
  const field = flatField(buffer, table, slot);
  return field === 0 ? 0 : flatTarget(buffer, field);
}

export function flatLength({ view }: FlatBuffer, vector: number): number {
  return vector === 0 ? 0 : view.getUint32(vector, true);
}

/** The table in place `index` of a vector of tables. */
export function flatItem(buffer: FlatBuffer, vector: number, index: number): number {
  if (buffer.entriesLeft-- <= 0) throw new RangeError('more entries than the message has room for');
  return flatTarget(buffer, vector + 4 + index * ENTRY_SIZE);
}

export function flatUint8(buffer: FlatBuffer, table: number, slot: number): number {
  const field = flatField(buffer, table, slot);
  return field === 0 ? 0 : buffer.view.getUint8(field);
}

export function flatFloat32(buffer: FlatBuffer, table: number, slot: number): number {
  const field = flatField(buffer, table, slot);
  return field === 0 ? 0 : buffer.view.getFloat32(field, true);
}

const text = new TextDecoder();

/** A string of at most `maxLength` bytes; "" when there is none. */
export function flatString(buffer: FlatBuffer, table: number, slot: number, maxLength: number): string {
  const at = flatChild(buffer, table, slot);
  if (at === 0) return '';
  const { view } = buffer;
  const length = Math.min(view.getUint32(at, true), maxLength);
  return text.decode(new Uint8Array(view.buffer, view.byteOffset + at + 4, length));
}

/** Reads the floats of a struct field into `out`; false when the table does not have it. */
export function readFlatFloats(
  buffer: FlatBuffer,
  table: number,
  slot: number,
  count: number,
  out: Float64Array,
  outAt: number,
): boolean {
  const field = flatField(buffer, table, slot);
  if (field === 0) return false;
  for (let k = 0; k < count; k++) out[outAt + k] = buffer.view.getFloat32(field + k * 4, true);
  return true;
}
