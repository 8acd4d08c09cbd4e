import { describe, expect, test } from 'vitest';
import { balancedCount, orderFor } from './order.js';
import { type OrderKind, orderKinds } from './protocol.js';

const ordersOf = (kind: OrderKind, count: number) =>
  Array.from({ length: balancedCount(kind, count) }, (_, participant) => orderFor(kind, count, participant, 7));

describe.each([2, 3, 4, 5, 6])('of %i conditions', (count) => {
  test.each(orderKinds)('%s gives everybody each condition once', (kind) => {
    for (const order of ordersOf(kind, count))
      expect([...order].sort()).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  test.each(['permutations', 'latin', 'williams'] as const)(
    '%s has each condition at each place equally often',
    (kind) => {
      const orders = ordersOf(kind, count);
      for (let place = 0; place < count; place++) {
        const found = Array.from(
          { length: count },
          (_, condition) => orders.filter((order) => order[place] === condition).length,
        );
        expect(found).toEqual(Array(count).fill(orders.length / count));
      }
    },
  );

  test.each(['permutations', 'williams'] as const)('%s has each condition after each other equally often', (kind) => {
    const follows = new Map<string, number>();
    for (const order of ordersOf(kind, count)) {
      for (let place = 1; place < count; place++) {
        const pair = `${order[place - 1]} ${order[place]}`;
        follows.set(pair, (follows.get(pair) ?? 0) + 1);
      }
    }
    expect(follows.size).toBe(count * (count - 1));
    expect(new Set(follows.values()).size).toBe(1);
  });
});

test('all permutations are different, and begin anew after the last', () => {
  const orders = ordersOf('permutations', 4).map((order) => order.join());
  expect(new Set(orders).size).toBe(24);
  expect(orderFor('permutations', 4, 24, 0).join()).toBe(orders[0]);
});

test('chance is the seed’s: the same one gives the same order, others others, and each condition comes first', () => {
  expect(orderFor('random', 10, 0, 3)).toEqual(orderFor('random', 10, 5, 3));
  const firsts = Array.from({ length: 400 }, (_, seed) => orderFor('random', 4, 0, seed * 7919)[0]);
  for (let condition = 0; condition < 4; condition++) {
    expect(firsts.filter((first) => first === condition).length).toBeGreaterThan(60);
  }
});
