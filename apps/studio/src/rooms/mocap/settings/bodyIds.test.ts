import { defaultBodyMap } from '@leib/mocap';
import { expect, test } from 'vitest';
import { bodyMapOf, checkBodyIds, idsOfMap, withId } from './bodyIds.js';

test('another id for a body: the body that had it takes the free one, and no name is lost', () => {
  const ids = idsOfMap(defaultBodyMap);
  const [head, back] = defaultBodyMap.names;
  const exchanged = withId(ids, head, 1);
  expect(exchanged.bodies['1']).toBe(head);
  expect(exchanged.bodies['0']).toBe(back);
  const far = withId(ids, head, 42);
  expect(far.bodies['42']).toBe(head);
  expect(far.bodies['0']).toBeUndefined();
  expect(new Set(Object.values(far.bodies)).size).toBe(defaultBodyMap.names.length);
  expect(checkBodyIds(far)).toBeNull();
  expect(bodyMapOf(far).bodyOfId.get(42)).toBe(bodyMapOf(far).names.indexOf(head));
});

test('a name that is given twice is refused with its place', () => {
  expect(checkBodyIds({ format: 'leib-bodies/1', bodies: { 0: 'head', 1: 'head' } })).toMatch(/bodies\.1.*"head"/);
});
