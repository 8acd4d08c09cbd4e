import { clamp, createQuat, easeScalar, ownValue } from '@leib/core';
import { FINGER_COUNT, type HandSignal, turnHand } from '../handSignal.js';

/** A hand on mouse and keyboard, for trying: keys are held down by the other hand. */
export interface MouseHandState {
  /** Fingers whose keys are down. */
  readonly isHeld: Uint8Array;
  readonly bends: Float64Array;
  /** Where the hand goes, and where it is: x, y, z, yaw, pitch; metres and radians. */
  readonly goal: Float64Array;
  readonly shown: Float64Array;
}

/** The left hand's home row: each key closes the finger that would lie on it; the space bar is the thumb. */
export const mouseHandKeys: Readonly<Record<string, readonly number[]>> = {
  Space: [0],
  KeyF: [1],
  KeyD: [2],
  KeyS: [3],
  KeyA: [4],
  KeyG: [1, 2, 3, 4],
  KeyH: [0, 1, 2, 3, 4],
};

/** A key is a switch, a finger is not: it takes about a tenth of a second to close. */
const FINGER_HALF_LIFE = 0.045;
const POSE_HALF_LIFE = 0.03;
/** From the middle of the picture to its edge, metres. */
const REACH = 0.25;
const DISTANCE = 0.3;
const TURN = 1.3;
/** Metres per pixel of the wheel, radians per pixel of a turn. */
const WHEEL_STEP = 0.0004;
const TURN_STEP = 0.006;

export function createMouseHandState(): MouseHandState {
  return {
    isHeld: new Uint8Array(FINGER_COUNT),
    bends: new Float64Array(FINGER_COUNT),
    goal: new Float64Array(5),
    shown: new Float64Array(5),
  };
}

/** True where the key is one of a finger's. */
export function pressMouseHandKey(state: MouseHandState, code: string, isDown: boolean): boolean {
  const closed = ownValue(mouseHandKeys, code);
  if (closed === undefined) return false;
  for (const finger of closed) state.isHeld[finger] = isDown ? 1 : 0;
  return true;
}

/** A page that loses the focus gets no key up. */
export function releaseMouseHandKeys(state: MouseHandState): void {
  state.isHeld.fill(0);
}

/** Where the pointer is in the picture: -1 left and bottom, 1 right and top. */
export function moveMouseHand(state: MouseHandState, x: number, y: number): void {
  state.goal[0] = clamp(x, -1, 1) * REACH;
  state.goal[1] = clamp(y, -1, 1) * REACH;
}

/** Turned by a drag with the right button, pixels. */
export function turnMouseHand(state: MouseHandState, dxPixels: number, dyPixels: number): void {
  state.goal[3] = clamp(state.goal[3] + dxPixels * TURN_STEP, -TURN, TURN);
  state.goal[4] = clamp(state.goal[4] - dyPixels * TURN_STEP, -TURN, TURN);
}

/** The wheel: away from the user and near, pixels. */
export function pushMouseHand(state: MouseHandState, deltaPixels: number): void {
  state.goal[2] = clamp(state.goal[2] + deltaPixels * WHEEL_STEP, -DISTANCE, DISTANCE);
}

const rotation = createQuat();

export function stepMouseHand(state: MouseHandState, dtSeconds: number, out: HandSignal): void {
  const { isHeld, bends, goal, shown } = state;
  for (let i = 0; i < FINGER_COUNT; i++) bends[i] = easeScalar(bends[i], isHeld[i], FINGER_HALF_LIFE, dtSeconds);
  for (let i = 0; i < goal.length; i++) shown[i] = easeScalar(shown[i], goal[i], POSE_HALF_LIFE, dtSeconds);
  out.bends.set(bends);
  out.position.set(shown.subarray(0, 3));
  turnHand(rotation, shown[3], shown[4], 0);
  out.rotation.set(rotation);
  out.confidence = 1;
}
