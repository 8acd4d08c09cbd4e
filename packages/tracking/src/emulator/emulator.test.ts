import { createVec3, vec3 } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { createDeviceFrame, type DeviceFrame } from '../frame/deviceFrame.js';
import { pointNumber, quality } from '../frame/trackedParts.js';
import { axisOf, positionOf, rotationOf } from '../testing.js';
import { createEmulatedSource } from './emulatedSource.js';
import {
  dragHandleBy,
  dragHandleTo,
  grabHandle,
  lookBy,
  pushHandle,
  readHandle,
  releaseHandle,
  setCrouching,
  setHandLost,
  setMoveWish,
  tiltBy,
  turnHandBy,
} from './emulatorCommands.js';
import { type HeldKeys, pressEmulatorKey, releaseEmulatorKeys } from './emulatorKeys.js';
import { createEmulatorState, defaultEmulatorParams as params, resetEmulator } from './emulatorState.js';
import { stepEmulator, writeEmulatorFrame } from './stepEmulator.js';

/** Facing +Z, so that left is +X: what the laws below are written for. */
const facingZ = { ...params, startYaw: 0 };

function frameOf(state: ReturnType<typeof createEmulatorState>): DeviceFrame {
  const frame = createDeviceFrame();
  writeEmulatorFrame(facingZ, state, frame);
  return frame;
}

function settle(state: ReturnType<typeof createEmulatorState>): void {
  for (let i = 0; i < 300; i++) stepEmulator(facingZ, state, 1 / 60);
}

test('starts standing where a headset at identity looks: along -Z, left hand on -X', () => {
  const source = createEmulatedSource();
  const frame = createDeviceFrame();
  source.step(1 / 60, frame);
  expect(axisOf(rotationOf(frame, 'head'), [0, 0, 1])).toEqual([0, 0, -1]);
  expect(positionOf(frame, 'leftHand')[0]).toBeLessThan(-0.1);
  expect(positionOf(frame, 'rightHand')[0]).toBeGreaterThan(0.1);
  expect(positionOf(frame, 'head')[1]).toBe(params.standingHeadHeight);
});

describe('keys', () => {
  test('move the person relative to where they face', () => {
    const state = createEmulatorState(facingZ);
    const held: HeldKeys = new Set();
    expect(pressEmulatorKey(facingZ, state, held, 'KeyW', true)).toBe(true);
    settle(state);
    expect(state.headShown[2]).toBeGreaterThan(2);
    expect(Math.abs(state.headShown[0])).toBeLessThan(1e-9);
    pressEmulatorKey(facingZ, state, held, 'KeyW', false);
    settle(state);
    const z = state.headShown[2];
    // To the right of someone who faces +Z is -X.
    pressEmulatorKey(facingZ, state, held, 'KeyD', true);
    settle(state);
    expect(state.headShown[0]).toBeLessThan(-2);
    expect(state.headShown[2]).toBeCloseTo(z, 6);
  });

  test('two keys for one thing, opposite keys, repeats and foreign keys do what one expects', () => {
    const state = createEmulatorState(facingZ);
    const held: HeldKeys = new Set();
    pressEmulatorKey(facingZ, state, held, 'KeyA', true);
    pressEmulatorKey(facingZ, state, held, 'KeyD', true);
    expect(state.sideways.wish).toBe(0);
    pressEmulatorKey(facingZ, state, held, 'KeyN', true);
    pressEmulatorKey(facingZ, state, held, 'KeyN', true);
    expect(state.right.isLost).toBe(true);
    pressEmulatorKey(facingZ, state, held, 'KeyN', false);
    pressEmulatorKey(facingZ, state, held, 'KeyN', true);
    expect(state.right.isLost).toBe(false);
    expect(pressEmulatorKey(facingZ, state, held, 'F5', true)).toBe(false);
    expect(pressEmulatorKey(facingZ, state, held, 'toString', true)).toBe(false);
  });

  test('choose a hand and move it away, sideways and up', () => {
    const state = createEmulatorState(facingZ);
    const held: HeldKeys = new Set();
    const hold = (code: string) => {
      pressEmulatorKey(facingZ, state, held, code, true);
      for (let i = 0; i < 20; i++) stepEmulator(facingZ, state, 1 / 60);
      pressEmulatorKey(facingZ, state, held, code, false);
      settle(state);
    };
    const moved = (code: string) => {
      const before = readHandle(state, 'leftHand', createVec3());
      hold(code);
      return vec3.subtract(before, readHandle(state, 'leftHand', createVec3()), before);
    };
    const right = readHandle(state, 'rightHand', createVec3());
    pressEmulatorKey(facingZ, state, held, 'Digit1', true);
    pressEmulatorKey(facingZ, state, held, 'Digit1', false);
    expect(moved('KeyI')[2]).toBeGreaterThan(0.1);
    expect(moved('KeyU')[1]).toBeGreaterThan(0.1);
    // To the left of someone who faces +Z is +X.
    expect(moved('KeyH')[0]).toBeGreaterThan(0.05);
    expect(moved('KeyK')[0]).toBeLessThan(-0.05);
    expect(moved('KeyJ')[1]).toBeLessThan(-0.1);
    expect(moved('KeyY')[2]).toBeLessThan(-0.1);
    expect(vec3.distance(readHandle(state, 'rightHand', createVec3()), right)).toBe(0);
    pressEmulatorKey(facingZ, state, held, 'KeyG', true);
    expect([state.left.grip, state.right.grip]).toEqual([1, 0]);
    // The hand that is not chosen any more lets go.
    pressEmulatorKey(facingZ, state, held, 'Digit2', true);
    expect([state.left.grip, state.right.grip]).toEqual([0, 1]);
  });

  test('are all up when the window loses the focus', () => {
    const state = createEmulatorState(facingZ);
    const held: HeldKeys = new Set();
    for (const code of ['KeyW', 'KeyC', 'KeyT', 'KeyG', 'ArrowLeft']) {
      pressEmulatorKey(facingZ, state, held, code, true);
    }
    releaseEmulatorKeys(state, held);
    expect([state.forward.wish, state.turn.wish, state.right.trigger, state.right.grip]).toEqual([0, 0, 0, 0]);
    expect(state.isCrouching).toBe(false);
  });

  test('held for two seconds lead to the same place at 30, 60, 90 and 120 Hz', () => {
    const places = [30, 60, 90, 120].map((hz) => {
      const state = createEmulatorState(facingZ);
      setMoveWish(state, 1, 0, -0.5, 0);
      for (let i = 0; i < 2 * hz; i++) stepEmulator(facingZ, state, 1 / hz);
      setMoveWish(state, 0, 0, 0, 0);
      for (let i = 0; i < 3 * hz; i++) stepEmulator(facingZ, state, 1 / hz);
      return state.headShown;
    });
    for (const place of places) expect(vec3.distance(place, places[0])).toBeLessThan(1e-6);
  });
});

describe('handles', () => {
  test('a dragged hand arrives, and its handle is where the frame says the wrist is', () => {
    const state = createEmulatorState(facingZ);
    const wish = createVec3(0.3, 1.5, 0.3);
    grabHandle(state, 'leftHand');
    dragHandleTo(facingZ, state, wish);
    settle(state);
    expect(vec3.distance(readHandle(state, 'leftHand', createVec3()), wish)).toBeLessThan(1e-6);
    expect(positionOf(frameOf(state), 'leftHand')[0]).toBeCloseTo(0.3, 6);
    expect(state.activeHand).toBe('left');
  });

  test('drags add up, also for a person who has turned', () => {
    const state = createEmulatorState(facingZ);
    lookBy(state, 1, 0);
    settle(state);
    const before = readHandle(state, 'rightHand', createVec3());
    grabHandle(state, 'rightHand');
    for (let i = 0; i < 10; i++) dragHandleBy(facingZ, state, [0.01, 0.02, 0]);
    pushHandle(facingZ, state, [0, 0, 1], 0.05);
    settle(state);
    vec3.add(before, before, [0.1, 0.2, 0.05]);
    expect(vec3.distance(readHandle(state, 'rightHand', createVec3()), before)).toBeLessThan(1e-6);
  });

  test('arms have an end, and hands stay out of the trunk', () => {
    const state = createEmulatorState(facingZ);
    grabHandle(state, 'leftHand');
    dragHandleTo(facingZ, state, [5, 5, 5]);
    settle(state);
    expect(vec3.length(state.left.shown)).toBeLessThan(0.8);
    dragHandleTo(facingZ, state, [0, 1.2, 0]);
    settle(state);
    expect(Math.hypot(state.left.shown[0], state.left.shown[2])).toBeGreaterThan(0.12);
  });

  test('the head takes the hands along; it neither sinks into the floor nor flies', () => {
    const state = createEmulatorState(facingZ);
    const before = readHandle(state, 'leftHand', createVec3());
    grabHandle(state, 'head');
    dragHandleBy(facingZ, state, [0.5, 0, 0.25]);
    settle(state);
    vec3.add(before, before, [0.5, 0, 0.25]);
    expect(vec3.distance(readHandle(state, 'leftHand', createVec3()), before)).toBeLessThan(1e-6);
    dragHandleTo(facingZ, state, [0, -10, 0]);
    settle(state);
    expect(state.headShown[1]).toBeGreaterThan(0.4);
    dragHandleTo(facingZ, state, [0, 10, 0]);
    settle(state);
    expect(state.headShown[1]).toBeLessThan(1.7);
  });

  test('without a hold, and with NaN, nothing happens', () => {
    const state = createEmulatorState(facingZ);
    const before = structuredClone(state);
    dragHandleTo(facingZ, state, [1, 1, 1]);
    grabHandle(state, 'rightHand');
    dragHandleTo(facingZ, state, [Number.NaN, 1, 1]);
    lookBy(state, Number.NaN, 0);
    tiltBy(state, Number.NaN);
    turnHandBy(state, 'left', Number.NaN, 0);
    releaseHandle(state);
    expect(state).toEqual(before);
  });
});

test('looking left turns the gaze to +X for a person facing +Z; looking down lowers it; tilting left leans to +X', () => {
  const state = createEmulatorState(facingZ);
  lookBy(state, 0.5, 0.3);
  settle(state);
  const gaze = axisOf(rotationOf(frameOf(state), 'head'), [0, 0, 1]);
  expect(gaze[0]).toBeGreaterThan(0.3);
  expect(gaze[1]).toBeLessThan(-0.2);
  resetEmulator(facingZ, state);
  tiltBy(state, 0.3);
  settle(state);
  expect(axisOf(rotationOf(frameOf(state), 'head'), [0, 1, 0])[0]).toBeGreaterThan(0.2);
});

test('crouching lowers the head and stands up again', () => {
  const state = createEmulatorState(facingZ);
  setCrouching(state, true);
  settle(state);
  expect(state.headShown[1]).toBeCloseTo(params.standingHeadHeight - params.crouchDepth * (1.545 / 1.55), 3);
  setCrouching(state, false);
  settle(state);
  expect(state.headShown[1]).toBeCloseTo(params.standingHeadHeight, 3);
});

describe('hands are held as people hold them', () => {
  const heldAt = (x: number, y: number, z: number) => {
    const state = createEmulatorState(facingZ);
    grabHandle(state, 'leftHand');
    dragHandleTo(facingZ, state, [x, y, z]);
    settle(state);
    const rotation = rotationOf(frameOf(state), 'leftHand');
    return {
      fingers: axisOf(rotation, [1, 0, 0]),
      palm: axisOf(rotation, [0, -1, 0]),
      thumb: axisOf(rotation, [0, 0, 1]),
    };
  };

  test('hanging: fingers down, thumb ahead, palm to the thigh', () => {
    const { fingers, thumb, palm } = heldAt(0.24, 0.9, 0);
    expect(fingers[1]).toBeLessThan(-0.8);
    expect(thumb[2]).toBeGreaterThan(0.6);
    expect(palm[0]).toBeLessThan(-0.7);
  });

  test('reaching ahead: fingers ahead, thumb up', () => {
    const { fingers, thumb } = heldAt(0.2, 1.3, 0.44);
    expect(fingers[2]).toBeGreaterThan(0.8);
    expect(thumb[1]).toBeGreaterThan(0.6);
  });

  test('raised: fingers up, palm to the front', () => {
    const { fingers, palm } = heldAt(0.32, 1.6, 0.12);
    expect(fingers[1]).toBeGreaterThan(0.7);
    expect(palm[2]).toBeGreaterThan(0.5);
  });

  test('the visitor turns them further: thumb out, fingers up', () => {
    const state = createEmulatorState(facingZ);
    const before = rotationOf(frameOf(state), 'rightHand');
    turnHandBy(state, 'right', 0.4, 0);
    settle(state);
    // Out is -X for the right hand.
    expect(axisOf(rotationOf(frameOf(state), 'rightHand'), [0, 0, 1])[0]).toBeLessThan(axisOf(before, [0, 0, 1])[0]);
    turnHandBy(state, 'right', -0.4, 0.4);
    settle(state);
    const back = axisOf(before, [0, 1, 0]);
    const fingers = axisOf(rotationOf(frameOf(state), 'rightHand'), [-1, 0, 0]);
    expect(fingers[0] * back[0] + fingers[1] * back[1] + fingers[2] * back[2]).toBeGreaterThan(0.3);
  });
});

test('left and right are mirror images', () => {
  const random = seededRandom(3);
  for (let i = 0; i < 50; i++) {
    const state = createEmulatorState(facingZ);
    const [x, y, z] = [0.1 + 0.4 * random(), 0.8 + random(), 0.4 * random()];
    for (const [handle, mirror] of [
      ['leftHand', 1],
      ['rightHand', -1],
    ] as const) {
      grabHandle(state, handle);
      dragHandleTo(facingZ, state, [mirror * x, y, z]);
    }
    settle(state);
    const frame = frameOf(state);
    const [l, r] = [rotationOf(frame, 'leftHand'), rotationOf(frame, 'rightHand')];
    const same = Math.abs(l[0] * r[0] - l[1] * r[1] - l[2] * r[2] + l[3] * r[3]);
    expect(same).toBeCloseTo(1, 9);
  }
});

test('a lost controller is lost, and comes back where it is', () => {
  const state = createEmulatorState(facingZ);
  setHandLost(state, 'left', true);
  expect(frameOf(state).quality[pointNumber.leftHand]).toBe(quality.lost);
  setHandLost(state, 'left', false);
  expect(frameOf(state).quality[pointNumber.leftHand]).toBe(quality.tracked);
});

test('starting again goes back gently, the short way round', () => {
  const state = createEmulatorState(facingZ);
  lookBy(state, 2 * Math.PI + 0.5, 0.2);
  setMoveWish(state, 1, 0, 0, 0);
  settle(state);
  setMoveWish(state, 0, 0, 0, 0);
  settle(state);
  resetEmulator(facingZ, state);
  stepEmulator(facingZ, state, 1 / 60);
  expect(vec3.length(state.headShown)).toBeGreaterThan(2);
  settle(state);
  expect(state.headShown[2]).toBeCloseTo(0, 6);
  expect(state.shownYaw).toBeCloseTo(2 * Math.PI, 6);
});

test('who starts again while walking stands still at the start', () => {
  const state = createEmulatorState(params);
  setMoveWish(state, 1, 0, 0, 0);
  for (let i = 0; i < 90; i++) stepEmulator(params, state, 1 / 90);
  setMoveWish(state, 0, 0, 0, 0);
  resetEmulator(params, state);
  for (let i = 0; i < 180; i++) stepEmulator(params, state, 1 / 90);
  expect(Math.hypot(state.headShown[0] - params.startX, state.headShown[2] - params.startZ)).toBeLessThan(1e-3);
});
