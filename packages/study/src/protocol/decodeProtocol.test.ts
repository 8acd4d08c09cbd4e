import { bodyWords } from '@leib/body';
import { describe, expect, test } from 'vitest';
import {
  exampleNames,
  exampleProtocol,
  exampleText,
  participantOf,
  shippedQuestionnaires,
} from '../studyFiles.testing.js';
import { decodeProtocol } from './decodeProtocol.js';
import { balancedCount } from './order.js';
import { buildPlan } from './plan.js';
import type { FlowNode } from './protocol.js';

describe.each(exampleNames)('example %s', (name) => {
  const protocol = exampleProtocol(name);

  test('asks questionnaires that are there, and all that it plans balances its orders', () => {
    const visit = (flow: readonly FlowNode[]): void => {
      for (const node of flow) {
        if (node.kind === 'questionnaire') expect(Object.keys(shippedQuestionnaires)).toContain(node.of);
        if (node.kind !== 'block') continue;
        expect(protocol.participants % balancedCount(node.order, node.conditions.length)).toBe(0);
        visit(node.flow);
      }
    };
    visit(protocol.flow);
    expect(protocol.languages).toEqual(['en', 'de']);
  });

  test('has steps with ids of their own, the same each time, whoever takes part', () => {
    for (let number = 0; number < protocol.participants; number++) {
      const plan = buildPlan(protocol, participantOf(number));
      expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length);
      expect(buildPlan(exampleProtocol(name), participantOf(number))).toEqual(plan);
    }
  });
});

test('the latency study: all six orders twice, hand before foot, questions after each, the body of 72 kg late by the condition', () => {
  const protocol = exampleProtocol('latency');
  const orders = Array.from({ length: 12 }, (_, number) =>
    buildPlan(protocol, participantOf(number))
      .filter(({ node }) => node.id === 'hand')
      .map(({ body }) => body.latencyMs)
      .join(),
  );
  expect(new Set(orders).size).toBe(6);
  expect(orders.slice(0, 6)).toEqual(orders.slice(6));
  const steps = buildPlan(protocol, participantOf(0)).filter(({ conditions }) => conditions.length > 0);
  expect(steps.map(({ node }) => node.id).slice(0, 5)).toEqual([
    'hand',
    'handQuestions',
    'foot',
    'footQuestions',
    'rest',
  ]);
  for (const { body } of steps) {
    expect(body.settings).toMatchObject({ totalMass: 72, sex: 'average', colliders: { all: 'exact' } });
    expect([body.gains, body.local, body.delaysHips]).toEqual(['tuned', 'hidden', false]);
  }
});

test('the shape study: two blocks of three passes over ten betas, from the standard body in each block, other orders each time', () => {
  const passes = buildPlan(exampleProtocol('shape'), participantOf(0)).filter(
    ({ node }) => node.kind === 'task' && node.task === 'adjustBetas',
  );
  expect(passes.map(({ settings }) => [settings.count, settings.startsFrom])).toEqual(
    [0, 1].flatMap(() => [
      [10, 'standard'],
      [10, 'kept'],
      [10, 'kept'],
    ]),
  );
  expect(new Set(passes.map(({ seed }) => seed)).size).toBe(6);
});

test('the study on words asks for words that bodies can be made of', () => {
  const known = new Set<string>(bodyWords.map(({ id }) => id));
  const plan = buildPlan(exampleProtocol('words'), participantOf(0));
  const asked = plan.filter(({ node }) => node.kind === 'task' && node.task === 'adjustWords');
  const words = asked.flatMap(({ settings }) => (Array.isArray(settings.words) ? settings.words.map(String) : []));
  expect(words.length).toBe(14);
  expect(words.filter((word) => !known.has(word))).toEqual([]);
});

/** The latency study with another value in one place; undefined takes it away. */
function withValue(path: readonly (string | number)[], value: unknown): unknown {
  const study = JSON.parse(exampleText('latency'));
  let at = study;
  for (const key of path.slice(0, -1)) at = at[key];
  const last = path.at(-1) as string;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return study;
}

const block = {
  kind: 'block',
  id: 'more',
  repeat: 200,
  flow: [{ kind: 'block', id: 'again', repeat: 200, flow: [{ kind: 'consent' }] }],
};

test.each<[string, (string | number)[], unknown, string, string]>([
  ['another format', ['format'], 'leib-study/2', 'format', 'expected "leib-study/1"'],
  ['an unknown key', ['colour'], 1, 'colour', 'there is no such key'],
  ['an order that is none', ['flow', 6, 'order'], 'chance', 'flow[6].order', 'one of "fixed"'],
  ['a task that is none', ['flow', 6, 'flow', 0, 'task'], 'dance', 'flow[6].flow[0].task', 'one of "handInBox"'],
  [
    'a latency that is no number',
    ['flow', 6, 'conditions', 1, 'set', 'body', 'latencyMs'],
    'long',
    'flow[6].conditions[1].set.body.latencyMs',
    'expected a number, got "long"',
  ],
  ['two steps of one id', ['flow', 1, 'id'], 'consent', 'flow', 'ids of their own'],
  ['a task without an end', ['flow', 6, 'flow', 0, 'seconds'], undefined, 'flow[6].flow[0].seconds', 'does not end'],
  ['a language without its text', ['flow', 2, 'text', 'de'], undefined, 'flow[2].text.de', 'expected a text'],
  ['an order without conditions', ['flow', 6, 'conditions'], [], 'flow[6].conditions', 'to order'],
  [
    'a permutation of too many',
    ['flow', 6, 'conditions'],
    Array.from({ length: 7 }, (_, i) => ({ id: `c${i}` })),
    'flow[6].order',
    'at most 6',
  ],
  [
    'settings of a task that is not in the block',
    ['flow', 6, 'conditions', 0, 'set'],
    { steps: { hands: {} } },
    'flow[6].conditions[0].set.steps.hands',
    'the id of a task in this block',
  ],
  ['too long a plan', ['flow', 6], block, 'flow', 'at most 5000 steps'],
])('%s is refused with its place', (_what, path, value, place, reason) => {
  const decoded = decodeProtocol(withValue(path, value));
  if (decoded.ok) throw new Error('expected it to be refused');
  expect(decoded.path).toBe(place);
  expect(decoded.reason).toContain(reason);
});

test('settings are few enough to be copied for each of thousands of steps', () => {
  const withSettings = (count: number) => {
    const settings = Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, i]));
    const flow = [{ kind: 'task', id: 't', task: 'explore', seconds: 1, settings }];
    return decodeProtocol({ ...exampleProtocol('latency'), flow });
  };
  expect(withSettings(200)).toMatchObject({ ok: true });
  expect(withSettings(201)).toMatchObject({
    ok: false,
    path: 'flow[0].settings',
    reason: 'expected at most 200 settings, got more',
  });
});
