import { bytesPerCall, CALL_GARBAGE } from '@leib/core/testing';
import { createJointFrame, POSE_SIZE, quality, type TrackedHand } from '@leib/tracking';
import { expect, test } from 'vitest';
import { gripOfHand } from './gripOfHand.js';

/** A hand in the plane: fingers are curled from straight (0) to a fist (1), thumb and index apart by a distance. */
function handOf(curl: number, apart: number, size = 1): TrackedHand {
  const hand = createJointFrame().leftHandJoints;
  hand.quality = quality.tracked;
  const put = (joint: number, x: number, y: number, z: number) => {
    hand.poses.set([x * size, y * size, z * size], joint * POSE_SIZE);
  };
  put(11, 0.09, 0, 0);
  // Three bones of 3.5 cm that turn back on themselves.
  let [x, y] = [0.09, 0];
  for (let bone = 1; bone <= 3; bone++) {
    x += 0.035 * Math.cos(bone * curl * 1.3);
    y += 0.035 * Math.sin(bone * curl * 1.3);
  }
  for (const tip of [14, 19, 24]) put(tip, x, y, 0.01 * (tip - 14));
  put(9, 0.17, 0, 0.02);
  put(4, 0.17, -apart, 0.02);
  return hand;
}
const released = { stickX: 0, stickY: 0, trigger: 0, grip: 0, thumb: 0 };
const lost = createJointFrame().leftHandJoints;

test('a controller closes the hand by its trigger as by its grip', () => {
  expect(gripOfHand({ ...released, trigger: 0.7 }, lost)).toBe(0.7);
  expect(gripOfHand({ ...released, grip: 1 }, lost)).toBe(1);
  expect(gripOfHand(released, lost)).toBe(0);
});

test.each([0.7, 1, 1.3])('a bare hand of size %f closes by a pinch and by a fist, and a flat one is open', (size) => {
  expect(gripOfHand(released, handOf(0, 0.1, size))).toBe(0);
  expect(gripOfHand(released, handOf(0, 0.01, size))).toBe(1);
  expect(gripOfHand(released, handOf(1, 0.1, size))).toBe(1);
});

test('closing further never opens', () => {
  const of = (values: readonly TrackedHand[]) => values.map((hand) => gripOfHand(released, hand));
  const pinching = of(Array.from({ length: 20 }, (_, i) => handOf(0, 0.1 - i * 0.005)));
  expect(pinching).toEqual(pinching.toSorted((a, b) => a - b));
  const fist = of(Array.from({ length: 20 }, (_, i) => handOf(i / 19, 0.1)));
  expect(fist).toEqual(fist.toSorted((a, b) => a - b));
});

test('a hand whose joints are all in one place is not closed by that', () => {
  const hand = createJointFrame().leftHandJoints;
  hand.quality = quality.tracked;
  expect(gripOfHand(released, hand)).toBe(0);
});

test('reads without allocating', () => {
  const hand = handOf(0.4, 0.05);
  expect(bytesPerCall(() => gripOfHand(released, hand))).toBeLessThan(CALL_GARBAGE);
});
