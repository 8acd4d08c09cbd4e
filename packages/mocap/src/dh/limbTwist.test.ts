import { seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createLimbState, solveLimbTwist } from './limbTwist.js';

const DT = 1 / 60;

/** An arm that stretches and bends again while its true twist turns slowly; the body on the forearm is rolled by `roll`. */
function stretch(roll: number, hasBody: boolean) {
  const random = seededRandom(1);
  const state = createLimbState();
  let twist = 0.2;
  return Array.from({ length: 600 }, (_, frame) => {
    const truth = 0.2 + 0.3 * Math.sin(frame / 80);
    const bendSine = Math.abs(Math.cos(frame / 60));
    // A millimetre of noise at the wrist: any direction when the arm is straight.
    const byEnd = truth + Math.atan2((random() - 0.5) * 0.004, Math.max(bendSine - 0.002, 1e-6));
    const before = twist;
    twist = solveLimbTwist(state, { byEnd, bendSine, byBody: hasBody ? truth - roll : null, before }, DT);
    return { error: Math.abs(twist - truth), change: Math.abs(twist - before), frame };
  });
}

test.each([0, 0.5, -0.5])('a straight arm takes its twist from the body on the forearm, rolled by %d', (roll) => {
  const learned = stretch(roll, true).filter(({ frame }) => frame > 60);
  expect(Math.max(...learned.map(({ error }) => error))).toBeLessThan(0.15);
  expect(Math.max(...learned.map(({ change }) => change))).toBeLessThan(0.1);
});

test('without that body it holds the twist until the arm is bent again', () => {
  const frames = stretch(0, false);
  expect(Math.max(...frames.map(({ change }) => change))).toBeLessThan(0.15);
  expect(Math.max(...frames.map(({ error }) => error))).toBeLessThan(0.15);
});

test('a knee that is bent a little backwards does not turn the thigh round', () => {
  const state = createLimbState();
  const twist = solveLimbTwist(state, { byEnd: Math.PI, bendSine: 0.1, byBody: 0, before: 0 }, DT);
  expect(Math.abs(twist)).toBeLessThan(0.01);
});
