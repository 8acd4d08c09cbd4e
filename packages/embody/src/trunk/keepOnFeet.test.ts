import { createVec3, jointOfBone, vec3 } from '@leib/core';
import { pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createBodyState } from '../bodyState.js';
import { restPosition } from '../limb/limbModel.js';
import { buildTestBody } from '../testing.js';
import { buildTrunk } from './buildTrunk.js';
import { keepOnFeet } from './keepOnFeet.js';
import { createTrunkState } from './trunkState.js';

const skeleton = buildTestBody();
const model = buildTrunk(skeleton);
const [leg] = model.legs;
if (leg === null) throw new Error('the test body has legs');

/** A person on both feet, as at rest. */
function stand() {
  const state = createTrunkState(model);
  const body = createBodyState(skeleton);
  body.isPlaced = true;
  for (let i = 3; i < state.rotations.length; i += 4) state.rotations[i] = 1;
  (['leftFoot', 'rightFoot'] as const).forEach((bone, side) => {
    vec3.copy(body.feet[side].ankleWorld, restPosition(skeleton, jointOfBone(skeleton, bone)) as never);
    body.feet[side].isPlanted = true;
  });
  return { state, body };
}

/** Hips that are asked to be so high over where both legs on tiptoe end, after a second. */
function settle({ state, body }: ReturnType<typeof stand>, over: number, hz = 60) {
  const ball = vec3.add(createVec3(), body.feet[0].ankleWorld, leg?.ballFromAnkle ?? createVec3());
  const aside = vec3.add(createVec3(), leg?.hipOffset ?? createVec3(), [-ball[0], 0, -ball[2]]);
  const straight = Math.sqrt((leg?.reach ?? 0) ** 2 - aside[0] ** 2 - aside[2] ** 2);
  const wish = ball[1] + straight - (leg?.hipOffset[1] ?? 0) + over;
  const hipsWorld = createVec3();
  for (let i = 0; i < hz; i++) {
    vec3.set(hipsWorld, 0, wish, 0);
    keepOnFeet(model, state, body, hipsWorld, 1 / hz);
  }
  return wish - hipsWorld[1];
}

test('hips in reach stay where they are', () => expect(settle(stand(), -0.01)).toBe(0));

test.each([0.005, 0.02, 0.035])('hips %f m beyond the legs of standing feet come down by that', (over) => {
  expect(settle(stand(), over)).toBeCloseTo(over, 3);
});

test('far beyond it is the feet that are wrong: somebody climbs', () => expect(settle(stand(), 0.2)).toBe(0));

test('at any frame rate alike', () => expect(settle(stand(), 0.02, 120)).toBeCloseTo(settle(stand(), 0.02, 60), 6));

test('feet in the air, tracked feet, and a switch that is off hold nobody', () => {
  const flying = stand();
  for (const foot of flying.body.feet) foot.isPlanted = false;
  expect(settle(flying, 0.02)).toBe(0);
  const tracked = stand();
  for (const point of ['leftFoot', 'rightFoot'] as const) tracked.body.targets.weights[pointNumber[point]] = 1;
  expect(settle(tracked, 0.02)).toBe(0);
  const free = buildTrunk(skeleton, { legReach: false });
  const { state, body } = stand();
  expect(keepOnFeet(free, state, body, createVec3(0, 2, 0), 1 / 60)).toBe(false);
});
