import { InputError, spreadsheetText, textOfSpreadsheet } from '@leib/core';
import type { GivenMeasures } from '../estimate/conditionalMeasures.js';
import { type MeasureName, measureDefinitions, measureIndex, measureNames } from '../measure/measureNames.js';
import type { BodySex } from '../shape/bodyModel.js';

/** The columns of people.csv and their measures, in the order of take 1. */
export const measureColumns: readonly { readonly column: string; readonly name: MeasureName }[] = [
  { column: 'stature_cm', name: 'stature' },
  { column: 'weight_kg', name: 'weight' },
  { column: 'crotch_height_cm', name: 'crotchHeight' },
  { column: 'arm_length_cm', name: 'armLength' },
  { column: 'chest_cm', name: 'chest' },
  { column: 'waist_cm', name: 'waist' },
  { column: 'hip_cm', name: 'hip' },
  { column: 'waist_height_cm', name: 'waistHeight' },
  { column: 'shoulder_breadth_cm', name: 'shoulderBreadth' },
  { column: 'thigh_cm', name: 'thigh' },
  { column: 'ankle_cm', name: 'ankle' },
  { column: 'hip_height_cm', name: 'hipHeight' },
];

/** A row of people.csv. */
export interface Person {
  readonly id: string;
  readonly sex: BodySex;
  readonly given: GivenMeasures;
}

/** A row that cannot be used, and the reason. */
export interface RefusedPerson {
  readonly id: string;
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

export interface PeopleFile {
  readonly people: readonly (Person & { readonly line: number })[];
  readonly refused: readonly RefusedPerson[];
  /** Columns that are not read. */
  readonly unknownColumns: readonly string[];
}

/** Columns of a table of people; those that are not known are passed over. */
const MOST_COLUMNS = 500;

const sexes: ReadonlyMap<string, BodySex> = new Map([
  ['f', 'female'],
  ['female', 'female'],
  ['w', 'female'],
  ['m', 'male'],
  ['male', 'male'],
  ['n', 'neutral'],
  ['neutral', 'neutral'],
]);

/**
 * Parses people.csv. Rows that cannot be used are in `refused`; throws InputError where the file has no usable header.
 * @param names measures to read; other columns are skipped
 */
export function readPeople(text: string, names: readonly MeasureName[]): PeopleFile {
  const [header, ...rows] = csvRows(text);
  if (header === undefined) {
    throw new InputError('line 1', 'expected a header "id,sex,stature_cm,weight_kg,...", got an empty file');
  }
  const columns = header.cells.map((cell) => cell.toLowerCase());
  for (const column of ['id', 'sex']) {
    if (columns.includes(column)) continue;
    throw new InputError(`line ${header.line}`, `expected a column "${column}" in the header, got none`);
  }
  if (columns.length > MOST_COLUMNS) {
    throw new InputError(`line ${header.line}`, `expected at most ${MOST_COLUMNS} columns, got ${columns.length}`);
  }
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i);
  if (twice) throw new InputError(`line ${header.line}`, `expected unique columns, got "${twice}" twice`);
  const known = new Set(['id', 'sex', ...measureColumns.map(({ column }) => column)]);
  const people: (Person & { line: number })[] = [];
  const refused: RefusedPerson[] = [];
  const ids = new Set<string>();
  for (const { line, cells } of rows) {
    const read = (column: string) => cells[columns.indexOf(column)] ?? '';
    const id = read('id') || `line ${line}`;
    const refuse = (field: string, reason: string) => refused.push({ id, line, field, reason });
    const sex = sexes.get(read('sex').toLowerCase());
    const given: { [Name in MeasureName]?: number } = {};
    let fault: readonly [string, string] | null = null;
    if (cells.length > columns.length)
      fault = ['', `expected at most ${columns.length} cells as in the header, got ${cells.length}`];
    if (ids.has(id)) fault ??= ['id', `expected a unique id, got "${id}" a second time`];
    if (sex === undefined) fault ??= ['sex', `expected f, m or n, got "${read('sex')}"`];
    for (const { column, name } of measureColumns) {
      const cell = columns.includes(column) ? read(column) : '';
      if (cell === '' || !names.includes(name)) continue;
      const value = /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(cell) ? Number(cell) : Number.NaN;
      if (Number.isNaN(value)) fault ??= [column, `expected a number, got "${cell}"`];
      given[name] = name === 'weight' ? value : value / 100;
    }
    if (Object.keys(given).length === 0) fault ??= ['', 'expected at least one measure, got none'];
    ids.add(id);
    if (fault || sex === undefined) refuse(...(fault ?? ['sex', 'expected f, m or n']));
    else people.push({ id, sex, given, line });
  }
  return { people, refused, unknownColumns: columns.filter((column) => column !== '' && !known.has(column)) };
}

/** A person and all measures, in the order of measureNames, metres and kilograms. */
interface FullyMeasured {
  readonly id: string;
  readonly sex: BodySex;
  readonly measured: ArrayLike<number>;
}

/** CSV with the columns of people.csv, which readPeople() reads, followed by all other measures. */
export function writeMeasuresCsv(people: readonly FullyMeasured[]): string {
  const others = measureNames.slice(measureColumns.length);
  const columns = [
    ...measureColumns,
    ...others.map((name) => ({ name, column: `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_cm` })),
  ];
  const header = csvLine(['id', 'sex', ...columns.map(({ column }) => column)]);
  return people.reduce((text, { id, sex, measured }) => {
    const values = columns.map(({ name }) => {
      const index = measureIndex(name);
      return (measureDefinitions[index].unit === 'kg' ? measured[index] : measured[index] * 100).toFixed(3);
    });
    return text + csvLine([id, sex[0], ...values]);
  }, header);
}

/** Parses CSV (RFC 4180, separated by comma, semicolon or tab) into rows of cells. Skips empty lines. */
export function csvRows(text: string): { readonly line: number; readonly cells: readonly string[] }[] {
  const separator = findSeparator(text);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startLine = 1;
  const endCell = () => {
    // As csvLine() marks text.
    cells.push(textOfSpreadsheet(cell.trim()));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each !== '')) rows.push({ line: startLine, cells });
    cells = [];
    startLine = line;
  };
  const body = text.replace(/^\uFEFF/, '');
  for (let i = 0; i < body.length; i++) {
    const letter = body[i];
    if (letter === '\n') line++;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (body[i + 1] === '"') {
        cell += '"';
        i++;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === separator) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (isQuoted) throw new InputError(`line ${startLine}`, 'expected a closing quotation mark, got the end of the file');
  endRow();
  return rows;
}

function findSeparator(text: string): string {
  const header = text.slice(0, text.indexOf('\n') + 1 || undefined);
  return [',', ';', '\t'].find((each) => header.includes(each)) ?? ',';
}

/** One line of CSV with its line break; cells are quoted where necessary. Text that a table would take for a formula is marked as text. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(markedAsText(String(cell)))).join(',')}\n`;
}

function quoted(cell: string): string {
  return /[",\r\n;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Tables run what begins so as a formula: an id out of somebody's file could have one. Numbers below zero stay numbers. */
function markedAsText(cell: string): string {
  return Number.isNaN(Number(cell)) ? spreadsheetText(cell) : cell;
}
