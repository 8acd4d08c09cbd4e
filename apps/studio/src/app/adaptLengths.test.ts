import { defaultSkeleton, defaultStature } from '@leib/body';
import { type BodyProfile, createBodyProfile, proportionsOfSkeleton } from '@leib/calibration';
import { createJointFrame, quality, setJoint } from '@leib/tracking';
import { afterEach, expect, test } from 'vitest';
import { wornProfile } from '../files/wornProfile.js';
import { startAdapting, stepAdapting } from './adaptLengths.js';
import { LengthsAdapter } from './lengthsAdapter.js';

afterEach(() => wornProfile.setState({ profile: null }));

const avatar = { ownSkeleton: defaultSkeleton, report: { statureMetres: defaultStature } };
const own = proportionsOfSkeleton(defaultSkeleton, defaultStature);
if (!own) throw new Error('the default body lacks arms or legs');
const profile: BodyProfile = { ...createBodyProfile('Ann'), stature: defaultStature, adaptsLengths: true };
const half = own.shoulderWidth / 2 + own.upperArm + own.forearm;

/** Writes a moment of a headset with two controllers: arms of a length go out to the sides and back, once a second. */
function reach(frame: ReturnType<typeof createJointFrame>, armLength: number, i: number, metres = 1): void {
  const out = (armLength * (0.7 + 0.3 * Math.sin((2 * Math.PI * i) / 60))) / metres;
  setJoint(frame, 'head', [0, 1.5 / metres, 0, 0, 0, 0, 1]);
  setJoint(frame, 'leftHand', [out, 1.35 / metres, 0, 0, 0, 0, 1]);
  setJoint(frame, 'rightHand', [-out, 1.35 / metres, 0, 0, 0, 0, 1]);
}

/** 20 s of that. */
function adapt(armLength: number, metres = 1, hand: number = quality.tracked) {
  const adapting = startAdapting(profile, avatar);
  if (!adapting) throw new Error('expected a start');
  const frame = createJointFrame();
  let stored = adapting.stored;
  for (let i = 0; i < 20 * 60; i++) {
    reach(frame, armLength, i, metres);
    frame.quality[1] = hand;
    stored = stepAdapting(adapting, frame, metres, 1 / 60) ?? stored;
  }
  return stored.shoulderWidth / 2 + stored.upperArm + stored.forearm;
}

test('longer arms are noticed during use, with a headset and controllers alone, in the person’s metres', () => {
  const longer = half + 0.05;
  for (const metres of [1, 0.9]) {
    expect(adapt(longer, metres)).toBeGreaterThan(half + 0.02);
    expect(adapt(longer, metres)).toBeLessThan(longer + 0.002);
  }
});

test('arms that are never stretched, or hands that are only guessed, change nothing', () => {
  expect(adapt(half - 0.05)).toBeCloseTo(half, 9);
  expect(adapt(half + 0.05, 1, quality.inferred)).toBeCloseTo(half, 9);
});

test('without a stature there is nothing to start from', () => {
  expect(startAdapting({ ...profile, stature: null }, avatar)).toBeNull();
});

test('lengths go into the profile where it allows that; not where it does not, in a demo, or in a room that measures', async () => {
  const frame = createJointFrame();
  const room: { proportions?: null } = {};
  const things = { isReal: true };
  const current = { isWearer: true, things, placement: { scale: 1 } };
  const clock = { hold: () => () => {} };
  const world = { body: { avatar }, room, reader: { tracked: frame }, clock };
  let worn: BodyProfile = profile;
  const adapter = new LengthsAdapter({ world, sources: { current }, profile: () => worn } as never);
  for (let i = 0; i < 20; i++) {
    adapter.onFrame(1 / 60);
    // What it needs is fetched when it is first wanted.
    await Promise.all([import('./adaptLengths.js'), import('../files/profileStorage.js')]);
  }
  /** Another person, so that nothing is known yet. */
  const use = (name: string, adaptsLengths = true) => {
    worn = { ...profile, name, adaptsLengths };
    wornProfile.setState({ profile: null });
    for (let i = 0; i < 20 * 60; i++) {
      reach(frame, half + 0.05, i);
      adapter.onFrame(1 / 60);
    }
    return wornProfile.getState().profile?.proportions ?? null;
  };
  expect(use('Bob')?.upperArm).toBeGreaterThan(own?.upperArm ?? 9);
  expect(use('Cy', false)).toBeNull();
  things.isReal = false;
  expect(use('Di')).toBeNull();
  things.isReal = true;
  room.proportions = null;
  expect(use('Eve')).toBeNull();
});
