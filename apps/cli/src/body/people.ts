import type { BodySex, GivenMeasures, MeasureName } from '@leib/body';
import { csvRows } from './csvRows.js';

/** The columns of people.csv and what they hold, in the order of take 1. */
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

/** A row of people.csv that can be read. */
export interface Person {
  readonly id: string;
  readonly sex: BodySex;
  readonly given: GivenMeasures;
}

/** A row that cannot be built, and why. */
export interface RefusedPerson {
  readonly id: string;
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** What people.csv holds. */
export interface PeopleFile {
  readonly people: readonly (Person & { readonly line: number })[];
  readonly refused: readonly RefusedPerson[];
  /** Columns that mean nothing here. */
  readonly unknownColumns: readonly string[];
}

const sexes: Readonly<Record<string, BodySex>> = {
  f: 'female',
  female: 'female',
  w: 'female',
  m: 'male',
  male: 'male',
  n: 'neutral',
  neutral: 'neutral',
};

/** @param names measures that are used; cells of others are read over */
export function readPeople(text: string, names: readonly MeasureName[]): PeopleFile {
  const [header, ...rows] = csvRows(text);
  if (header === undefined) throw new Error('is empty; expected a header line "id,sex,stature_cm,weight_kg,..."');
  const columns = header.cells.map((cell) => cell.toLowerCase());
  for (const column of ['id', 'sex']) {
    if (!columns.includes(column)) throw new Error(`line ${header.line}: the header has no column "${column}"`);
  }
  const twice = columns.find((column, i) => column !== '' && columns.indexOf(column) !== i);
  if (twice) throw new Error(`line ${header.line}: the column "${twice}" stands twice in the header`);
  const known = new Set(['id', 'sex', ...measureColumns.map(({ column }) => column)]);
  const people: (Person & { line: number })[] = [];
  const refused: RefusedPerson[] = [];
  const ids = new Set<string>();
  for (const { line, cells } of rows) {
    const read = (column: string) => cells[columns.indexOf(column)] ?? '';
    const id = read('id') || `line ${line}`;
    const refuse = (field: string, reason: string) => refused.push({ id, line, field, reason });
    const sex = sexes[read('sex').toLowerCase()];
    const given: { [Name in MeasureName]?: number } = {};
    let fault: readonly [string, string] | null = null;
    if (cells.length > columns.length) fault = ['', `the row has ${cells.length} cells, the header ${columns.length}`];
    if (ids.has(id)) fault ??= ['id', `"${id}" stands twice in the file`];
    if (sex === undefined) fault ??= ['sex', `"${read('sex')}" is neither f nor m`];
    for (const { column, name } of measureColumns) {
      const cell = columns.includes(column) ? read(column) : '';
      if (cell === '' || !names.includes(name)) continue;
      const value = /^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(cell) ? Number(cell) : Number.NaN;
      if (Number.isNaN(value)) fault ??= [column, `"${cell}" is not a number`];
      given[name] = name === 'weight' ? value : value / 100;
    }
    if (Object.keys(given).length === 0) fault ??= ['', 'no measure is given'];
    ids.add(id);
    if (fault) refuse(...fault);
    else people.push({ id, sex, given, line });
  }
  return { people, refused, unknownColumns: columns.filter((column) => column !== '' && !known.has(column)) };
}
