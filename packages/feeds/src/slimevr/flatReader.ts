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

/** Whether the buffer has this identifier of four letters. */
export function hasFlatIdentifier({ view }: FlatBuffer, identifier: string): boolean {
  for (let i = 0; i < 4; i++) if (view.getUint8(4 + i) !== identifier.charCodeAt(i)) return false;
  return true;
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

/** Writes FlatBuffers front to back: a parent before its children, so that all offsets are positive. */
interface FlatWriter {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly view: DataView;
  at: number;
}

/** A field of a table; pointTo() fills in an offset later. */
interface FlatFieldToWrite {
  readonly slot: number;
  readonly type: 'uint8' | 'uint16' | 'float32' | 'offset' | 'floats';
  readonly value?: number;
  /** For 'floats', a struct of them. */
  readonly values?: readonly number[];
}

/** A buffer with room for the root's offset and the schema's identifier of four letters. */
export function createFlatWriter(size: number, identifier: string): FlatWriter {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < 4; i++) bytes[4 + i] = identifier.charCodeAt(i);
  return { bytes, view: new DataView(bytes.buffer), at: 8 };
}

/** Writes a table; returns the offset of each field by slot, and of the table itself under -1. */
export function writeFlatTable(writer: FlatWriter, fields: readonly FlatFieldToWrite[]): Map<number, number> {
  const places = new Map<number, number>();
  const slotCount = fields.reduce((most, { slot }) => Math.max(most, slot + 1), 0);
  const vtable = alignTo(writer, 2);
  const vtableSize = 4 + slotCount * 2;
  writer.at += vtableSize;
  const table = alignTo(writer, 4);
  writer.at += 4;
  writer.view.setInt32(table, table - vtable, true);
  for (const field of fields) {
    const place = alignTo(writer, field.type === 'uint8' ? 1 : field.type === 'uint16' ? 2 : 4);
    places.set(field.slot, place);
    writeField(writer, place, field);
    writer.view.setUint16(vtable + 4 + field.slot * 2, place - table, true);
  }
  writer.view.setUint16(vtable, vtableSize, true);
  writer.view.setUint16(vtable + 2, writer.at - table, true);
  places.set(-1, table);
  return places;
}

/** Writes a vector of offsets; returns its own offset and those of its entries. */
export function writeFlatVector(writer: FlatWriter, count: number): { at: number; entries: number[] } {
  const at = alignTo(writer, 4);
  writer.view.setUint32(at, count, true);
  const entries = Array.from({ length: count }, (_, i) => at + 4 + i * 4);
  writer.at = at + 4 + count * 4;
  return { at, entries };
}

/** Writes the offset from a field to its target. */
export function pointTo(writer: FlatWriter, field: number, target: number): void {
  writer.view.setUint32(field, target - field, true);
}

export function finishFlat(writer: FlatWriter): Uint8Array<ArrayBuffer> {
  return writer.bytes.slice(0, alignTo(writer, 4));
}

function alignTo(writer: FlatWriter, size: number): number {
  writer.at = Math.ceil(writer.at / size) * size;
  return writer.at;
}

function writeField(writer: FlatWriter, place: number, { type, value = 0, values = [] }: FlatFieldToWrite): void {
  switch (type) {
    case 'uint8':
      writer.view.setUint8(place, value);
      writer.at = place + 1;
      return;
    case 'uint16':
      writer.view.setUint16(place, value, true);
      writer.at = place + 2;
      return;
    case 'float32':
      writer.view.setFloat32(place, value, true);
      writer.at = place + 4;
      return;
    case 'offset':
      writer.at = place + 4;
      return;
    case 'floats':
      for (let k = 0; k < values.length; k++) writer.view.setFloat32(place + k * 4, values[k], true);
      writer.at = place + values.length * 4;
  }
}
