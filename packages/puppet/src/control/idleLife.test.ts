import { angleBetween } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { noInput, type PuppetInput } from '../play/puppetInput.js';
import { buildPuppetModel } from '../play/puppetModel.js';
import { createPuppetState, type PuppetState } from '../play/puppetState.js';
import { stepPuppet } from '../play/stepPuppet.js';
import { handAt, mouthMesh, mouthPuppet } from '../play/testPuppet.testing.js';

const model = await buildPuppetModel(mouthPuppet(), mouthMesh());
const idle: PuppetInput = { ...noInput, isIdleAllowed: true };

function step(state: PuppetState, input: PuppetInput, seconds: number, hz = 60): void {
  for (let i = 0; i < Math.round(seconds * hz); i++) stepPuppet(model, state, input, 1 / hz);
}

const still = createPuppetState(model).pose;

/** Largest turn of a part away from rest, radians, and of a joint from its place, metres. */
function motionOf({ pose }: PuppetState): { turn: number; way: number } {
  const { jointCount } = model.skeleton;
  const joints = Array.from({ length: jointCount }, (_, joint) => joint);
  const rotationAt = (values: Float64Array, joint: number) => values.subarray(joint * 4, joint * 4 + 4);
  return {
    turn: Math.max(
      ...joints.map((joint) =>
        angleBetween(rotationAt(pose.worldRotations, joint), rotationAt(still.worldRotations, joint)),
      ),
    ),
    way: Math.max(...pose.worldPositions.map((value, i) => Math.abs(value - still.worldPositions[i]))),
  };
}

test('a puppet that is left alone lives, and little', () => {
  const state = createPuppetState(model);
  let most = 0;
  for (let i = 0; i < 20; i++) {
    step(state, idle, 0.5);
    const { turn, way } = motionOf(state);
    most = Math.max(most, turn);
    expect(turn).toBeLessThan(0.15);
    expect(way).toBeLessThan(0.05);
  }
  expect(most).toBeGreaterThan(0.01);
});

test('without the wish it stands still to the bit', () => {
  const state = createPuppetState(model);
  step(state, noInput, 3);
  expect(state.pose).toEqual(still);
});

test('a hand ends it, and some time after the hand has gone it comes back without a jump', () => {
  const state = createPuppetState(model);
  step(state, idle, 5);
  const input = { ...idle, hands: [handAt(), null] };
  step(state, input, 12);
  expect(state.idle.amount.value).toBe(0);
  expect(motionOf(state)).toEqual({ turn: 0, way: 0 });
  let before = motionOf(state).turn;
  for (let i = 0; i < 600; i++) {
    step(state, idle, 1 / 60);
    const { turn } = motionOf(state);
    expect(Math.abs(turn - before)).toBeLessThan(0.003);
    before = turn;
  }
  expect(state.idle.amount.value).toBeGreaterThan(0.9);
});

test('what it does depends on the time only', () => {
  const [slow, fast] = [createPuppetState(model), createPuppetState(model)];
  step(slow, idle, 6, 30);
  step(fast, idle, 6, 120);
  slow.pose.localRotations.forEach((value, i) => {
    expect(value).toBeCloseTo(fast.pose.localRotations[i], 6);
  });
});
