import { createVec3, type Vec3, vec3 } from '@leib/core';
import type { HandSide } from '../xr/xrOffsets.js';

/** What a visitor can take hold of on the screen. */
export type EmulatorHandle = 'head' | 'leftHand' | 'rightHand';

export interface EmulatorParams {
  /** Height of the head joint when standing, metres; everything that has a size is scaled by it. */
  readonly standingHeadHeight: number;
  /** Where the person starts on the floor, and which way they face: pi looks along -Z, as a headset at identity. */
  readonly startX: number;
  readonly startZ: number;
  readonly startYaw: number;
  /** Speeds while a key is held: metres and radians per second. */
  readonly walkSpeed: number;
  readonly riseSpeed: number;
  readonly turnSpeed: number;
  /** Of a hand, at a head height of 1.55 m. */
  readonly handSpeed: number;
  /** How far the head sinks while crouching, metres at a head height of 1.55 m. */
  readonly crouchDepth: number;
  /** Keys reach half of their speed, and shown poses half of the way to their goal, in these times. */
  readonly speedHalfLife: number;
  readonly poseHalfLife: number;
}

export const defaultEmulatorParams: EmulatorParams = {
  standingHeadHeight: 1.545,
  startX: 0,
  startZ: 0,
  startYaw: Math.PI,
  walkSpeed: 1.1,
  riseSpeed: 0.5,
  turnSpeed: 1.8,
  handSpeed: 0.45,
  crouchDepth: 0.45,
  speedHalfLife: 0.07,
  poseHalfLife: 0.04,
};

/** Lengths in the emulator are written for this head height. */
export const REFERENCE_HEAD_HEIGHT = 1.55;

export interface EmulatedHand {
  /** Wrist from the head joint, axes of the person's heading (facing +Z), metres: where it goes, where it is. */
  readonly goal: Vec3;
  readonly shown: Vec3;
  /** Turned by the visitor on top of the natural orientation, radians: about the fingers, and up or down. */
  roll: number;
  pitch: number;
  shownRoll: number;
  shownPitch: number;
  trigger: number;
  grip: number;
  isLost: boolean;
}

/** A rate wished for by keys, -1..1, and the speed it has built up so far. */
export interface EmulatorRate {
  wish: number;
  speed: number;
}

/** An emulated person, as much as a headset and two controllers know of one. Plain data, steered by commands. */
export interface EmulatorState {
  readonly forward: EmulatorRate;
  readonly sideways: EmulatorRate;
  readonly rise: EmulatorRate;
  readonly turn: EmulatorRate;
  /** Of the active hand. */
  readonly handAway: EmulatorRate;
  readonly handRight: EmulatorRate;
  readonly handUp: EmulatorRate;
  isCrouching: boolean;
  /** Head joint, world space, metres: where it goes, where it is. */
  readonly headGoal: Vec3;
  readonly headShown: Vec3;
  /** Heading, nod (positive down) and tilt of the head, radians: where they go, where they are. */
  yaw: number;
  pitch: number;
  roll: number;
  shownYaw: number;
  shownPitch: number;
  shownRoll: number;
  crouchShown: number;
  readonly left: EmulatedHand;
  readonly right: EmulatedHand;
  grabbed: EmulatorHandle | null;
  /** The hand that keys act on: the one last taken hold of. */
  activeHand: HandSide;
}

export function createEmulatorState(params: EmulatorParams = defaultEmulatorParams): EmulatorState {
  const state: EmulatorState = {
    forward: { wish: 0, speed: 0 },
    sideways: { wish: 0, speed: 0 },
    rise: { wish: 0, speed: 0 },
    turn: { wish: 0, speed: 0 },
    handAway: { wish: 0, speed: 0 },
    handRight: { wish: 0, speed: 0 },
    handUp: { wish: 0, speed: 0 },
    isCrouching: false,
    headGoal: createVec3(),
    headShown: createVec3(),
    yaw: 0,
    pitch: 0,
    roll: 0,
    shownYaw: 0,
    shownPitch: 0,
    shownRoll: 0,
    crouchShown: 0,
    left: createEmulatedHand(),
    right: createEmulatedHand(),
    grabbed: null,
    activeHand: 'right',
  };
  resetEmulator(params, state);
  settleEmulator(state);
  return state;
}

/** Sends head and hands back to the start, at the emulator's gentle pace; keys that are held stay held. */
export function resetEmulator(params: EmulatorParams, state: EmulatorState): void {
  const scale = params.standingHeadHeight / REFERENCE_HEAD_HEIGHT;
  vec3.set(state.headGoal, params.startX, params.standingHeadHeight, params.startZ);
  // The nearest of all equal headings, so that the way back is the short one.
  state.yaw = params.startYaw + Math.round((state.yaw - params.startYaw) / (2 * Math.PI)) * 2 * Math.PI;
  state.pitch = 0;
  state.roll = 0;
  const { forward, sideways, rise, turn, handAway, handRight, handUp } = state;
  for (const rate of [forward, sideways, rise, turn, handAway, handRight, handUp]) rate.speed = 0;
  state.isCrouching = false;
  state.grabbed = null;
  for (const [hand, mirror] of [
    [state.left, 1],
    [state.right, -1],
  ] as const) {
    vec3.set(hand.goal, mirror * 0.25 * scale, -0.6 * scale, 0.12 * scale);
    hand.roll = 0;
    hand.pitch = 0;
    hand.trigger = 0;
    hand.grip = 0;
    hand.isLost = false;
  }
}

/** Skips the easing: what is shown is the goal. */
function settleEmulator(state: EmulatorState): void {
  vec3.copy(state.headShown, state.headGoal);
  state.shownYaw = state.yaw;
  state.shownPitch = state.pitch;
  state.shownRoll = state.roll;
  state.crouchShown = state.isCrouching ? 1 : 0;
  for (const hand of [state.left, state.right]) {
    vec3.copy(hand.shown, hand.goal);
    hand.shownRoll = hand.roll;
    hand.shownPitch = hand.pitch;
  }
}

function createEmulatedHand(): EmulatedHand {
  return {
    goal: createVec3(),
    shown: createVec3(),
    roll: 0,
    pitch: 0,
    shownRoll: 0,
    shownPitch: 0,
    trigger: 0,
    grip: 0,
    isLost: false,
  };
}
