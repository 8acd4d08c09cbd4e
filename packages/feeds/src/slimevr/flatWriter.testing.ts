import type { FlatBuffer } from './flatReader.js';
import { SOLARXR_IDENTIFIER, solarXr } from './readSolarXr.js';

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

/** The request for trackers and bones, at most every `minimumMs` milliseconds. */
export function encodeStartDataFeed(minimumMs: number): Uint8Array<ArrayBuffer> {
  const writer = createFlatWriter(512, SOLARXR_IDENTIFIER);
  const offset = (slot: number) => ({ slot, type: 'offset' }) as const;
  const place = (places: Map<number, number>, slot: number) => places.get(slot) as number;

  const bundle = writeFlatTable(writer, [offset(solarXr.messageBundle.dataFeedMessages)]);
  pointTo(writer, 0, place(bundle, -1));
  const messages = writeFlatVector(writer, 1);
  pointTo(writer, place(bundle, solarXr.messageBundle.dataFeedMessages), messages.at);

  const { messageType, message } = solarXr.dataFeedMessageHeader;
  const header = writeFlatTable(writer, [
    { slot: messageType, type: 'uint8', value: solarXr.messageType.startDataFeed },
    offset(message),
  ]);
  pointTo(writer, messages.entries[0], place(header, -1));
  const start = writeFlatTable(writer, [offset(solarXr.startDataFeed.dataFeeds)]);
  pointTo(writer, place(header, message), place(start, -1));
  const feeds = writeFlatVector(writer, 1);
  pointTo(writer, place(start, solarXr.startDataFeed.dataFeeds), feeds.at);

  const config = writeFlatTable(writer, [
    { slot: solarXr.dataFeedConfig.minimumTimeSinceLast, type: 'uint16', value: minimumMs },
    offset(solarXr.dataFeedConfig.dataMask),
    offset(solarXr.dataFeedConfig.syntheticTrackersMask),
    { slot: solarXr.dataFeedConfig.boneMask, type: 'uint8', value: 1 },
  ]);
  pointTo(writer, feeds.entries[0], place(config, -1));
  const devices = writeFlatTable(writer, [
    offset(solarXr.deviceDataMask.trackerData),
    { slot: solarXr.deviceDataMask.deviceData, type: 'uint8', value: 1 },
  ]);
  pointTo(writer, place(config, solarXr.dataFeedConfig.dataMask), place(devices, -1));
  const trackers = writeFlatTable(
    writer,
    Object.values(solarXr.trackerDataMask).map((slot) => ({ slot, type: 'uint8', value: 1 }) as const),
  );
  pointTo(writer, place(devices, solarXr.deviceDataMask.trackerData), place(trackers, -1));
  const synthetic = writeFlatTable(
    writer,
    Object.values(solarXr.trackerDataMask).map((slot) => ({ slot, type: 'uint8', value: 1 }) as const),
  );
  pointTo(writer, place(config, solarXr.dataFeedConfig.syntheticTrackersMask), place(synthetic, -1));
  return finishFlat(writer);
}

/** Whether the buffer has this identifier of four letters. */
export function hasFlatIdentifier({ view }: FlatBuffer, identifier: string): boolean {
  for (let i = 0; i < 4; i++) if (view.getUint8(4 + i) !== identifier.charCodeAt(i)) return false;
  return true;
}
