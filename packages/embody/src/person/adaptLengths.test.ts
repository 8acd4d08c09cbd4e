import { defaultSkeleton, defaultStature } from '@leib/body';
import { proportionsOfSkeleton } from '@leib/calibration';
import { createTimeline } from '@leib/core';
import {
  createJointFrame,
  createTrackerOffsets,
  devicesOfJoints,
  type JointFrame,
  quality,
  setJoint,
  type TrackedSource,
} from '@leib/tracking';
import { expect, test } from 'vitest';
import { startAdapting, stepAdapting } from './adaptLengths.js';
import { createPerson } from './person.js';

const own = proportionsOfSkeleton(defaultSkeleton, defaultStature);
if (!own) throw new Error('the default body lacks arms or legs');
const half = own.shoulderWidth / 2 + own.upperArm + own.forearm;

/** Writes a moment of a headset with two controllers: arms of a length go out to the sides and back, once a second. */
function reach(frame: JointFrame, armLength: number, i: number, metres = 1): void {
  const out = (armLength * (0.7 + 0.3 * Math.sin((2 * Math.PI * i) / 60))) / metres;
  setJoint(frame, 'head', [0, 1.5 / metres, 0, 0, 0, 0, 1]);
  setJoint(frame, 'leftHand', [out, 1.35 / metres, 0, 0, 0, 0, 1]);
  setJoint(frame, 'rightHand', [-out, 1.35 / metres, 0, 0, 0, 0, 1]);
}

/** 20 s of that. */
function adapt(armLength: number, metres = 1, hand: number = quality.tracked) {
  const adapting = startAdapting(defaultSkeleton, defaultStature, defaultStature, null);
  const frame = createJointFrame();
  for (let i = 0; i < 20 * 60; i++) {
    reach(frame, armLength, i, metres);
    frame.quality[1] = hand;
    stepAdapting(adapting, frame, metres, 1 / 60);
  }
  const { shoulderWidth, upperArm, forearm } = adapting.told;
  return shoulderWidth / 2 + upperArm + forearm;
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

/** Somebody with longer arms than is known, for 20 s; a recording of them has a timeline. */
function useFor(person: ReturnType<typeof createPerson>, isRecorded = false) {
  const joints = createJointFrame();
  const offsets = createTrackerOffsets();
  let i = 0;
  const source: TrackedSource = {
    label: 'arms',
    offsets,
    timeline: isRecorded ? createTimeline(20) : null,
    step(_, out) {
      reach(joints, half + 0.05, i++);
      devicesOfJoints(joints, offsets, out);
    },
    dispose() {},
  };
  person.setSource(source);
  for (let frame = 0; frame < 20 * 60; frame++) person.step(1 / 60);
  return person.foundLengths;
}

test('a person finds out lengths where they are asked to and their stature is known; never from a recording', () => {
  const report = { eyeHeightMetres: 1.6, statureMetres: defaultStature };
  const avatar = { skeleton: defaultSkeleton, ownSkeleton: defaultSkeleton, report, stretch() {} };
  const fit = { stature: defaultStature };
  const ann = createPerson({ avatar, settings: { fit } });
  expect(useFor(ann)).toBeNull();
  ann.set({ adaptsFor: 'Ann' });
  expect(useFor(ann, true)).toBeNull();
  const found = useFor(ann);
  expect(found?.upperArm).toBeGreaterThan(own?.upperArm ?? 9);
  // What is given back goes on; another person starts anew.
  ann.set({ proportions: found });
  expect(ann.foundLengths).toBe(found);
  ann.set({ adaptsFor: 'Bob', proportions: null });
  expect(ann.foundLengths).toBeNull();
  const nobody = createPerson({ avatar, settings: { adaptsFor: 'Cy' } });
  expect(useFor(nobody)).toBeNull();
});
