import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { arrowLength, createPushArrow } from './pushArrow.js';

const view = new Vector3(0, 0, -1);

test('the harder the push, the longer the arrow, up to the strongest', () => {
  const lengths = [0, 20, 75, 150].map((force) => arrowLength(force, 150));
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
  expect(new Set(lengths).size).toBe(4);
  expect(arrowLength(900, 150)).toBe(arrowLength(150, 150));
});

test('it is drawn where the push is, points its way, and fades when it ends', () => {
  const arrow = createPushArrow();
  expect(arrow.length).toBe(0);
  const push = { pointWorld: new Vector3(0.1, 1.2, 0.3), force: new Vector3(100, 0, 0) };
  arrow.update(push, 150, view, 1 / 60);
  expect(arrow.length).toBeCloseTo(arrowLength(100, 150), 6);
  expect(arrow.root.position.toArray()).toEqual([0.1, 1.2, 0.3]);
  expect(new Vector3(0, 1, 0).applyQuaternion(arrow.root.quaternion).x).toBeCloseTo(1, 6);
  arrow.update(null, 150, view, 0.3);
  expect(arrow.length).toBeGreaterThan(0);
  arrow.update(null, 150, view, 0.6);
  expect(arrow.length).toBe(0);
});

test('a push away from the viewer ends at the point, so that the body does not hide it', () => {
  const arrow = createPushArrow();
  const push = { pointWorld: new Vector3(0, 1, 0), force: new Vector3(0, 0, -150) };
  arrow.update(push, 150, view, 1 / 60);
  expect(arrow.root.position.z).toBeCloseTo(arrow.length, 6);
});
