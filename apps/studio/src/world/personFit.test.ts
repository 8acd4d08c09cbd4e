import { defaultSkeleton } from '@leib/body';
import { createBodyProfile, proportionsOfSkeleton } from '@leib/calibration';
import { jointOfBone, type Motion, type Pose, type Skeleton, vec3 } from '@leib/core';
import { createPerson, type Person, type PersonFit } from '@leib/embody';
import { readTrackingLines } from '@leib/formats';
import {
  createEmulatedSource,
  createTrackerOffsets,
  createXrOffsets,
  type DeviceFrame,
  eyeHeightOfStature,
  eyesInHead,
  headHeightOfStature,
  loseEverything,
  POSE_SIZE,
  pointNumber,
  quality,
  standingEyeHeight,
  standingHeadHeight,
  statureOfHeadHeight,
  type TrackedSource,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { readDefaultBody } from './demo/defaultBody.testing.js';
import { stageDemo } from './demo/stageDemo.js';
import { fitPerson, personOnStage } from './personFit.js';
import { createStageSource, type StageSource, stageMotion, stageRecording } from './stageSource.js';
import { stylisations, styliseBody } from './stylisedBody.testing.js';

const hz = 60;

/** As the actor `me` has it: what somebody has set holds where nothing else is known. */
function fitOf(input: Parameters<typeof fitPerson>[0]): PersonFit {
  const { fit, stature } = fitPerson(input);
  return { ...fit, stature: fit.stature ?? stature };
}

/** Seconds of standing before the body is looked at, and for which it is. */
const [settle, look] = [1.5, 0.5];

/** A clip of somebody of 1.82 m who stands. */
function standingClip(): Motion {
  const skeleton = styliseBody(defaultSkeleton, { legs: 1.1, trunk: 1, arms: 1, size: 1.02 });
  const [frameCount, { jointCount }] = [90, skeleton];
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * jointCount * 4);
  for (let w = 3; w < localRotations.length; w += 4) localRotations[w] = 1;
  for (let f = 0; f < frameCount; f++) rootPositions.set(skeleton.restWorldPositions.subarray(0, 3), f * 3);
  return { name: 'standing', skeleton, hz: 30, frameCount, rootPositions, localRotations };
}

/** A second of standing, of a stature that the file tells or does not. */
function standingRecording(stature: number, isTold: boolean): StageSource {
  const head = headHeightOfStature(stature);
  const header = { format: 'leib-tracking/1', hz: 30, floorY: 0, ...(isTold ? { stature } : {}) };
  const lines = Array.from({ length: 91 }, (_, frame) => {
    const [leftHand, rightHand] = [0.25, -0.25].map((x) => [x, head - 0.65, 0.1, 0, 0, 0, 1]);
    return JSON.stringify({ t: frame / 30, head: [0, head, 0, 0, 0, 0, 1], leftHand, rightHand });
  });
  return stageRecording(
    readTrackingLines(new TextEncoder().encode([JSON.stringify(header), ...lines].join('\n'))),
    'r',
  );
}

/** A live device that says the same again and again. */
function stillSource(offsets: TrackedSource['offsets'], write: (out: DeviceFrame) => void): TrackedSource {
  return {
    label: 'still',
    offsets,
    timeline: null,
    step(dtSeconds, out) {
      loseEverything(out);
      out.timeSeconds += dtSeconds;
      write(out);
    },
    dispose() {},
  };
}

function put(out: DeviceFrame, point: keyof typeof pointNumber, pose: readonly number[]): void {
  out.devicePoses.set(pose, pointNumber[point] * POSE_SIZE);
  out.quality[pointNumber[point]] = quality.tracked;
}

/** Every source, with the stature by the settings where it does not bring its own. */
const sources: Readonly<Record<string, (body: Skeleton, eyesScale: number) => StageSource>> = {
  demo: () => stageDemo(),
  clip: () => stageMotion(standingClip(), 'clip'),
  'recording with stature': () => standingRecording(1.85, true),
  'recording without stature': () => standingRecording(1.6, false),
  'mouse and keys': (body) =>
    createStageSource(createEmulatedSource({ standingHeadHeight: standingHeadHeight(body) }), {
      stand: 'turned',
      measure: 'avatar',
    }),
  headset: (body, eyesScale) => {
    const [x, y, z] = eyesInHead(body);
    const offsets = createXrOffsets({ eyesInHead: [x * eyesScale, y * eyesScale, z * eyesScale] });
    const source = stillSource(offsets, (out) => put(out, 'head', [0, eyeHeightOfStature(1.7), 0, 0, 0, 0, 1]));
    return createStageSource(source, { stand: 'turned', trackedPart: 'eyes' });
  },
  'tracker feed, head and hands': () =>
    createStageSource(
      stillSource(createTrackerOffsets(), (out) => {
        put(out, 'head', [0, headHeightOfStature(1.7), 0, 0, 0, 0, 1]);
        for (const [point, x] of [['leftHand', 0.25] as const, ['rightHand', -0.25] as const])
          put(out, point, [x, 0.9, 0.1, 0, 0, 0, 1]);
      }),
    ),
  'tracker feed, whole body': () =>
    createStageSource(
      stillSource(createTrackerOffsets(), (out) => {
        put(out, 'head', [0, headHeightOfStature(1.7), 0, 0, 0, 0, 1]);
        for (const [point, bone] of Object.entries(wornPoints)) {
          const joint = jointOfBone(defaultSkeleton, bone) * 3;
          const at = defaultSkeleton.restWorldPositions.subarray(joint, joint + 3);
          put(out, point as keyof typeof wornPoints, [...at, 0, 0, 0, 1]);
        }
      }),
    ),
};

/** Joints of the default person that trackers are worn on, standing. */
const wornPoints = { hips: 'hips', chest: 'chest', leftFoot: 'leftFoot', rightFoot: 'rightFoot' } as const;

/** An avatar of these proportions. */
function avatarOf(body: Skeleton, eyeHeightMetres = standingHeadHeight(body) * 1.3) {
  const report = { eyeHeightMetres, statureMetres: statureOfHeadHeight(standingHeadHeight(body)) };
  return { skeleton: body, ownSkeleton: body, report, stretch() {} };
}

/** Whoever a source tracks, in a body, by the rules. */
function personOf(body: Skeleton, stage: StageSource, fit: PersonFit): Person {
  const person = createPerson({ avatar: avatarOf(body), source: stage.source, settings: { fit } });
  stage.place(person.reader.placement.scale);
  person.place(stage.placement);
  return person;
}

/** Calls `see` with the pose of each frame when the person has settled. */
function perform(person: Person, see: (pose: Pose) => void): void {
  for (let frame = 0; frame < (settle + look) * hz; frame++) {
    const pose = person.step(1 / hz);
    if (frame > settle * hz) see(pose);
  }
}

/** A stage on which nothing is known but what the source says; the visitor has set 1.71 m. */
const input = { profile: null, settings: { stature: 1.71, avatarSize: 'person' }, isOwnBody: false } as const;

function place(skeleton: Skeleton, { worldPositions }: Pick<Pose, 'worldPositions'>, bone: 'leftFoot' | string) {
  const joint = jointOfBone(skeleton, bone as 'leftFoot');
  return worldPositions.subarray(joint * 3, joint * 3 + 3);
}

/** By how much a leg is shorter from hip to ankle than stretched, share of its length. */
function legLoss(skeleton: Skeleton, pose: Pose, side: 'left' | 'right'): number {
  const [hip, knee, ankle] = ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => place(skeleton, pose, `${side}${part}`));
  const length = vec3.distance(hip, knee) + vec3.distance(knee, ankle);
  return 1 - vec3.distance(hip, ankle) / length;
}

describe.each(Object.keys(sources))('%s', (name) => {
  test.each(Object.keys(stylisations))('%s stands straight on the floor', (style) => {
    const body = styliseBody(readDefaultBody(), stylisations[style]);
    const head = standingHeadHeight(body);
    const eyesScale = eyeHeightOfStature(1.7) / standingEyeHeight(body);
    const source = sources[name](body, eyesScale);
    const settings = { ...input.settings, stature: 1.7 };
    const fit = fitOf({ ...input, source, settings, ownSkeleton: body });
    // A visitor's own headset is measured as long as no height is set: here somebody has.
    const person = personOf(body, source, { ...fit, stature: fit.stature ?? 1.7 });
    const rest = body.restWorldPositions[jointOfBone(body, 'leftFoot') * 3 + 1];
    // Centimetres of a person: of the size of the whole.
    const centimetre = 0.01 * (head / 1.55);
    perform(person, (pose) => {
      for (const side of ['left', 'right'] as const) {
        expect(Math.abs(place(body, pose, `${side}Foot`)[1] - rest)).toBeLessThan(centimetre);
        expect(legLoss(body, pose, side)).toBeLessThan(0.02);
      }
      expect(Math.abs(place(body, pose, 'head')[1] - head)).toBeLessThan(3 * centimetre);
    });
  });
});

describe('the size of an avatar', () => {
  /** Height of the eyes of the default person, or of one with a big head on short legs, as shown; both have them at 2.25 m. */
  function shownEyes(isStylised: boolean, avatarSize: 'person' | 'own', isOwnBody = false): number {
    const size = 2.4 / 1.7;
    const body = styliseBody(readDefaultBody(), { legs: isStylised ? 0.5 : 1, trunk: 1, arms: 1, size });
    const settings = { stature: 1.8, avatarSize };
    const source = sources.demo(body, 1);
    const fit = fitOf({ ...input, source, settings, ownSkeleton: body, isOwnBody });
    return 2.25 * createPerson({ avatar: avatarOf(body, 2.25), settings: { fit } }).scales.shown;
  }

  test('is its wearer’s where “Avatar’s size” is “Mine”, and its own where it is “Its own”', () => {
    expect(shownEyes(true, 'person')).toBeCloseTo(eyeHeightOfStature(1.8), 9);
    // Head to head: what is above the head joint may differ.
    expect(Math.abs(shownEyes(false, 'person') - eyeHeightOfStature(1.8))).toBeLessThan(0.08 * 1.8);
    expect(shownEyes(true, 'own')).toBe(2.25);
    expect(shownEyes(false, 'own')).toBe(2.25);
  });

  test('is its own where it was built as the wearer’s body', () => {
    expect(Math.abs(shownEyes(false, 'person', true) - 2.25)).toBeLessThan(1e-9);
  });
});

test('a visitor’s headset and trackers tell their height where neither profile nor setting does', () => {
  const body = readDefaultBody();
  const profile = { ...createBodyProfile('Ann'), stature: 1.82 };
  const fresh = { ...input.settings, stature: 1.7 };
  const live = createStageSource(
    stillSource(createXrOffsets(), () => {}),
    { isWearer: true, trackedPart: 'eyes' },
  );
  const statureFor = (source: StageSource, changes: Partial<Parameters<typeof fitPerson>[0]>) =>
    fitOf({ ...input, settings: fresh, source, ownSkeleton: body, ...changes }).stature;
  expect(statureFor(live, {})).toBeNull();
  expect(statureFor(live, { profile })).toBe(1.82);
  expect(statureFor(live, { settings: { ...fresh, stature: 1.6 } })).toBe(1.6);
  expect(statureFor(stageDemo(), {})).toBe(1.7);
  expect(statureFor(standingRecording(1.85, true), {})).toBe(1.85);
});

test.each([1.55, 1.9])('a visitor of %d m in a headset has an avatar of their height after two seconds', (stature) => {
  const body = readDefaultBody();
  const [x, y, z] = eyesInHead(body);
  const offsets = createXrOffsets({ eyesInHead: [x, y, z] });
  const source = stillSource(offsets, (out) => put(out, 'head', [0, eyeHeightOfStature(stature), 0, 0, 0, 0, 1]));
  const stage = createStageSource(source, { isWearer: true, stand: 'turned', trackedPart: 'eyes' });
  const fit = fitOf({
    ...input,
    settings: { ...input.settings, stature: 1.7 },
    source: stage,
    ownSkeleton: body,
  });
  const person = personOf(body, stage, fit);
  for (let frame = 0; frame < 2 * hz; frame++) {
    const metres = person.scales.eyes;
    // As the studio does: the head is behind the eyes in the wearer's metres.
    offsets.set(createXrOffsets({ eyesInHead: [x * metres, y * metres, z * metres] }));
    person.step(1 / hz);
  }
  expect(Math.abs(person.scales.eyes * standingEyeHeight(body) - eyeHeightOfStature(stature))).toBeLessThan(0.01);
  expect(person.scales.eyes * person.reader.placement.scale).toBeCloseTo(1, 2);
});

test('the profile holds wherever the visitor is the person, a room that measures comes first, an actor has their own', () => {
  const proportions = proportionsOfSkeleton(defaultSkeleton, 1.82);
  const profile = { ...createBodyProfile('Ann'), stature: 1.82, proportions };
  const visitor = { found: null, stature: null, proportions: null, isWearer: true };
  const actor = { found: null, stature: 1.6, proportions: null, isWearer: false };
  expect(personOnStage(visitor, profile)).toEqual({ stature: 1.82, proportions });
  expect(personOnStage(visitor, null)).toEqual({ stature: null, proportions: null });
  expect(personOnStage({ ...visitor, stature: 1.75 }, profile).stature).toBe(1.82);
  expect(personOnStage(actor, profile)).toEqual({ stature: 1.6, proportions: null });
  const found = { stature: 1.9, proportions: null };
  expect(personOnStage({ ...visitor, found }, profile)).toEqual(found);
});
