import type { ComparedMeasure } from '../compareBodies.js';
import type { BarChart } from './barChart.js';
import {
  type BodyKinds,
  type ComparedPerson,
  kindsLabel,
  personDifferences,
  summarisePeople,
} from './comparePeople.js';

const CENTIMETRES = 100;

/** Lengths: boxes, distances and circumferences, which one axis can show. */
const isLength = ({ unit }: ComparedMeasure) => unit === 'm';

/** For each measure a bar for each person: how their two bodies differ (Anhang 5 and 6 of the thesis). */
export function chartOfMeasures(people: readonly ComparedPerson[], kinds: BodyKinds, whose = ''): BarChart {
  const differences = personDifferences(people, kinds).filter(({ measure }) => isLength(measure));
  const measures = [...new Set(differences.map(({ measure }) => measure.name))];
  const persons = [...new Set(differences.map(({ person }) => person.id))];
  return {
    title: `${kindsLabel(kinds)}${whose === '' ? '' : `, ${whose}`}`,
    axis: 'Difference, cm',
    series: persons,
    groups: measures.map((name) => ({
      label: name,
      values: persons.map((id) => {
        const found = differences.find(({ measure, person }) => measure.name === name && person.id === id);
        return found ? found.difference * CENTIMETRES : null;
      }),
    })),
  };
}

/** For each person a bar for each pair: the mean absolute difference of all lengths (Anhang 7, 8 and 15). */
export function chartOfPeople(people: readonly ComparedPerson[], pairs: readonly BodyKinds[], whose = ''): BarChart {
  return {
    title: `Mean difference by person${whose === '' ? '' : `, ${whose}`}`,
    axis: 'Mean |difference|, cm',
    series: pairs.map(kindsLabel),
    groups: people.map((person) => ({
      label: person.id,
      values: pairs.map((kinds) => {
        const lengths = personDifferences([person], kinds).filter(({ measure }) => isLength(measure));
        if (lengths.length === 0) return null;
        const sum = lengths.reduce((total, { difference }) => total + Math.abs(difference), 0);
        return (sum / lengths.length) * CENTIMETRES;
      }),
    })),
  };
}

/** For each measure a bar for each pair: the mean absolute difference of all people. */
export function chartOfPairs(people: readonly ComparedPerson[], pairs: readonly BodyKinds[], whose = ''): BarChart {
  const summaries = pairs.map((kinds) => summarisePeople(people, kinds).filter(({ measure }) => isLength(measure)));
  const measures = [...new Set(summaries.flat().map(({ measure }) => measure.name))];
  return {
    title: `Mean difference by measure${whose === '' ? '' : `, ${whose}`}`,
    axis: 'Mean |difference|, cm',
    series: pairs.map(kindsLabel),
    groups: measures.map((name) => ({
      label: name,
      values: summaries.map((summary) => {
        const found = summary.find(({ measure }) => measure.name === name);
        return found ? found.mean * CENTIMETRES : null;
      }),
    })),
  };
}
