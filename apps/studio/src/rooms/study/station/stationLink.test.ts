import type { StageDoc } from '@leib/stage';
import { expect, test } from 'vitest';
import { stationsInOrder } from './operatorLink.js';
import { decodeOrders } from './orders.js';
import { isForStep, isOperator } from './stationLink.js';

const docOf = (settings: object) => ({ actors: { p1: { settings } } }) as unknown as StageDoc;

test.each([
  ['a host who says so', { role: 'host', isOperator: true }, true],
  ['a guest who says so', { role: 'guest', isOperator: true }, false],
  ['a watcher who says so', { role: 'watcher', isOperator: true }, false],
  ['whose role is none', { isOperator: true }, false],
  ['a host with a body', { role: 'host' }, false],
])('orders are followed of hosts who operate, and of nobody else: %s', (_who, settings, expected) => {
  expect(isOperator(docOf(settings), 'p1')).toBe(expected);
  expect([isOperator(null, 'p1'), isOperator(docOf(settings), 'p2')]).toEqual([false, false]);
});

test('the head is adjusted within bounds, at whatever step', () => {
  const sent = (order: object) => decodeOrders([{ id: 'a', to: 'p', step: 'one', attempt: 0, order }]);
  const decoded = sent({ kind: 'headOffset', up: 0.05, ahead: -0.02 });
  expect(decoded.ok && isForStep(decoded.value[0], { id: 'two', attempt: 1 })).toBe(true);
  expect(sent({ kind: 'headOffset', up: 3, ahead: 0 }).ok).toBe(false);
});

test('an operator has who is there first, then who is away, and not who was done and has gone', () => {
  const station = (id: string, isAway: boolean, state: 'inStep' | 'ended') => ({ id, isAway, now: { state } as never });
  const all = [
    station('gone', true, 'ended'),
    station('away', true, 'inStep'),
    station('here', false, 'inStep'),
    station('done', false, 'ended'),
  ];
  expect(stationsInOrder(all).map(({ id }) => id)).toEqual(['here', 'done', 'away']);
});
