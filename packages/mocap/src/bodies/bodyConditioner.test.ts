import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { angleBetween, seededRandom, seeds } from '@leib/core/testing';
import { POSE_SIZE, quality, readRotation } from '@leib/tracking';
import { expect, test } from 'vitest';
import { simulateBodies } from '../simulate/simulateBodies.js';
import { testMotion } from '../simulate/testMotion.testing.js';
import {
  bodyFlag,
  createBodyConditioner,
  defaultBodyConditionerParams,
  stepBodyConditioner,
} from './bodyConditioner.js';
import { correctBody, createBodyFilter, defaultBodyFilterParams, predictBody } from './bodyFilter.js';
import { type BodyFrame, createBodyFrame, describeWarnings, mocapBodyNames } from './bodyFrame.js';
import { readRecordedBodies } from './recordedBodies.js';

const dt = 1 / 120;
const number = (name: string) => mocapBodyNames.indexOf(name as 'head');
const exact = { positionNoise: 0, rotationNoise: 0, lostShare: 0 };

/** Normal deviates, Box & Muller. */
const normalOf = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

test('a body at a steady velocity is followed within 0.1 mm, and its noise falls by a quarter', () => {
  const random = seededRandom(4);
  const [clean, noisy] = [createBodyFilter(), createBodyFilter()];
  const velocity = [2, 0.5, -1];
  let [squares, count] = [0, 0];
  for (let frame = 0; frame < 1200; frame++) {
    const place = velocity.map((v) => v * frame * dt) as [number, number, number];
    const turned = quat.setAxisAngle(createQuat(), [0, 1, 0], 3 * frame * dt);
    for (const filter of [clean, noisy]) predictBody(filter, dt);
    correctBody(defaultBodyFilterParams, clean, place, turned, dt);
    const shaken = place.map((value) => value + 0.001 * normalOf(random)) as [number, number, number];
    correctBody(defaultBodyFilterParams, noisy, shaken, turned, dt);
    if (frame < 120) continue;
    expect(vec3.distance(clean.position, place)).toBeLessThan(1e-4);
    expect(angleBetween(clean.rotation, turned)).toBeLessThan(1e-3);
    squares += vec3.squaredDistance(noisy.position, place) / 3;
    count++;
  }
  expect(Math.sqrt(squares / count)).toBeLessThan(0.00075);
});

test('a sudden start is followed within 2 cm from its first frame on', () => {
  const filter = createBodyFilter();
  for (let frame = 0; frame < 60; frame++) {
    const place = createVec3(0, Math.max(0, frame - 30) * dt * 4, 0);
    predictBody(filter, dt);
    correctBody(defaultBodyFilterParams, filter, place, createQuat(), dt);
    expect(vec3.distance(filter.position, place)).toBeLessThan(0.02);
  }
});

/** Steps through a recording; `spoil` may change each frame before it is seen. */
function condition(
  seed: number,
  spoil: (frame: BodyFrame, index: number) => void,
  look: (conditioner: ReturnType<typeof createBodyConditioner>, truth: BodyFrame, index: number) => void,
  params = defaultBodyConditionerParams,
): ReturnType<typeof createBodyConditioner> {
  const { recording } = simulateBodies(testMotion(seed, 120), exact, seed);
  const conditioner = createBodyConditioner(mocapBodyNames, params);
  const [frame, truth] = [createBodyFrame(), createBodyFrame()];
  for (let index = 0; index < recording.frameCount; index++) {
    readRecordedBodies(recording, index, frame);
    readRecordedBodies(recording, index, truth);
    spoil(frame, index);
    stepBodyConditioner(conditioner, frame, dt);
    look(conditioner, truth, index);
  }
  return conditioner;
}

const placeOf = ({ poses }: BodyFrame, body: number) =>
  poses.slice(body * POSE_SIZE, body * POSE_SIZE + 3) as unknown as [number, number, number];
const rotationOf = ({ poses }: BodyFrame, body: number) => readRotation(createQuat(), poses, body * POSE_SIZE);

test.each(seeds(4))(
  'a lost body is predicted, held, brought back without a jump and flagged all the while (seed %i)',
  (seed) => {
    for (const name of ['leftHand', 'leftElbow', 'rightFoot', 'back'] as const) {
      const body = number(name);
      let before: [number, number, number] | null = null;
      let turnedBefore = createQuat();
      condition(
        seed,
        (frame, index) => {
          if (index >= 40 && index < 76) frame.quality[body] = quality.lost;
        },
        ({ frame, flags, confidence }, truth, index) => {
          const place = placeOf(frame, body);
          // Arms of the test's person move at up to 4 m/s: no frame moves a body by more than that and the way back.
          if (before !== null) expect(vec3.distance(place, before), `${name} ${index}`).toBeLessThan(0.07);
          if (before !== null) expect(angleBetween(rotationOf(frame, body), turnedBefore)).toBeLessThan(0.25);
          before = place;
          turnedBefore = rotationOf(frame, body);
          if (index === 45) expect(flags[body]).toBe(bodyFlag.predicted);
          if (index === 60) expect(flags[body]).toBe(bodyFlag.held);
          if (index === 60) expect(confidence[body]).toBeLessThan(0.05);
          if (index === 76) expect(flags[body]).toBe(bodyFlag.returning);
          if (index === 60) expect(frame.quality[body]).toBe(quality.inferred);
          if (index >= 100) {
            expect(flags[body]).toBe(0);
            expect(confidence[body]).toBe(1);
            expect(vec3.distance(place, placeOf(truth, body))).toBeLessThan(0.002);
          }
        },
      );
    }
  },
);

test('a lost hand goes along with its forearm', () => {
  const conditioner = createBodyConditioner(mocapBodyNames);
  const frame = createBodyFrame();
  frame.quality.fill(quality.tracked);
  const [hand, elbow] = [number('leftHand'), number('leftElbow')];
  for (const name of mocapBodyNames) frame.poses.set([number(name), 1, 0], number(name) * POSE_SIZE);
  for (let i = 0; i < 10; i++) stepBodyConditioner(conditioner, frame, dt);
  frame.quality[hand] = quality.lost;
  for (let i = 0; i < 60; i++) {
    frame.poses[elbow * POSE_SIZE + 1] += 0.01;
    stepBodyConditioner(conditioner, frame, dt);
  }
  expect(conditioner.frame.poses[hand * POSE_SIZE + 1]).toBeCloseTo(1.6, 2);
});

test('prediction carries the motion of a hidden body on for as long as it is told to; with 0 it is held at once', () => {
  const hand = number('leftHand');
  const speed = 1.2;
  /** How far the hand is from the truth 0.15 s after it was hidden. */
  const errorWith = (predictSeconds: number) => {
    const conditioner = createBodyConditioner(mocapBodyNames, { ...defaultBodyConditionerParams, predictSeconds });
    const frame = createBodyFrame();
    frame.quality.fill(quality.tracked);
    for (const name of mocapBodyNames) frame.poses.set([number(name), 1, 0], number(name) * POSE_SIZE);
    for (let i = 0; i < 60 + 18; i++) {
      frame.poses[hand * POSE_SIZE + 1] = 1 + speed * i * dt;
      if (i === 60) frame.quality[hand] = quality.lost;
      stepBodyConditioner(conditioner, frame, dt);
    }
    const isHeld = (conditioner.flags[hand] & bodyFlag.held) !== 0;
    expect(isHeld).toBe(predictSeconds < 0.15);
    return vec3.distance(placeOf(conditioner.frame, hand), placeOf(frame, hand));
  };
  const [held, short, long] = [0, 0.1, 0.5].map(errorWith);
  expect(held).toBeCloseTo(speed * 0.15, 2);
  expect(short).toBeLessThan(0.6 * held);
  expect(long).toBeLessThan(0.25 * held);
});

const swapHands = (frame: BodyFrame, index: number) => {
  if (index < 50) return;
  const [left, right] = [number('leftHand') * POSE_SIZE, number('rightHand') * POSE_SIZE];
  const kept = frame.poses.slice(left, left + POSE_SIZE);
  frame.poses.copyWithin(left, right, right + POSE_SIZE);
  frame.poses.set(kept, right);
};

test.each(seeds(6))('exchanged ids are noticed, said with both names, and exchanged back (seed %i)', (seed) => {
  const conditioner = condition(seed, swapHands, ({ frame, flags, swaps }, truth, index) => {
    for (const name of ['leftHand', 'rightHand']) {
      expect(vec3.distance(placeOf(frame, number(name)), placeOf(truth, number(name)))).toBeLessThan(0.01);
      expect((flags[number(name)] & bodyFlag.swapped) !== 0).toBe(index >= 50);
    }
    if (index >= 50) expect(swaps.swappedWith[number('leftHand')]).toBe(number('rightHand'));
  });
  expect(describeWarnings(conditioner.warnings)).toEqual([
    'Bodies "leftHand" and "rightHand": the tracker exchanged their ids; they are exchanged back.',
  ]);
});

test('where exchanged ids are only reported, the poses stay as they came', () => {
  const params = {
    ...defaultBodyConditionerParams,
    swaps: { ...defaultBodyConditionerParams.swaps, mode: 'report' as const },
  };
  const conditioner = condition(
    1,
    swapHands,
    ({ frame }, truth, index) => {
      if (index < 60) return;
      expect(vec3.distance(placeOf(frame, number('leftHand')), placeOf(truth, number('rightHand')))).toBeLessThan(0.02);
    },
    params,
  );
  expect(describeWarnings(conditioner.warnings)[0]).toMatch(/they are left as they came/);
});

test.each(seeds(6))('no exchange is reported where there is none (seed %i)', (seed) => {
  const { recording } = simulateBodies(testMotion(seed, 600), {}, seed);
  const conditioner = createBodyConditioner(mocapBodyNames);
  const frame = createBodyFrame();
  for (let index = 0; index < recording.frameCount; index++) {
    readRecordedBodies(recording, index, frame);
    stepBodyConditioner(conditioner, frame, dt);
  }
  expect(describeWarnings(conditioner.warnings)).toEqual([]);
});

test('NaN and quaternions of another length are refused with one counted sentence each, and nothing stops', () => {
  const [hand, foot] = [number('leftHand'), number('leftFoot')];
  const conditioner = condition(
    2,
    (frame, index) => {
      if (index === 20 || index === 21) frame.poses[hand * POSE_SIZE] = Number.NaN;
      if (index === 30) frame.poses[foot * POSE_SIZE + 6] += 3;
    },
    ({ frame, flags }, truth, index) => {
      expect(frame.poses.every(Number.isFinite)).toBe(true);
      if (index === 20) expect(flags[hand] & bodyFlag.refused).toBe(bodyFlag.refused);
      expect(vec3.distance(placeOf(frame, hand), placeOf(truth, hand))).toBeLessThan(0.03);
    },
  );
  expect(describeWarnings(conditioner.warnings)).toEqual([
    'Body "leftHand": expected seven finite numbers, got NaN or infinity; the frame counts as lost for it. (2 times)',
    'Body "leftFoot": expected a unit quaternion, got one of another length; the frame counts as lost for it.',
  ]);
});

test.each([
  ['0.6 m off', (poses: Float64Array, at: number) => poses.set([poses[at] + 0.6], at)],
  ['1e12 m off', (poses: Float64Array, at: number) => poses.set([1e12], at)],
  [
    'turned by 90 degrees',
    (poses: Float64Array, at: number) => {
      const turned = quat.multiply(
        createQuat(),
        quat.setAxisAngle(createQuat(), [0, 1, 0], Math.PI / 2),
        readRotation(createQuat(), poses, at),
      );
      poses.set(turned, at + 3);
    },
  ],
])('one sample that is %s does not reach the actor, and the next one is believed again', (_, spoil) => {
  for (const name of ['leftHand', 'rightFoot', 'back', 'head'] as const) {
    const body = number(name);
    condition(
      3,
      (frame, index) => {
        if (index === 60) spoil(frame.poses, body * POSE_SIZE);
      },
      ({ frame, flags }, truth, index) => {
        // Predicted for a frame, then on its way back for some.
        expect(vec3.distance(placeOf(frame, body), placeOf(truth, body)), `${name} ${index}`).toBeLessThan(0.03);
        expect(angleBetween(rotationOf(frame, body), rotationOf(truth, body)), `${name} ${index}`).toBeLessThan(0.15);
        if (index === 60) expect(flags[body] & bodyFlag.refused).toBe(bodyFlag.refused);
        if (index === 61) expect(flags[body] & bodyFlag.refused).toBe(0);
      },
    );
  }
});
