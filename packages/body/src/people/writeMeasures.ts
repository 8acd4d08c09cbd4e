import { measureDefinitions, measureIndex, measureNames } from '../measure/measureNames.js';
import type { BodySex } from '../shape/bodyModel.js';
import { csvLine } from './csvRows.js';
import { measureColumns } from './readPeople.js';

/** A person and all measures, in the order of measureNames, metres and kilograms. */
export interface FullyMeasured {
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
