import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import { createPointBatch, type PointBatch, type PointFile } from './pointBatch.js';
import type { RangeSource } from './rangeSource.js';

// LAS 1.4 - R15, "Public Header Block" and the point data record formats.
const leastHeaderBytes = 227;
/** Byte of red in a record of each format; null: it has no colours. */
const colourAt = [null, null, 20, 28, null, 28, null, 30, 30, null, 30] as const;
const recordBytes = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67] as const;
const INTENSITY_AT = 12;
/** LASzip marks its files in the format's upper bits. */
const packedBits = 0xc0;
/** Records that are read at once. */
const BLOCK_RECORDS = 16_384;

export interface LasHeader {
  readonly format: number;
  readonly isPacked: boolean;
  readonly recordLength: number;
  readonly pointCount: number;
  readonly pointsAt: number;
  readonly headerBytes: number;
  readonly variableRecords: number;
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}

export function looksLikeLas(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && viewOf(bytes).getUint32(0) === 0x4c415346;
}

/** The header of a LAS or LAZ file. Throws FormatError. */
export async function readLasHeader(source: RangeSource): Promise<LasHeader> {
  const bytes = (await source.read(0, 375)).slice();
  if (!looksLikeLas(bytes)) throw new FormatError('LAS', 'byte 0', 'does not begin with "LASF"');
  if (bytes.length < leastHeaderBytes) throw new FormatError('LAS', `byte ${bytes.length}`, 'the header is cut off');
  const view = viewOf(bytes);
  const [major, minor] = [bytes[24], bytes[25]];
  if (major !== 1 || minor > 4)
    throw new FormatError('LAS', 'byte 24', `expected LAS 1.0 to 1.4, got ${major}.${minor}`);
  const headerBytes = view.getUint16(94, true);
  const format = bytes[104] & ~packedBits;
  const recordLength = view.getUint16(105, true);
  if (format >= recordBytes.length)
    throw new FormatError('LAS', 'byte 104', `expected point format 0 to ${recordBytes.length - 1}, got ${format}`);
  if (recordLength < recordBytes[format])
    throw new FormatError('LAS', 'byte 105', `expected records of ${recordBytes[format]} bytes, got ${recordLength}`);
  const isLong = minor === 4 && headerBytes >= 255 && bytes.length >= 255;
  const pointCount = isLong ? Number(view.getBigUint64(247, true)) : 0;
  const triple = (at: number): [number, number, number] => [
    view.getFloat64(at, true),
    view.getFloat64(at + 8, true),
    view.getFloat64(at + 16, true),
  ];
  const header: LasHeader = {
    format,
    isPacked: (bytes[104] & packedBits) !== 0,
    recordLength,
    pointCount: pointCount || view.getUint32(107, true),
    pointsAt: view.getUint32(96, true),
    headerBytes,
    variableRecords: view.getUint32(100, true),
    scale: triple(131),
    offset: triple(155),
  };
  if (![...header.scale, ...header.offset].every(Number.isFinite) || header.scale.some((step) => step === 0))
    throw new FormatError('LAS', 'byte 131', 'expected scales that are not zero, and finite offsets');
  return header;
}

/** Takes points out of records of LAS. */
export function createLasRecords({ format, recordLength, scale, offset }: LasHeader) {
  const red = colourAt[format];
  return (records: Uint8Array, count: number, out: PointBatch): void => {
    const view = viewOf(records);
    for (let i = 0; i < count; i++) {
      const at = i * recordLength;
      for (let k = 0; k < 3; k++) {
        out.positions[i * 3 + k] = view.getInt32(at + k * 4, true) * scale[k] + offset[k];
        if (red !== null) out.colours[i * 3 + k] = view.getUint16(at + red + k * 2, true);
      }
      out.intensities[i] = view.getUint16(at + INTENSITY_AT, true);
    }
    out.count = count;
  };
}

export function aboutLas(header: LasHeader): PointFile['about'] {
  return {
    kind: header.isPacked ? 'LAZ' : 'LAS',
    count: header.pointCount,
    hasColours: colourAt[header.format] !== null,
    hasIntensities: true,
    up: 'z',
  };
}

/** Points of an unpacked LAS file. Throws FormatError. */
export function readLasPoints(source: RangeSource, header: LasHeader): PointFile {
  const { recordLength, pointCount, pointsAt } = header;
  const there = Math.floor((source.size - pointsAt) / recordLength);
  if (there < pointCount) {
    const got = `${Math.max(0, there)} of ${pointCount} points are there`;
    throw new FormatError('LAS', `byte ${source.size}`, `the file is cut off: ${got}`);
  }
  return {
    about: aboutLas(header),
    async *batches() {
      const batch = createPointBatch(BLOCK_RECORDS);
      const take = createLasRecords(header);
      for (let first = 0; first < pointCount; first += BLOCK_RECORDS) {
        const count = Math.min(BLOCK_RECORDS, pointCount - first);
        const records = await source.read(pointsAt + first * recordLength, count * recordLength);
        if (records.length < count * recordLength)
          throw new FormatError('LAS', `byte ${pointsAt + first * recordLength}`, 'the file is cut off');
        take(records, count, batch);
        yield batch;
      }
    },
  };
}
