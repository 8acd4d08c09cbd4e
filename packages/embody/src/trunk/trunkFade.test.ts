import { createQuat, quat } from '@leib/core';
import { angleBetween } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { beginTrunkFade, createTrunkFade, stepTrunkFade } from './trunkFade.js';

const about = (angle: number) => Float64Array.of(...quat.setAxisAngle(createQuat(), [1, 0, 0], angle));
const between = (a: Float64Array, b: Float64Array) => angleBetween(quat.clone(a as never), quat.clone(b as never));

/** How far the row is from where it is to be, frame by frame, from 0.5 rad off. */
function fadeAt(hz: number, isPlaced: boolean): number[] {
  const fade = createTrunkFade(1);
  beginTrunkFade(fade, about(0.5));
  return Array.from({ length: 0.2 * hz }, () => {
    const rotations = about(0);
    stepTrunkFade(fade, rotations, isPlaced, 1 / hz);
    return between(rotations, about(0));
  });
}

test.each([60, 90, 120])('what differs fades out evenly, within 0.15 s at %i Hz', (hz) => {
  const left = fadeAt(hz, true);
  expect(left[0]).toBeCloseTo(0.5, 6);
  left.slice(1).forEach((now, i) => {
    expect(now).toBeLessThanOrEqual(left[i] + 1e-9);
    expect(left[i] - now).toBeLessThan((1.6 * 0.5) / 0.15 / hz);
  });
  expect(left[Math.ceil(0.15 * hz)]).toBeCloseTo(0, 6);
});

test('who is put elsewhere has nothing to fade from', () => {
  expect(Math.max(...fadeAt(60, false))).toBeLessThan(1e-6);
});
