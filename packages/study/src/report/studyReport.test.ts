import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { compareConditions, correlateScores } from '../analysis/compareConditions.js';
import { latencyPerson, latencyPeople as people } from '../analysis/latencyPeople.testing.js';
import { tableOfEvents } from '../analysis/studyTable.js';
import { shapePeople } from './shapePeople.js';
import { studyReport } from './studyReport.js';

test('a trial is a task that was done to its end, with the scores that were asked after it', () => {
  const { people: rows, trials, answers } = tableOfEvents(people(2));
  expect(trials.length).toBe(6);
  expect(trials[0]).toMatchObject({ participant: 'p0', trial: 0, task: 'hand', attempt: 1 });
  expect(trials[0].measures.completions).toBeGreaterThan(5);
  expect(Object.keys(trials[0].measures)).toEqual(['completions', 'contactSeconds', 'partSeconds.leftHand']);
  expect(trials[0].scores['embodiment.agency']).toBeGreaterThan(9);
  expect(trials[0].scores['embodiment.ownership']).toBeNull();
  expect(rows[1]).toMatchObject({ participant: 'p1', site: 'b', hasEnded: true, version: '1' });
  expect(rows[1].about['demographics.age']).toBeTypeOf('number');
  // Of answers to one question the last one counts.
  expect(answers.filter(({ item }) => item === 'q1').map(({ value }) => value)).toEqual(Array(6).fill(5));
});

test('conditions are compared within people, in the order of their numbers', () => {
  const table = tableOfEvents(people(12));
  const comparisons = compareConditions(table);
  const agency = comparisons.find(({ measure }) => measure === 'embodiment.agency');
  expect(agency?.levels).toEqual(['ms0', 'ms125', 'ms350']);
  expect(agency?.friedman?.count).toBe(12);
  expect(agency?.friedman?.p).toBeLessThan(0.001);
  expect(agency?.pairs.map(({ first, second }) => `${first} ${second}`)).toEqual([
    'ms0 ms125',
    'ms0 ms350',
    'ms125 ms350',
  ]);
  for (const { test: pair, adjustedP } of agency?.pairs ?? []) {
    expect(pair?.rankBiserial).toBeLessThan(-0.9);
    expect(adjustedP).toBeGreaterThanOrEqual(pair?.p ?? 1);
  }
  // A score that nobody has is not compared, and a person counts once in a correlation.
  expect(comparisons.some(({ measure }) => measure === 'embodiment.ownership')).toBe(false);
  const correlations = correlateScores(table);
  expect(correlations.map(({ other }) => other)).toContain('demographics.age');
  expect(correlations.every(({ found }) => found.count === 12)).toBe(true);
});

test('a report is the same twice, needs nothing from elsewhere, and repeats what was typed as text', () => {
  const random = seededRandom(1);
  const evil = { ...latencyPerson(3, random), site: '<img src=x onerror=alert(1)>' };
  const table = tableOfEvents([...people(4), evil]);
  const options = { title: 'A & B <script>', study: 'latency', names: { ms0: '0 ms' } };
  const html = studyReport(table, options);
  expect(studyReport(tableOfEvents([...people(4), evil]), options)).toBe(html);
  expect(html).not.toContain('<script>');
  expect(html).not.toContain('<img src=x');
  expect(html).not.toMatch(/https?:\/\//);
  for (const part of ['A first look', 'Friedman', 'Wilcoxon', 'Holm', '0 ms', '<svg', 'One sheet a person', 'Spearman'])
    expect(html).toContain(part);
});

test('scores go with joint error and contact time of the trials, and with what people say of themselves', () => {
  const table = tableOfEvents(people(12));
  // As recordings say it: who follows worse feels less of the body.
  const trials = table.trials.map((trial) => ({
    ...trial,
    measures: { ...trial.measures, jointErrorDeg: 20 - (trial.scores['embodiment.agency'] ?? 0) },
  }));
  const found = correlateScores({ ...table, trials }).filter(({ score }) => score === 'embodiment.agency');
  const of = (name: string) => found.find(({ other }) => other === name)?.found;
  expect(of('jointErrorDeg')?.rho).toBeCloseTo(-1, 6);
  expect(of('contactSeconds')?.count).toBe(12);
  expect(of('demographics.age')?.count).toBe(12);
  const html = studyReport({ ...table, trials }, { title: 'T', study: 's' });
  expect(html).toContain('embodiment.agency and jointErrorDeg');
});

test('avatars are compared with each other and with the tape in each measure, over all people', () => {
  const shapes = [0, 1, 2, 3, 4, 5].map((i) => ({
    participant: `p${i}`,
    picture: '',
    bodies: [
      { name: 'avatar 1', measures: { 'waist, cm': 80 + i } },
      { name: 'avatar 2', measures: { 'waist, cm': 82 + i } },
      { name: 'take 1', measures: { 'waist, cm': 79 + i } },
    ],
  }));
  const html = studyReport(tableOfEvents(people(2)), { title: 'T', study: 's', shapes });
  const table = (caption: string) => html.slice(html.indexOf(caption)).split('</table>')[0];
  expect(table('avatar 2 minus avatar 1')).toContain('<th scope="row">Mean</th><td>2.0</td>');
  expect(table('take 1 minus avatar 1')).toContain('<th scope="row">Mean</th><td>−1.0</td>');
  // Six people who all differ in one direction: 2 / 2^6.
  expect(table('take 1 minus avatar 2')).toContain('<td>.031</td>');
});

test('a study in which nobody has done anything has a report that says so', () => {
  expect(studyReport(tableOfEvents([]), { title: 'Empty', study: 's' })).toContain('0 people');
});

test('a page may breathe and say how far it is before the bodies of each person are made', async () => {
  const { people: rows, trials } = tableOfEvents(people(2));
  const set = trials.map((trial) => ({ ...trial, measures: { 'betas.0': 1 } }));
  const told: string[] = [];
  const tools = {
    openSpace: () => {
      told.push('work');
      return Promise.reject(new Error('no bodies here'));
    },
    encode: () => '',
    onPerson: async (done: number, total: number) => {
      await Promise.resolve();
      told.push(`${done} of ${total}`);
    },
  };
  await expect(shapePeople({ ...tableOfEvents(people(2)), people: rows, trials: set }, tools)).rejects.toThrow(
    'no bodies',
  );
  expect(told).toEqual(['0 of 2', 'work']);
});
