import { defaultSkeleton } from '@leib/body';
import { createBodyProfile, proportionsOfSkeleton } from '@leib/calibration';
import { jointOfBone, type Motion, type Pose, type Skeleton, vec3 } from '@leib/core';
import {
  buildEmbody,
  createEmbodyState,
  createFeetKeeper,
  defaultEmbodySettings,
  flatGround,
  keepFeetOnGround,
  stepEmbody,
} from '@leib/embody';
import { readTrackingLines } from '@leib/formats';
import {
  buildHeightMap,
  createDeviceFrame,
  createEmulatedSource,
  createJointReader,
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
  readJoints,
  standingHeadHeight,
  type TrackedSource,
} from '@leib/tracking';
import { Group } from 'three';
import { describe, expect, test } from 'vitest';
import { readDefaultBody } from './demo/defaultBody.testing.js';
import { stageDemo } from './demo/stageDemo.js';
import { fitPerson, personOnStage } from './personFit.js';
import { PersonSize } from './personSize.js';
import { createStageSource, type StageSource, stageMotion, stageRecording } from './stageSource.js';
import { stylisations, styliseBody } from './stylisedBody.testing.js';

const hz = 60;
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

/** Lets a source move a body, and calls `see` with the pose of each frame when it has settled. */
function perform(body: Skeleton, stage: StageSource, see: (pose: Pose) => void): void {
  const model = buildEmbody(body, defaultEmbodySettings);
  const ground = flatGround();
  const state = createEmbodyState(model, ground);
  const feet = createFeetKeeper();
  const reader = createJointReader(body);
  const devices = createDeviceFrame();
  reader.placement = stage.placement;
  for (let frame = 0; frame < (settle + look) * hz; frame++) {
    stage.source.step(1 / hz, devices);
    const joints = readJoints(reader, devices, stage.source.offsets, 1 / hz);
    stepEmbody(model, state, joints, 1 / hz);
    keepFeetOnGround(feet, { skeleton: body, pose: state.pose, ground }, joints, 1 / hz);
    if (frame > settle * hz) see(state.pose);
  }
}

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
    const { wearerScale, eyesScale } = fitPerson({
      avatar: { ownSkeleton: body, report: { eyeHeightMetres: head * 1.3 } },
      trackedStature: null,
      settings: { stature: 1.7, avatarSize: 'person' },
      isOwnBody: false,
    });
    const stage = sources[name](body, eyesScale);
    stage.fit({
      headHeight: head,
      wearerScale: stage.trackedPart === 'eyes' ? eyesScale : wearerScale,
      heights: buildHeightMap(body),
    });
    const rest = body.restWorldPositions[jointOfBone(body, 'leftFoot') * 3 + 1];
    // Centimetres of a person: of the size of the whole.
    const centimetre = 0.01 * (head / 1.55);
    perform(body, stage, (pose) => {
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
    const avatar = { ownSkeleton: body, report: { eyeHeightMetres: 2.25 } };
    const settings = { stature: 1.8, avatarSize };
    return 2.25 * fitPerson({ avatar, trackedStature: null, settings, isOwnBody }).shownScale;
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

  test('is what the whole person is scaled by', () => {
    const person = new Group();
    const sizes = new PersonSize(person);
    sizes.setFit({ shownScale: 0.75, wearerScale: 1, eyesScale: 1, heights: null }, false);
    expect(person.scale.toArray()).toEqual([0.75, 0.75, 0.75]);
  });
});

test('the profile holds wherever the visitor is the person, a room that measures comes first, an actor has their own', () => {
  const proportions = proportionsOfSkeleton(defaultSkeleton, 1.82);
  const profile = { ...createBodyProfile('Ann'), stature: 1.82, proportions };
  const visitor = { stature: null, proportions: null, isWearer: true };
  const actor = { stature: 1.6, proportions: null, isWearer: false };
  expect(personOnStage({}, visitor, profile)).toEqual({ stature: 1.82, proportions });
  expect(personOnStage({}, visitor, null)).toEqual({ stature: null, proportions: null });
  expect(personOnStage({}, { ...visitor, stature: 1.75 }, profile).stature).toBe(1.82);
  expect(personOnStage({}, actor, profile)).toEqual({ stature: 1.6, proportions: null });
  expect(personOnStage({ stature: 1.9, proportions: null }, visitor, profile)).toEqual({
    stature: 1.9,
    proportions: null,
  });
});
