import { csvLine } from '../../people/readPeople.js';
import type { BodySex } from '../../shape/bodyModel.js';
import type { BodyComparison, ComparedMeasure } from '../compareBodies.js';
import { shownUnits } from '../comparisonTables.js';

/** A person with several bodies: a scan's alignment, its fit, takes. Bodies of one kind have the same name for everybody. */
export interface ComparedPerson {
  readonly id: string;
  readonly sex: BodySex;
  readonly comparison: BodyComparison;
}

/** Two kinds of body that are compared for each person, by name. */
export interface BodyKinds {
  readonly first: string;
  readonly second: string;
}

/** What a pair of kinds is called in tables and charts. */
export function kindsLabel({ first, second }: BodyKinds): string {
  return `${first} → ${second}`;
}

/** Difference of one measure of one person, second minus first. */
export interface PersonDifference extends BodyKinds {
  readonly person: ComparedPerson;
  readonly measure: ComparedMeasure;
  readonly firstValue: number;
  readonly secondValue: number;
  readonly difference: number;
}

/** Every difference between bodies of two kinds. People who lack one of them, and measures that one lacks, are left out. */
export function personDifferences(people: readonly ComparedPerson[], kinds: BodyKinds): PersonDifference[] {
  return people.flatMap((person) => {
    const { bodies, measures, values } = person.comparison;
    const [first, second] = [kinds.first, kinds.second].map((name) => bodies.findIndex((body) => body.name === name));
    if (first < 0 || second < 0) return [];
    return measures.flatMap((measure, k) => {
      const [firstValue, secondValue] = [values[first][k], values[second][k]];
      if (firstValue === null || secondValue === null) return [];
      return [{ ...kinds, person, measure, firstValue, secondValue, difference: secondValue - firstValue }];
    });
  });
}

/** CSV with one row per person, pair of kinds and measure. */
export function peopleCsv(people: readonly ComparedPerson[], pairs: readonly BodyKinds[]): string {
  const header = ['person', 'sex', 'first', 'second', 'measure', 'unit', 'first_value', 'second_value', 'difference'];
  const rows = pairs
    .flatMap((kinds) => personDifferences(people, kinds))
    .map(({ person, first, second, measure, firstValue, secondValue, difference }) => {
      const { unit, factor } = shownUnits[measure.unit];
      const numbers = [firstValue, secondValue, difference].map((value) => Number((value * factor).toFixed(4)));
      return csvLine([person.id, person.sex[0], first, second, measure.name, unit, ...numbers]);
    });
  return csvLine(header) + rows.join('');
}

/** Bodies of how many people are compared, and the mean and largest absolute difference of each measure. */
export interface KindsSummary extends BodyKinds {
  readonly measure: ComparedMeasure;
  readonly personCount: number;
  readonly mean: number;
  readonly largest: number;
  /** The person with the largest. */
  readonly largestOf: string;
}

export function summarisePeople(people: readonly ComparedPerson[], kinds: BodyKinds): KindsSummary[] {
  const byMeasure = new Map<string, PersonDifference[]>();
  for (const each of personDifferences(people, kinds)) {
    byMeasure.set(each.measure.name, [...(byMeasure.get(each.measure.name) ?? []), each]);
  }
  return [...byMeasure.values()].map((differences) => {
    const most = differences.reduce((a, b) => (Math.abs(b.difference) > Math.abs(a.difference) ? b : a));
    const sum = differences.reduce((total, { difference }) => total + Math.abs(difference), 0);
    return {
      ...kinds,
      measure: most.measure,
      personCount: differences.length,
      mean: sum / differences.length,
      largest: Math.abs(most.difference),
      largestOf: most.person.id,
    };
  });
}

/** CSV with one row per pair and measure: mean and largest absolute difference of all people. */
export function summaryCsv(people: readonly ComparedPerson[], pairs: readonly BodyKinds[]): string {
  const rows = pairs
    .flatMap((kinds) => summarisePeople(people, kinds))
    .map(({ first, second, measure, personCount, mean, largest, largestOf }) => {
      const { unit, factor } = shownUnits[measure.unit];
      const numbers = [mean, largest].map((value) => Number((value * factor).toFixed(3)));
      return csvLine([first, second, measure.name, unit, personCount, ...numbers, largestOf]);
    });
  return csvLine(['first', 'second', 'measure', 'unit', 'people', 'mean', 'largest', 'largest_of']) + rows.join('');
}
