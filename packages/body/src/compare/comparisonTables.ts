import { csvLine } from '../people/readPeople.js';
import type { BodyComparison, BodyPair, ComparedMeasure } from './compareBodies.js';

/** Units in the tables. */
export const shownUnits: Readonly<Record<ComparedMeasure['unit'], { readonly unit: string; readonly factor: number }>> =
  {
    m: { unit: 'cm', factor: 100 },
    'm³': { unit: 'l', factor: 1000 },
    kg: { unit: 'kg', factor: 1 },
  };

/** A comparison as tables for programs and for people. */
export function comparisonTables(comparison: BodyComparison) {
  return {
    pairsCsv: pairsCsv(comparison),
    bodiesCsv: bodiesCsv(comparison),
    text: comparisonText(comparison),
  };
}

/** CSV with one row per pair and measure: `first,second,measure,unit,first_value,second_value,difference`. */
function pairsCsv(comparison: BodyComparison): string {
  const rows = comparison.pairs.flatMap((pair) => {
    const [first, second] = [pair.first, pair.second].map((index) => comparison.bodies[index].name);
    return linesOf(comparison, pair).map(({ name, unit, from, to, difference }) =>
      csvLine([first, second, name, unit, number(from), number(to), number(difference)]),
    );
  });
  const header = csvLine(['first', 'second', 'measure', 'unit', 'first_value', 'second_value', 'difference']);
  return header + rows.join('');
}

/** CSV with one row per body and one column per measure. */
function bodiesCsv({ bodies, measures, values }: BodyComparison): string {
  const columns = measures.map(({ name, unit }) => `${name}_${shownUnits[unit].unit}`);
  const rows = bodies.map((body, i) =>
    csvLine([
      body.name,
      String(body.surface.positions.length / 3),
      String(Number(body.scale.toFixed(6))),
      ...measures.map((measure, k) => number(scaled(measure, values[i][k]))),
    ]),
  );
  return csvLine(['body', 'vertices', 'scale', ...columns]) + rows.join('');
}

/** Plain text: a table for every pair, then the notes. */
function comparisonText(comparison: BodyComparison): string {
  const blocks = comparison.pairs.map((pair) => {
    const [first, second] = [pair.first, pair.second].map((index) => comparison.bodies[index].name);
    const rows = linesOf(comparison, pair).map(({ name, unit, from, to, difference }) => [
      name,
      fixed(from),
      fixed(to),
      difference === null ? '-' : `${difference < 0 || from === null ? '' : '+'}${fixed(difference)}`,
      unit,
    ]);
    const table = alignColumns([['', first, second, 'difference', ''], ...rows]);
    return [`${first} and ${second}`, ...table.map((line) => `  ${line}`), ''].join('\n');
  });
  const notes = comparison.notes.map((note) => `Note: ${note}.`);
  return `${[...blocks, ...notes].join('\n').trimEnd()}\n`;
}

interface PairLine {
  readonly name: string;
  readonly unit: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly difference: number | null;
}

function linesOf({ measures, values }: BodyComparison, pair: BodyPair): PairLine[] {
  const lines = measures.map((measure, k): PairLine => {
    const [from, to, difference] = [values[pair.first][k], values[pair.second][k], pair.differences[k]].map((value) =>
      scaled(measure, value),
    );
    return { name: measure.name, unit: shownUnits[measure.unit].unit, from, to, difference };
  });
  for (const [name, metres] of [
    ['SurfaceMean', pair.meanDistance],
    ['SurfaceMax', pair.maxDistance],
  ] as const) {
    if (metres !== null) lines.push({ name, unit: 'cm', from: null, to: null, difference: metres * 100 });
  }
  return lines;
}

function scaled({ unit }: ComparedMeasure, value: number | null): number | null {
  return value === null ? null : value * shownUnits[unit].factor;
}

function number(value: number | null): string {
  return value === null ? '' : String(Number(value.toFixed(4)));
}

function fixed(value: number | null): string {
  return value === null ? '-' : value.toFixed(2);
}

/** Names to the left, numbers to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === row.length - 1 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
}
