import { bytesPerCall } from '@leib/core/testing';
import { createDeviceFrame, createJointFrame, createTrackerOffsets, devicesOfJoints } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createPerson as createWearer } from './person/person.js';
import { defaultPlayerSettings } from './player/playerState.js';
import {
  changeSettings,
  createPerson,
  live,
  type Person,
  rulesSettings,
  walking,
} from './prior/proposal/guide.testing.js';
import { stepEmbody } from './stepEmbody.js';
import { buildTestBody } from './testing.js';

/**
 * Short-lived garbage that a frame of one avatar may leave, bytes: 2 kB as built (`leib bench --only embody` counts about
 * 1 kB). Here every import is wrapped by the test runner, so that less is inlined and more numbers are boxed.
 */
const MOST_GARBAGE = 4096;
/** The same with devices read, feet kept on the ground and the last seconds kept: 2.1 kB as built, and about 0.2 kB. */
const MOST_OF_PERSON = 5632;
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

/** The same from head and hands as devices, in an avatar of another size: all that a person does in a frame. */
function wearer(): () => void {
  const offsets = createTrackerOffsets();
  const frames = Array.from({ length: 2 * hz }, (_, i) => {
    const [joints, devices] = [createJointFrame(), createDeviceFrame()];
    walking()(2 + i / hz, joints);
    devicesOfJoints(joints, offsets, devices);
    return devices;
  });
  const skeleton = buildTestBody();
  const report = { eyeHeightMetres: 1.6, statureMetres: 1.7 };
  const avatar = { skeleton, ownSkeleton: skeleton, report, stretch() {} };
  const person = createWearer({ avatar, settings: { player: defaultPlayerSettings } });
  const count = frames.length;
  let i = 0;
  return () => {
    const at = i++ % (2 * count);
    person.follow(frames[at < count ? at : 2 * count - 1 - at], 1 / hz);
  };
}

const withPrior = walker();
const byRules = walker((person) => changeSettings(person, rulesSettings));

test.each([
  ['with the prior', withPrior, MOST_GARBAGE],
  ['by the rules', byRules, MOST_GARBAGE],
  ['of a person, devices and all,', wearer(), MOST_OF_PERSON],
])('a frame %s leaves little garbage', (_, step, most) => {
  expect(bytesPerCall(step, 300, most)).toBeLessThan(most);
});

test('nothing grows: after a collection the heap is as large as a minute of frames ago', async () => {
  const { setFlagsFromString } = (await import('node:v8' as string)) as { setFlagsFromString(flags: string): void };
  const { runInNewContext } = (await import('node:vm' as string)) as { runInNewContext(code: string): () => void };
  const { process } = globalThis as unknown as { process: { memoryUsage(): { heapUsed: number } } };
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const heapAfter = (frameCount: number) => {
    for (let i = 0; i < frameCount; i++) byRules();
    collect();
    return process.memoryUsage().heapUsed;
  };
  // What grows does so in every minute; a compiler at work in the background keeps something for itself in some.
  let [before, smallestGrowth] = [heapAfter(60 * hz), Number.POSITIVE_INFINITY];
  for (let minute = 0; minute < 8 && smallestGrowth > 10_000; minute++) {
    const now = heapAfter(60 * hz);
    smallestGrowth = Math.min(smallestGrowth, now - before);
    before = now;
  }
  expect(smallestGrowth).toBeLessThan(10_000); // one number kept per frame would be 70 kB
});
