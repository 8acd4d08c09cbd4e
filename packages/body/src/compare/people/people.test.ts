import { expect, test } from 'vitest';
import { compareBodies } from '../compareBodies.js';
import { ellipsoidFigure } from '../figure.testing.js';
import { parseBodyDistances, parseNamedVertices } from '../namedVertices.js';
import { barChartSvg, chartOfMeasures, chartOfPairs, chartOfPeople } from './barChart.js';
import { type ComparedPerson, peopleCsv, personDifferences, summarisePeople } from './comparePeople.js';

const names = parseNamedVertices('Left = 0\nRight = 30\n');
const distances = parseBodyDistances('Left, Right, Span\n', [names]);

/** A person whose fit is narrower than the scan by so much, and whose take is lower. */
function person(id: string, sex: 'female' | 'male', narrower: number, lower: number): ComparedPerson {
  const body = (name: string, width: number, height: number) => ({
    name,
    surface: ellipsoidFigure(width, height, 0.3),
    names,
  });
  const bodies = [
    body('Scan', 0.5, 1.7),
    body('Fit', 0.5 - narrower, 1.7),
    body('Take 4', 0.5 - narrower, 1.7 - lower),
  ];
  return { id, sex, comparison: compareBodies(bodies, { distances, up: 'y' }) };
}

const people = [person('W1', 'female', 0.02, 0.1), person('M1 <&>', 'male', 0.01, -0.04)];
const toFit = { first: 'Scan', second: 'Fit' };
const toTake = { first: 'Fit', second: 'Take 4' };

test('differences of each person between two kinds of body; kinds that nobody has give none', () => {
  const widths = personDifferences(people, toFit).filter(({ measure }) => measure.name === 'BoxWidth');
  expect(widths.map(({ person: { id }, difference }) => [id, Number(difference.toFixed(6))])).toEqual([
    ['W1', -0.02],
    ['M1 <&>', -0.01],
  ]);
  expect(personDifferences(people, { first: 'Scan', second: 'Take 9' })).toEqual([]);
});

test('the table of all people has a row for each person, pair and measure, in centimetres', () => {
  const csv = peopleCsv(people, [toFit, toTake]);
  expect(csv.split('\n')[0]).toBe('person,sex,first,second,measure,unit,first_value,second_value,difference');
  expect(csv).toContain('W1,f,Fit,Take 4,BoxHeight,cm,170,160,-10');
  expect(csv.trim().split('\n')).toHaveLength(1 + 2 * 2 * people[0].comparison.measures.length);
});

test('the summary has the mean and the largest, and whose it is', () => {
  const height = summarisePeople(people, toTake).find(({ measure }) => measure.name === 'BoxHeight');
  expect(height).toMatchObject({ personCount: 2, largestOf: 'W1' });
  expect(height?.mean).toBeCloseTo(0.07, 9);
  expect(height?.largest).toBeCloseTo(0.1, 9);
});

test('charts: each measure with a bar per person, each person and each measure with a bar per pair', () => {
  const measures = chartOfMeasures(people, toTake, 'all');
  expect(measures.series).toEqual(['W1', 'M1 <&>']);
  expect(measures.groups.map(({ label }) => label)).toEqual(['BoxWidth', 'BoxHeight', 'BoxDepth', 'Span']);
  expect(measures.groups[1].values.map((value) => Number(value?.toFixed(3)))).toEqual([-10, 4]);
  const byPerson = chartOfPeople(people, [toFit, toTake]);
  expect(byPerson.series).toEqual(['Scan → Fit', 'Fit → Take 4']);
  expect(byPerson.groups).toHaveLength(2);
  expect(byPerson.groups[0].values[1]).toBeGreaterThan(byPerson.groups[1].values[1] ?? 0);
  const byMeasure = chartOfPairs(people, [toFit, toTake]);
  expect(byMeasure.groups.find(({ label }) => label === 'BoxHeight')?.values[1]).toBeCloseTo(7, 6);
});

test('a chart is drawn to scale: bars of opposite sign lie on the two sides of zero', () => {
  const svg = barChartSvg(chartOfMeasures(people, toTake));
  const bar = (who: string) => {
    const found = new RegExp(`y="([\\d.]+)" width="8" height="([\\d.]+)"[^>]*><title>BoxHeight, ${who}`).exec(svg);
    return { top: Number(found?.[1]), height: Number(found?.[2]) };
  };
  const [down, up] = [bar('W1'), bar('M1')];
  expect(down.height / up.height).toBeCloseTo(2.5, 1);
  expect(up.top + up.height).toBeCloseTo(down.top, 0);
  expect(svg).toContain('M1 &lt;&amp;&gt;');
  expect(svg).not.toContain('NaN');
});
