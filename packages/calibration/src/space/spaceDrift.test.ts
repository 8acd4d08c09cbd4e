import { composePoses, invertPose } from '@leib/tracking';
import { expect, test } from 'vitest';
import { randomSpace } from './space.testing.js';
import { createSpaceDrift, stepSpaceDrift } from './spaceDrift.js';

const mount = [0.1, 0.05, 0];
const space = randomSpace(4);
const hz = 60;

/** A controller that moves to and fro at a speed, and a tracker on it that another space sees late and, later, elsewhere. */
function watch(off: (seconds: number) => number, seconds: number, { speed = 0.3, late = 0 } = {}) {
  const drift = createSpaceDrift();
  const toSpace = new Float64Array(7);
  invertPose(toSpace, 0, space, 0);
  const at = (time: number) => {
    const place = (speed / 2) * Math.sin(2 * time);
    return Float64Array.of(1 + place, 1.5, 0, 0, Math.SQRT1_2, 0, Math.SQRT1_2);
  };
  for (let i = 0; i < seconds * hz; i++) {
    const time = i / hz;
    const other = at(time - late);
    composePoses(other, 0, other, 0, Float64Array.of(...mount, 0, 0, 0, 1), 0);
    other[0] += off(time);
    composePoses(other, 0, toSpace, 0, other, 0);
    stepSpaceDrift(drift, { spaceToReference: space, mount, lateSeconds: late }, at(time), other, 1 / hz);
  }
  return drift;
}

test('what stays together has not drifted', () => {
  const { distance, hasDrifted } = watch(() => 0.008, 10);
  expect(hasDrifted).toBe(false);
  expect(distance).toBeLessThan(0.01);
});

test('a space that is put elsewhere is noticed within three seconds, a moment of bad tracking is not', () => {
  expect(watch((seconds) => (seconds > 2 ? 0.06 : 0), 5).hasDrifted).toBe(true);
  expect(watch((seconds) => (seconds > 2 && seconds < 3 ? 0.3 : 0), 6).hasDrifted).toBe(false);
});

test('and is forgotten when it is back', () => {
  expect(watch((seconds) => (seconds > 2 && seconds < 6 ? 0.06 : 0), 9).hasDrifted).toBe(false);
});

test('what is late and moves fast has not drifted', () => {
  expect(watch(() => 0, 8, { speed: 1.5, late: 0.1 }).hasDrifted).toBe(false);
});
