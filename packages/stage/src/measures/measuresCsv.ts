import { spreadsheetText } from '@leib/core';
import type { Thing } from '../stageDoc.js';
import { valueOfMeasure } from './measureValue.js';
import { readMark, type SceneMark } from './sceneMark.js';

const columns = ['id', 'kind', 'name', 'value', 'unit', 'author', 'time', 'note'] as const;

/**
 * Measurements and notes of a document as a table (RFC 4180, UTF-8): a row for each, its points at the end as x1, y1, z1, x2 and so on, metres.
 * Values are in m or m2, to a tenth of a millimetre.
 */
export function measuresCsv(things: readonly Thing[]): string {
  const marks = things.map(readMark).filter((mark) => mark !== null);
  const most = Math.max(1, ...marks.map(({ points }) => points.length));
  const places = Array.from({ length: most }, (_, i) => ['x', 'y', 'z'].map((axis) => `${axis}${i + 1}`)).flat();
  const rows = [[...columns, ...places], ...marks.map(rowOf)];
  const width = rows[0].length;
  return rows
    .map((row) => Array.from({ length: width }, (_, i) => fieldOf(row[i] ?? '')).join(','))
    .map((line) => `${line}\r\n`)
    .join('');
}

function rowOf(mark: SceneMark): readonly (string | number)[] {
  const { id, name, authorName, atMs, points } = mark;
  const isNote = mark.kind === 'note';
  const value = isNote ? null : valueOfMeasure(mark);
  const time = Math.abs(atMs) < MOST_MS ? new Date(atMs).toISOString() : '';
  const [kind, text] = isNote ? ['note', mark.text] : [mark.what, ''];
  const [number, unit] = value === null ? ['', ''] : [rounded(value.value), value.unit === 'm' ? 'm' : 'm2'];
  return [id, kind, name, number, unit, authorName, time, text, ...points.flat().map(rounded)];
}

/** The last moment that a Date can say. */
const MOST_MS = 8.64e15;

const rounded = (metres: number) => Math.round(metres * 1e4) / 1e4;

/** Other people have written the texts: none is one that a spreadsheet runs. Numbers are written as they are, below zero, too. */
function fieldOf(field: string | number): string {
  if (typeof field === 'number') return String(field);
  const text = spreadsheetText(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
