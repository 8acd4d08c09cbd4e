import { clamp, createQuat, easeScalar } from '@leib/core';
import { FINGER_COUNT, type HandSignal, type HandSource, turnHand } from '../handSignal.js';

/** As much of a gamepad in the standard layout as a hand needs. */
export interface GamepadLike {
  readonly connected: boolean;
  readonly timestamp: number;
  readonly buttons: readonly { readonly value: number }[];
  readonly axes: readonly number[];
}

interface GamepadHandState {
  readonly bends: Float64Array;
  /** Metres and radians: x, y, z, yaw, pitch, roll. */
  readonly pose: Float64Array;
}

/** Numbers of the standard layout (W3C Gamepad). */
const button = {
  a: 0,
  b: 1,
  x: 2,
  y: 3,
  leftShoulder: 4,
  rightShoulder: 5,
  leftTrigger: 6,
  rightTrigger: 7,
  up: 12,
  down: 13,
};
/** Buttons of index, middle, ring and little finger, from right to left under a right thumb. */
const fingerButtons = [button.b, button.a, button.y, button.x];

const DEAD_ZONE = 0.12;
const REACH = 0.25;
const TURN = 1.1;
const ROLL = 0.7;
const HALF_LIFE = 0.025;

function createGamepadHandState(): GamepadHandState {
  return { bends: new Float64Array(FINGER_COUNT), pose: new Float64Array(6) };
}

/** Pushed by less than the dead zone is not pushed; beyond it the way begins at 0. */
function pushed(value = 0): number {
  const size = Math.abs(value);
  return Number.isFinite(value) && size > DEAD_ZONE
    ? Math.sign(value) * clamp((size - DEAD_ZONE) / (1 - DEAD_ZONE), 0, 1)
    : 0;
}

const rotation = createQuat();

/**
 * Right trigger: the four fingers; left trigger: the thumb; the four buttons: one finger each. Left stick: the hand's
 * place; right stick: yaw and pitch; shoulders: roll; cross up and down: away and near.
 */
function stepGamepadHand(pad: GamepadLike, state: GamepadHandState, dtSeconds: number, out: HandSignal): void {
  const value = (number: number) => clamp(pad.buttons[number]?.value || 0, 0, 1);
  const { bends, pose } = state;
  const bendGoals = [
    value(button.leftTrigger),
    ...fingerButtons.map((number) => Math.max(value(button.rightTrigger), value(number))),
  ];
  const poseGoals = [
    pushed(pad.axes[0]) * REACH,
    -pushed(pad.axes[1]) * REACH,
    (value(button.down) - value(button.up)) * REACH,
    pushed(pad.axes[2]) * TURN,
    -pushed(pad.axes[3]) * TURN,
    (value(button.rightShoulder) - value(button.leftShoulder)) * ROLL,
  ];
  for (let i = 0; i < bends.length; i++) bends[i] = easeScalar(bends[i], bendGoals[i], HALF_LIFE, dtSeconds);
  for (let i = 0; i < pose.length; i++) pose[i] = easeScalar(pose[i], poseGoals[i], HALF_LIFE, dtSeconds);
  out.bends.set(bends);
  out.position.set(pose.subarray(0, 3));
  turnHand(rotation, pose[3], pose[4], pose[5]);
  out.rotation.set(rotation);
}

/** A hand on the first gamepad that is connected: `() => navigator.getGamepads()`. */
export function createGamepadHandSource(getGamepads: () => readonly (GamepadLike | null)[]): HandSource {
  const state = createGamepadHandState();
  let problem: string | null = null;
  let eventMs = Number.NaN;
  return {
    label: 'Gamepad',
    get problem() {
      return problem;
    },
    get eventMs() {
      return eventMs;
    },
    step(dtSeconds, out) {
      const pad = getGamepads().find((candidate) => candidate?.connected) ?? null;
      problem = pad === null ? 'No gamepad is connected: plug one in and press a button on it.' : null;
      if (pad === null) {
        out.confidence = 0;
        return;
      }
      stepGamepadHand(pad, state, dtSeconds, out);
      eventMs = pad.timestamp;
      out.timeSeconds = pad.timestamp / 1000;
      out.confidence = 1;
    },
    dispose() {},
  };
}
