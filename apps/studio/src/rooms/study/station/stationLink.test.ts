import type { StageDoc } from '@leib/stage';
import { expect, test } from 'vitest';
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
