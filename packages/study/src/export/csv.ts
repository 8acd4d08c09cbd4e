import { spreadsheetText } from '@leib/core';
import type { Cell } from '../analysis/studyTable.js';

/** One column of a table: what it is called, what it means, and its value in each row. */
export interface Column<Row> {
  readonly name: string;
  readonly type: 'text' | 'number' | 'whole' | 'yes or no';
  /** "seconds", "degrees"; empty for none. */
  readonly unit: string;
  readonly means: string;
  readonly of: (row: Row) => Cell;
}

/** A table as CSV (RFC 4180, UTF-8, LF). Nothing is an empty cell. */
export function writeCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => csvCell(name)),
    ...rows.map((row) => columns.map(({ of }) => csvCell(of(row)))),
  ];
  return `${lines.map((line) => line.join(',')).join('\n')}\n`;
}

/** Participants type what they like: a text is none that a spreadsheet runs. Numbers stay numbers. */
function csvCell(cell: Cell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  const safe = spreadsheetText(cell);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as BIDS wants it: tabs, "n/a" for nothing, no tab or line end inside. */
export function writeTsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const cell = (value: Cell) => {
    if (value === null || value === '' || (typeof value === 'number' && !Number.isFinite(value))) return 'n/a';
    if (typeof value === 'number') return String(value);
    const text = String(value).replace(/[\t\r\n]+/g, ' ');
    return typeof value === 'string' ? spreadsheetText(text) : text;
  };
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ of }) => cell(of(row))))];
  return `${lines.map((line) => line.join('\t')).join('\n')}\n`;
}
