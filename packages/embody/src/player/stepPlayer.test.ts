import { createJointFrame, POSE_SIZE, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { boxGround } from '../ground/boxGround.js';
import { flatGround, type Ground, heightGround } from '../ground/ground.js';
import { setPoint, standingFrame } from '../testing.js';
import { applyTargetOffset } from './applyTargetOffset.js';
import {
  createPlayerState,
  defaultPlayerSettings,
  type PlayerSettings,
  type PlayerState,
  placePlayer,
} from './playerState.js';
import { stepPlayer } from './stepPlayer.js';

const world = createJointFrame();

function headOf(state: PlayerState, room: ReturnType<typeof standingFrame>): number[] {
  applyTargetOffset(state, room, world);
  return [...world.jointPoses.subarray(0, POSE_SIZE)];
}

/** Holds the left stick for a time. */
function glide(
  stick: readonly [x: number, y: number],
  seconds: number,
  hz: number,
  ground: Ground = flatGround(),
  settings: PlayerSettings = defaultPlayerSettings,
): { state: PlayerState; head: number[] } {
  const state = createPlayerState();
  const room = standingFrame();
  room.leftController.stickX = stick[0];
  room.leftController.stickY = stick[1];
  for (let i = 0; i < Math.round(seconds * hz); i++) stepPlayer(settings, state, room, ground, 1 / hz);
  return { state, head: headOf(state, room) };
}

test('with the stick at rest the world is the room', () => {
  const room = standingFrame();
  const { head } = glide([0.1, -0.1], 1, 60);
  expect(head).toEqual([...room.jointPoses.subarray(0, POSE_SIZE)]);
});

test('the stick goes where the head looks, at the walking speed', () => {
  const { head, state } = glide([0, 1], 3, 90);
  expect(head[0]).toBeCloseTo(0, 9);
  expect(head[2]).toBeCloseTo(1.4 * (3 - defaultPlayerSettings.stickEaseSeconds), 2);
  expect(state.stickVelocityWorld[2]).toBeCloseTo(1.4, 3);
  const right = glide([1, 0], 3, 90).head;
  expect(right[0]).toBeLessThan(-3);
});

test.each([60, 72, 90, 120])('the way does not depend on the frame rate (%i Hz)', (hz) => {
  expect(glide([0.5, 0.8], 2, hz).head[2]).toBeCloseTo(glide([0.5, 0.8], 2, 1000).head[2], 9);
});

test('a snap turns once per flick, about the head', () => {
  const state = createPlayerState();
  const room = standingFrame();
  setPoint(room, 'head', [0.7, 1.5, -0.4, 0, 0, 0, 1]);
  const before = headOf(state, room);
  room.rightController.stickX = 1;
  for (let i = 0; i < 30; i++) stepPlayer(defaultPlayerSettings, state, room, flatGround(), 1 / 60);
  expect(state.offsetYaw).toBeCloseTo(-defaultPlayerSettings.snapTurnAngle, 12);
  const after = headOf(state, room);
  for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 9);
  room.rightController.stickX = 0;
  stepPlayer(defaultPlayerSettings, state, room, flatGround(), 1 / 60);
  room.rightController.stickX = 1;
  stepPlayer(defaultPlayerSettings, state, room, flatGround(), 1 / 60);
  expect(state.offsetYaw).toBeCloseTo(-2 * defaultPlayerSettings.snapTurnAngle, 12);
});

test('a smooth turn goes on while the stick is held', () => {
  const settings: PlayerSettings = { ...defaultPlayerSettings, turn: 'smooth' };
  const state = createPlayerState();
  const room = standingFrame();
  room.rightController.stickX = -1;
  for (let i = 0; i < 90; i++) stepPlayer(settings, state, room, flatGround(), 1 / 90);
  expect(state.offsetYaw).toBeCloseTo(settings.smoothTurnSpeed, 9);
});

describe('obstacles', () => {
  const wall = boxGround([{ min: [-5, 0, 1], max: [5, 2, 1.5] }]);

  test('a wall stops the way into it and not the way along it', () => {
    const { head } = glide([0.7, 0.7], 3, 90, wall);
    expect(head[2]).toBeLessThanOrEqual(1 - defaultPlayerSettings.sphereRadius + 1e-3);
    expect(head[2]).toBeGreaterThan(0.7);
    expect(head[0]).toBeLessThan(-2);
  });

  test('a frame of 200 ms does not carry anyone through a wall', () => {
    const fast: PlayerSettings = { ...defaultPlayerSettings, walkSpeed: 10 };
    expect(glide([0, 1], 2, 5, wall, fast).head[2]).toBeLessThan(1);
  });

  test('a person who walks into the wall stays before it, and the room is pushed back', () => {
    const state = createPlayerState();
    const room = standingFrame();
    for (let i = 0; i <= 100; i++) {
      setPoint(room, 'head', [0, 1.525, i * 0.02, 0, 0, 0, 1]);
      stepPlayer(defaultPlayerSettings, state, room, wall, 1 / 60);
    }
    expect(headOf(state, room)[2]).toBeLessThanOrEqual(0.8 + 1e-3);
    expect(state.offsetWorld[2]).toBeCloseTo(-1.2, 2);
  });

  test('a low step is climbed, a high one is not', () => {
    const low = boxGround([{ min: [-5, 0, 1], max: [5, 0.2, 9] }]);
    const climbed = glide([0, 1], 3, 90, low);
    expect(climbed.head[2]).toBeGreaterThan(3);
    expect(climbed.state.footingWorld[1]).toBeCloseTo(0.2, 3);
    expect(climbed.head[1]).toBeCloseTo(1.725, 3);
    expect(glide([0, 1], 3, 90, boxGround([{ min: [-5, 0, 1], max: [5, 0.5, 9] }])).head[2]).toBeLessThan(1);
  });
});

test.each([60, 90, 120])('off an edge one falls as gravity has it and lands (%i Hz)', (hz) => {
  const cliff = heightGround((_x, z) => (z < 1 ? 0 : -5));
  const state = createPlayerState();
  const room = standingFrame();
  stepPlayer(defaultPlayerSettings, state, room, cliff, 1 / hz);
  setPoint(room, 'head', [0, 1.525, 2, 0, 0, 0, 1]);
  for (let i = 0; i < hz; i++) stepPlayer(defaultPlayerSettings, state, room, cliff, 1 / hz);
  expect(state.footingWorld[1]).toBeCloseTo(-9.81 / 2, 6);
  for (let i = 0; i < hz; i++) stepPlayer(defaultPlayerSettings, state, room, cliff, 1 / hz);
  expect(state.footingWorld[1]).toBe(-5);
  expect(state.isGrounded).toBe(true);
});

test('a teleport puts the person on the ground there', () => {
  const state = createPlayerState();
  const room = standingFrame();
  const hill = heightGround((x) => (x > 5 ? 0.3 : 0));
  stepPlayer(defaultPlayerSettings, state, room, hill, 1 / 60);
  placePlayer(state, 10, 0.3, 0, 1);
  stepPlayer(defaultPlayerSettings, state, room, hill, 1 / 60);
  expect(state.footingWorld[1]).toBe(0.3);
  expect(headOf(state, room)[1]).toBeCloseTo(1.825, 9);
});

test('nothing moves while the head is lost', () => {
  const state = createPlayerState();
  const room = standingFrame();
  room.quality[pointNumber.head] = 0;
  room.leftController.stickY = 1;
  stepPlayer(defaultPlayerSettings, state, room, flatGround(), 1 / 60);
  expect([...state.offsetWorld]).toEqual([0, 0, 0]);
});
