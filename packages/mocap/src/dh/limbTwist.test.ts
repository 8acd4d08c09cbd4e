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
    twist = solveLimbTwist(
      state,
      { byEnd, bendSine, byBody: hasBody ? truth - roll : null, isBodySeen: true, before },
      DT,
    );
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
  const twist = solveLimbTwist(state, { byEnd: Math.PI, bendSine: 0.1, byBody: 0, isBodySeen: true, before: 0 }, DT);
  expect(Math.abs(twist)).toBeLessThan(0.01);
});

test('while the body is lost its held rotation does not count, and its return does not turn the limb at once', () => {
  const state = createLimbState();
  const bent = { bendSine: 0.8, byEnd: 0.3 };
  let twist = 0.3;
  for (let frame = 0; frame < 60; frame++) {
    twist = solveLimbTwist(state, { ...bent, byBody: 2, isBodySeen: false, before: twist }, DT);
  }
  expect(twist).toBeCloseTo(0.3, 6);
  const back = solveLimbTwist(state, { ...bent, byBody: 0.25, isBodySeen: true, before: twist }, DT);
  expect(Math.abs(back - twist)).toBeLessThan(2);
  const straight = { bendSine: 0, byEnd: 1.5, byBody: 0.3 };
  for (let frame = 0; frame < 60; frame++) {
    const before = twist;
    twist = solveLimbTwist(state, { ...straight, isBodySeen: true, before }, DT);
  }
  expect(twist).toBeLessThan(1);
});
