import { expect, test } from 'vitest';
import { gate, sigmoid } from './gate.js';

test('the quick sigmoid is the sigmoid within 1e-6, rises, and ends at 0 and 1', () => {
  let [before, farthestOff, steepestFall] = [0, 0, 0];
  for (let x = -20; x <= 20; x += 1 / 777) {
    const found = gate(x);
    farthestOff = Math.max(farthestOff, Math.abs(found - sigmoid(x)));
    steepestFall = Math.max(steepestFall, before - found);
    before = found;
  }
  expect(farthestOff).toBeLessThan(1e-6);
  expect(steepestFall).toBe(0);
  expect([gate(-1e300), gate(1e300), gate(-Infinity), gate(Infinity)]).toEqual([0, 1, 0, 1]);
});

test('what is no number stays none', () => {
  expect(gate(Number.NaN)).toBeNaN();
});
