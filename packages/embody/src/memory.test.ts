import { bytesPerCall } from '@leib/core/testing';
import { createJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import {
  changeSettings,
  createPerson,
  live,
  type Person,
  rulesSettings,
  walking,
} from './prior/proposal/guideTesting.js';
import { stepEmbody } from './stepEmbody.js';

/** Short-lived garbage that a frame of one avatar may leave, bytes. */
const MOST_GARBAGE = 2048;
const hz = 72;

/** A person who has walked for two seconds, and two seconds more of it, there and back, to be played for ever. */
function walker(alter: (person: Person) => void = () => {}): () => void {
  const person = createPerson();
  alter(person);
  live(person, walking(), 2, hz);
  const frames = Array.from({ length: 2 * hz }, (_, i) => {
    const frame = createJointFrame();
    walking()(2 + i / hz, frame);
    return frame;
  });
  const { model, state } = person;
  const count = frames.length;
  let i = 0;
  return () => {
    const at = i++ % (2 * count);
    stepEmbody(model, state, frames[at < count ? at : 2 * count - 1 - at], 1 / hz);
  };
}

test.each([
  ['with the prior', walker()],
  ['by the rules', walker((person) => changeSettings(person, rulesSettings))],
])('a frame %s leaves at most 2 kB of garbage', (_, step) => {
  expect(bytesPerCall(step, 300, MOST_GARBAGE)).toBeLessThan(MOST_GARBAGE);
});
