import { expect, test } from 'vitest';
import { exampleProtocol, shippedQuestionnaires } from '../studyFiles.testing.js';
import { describeStudy } from './describeStudy.js';
import type { BlockNode, OrderKind } from './protocol.js';

const latency = exampleProtocol('latency');
const withOrder = (order: OrderKind, participants: number) =>
  describeStudy({
    protocol: {
      ...{ ...latency, participants },
      flow: latency.flow.map((node) => (node.kind === 'block' ? ({ ...node, order } satisfies BlockNode) : node)),
    },
    questionnaires: shippedQuestionnaires,
  });

test('the orders of the first participants, and the least time', () => {
  const { leastMinutes, steps, orders } = withOrder('permutations', 12);
  expect([leastMinutes, steps, orders[0].participants.length]).toEqual([8.9, 23, 6]);
  expect(new Set(orders[0].participants).size).toBe(6);
});

test.each<[OrderKind, number, RegExp]>([
  ['permutations', 12, /equally often, after every 6 participants: 2 times with 12\.$/],
  ['permutations', 10, /10 are 2 short of it: plan 6 or 12\.$/],
  ['latin', 3, /always the same, after every 3 participants: once with 3\.$/],
  ['williams', 4, /4 are 2 short of it: plan 6\.$/],
  ['random', 12, /by chance/],
  ['fixed', 12, /as written/],
])('%s of three conditions with %i people is said in words', (order, participants, words) => {
  expect(withOrder(order, participants).orders[0].balance).toMatch(words);
});
