import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Column } from './csv.js';

/** A table as Parquet: numbers as doubles or whole numbers, nothing as null. */
export function writeParquet<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const columnData = columns.map(({ name, type, of }) => ({
    name,
    nullable: true,
    ...columnOf(type, rows.map(of)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

function columnOf(type: Column<unknown>['type'], cells: readonly unknown[]) {
  const present = (cell: unknown) => cell !== null && !(typeof cell === 'number' && !Number.isFinite(cell));
  if (type === 'number')
    return { type: 'DOUBLE' as const, data: cells.map((cell) => (present(cell) ? Number(cell) : null)) };
  if (type === 'whole')
    return { type: 'INT32' as const, data: cells.map((cell) => (present(cell) ? Number(cell) : null)) };
  if (type === 'yes or no')
    return { type: 'BOOLEAN' as const, data: cells.map((cell) => (present(cell) ? cell === true : null)) };
  return { type: 'STRING' as const, data: cells.map((cell) => (present(cell) ? String(cell) : null)) };
}
