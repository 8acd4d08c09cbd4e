import { FormatError } from '../formatError.js';
import { viewOf } from '../io/bytes.js';
import { createIntegerDecoder } from './arithmeticDecoder.js';
import { createPointBatch, type PointFile } from './pointBatch.js';
import type { RangeSource } from './rangeSource.js';
import { aboutLas, createLasRecords, type LasHeader } from './readLasPoints.js';

/** Unpacks one chunk of LAZ. Throws where the chunk is damaged. */
export type LazChunks = (header: LasHeader, packed: Uint8Array, count: number) => Uint8Array;

const RECORD_HEADER_BYTES = 54;
const MOST_RECORDS = 10_000;
/** "laszip encoded", LASzip's own record. */
const LASZIP_RECORD = 22204;
const VARIABLE = 0xffffffff;
/** Of one chunk, which is in memory as a whole: LASzip's own are of 50 000 points. */
const MOST_CHUNK_POINTS = 4_000_000;
const MOST_CHUNK_BYTES = 1 << 28;
const MOST_CHUNKS = 10_000_000;

interface Chunk {
  readonly at: number;
  readonly bytes: number;
  readonly points: number;
}

/** Points of a LAZ file, chunk by chunk, so that a file of any size takes the same memory. Throws FormatError. */
export async function readLazPoints(source: RangeSource, header: LasHeader, unpack: LazChunks): Promise<PointFile> {
  const chunks = await readChunkTable(source, header, await readChunkPoints(source, header));
  return {
    about: aboutLas(header),
    async *batches() {
      const take = createLasRecords(header);
      const batch = createPointBatch(Math.max(0, ...chunks.map(({ points }) => points)));
      for (const { at, bytes, points } of chunks) {
        const packed = await source.read(at, bytes);
        if (packed.length < bytes) throw new FormatError('LAZ', `byte ${at}`, 'the file is cut off');
        let records: Uint8Array;
        try {
          records = unpack(header, packed, points);
        } catch (cause) {
          throw new FormatError(
            'LAZ',
            `byte ${at}`,
            `the chunk is damaged${cause instanceof Error ? `: ${cause.message}` : ''}`,
          );
        }
        take(records, points, batch);
        yield batch;
      }
    },
  };
}

/** Points of each chunk; VARIABLE where the table says it of each. */
async function readChunkPoints(source: RangeSource, header: LasHeader): Promise<number> {
  if (header.variableRecords > MOST_RECORDS)
    throw new FormatError(
      'LAZ',
      'byte 100',
      `expected at most ${MOST_RECORDS} variable records, got ${header.variableRecords}`,
    );
  let at = header.headerBytes;
  for (let i = 0; i < header.variableRecords; i++) {
    const record = (await source.read(at, RECORD_HEADER_BYTES + 16)).slice();
    if (record.length < RECORD_HEADER_BYTES) break;
    const view = viewOf(record);
    if (view.getUint16(18, true) === LASZIP_RECORD && record.length >= RECORD_HEADER_BYTES + 16)
      return view.getUint32(RECORD_HEADER_BYTES + 12, true);
    at += RECORD_HEADER_BYTES + view.getUint16(20, true);
  }
  throw new FormatError('LAZ', `byte ${header.headerBytes}`, 'expected a record of LASzip, got none');
}

async function readChunkTable(source: RangeSource, header: LasHeader, chunkPoints: number): Promise<readonly Chunk[]> {
  const { pointsAt, pointCount } = header;
  const fail = (at: number, reason: string) => new FormatError('LAZ', `byte ${at}`, reason);
  const place = async (at: number) => {
    const bytes = (await source.read(at, 8)).slice();
    if (bytes.length < 8) throw fail(at, 'the file is cut off');
    return Number(viewOf(bytes).getBigInt64(0, true));
  };
  let tableAt = await place(pointsAt);
  // Who wrote a stream knew only at its end where the table is.
  if (tableAt === -1) tableAt = await place(source.size - 8);
  if (!(tableAt > pointsAt) || tableAt + 8 > source.size) throw fail(pointsAt, 'the table of chunks is cut off');
  const table = (await source.read(tableAt, Math.min(source.size - tableAt, 64 << 20))).slice();
  const view = viewOf(table);
  const [version, count] = [view.getUint32(0, true), view.getUint32(4, true)];
  if (version !== 0 || count > MOST_CHUNKS || count > pointCount)
    throw fail(tableAt, `expected a table of at most ${Math.min(MOST_CHUNKS, pointCount)} chunks, got ${count}`);
  const decode = createIntegerDecoder(table.subarray(8), 2);
  const chunks: Chunk[] = [];
  let [at, points, bytes, left] = [pointsAt + 8, 0, 0, pointCount];
  for (let i = 0; i < count; i++) {
    points = chunkPoints === VARIABLE ? decode(points, 0) : chunkPoints;
    bytes = decode(bytes, 1);
    const here = Math.min(points, left);
    if (bytes <= 0 || at + bytes > tableAt) throw fail(tableAt, `chunk ${i} reaches beyond the points`);
    if (here < 0 || here > MOST_CHUNK_POINTS)
      throw fail(tableAt, `expected chunks of at most ${MOST_CHUNK_POINTS} points, got ${points}`);
    if (here * header.recordLength > MOST_CHUNK_BYTES)
      throw fail(
        tableAt,
        `expected chunks of at most ${MOST_CHUNK_BYTES} bytes, got one of ${here * header.recordLength}`,
      );
    if (here > 0) chunks.push({ at, bytes, points: here });
    at += bytes;
    left -= here;
  }
  if (left > 0) throw fail(tableAt, `expected ${pointCount} points in the chunks, got ${pointCount - left}`);
  return chunks;
}
