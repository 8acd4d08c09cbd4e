import { createVec3, vec3 } from '@leib/core';
import { expect, test } from 'vitest';
import type { HandConnection, PuppetFile } from '../file/puppetFile.js';
import { buildPuppetModel } from '../play/puppetModel.js';
import { handAt, mouthMesh, mouthPuppet, openLip, wrist } from '../play/testPuppet.testing.js';
import { buildHandControl, type ControlModel } from './handControl.js';
import { type ControlState, carryPuppet, createControlState, readHands, updateHandControl } from './stepHandControl.js';

const mesh = mouthMesh();
const { binding } = await buildPuppetModel(mouthPuppet(), mesh);

function handsOf(file: PuppetFile): [ControlModel, ControlState] {
  const model = buildHandControl(file, mesh, binding);
  return [model, createControlState(model)];
}

function withConnections(...connections: HandConnection[]): PuppetFile {
  const file = mouthPuppet();
  return { ...file, hands: [{ ...file.hands[0], connections }] };
}

type Signals = Parameters<typeof readHands>[2];

function hold(model: ControlModel, state: ControlState, signals: Signals, seconds = 3): void {
  for (let i = 0; i < seconds * 60; i++) {
    readHands(model, state, signals, 1 / 60);
    carryPuppet(model, state);
    updateHandControl(model, state);
  }
}

/** After a rest hand was seen. */
function play(file: PuppetFile, ...signals: Signals): ControlState {
  const [model, state] = handsOf(file);
  hold(model, state, [handAt(), handAt()], 0.1);
  hold(model, state, signals);
  return state;
}

const xOf = (state: ControlState, part: number) => state.partVectors[part * 3];

test('four fingers that bend alike turn the upper lip as one, the thumb the lower lip', () => {
  const state = play(mouthPuppet(), handAt([0.25, 0.5, 0.5, 0.5, 0.5]));
  expect(xOf(state, 0)).toBeCloseTo(-0.4, 6);
  expect(xOf(state, 1)).toBeCloseTo(0.2, 6);
});

test('one finger of four turns the whole lip by its share, and its own place by more', () => {
  const state = play(mouthPuppet(), handAt([0, 1, 0, 0, 0]));
  const [index, middle] = state.spread.turns;
  expect(index.meanShare).toBeGreaterThan(0.15);
  expect(index.meanShare).toBeLessThan(0.35);
  expect(xOf(state, 0)).toBeCloseTo(-0.8 * index.meanShare, 6);
  expect(state.spread.vectors[0]).toBeCloseTo(-0.8, 6);
  expect(state.spread.vectors[3]).toBeCloseTo(0, 6);
  expect(middle.part).toBe(0);
});

test('fingers without spread add up on one part, and one finger moves several parts', () => {
  const nod = openLip('index', 'upper lip', 0);
  const tilt = openLip('ring', 'upper lip', 0, { axis: [0, 0, 2], angle: 0.5 });
  const also = openLip('index', 'lower lip', 0);
  const state = play(withConnections(nod, tilt, also), handAt([0, 1, 0, 0.5, 0]));
  expect(Array.from(state.partVectors.subarray(0, 6))).toEqual(
    [-0.8, 0, 0.25, 0.8, 0, 0].map((value) => expect.closeTo(value, 6)),
  );
});

test("the share follows the finger's curve", () => {
  const curve = [
    { bend: 0, share: 0 },
    { bend: 0.5, share: 0.1 },
    { bend: 1, share: 1 },
  ];
  const file = withConnections(openLip('index', 'upper lip', 0, { curve }));
  expect(xOf(play(file, handAt([0, 0.5, 0, 0, 0])), 0)).toBeCloseTo(-0.08, 6);
  expect(xOf(play(file, handAt([0, 1, 0, 0, 0])), 0)).toBeCloseTo(-0.8, 6);
});

test('a finger that spreads turns its part to the side by its gain, softly bounded; a lost hand takes it back', () => {
  const yOf = (state: ControlState) => state.partVectors[1];
  const spreading = (splay: number) => {
    const signal = handAt();
    signal.splay[1] = splay;
    return signal;
  };
  const side = (gain: number) => withConnections(openLip('index', 'upper lip', 0, { splay: gain }));
  expect(yOf(play(side(0.6), spreading(0.5)))).toBeCloseTo(0.3, 6);
  expect(yOf(play(side(0.6), spreading(-1)))).toBeCloseTo(-0.6, 6);
  expect(yOf(play(side(0), spreading(1)))).toBe(0);
  const far = yOf(play(side(9), spreading(1)));
  expect(far).toBeGreaterThan(1);
  expect(far).toBeLessThan(Math.PI / 2);
  const [model, state] = handsOf(side(0.6));
  let largestStep = 0;
  for (const [signal, frames] of [
    [spreading(1), 120],
    [null, 20],
    [spreading(-1), 5],
    [null, 300],
  ] as const) {
    for (let i = 0; i < frames; i++) {
      const before = yOf(state);
      hold(model, state, [signal, null], 1 / 60);
      largestStep = Math.max(largestStep, Math.abs(yOf(state) - before));
    }
  }
  expect(largestStep).toBeLessThan(0.15);
  expect(yOf(state)).toBe(0);
});

test('a quick finger throws the part further, and a slow one does not', () => {
  const furthest = (carry: number, seconds: number) => {
    const [model, state] = handsOf(withConnections(openLip('index', 'upper lip', 0, { carry })));
    hold(model, state, [handAt()], 0.5);
    let most = 0;
    for (let i = 1; i <= (seconds + 0.5) * 60; i++) {
      hold(model, state, [handAt([0, Math.min(1, i / 60 / seconds) * 0.5, 0, 0, 0])], 1 / 60);
      most = Math.max(most, -xOf(state, 0));
    }
    return most;
  };
  expect(furthest(0, 0.15)).toBeLessThan(0.4001);
  expect(furthest(0.08, 0.15)).toBeGreaterThan(0.45);
  expect(furthest(0.08, 3)).toBeLessThan(0.401);
});

test('yaw turns the part to the side, never past the half sphere', () => {
  const file = withConnections(openLip('index', 'upper lip', 0, { yaw: 1 }));
  const yawed = (angle: number) =>
    play(file, handAt(undefined, undefined, [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]));
  expect(yawed(0.3).partVectors[1]).toBeCloseTo(-0.3, 6);
  expect(Math.abs(yawed(3).partVectors[1])).toBeLessThan(Math.PI / 2);
  expect(Math.abs(yawed(3).partVectors[1])).toBeGreaterThan(1.2);
});

test('magnets keep the lip from its stopper, and hold the glove back as it comes near', () => {
  const magnets = { low: -0.5, high: 0.5, softness: 0.2 };
  const file = withConnections(openLip('index', 'upper lip', 0, { magnets }));
  const free = play(file, handAt([1, 0.3, 1, 1, 1]));
  expect(Array.from(free.forces[0])).toEqual([0, 0, 0, 0, 0]);
  expect(xOf(free, 0)).toBeCloseTo(-0.24, 6);
  const held = play(file, handAt([0, 1, 0, 0, 0]));
  expect(xOf(held, 0)).toBeGreaterThan(-0.5);
  expect(held.forces[0][1]).toBeGreaterThan(0.8);
  expect(held.forces[0][1]).toBeLessThan(1);
});

test('a stopper at rest keeps the mouth ajar while a hand is in it, and lets it close when the hand has gone', () => {
  const file = withConnections(openLip('index', 'upper lip', 0, { magnets: { low: -0.7, high: 0, softness: 0.1 } }));
  const [model, state] = handsOf(file);
  hold(model, state, [handAt()]);
  expect(xOf(state, 0)).toBeCloseTo(-0.05, 6);
  hold(model, state, [null], 6);
  expect(Math.abs(xOf(state, 0))).toBe(0);
  expect(state.isTurned[0]).toBe(0);
});

test('the whole puppet goes and turns with the hand, about the point where the hand sits in it', () => {
  const moved = play(mouthPuppet(), handAt(undefined, [0.1, 0.2, -0.3]));
  expect(Array.from(moved.rootPosition)).toEqual([0.2, 0.4, -0.6].map((value) => expect.closeTo(value, 6)));
  const angle = 0.7;
  const turned = play(mouthPuppet(), handAt(undefined, undefined, [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]));
  expect(turned.rootRotation[2]).toBeCloseTo(Math.sin(angle / 2), 6);
  const wristWorld = vec3.transformQuat(createVec3(), wrist, turned.rootRotation);
  vec3.add(wristWorld, wristWorld, turned.rootPosition);
  expect(vec3.distance(wristWorld, wrist)).toBeLessThan(1e-9);
});

test('a hand may carry one part instead, at a share of its turn', () => {
  const file = mouthPuppet();
  const carries = { kind: 'part' as const, part: 'lower lip', turns: 0.5 };
  const angle = 0.6;
  const signal = handAt(undefined, [1, 1, 1], [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
  const state = play({ ...file, hands: [{ ...file.hands[0], carries, connections: [] }] }, signal);
  expect(Array.from(state.rootPosition)).toEqual([0, 0, 0]);
  expect(state.partVectors[5]).toBeCloseTo(0.3, 6);
});

test('a finger moves its effector along its travel; yaw and distance give the other two ways', () => {
  const at = (...hand: Parameters<typeof handAt>) =>
    Array.from(play(mouthPuppet(), null, handAt(...hand)).drags[0].positionWorld);
  const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 6));
  expect(at()).toEqual(near([0, 0.1, -0.5]));
  expect(at([0, 1, 0, 0, 0])).toEqual(near([0, 0.2, -0.5]));
  // Away from the performer by 0.1 m at 0.5: outward along the travel.
  expect(at([0, 0, 0, 0, 0], [0, 0, -0.1])).toEqual(near([0, 0.15, -0.5]));
  // About the beginning of the tail, 0.3 m before its tip; the hand's left is the picture's left.
  const angle = 0.4;
  const turned = at([0, 0, 0, 0, 0], [0, 0, 0], [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
  expect(turned).toEqual(near([0.3 * Math.sin(angle), 0.1, -0.2 - 0.3 * Math.cos(angle)]));
  // Its rotation goes with it where the effector asks for one.
  const file = mouthPuppet();
  const turning = { ...file, effectors: file.effectors.map((effector) => ({ ...effector, turns: true })) };
  const yawed = handAt([0, 0, 0, 0, 0], [0, 0, 0], [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)]);
  const { rotationWorld } = play(turning, null, yawed).drags[0];
  expect(Array.from(rotationWorld ?? [])).toEqual(near([0, -Math.sin(angle / 2), 0, Math.cos(angle / 2)]));
});

test('a hand that is gone lets its effector go', () => {
  const [model, state] = handsOf(mouthPuppet());
  expect(state.drags[0].isActive).toBe(false);
  hold(model, state, [null, handAt([0, 1, 0, 0, 0])], 0.5);
  expect(state.drags[0].isActive).toBe(true);
  hold(model, state, [null, null], 6);
  expect(state.drags[0].isActive).toBe(false);
});

test('a name that nothing has is refused', () => {
  const file = withConnections(openLip('index', 'nose', 0));
  expect(() => handsOf(file)).toThrow('hands: expected a part named "nose", got none');
});
