import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  buildBodyEstimator,
  checkMeasures,
  estimateBody,
  type GivenMeasures,
  loadBodySpace,
  type MeasureName,
  measureIndex,
  measureNames,
  takeSizes,
  thesisPeople,
} from '@leib/body';
import { InputError } from '@leib/core';
import { readAnsur } from './ansur.ts';
import { cholesky, solveCholesky } from './cholesky.ts';

/**
 * Accuracy of bodies built from measures: `node lab/body/reportAccuracy.ts [--ansur folder]
 * [--every 1]`, after `tsc -b packages/body`. Prints the tables of docs/results.md.
 */
const packageFolder = join(dirname(fileURLToPath(import.meta.url)), '../../packages/body');
const takes = [1, 2, 3, 4] as const;

/** Measures that no take uses, to test the estimates. */
const neverGiven: readonly MeasureName[] = ['neck', 'calf', 'acromialHeight', 'sittingHeight'];

/** ISO 20685-1:2018, largest mean difference between a scan and a manual measurement, mm. */
const isoTolerance: Partial<Record<MeasureName, number>> = {
  stature: 4,
  crotchHeight: 4,
  armLength: 5,
  chest: 9,
  waist: 9,
  hip: 9,
  waistHeight: 4,
  shoulderBreadth: 4,
  thigh: 4,
  ankle: 4,
  hipHeight: 4,
  neck: 4,
  calf: 4,
  acromialHeight: 4,
  sittingHeight: 4,
};

const { values: options } = parseArgs({ options: { ansur: { type: 'string' }, every: { type: 'string' } } });
const ansurFolder = options.ansur ?? join(packageFolder, '../../../shared/anthropometry');
if (!existsSync(ansurFolder)) throw new InputError('--ansur', `expected the folder of ANSUR II, got ${ansurFolder}`);
const every = Number(options.every ?? 1);
const space = loadBodySpace(new Uint8Array(readFileSync(join(packageFolder, 'assets/leib-bodies.bin'))));
const estimators = { female: buildBodyEstimator(space.female), male: buildBodyEstimator(space.male) };

for (const sex of ['male', 'female'] as const) reportSex(sex);
reportThesis();

function reportSex(sex: 'male' | 'female'): void {
  const people = readAnsur(ansurFolder, sex);
  const shown = [...measureNames.slice(0, 12), ...neverGiven];
  const columns = takes.map((take) => {
    const given = measureNames.slice(0, takeSizes[take]);
    const sums = new Float64Array(measureNames.length);
    let built = 0;
    let tried = 0;
    let milliseconds = 0;
    for (let i = 0; i < people.length; i += every) {
      tried++;
      const measures = pick(people[i], given);
      const findings = checkMeasures(space[sex].measureStatistics, measures);
      if (findings.some(({ severity }) => severity === 'impossible')) continue;
      const start = performance.now();
      const { measured } = estimateBody(estimators[sex], measures);
      milliseconds += performance.now() - start;
      built++;
      for (const name of shown)
        sums[measureIndex(name)] += Math.abs(measured[measureIndex(name)] - people[i][measureIndex(name)]);
    }
    const limits = shown.map((name) =>
      given.includes(name)
        ? null
        : leastSquaresLimit(people, given.map(measureIndex), measureIndex(name), measureIndex('weight')),
    );
    return {
      built,
      tried,
      milliseconds: milliseconds / built,
      errors: shown.map((name) => sums[measureIndex(name)] / built),
      limits,
    };
  });
  console.log(
    `\n${sex}, ${columns[0].tried} people: mean |measured - true|, mm (kg); in brackets what least squares reaches\n`,
  );
  console.log(`| measure | ISO 20685 | ${takes.map((take) => `take ${take}`).join(' | ')} |`);
  console.log(`|---|---|${takes.map(() => '---').join('|')}|`);
  shown.forEach((name, row) => {
    const unit = name === 'weight' ? 1 : 1000;
    const digits = name === 'weight' ? 2 : 1;
    const cells = columns.map(({ errors, limits }) => {
      const limit = limits[row];
      return `${(errors[row] * unit).toFixed(digits)}${limit === null ? '' : ` (${(limit * unit).toFixed(digits)})`}`;
    });
    console.log(`| ${name} | ${isoTolerance[name] ?? ''} | ${cells.join(' | ')} |`);
  });
  console.log(
    `| built | | ${columns.map(({ built, tried }) => `${((100 * built) / tried).toFixed(2)} %`).join(' | ')} |`,
  );
  console.log(`| ms a body | | ${columns.map(({ milliseconds }) => milliseconds.toFixed(1)).join(' | ')} |`);
}

function reportThesis(): void {
  console.log(
    '\nThe twenty people of the thesis: stature, and the largest error of the given measures, mm; warnings of take 1\n',
  );
  console.log('| person | take 1 | take 2 | take 3 | take 4 | named as odd |');
  console.log('|---|---|---|---|---|---|');
  for (const { id, sex, measures } of thesisPeople) {
    if (sex === 'neutral') continue;
    const cells = takes.map((take) => {
      const names = measureNames.slice(0, takeSizes[take]);
      const given = Object.fromEntries(names.map((name) => [name, measures[name]]));
      const { measured } = estimateBody(estimators[sex], given);
      const misses = names
        .filter((name) => name !== 'weight')
        .map((name) => 1000 * Math.abs(measured[measureIndex(name)] - (measures[name] ?? 0)));
      return `${misses[0].toFixed(2)} / ${Math.max(...misses).toFixed(1)}`;
    });
    const given = Object.fromEntries(measureNames.slice(0, 12).map((name) => [name, measures[name]]));
    const odd = checkMeasures(space[sex].measureStatistics, given).map(({ name }) => name);
    console.log(`| ${id} | ${cells.join(' | ')} | ${odd.join(', ')} |`);
  }
}

function pick(person: Float64Array, names: readonly MeasureName[]): GivenMeasures {
  return Object.fromEntries(names.map((name) => [name, person[measureIndex(name)]]));
}

const FOLDS = 5;

/**
 * Mean absolute error of ordinary least squares on held-out people (five folds): a limit for any estimate from the given
 * measures alone. The weight enters as its cube root.
 */
function leastSquaresLimit(
  people: readonly Float64Array[],
  given: readonly number[],
  wanted: number,
  weight: number,
): number {
  const size = given.length + 1;
  const inputOf = (person: Float64Array) => [1, ...given.map((k) => (k === weight ? Math.cbrt(person[k]) : person[k]))];
  let sum = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const normal = new Float64Array(size * size);
    const right = new Float64Array(size);
    people.forEach((person, i) => {
      if (i % FOLDS === fold) return;
      const input = inputOf(person);
      for (let a = 0; a < size; a++) {
        right[a] += input[a] * person[wanted];
        for (let b = 0; b < size; b++) normal[a * size + b] += input[a] * input[b];
      }
    });
    const solution = solveCholesky(cholesky(normal, size), size, right);
    people.forEach((person, i) => {
      if (i % FOLDS !== fold) return;
      const expected = inputOf(person).reduce((total, value, a) => total + value * solution[a], 0);
      sum += Math.abs(expected - person[wanted]);
    });
  }
  return sum / people.length;
}
