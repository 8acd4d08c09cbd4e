import { describe, expect, test } from 'vitest';
import { questionnaireNames, shippedQuestionnaires } from '../studyFiles.testing.js';
import { decodeQuestionnaire, itemsInOrder, scoreAnswers, wrongAnswer } from './questionnaire.js';

const answersTo = (name: string, value: number, others: Readonly<Record<string, number>> = {}) => ({
  ...Object.fromEntries(shippedQuestionnaires[name].items.map(({ id }) => [id, value])),
  ...others,
});
const scores = (name: string, value: number, others: Readonly<Record<string, number>> = {}) =>
  scoreAnswers(shippedQuestionnaires[name], answersTo(name, value, others));

test('the thesis’s expert: 8, 7 and 4 are an embodiment of 1.04 (table 7.2)', () => {
  // -2, -3, -3, 1, -3 | 3, 3, -2, -3 | 2, -3, -1, moved to 1..7
  const given = [-2, -3, -3, 1, -3, 3, 3, -2, -3, 2, -3, -1].map((value, i) => [`Q${i + 1}`, value + 4]);
  const found = scoreAnswers(shippedQuestionnaires['embodiment-2020'], Object.fromEntries(given));
  expect([found.ownership, found.agency, found.location]).toEqual([8, 7, 4]);
  expect(found.embodiment).toBeCloseTo(1.04, 2);
});

test('the ranges of table 7.1: 15, 12, 9 and 2 either way', () => {
  for (const sign of [1, -1]) {
    const { items, scores: rules } = shippedQuestionnaires['embodiment-2020'];
    const all = items.flatMap(({ id }) => {
      const rule = ['ownership', 'agency', 'location'].map((score) => rules[score].terms[id]).find(Boolean);
      return rule === undefined ? [] : [[id, 4 + 3 * sign * rule]];
    });
    const found = scoreAnswers({ items, scores: rules }, Object.fromEntries(all));
    expect([found.ownership, found.agency, found.location].map((score) => Number(score) * sign)).toEqual([15, 12, 9]);
    expect(found.embodiment).toBeCloseTo(2 * sign, 9);
  }
});

test('the 25 questions of 2018: the middle is 0, and 2 at most counts for each of its parts', () => {
  for (const score of Object.values(scores('embodiment-2018', 4))) expect(score).toBeCloseTo(0, 12);
  const { items, scores: rules } = shippedQuestionnaires['embodiment-2018'];
  const best = items.map(({ id }) => [id, Object.values(rules).some(({ terms }) => terms[id] < 0) ? 1 : 7]);
  const found = scoreAnswers({ items, scores: rules }, Object.fromEntries(best));
  expect([found.ownership, found.agency, found.tactile, found.location, found.appearance, found.response]).toEqual([
    15, 12, 12, 9, 12, 15,
  ]);
  expect(found.embodiment).toBeCloseTo((6 + 6 + 3 + 6 + 3 + 3) / 9, 12);
});

test('2021: R1 = 7 and the rest 1 are an appearance of 1.75 and an embodiment of 1.1875', () => {
  const found = scores('embodiment-2021', 1, { R1: 7 });
  expect(found.appearance).toBe(1.75);
  expect(found.embodiment).toBe(1.1875);
  for (const score of Object.values(scores('embodiment-2021', 5))) expect(score).toBe(5);
});

test('simulator sickness by its weights: everything severe is the known most, each scale alone its part', () => {
  const most = scores('sickness-ssq', 3);
  expect([most.nauseaScore, most.oculomotor, most.disorientation].map((value) => Number(value?.toFixed(2)))).toEqual([
    200.34, 159.18, 292.32,
  ]);
  expect(most.total).toBeCloseTo(235.62, 6);
  expect(scores('sickness-ssq', 0, { burping: 1 })).toMatchObject({ nauseaScore: 9.54, oculomotor: 0, total: 3.74 });
});

test('presence: reversed items count the other way, so that one answer to all is not a score of it', () => {
  const found = scores('presence-ipq', 6);
  expect(found).toEqual({ general: 6, spatial: 24 / 5, involvement: 18 / 4, realism: 18 / 4 });
  expect(scores('presence-ipq', 6, { SP2: 0, INV3: 0, REAL1: 0 })).toEqual({
    general: 6,
    spatial: 6,
    involvement: 6,
    realism: 6,
  });
  expect(scores('nasa-tlx', 40).load).toBe(40);
});

describe.each(questionnaireNames)('%s', (name) => {
  const { items, languages, source } = shippedQuestionnaires[name];

  test('has its words in both languages, or says that they are not ours to ship', () => {
    expect(languages).toEqual(['en', 'de']);
    expect(source.citation.length * source.licence.length).toBeGreaterThan(100);
    const isWithout = items.every(({ text }) => text === null);
    if (isWithout) expect(source.licence).toContain('not shipped');
    else for (const { text } of items) expect(Object.keys(text ?? {}).sort()).toEqual(['de', 'en']);
  });

  test('in random order each item comes once, fixed ones where they stand, and other seeds give other orders', () => {
    const orders = Array.from({ length: 20 }, (_, seed) => itemsInOrder(shippedQuestionnaires[name], 'random', seed));
    for (const order of orders) {
      expect(new Set(order)).toEqual(new Set(items));
      for (const [place, item] of items.entries()) if (item.isFixed) expect(order[place]).toBe(item);
    }
    const texts = orders.map((order) => order.map(({ id }) => id).join());
    if (items.length > 3) expect(new Set(texts).size).toBeGreaterThan(10);
    expect(itemsInOrder(shippedQuestionnaires[name], 'random', 3)).toEqual(orders[3]);
  });
});

test('a missing answer makes no score of what it is in, and of nothing else', () => {
  const { Q6: _, ...answers } = answersTo('embodiment-2020', 4) as Record<string, number>;
  const found = scoreAnswers(shippedQuestionnaires['embodiment-2020'], answers);
  expect(found).toMatchObject({ ownership: 0, agency: null, location: 0, embodiment: null });
});

test.each([
  ['embodiment-2020', 'Q1', 8, 'from 1 to 7, got 8'],
  ['embodiment-2020', 'Q1', 3.5, 'steps of 1'],
  ['embodiment-2020', 'Q1', null, 'got nothing'],
  ['embodiment-2020', 'Q1', 'yes', 'from 1 to 7, got yes'],
  ['demographics', 'vision', 'perhaps', 'one of yes, no'],
  ['demographics', 'profession', null, null],
  ['nasa-tlx', 'effort', 45, null],
  ['nasa-tlx', 'effort', 47, 'steps of 5'],
])('%s, %s: %s', (name, id, value, reason) => {
  const item = shippedQuestionnaires[name].items.find((each) => each.id === id);
  if (item === undefined) throw new Error('expected the item');
  const wrong = wrongAnswer(item, value);
  if (reason === null) expect(wrong).toBeNull();
  else expect(wrong).toContain(reason);
});

const small = {
  format: 'leib-questionnaire/1',
  id: 'a',
  title: 'A',
  languages: ['en'],
  source: { citation: 'c', licence: 'l' },
};
test.each([
  [{ ...small, items: [{ id: 'x' }, { id: 'x' }] }, '', 'got one twice'],
  [{ ...small, items: [{ id: 'x', low: 'a' }] }, 'items[0].low', 'expected a number'],
  [{ ...small, items: [{ id: 'x' }], scores: { s: { terms: { y: 1 } } } }, 'scores.s.terms.y', 'expected an item'],
  [
    { ...small, items: [{ id: 'x' }], scores: { s: { terms: { t: 1 } }, t: { terms: { x: 1 } } } },
    'scores.s.terms.t',
    'before this one',
  ],
])('a wrong one is refused with its place: %j', (given, path, reason) => {
  expect(decodeQuestionnaire(given)).toMatchObject({ ok: false, path, reason: expect.stringContaining(reason) });
});
