import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEASURE_COUNT, measureDefinitions } from '@leib/body';
import { InputError } from '@leib/core';
import type { Sex } from './shapeSource.ts';

/**
 * Girths that ANSUR II took on a flexed arm, and the factor to the relaxed one: about 0.93 at the biceps and 0.97 at the
 * forearm. They guide the fit weakly and are not reported.
 */
const relaxed: Readonly<Record<string, readonly [column: string, share: number]>> = {
  upperArm: ['bicepscircumferenceflexed', 0.93],
  forearm: ['forearmcircumferenceflexed', 0.97],
};

/** People of one sex: MEASURE_COUNT numbers each, metres and kilograms; NaN for measures that ANSUR II lacks. */
export function readAnsur(folder: string, sex: Sex): Float64Array[] {
  const path = join(folder, `ansur2_${sex}.csv`);
  const lines = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const header = lines[0].split(',');
  const columns = measureDefinitions.map(({ name, ansur }) => {
    const [column, share] = relaxed[name] ?? [ansur, 1];
    if (column === null) return null;
    const at = header.indexOf(column);
    if (at < 0) throw new InputError(path, `expected a column "${column}", got none`);
    return { at, scale: (column === 'weight_hg' ? 0.1 : 0.001) * share };
  });
  return lines.slice(1).map((line, row) => {
    const cells = line.split(',');
    const person = new Float64Array(MEASURE_COUNT);
    columns.forEach((column, k) => {
      person[k] = column ? Number(cells[column.at]) * column.scale : Number.NaN;
      if (!column || person[k] > 0) return;
      throw new InputError(`${path}:${row + 2}`, `expected a positive number, got "${cells[column.at]}"`);
    });
    return person;
  });
}
