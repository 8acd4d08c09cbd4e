import { DEG } from '@leib/core';
import { setCrouching, setGrip, setHandLost, setMoveWish, setTrigger, turnHandBy } from './emulatorCommands.js';
import { type EmulatorParams, type EmulatorState, resetEmulator } from './emulatorState.js';

/** What each key does, by KeyboardEvent.code, so that the layout of the keyboard does not matter. */
export const emulatorKeys = {
  KeyW: 'ahead',
  ArrowUp: 'ahead',
  KeyS: 'back',
  ArrowDown: 'back',
  KeyA: 'left',
  KeyD: 'right',
  ArrowLeft: 'turn left',
  KeyQ: 'turn left',
  ArrowRight: 'turn right',
  KeyE: 'turn right',
  KeyR: 'up',
  KeyF: 'down',
  KeyC: 'crouch',
  KeyT: 'trigger',
  KeyG: 'grip',
  KeyZ: 'roll hand in',
  KeyX: 'roll hand out',
  KeyV: 'hand up',
  KeyB: 'hand down',
  KeyL: 'lose or find hand',
  Home: 'start again',
} as const;

export type EmulatorKey = keyof typeof emulatorKeys;
export type EmulatorAction = (typeof emulatorKeys)[EmulatorKey];

const HAND_TURN = 10 * DEG;

/** A keyboard's held keys. One per window: clear it when the window loses the focus, or keys stick. */
export type HeldKeys = Set<EmulatorAction>;

/**
 * A key went down or up (down again while it is held, as keyboards repeat). Returns whether it means anything here, so
 * that the page keeps its other keys.
 */
export function pressEmulatorKey(
  params: EmulatorParams,
  state: EmulatorState,
  held: HeldKeys,
  code: string,
  isDown: boolean,
): boolean {
  if (!Object.hasOwn(emulatorKeys, code)) return false;
  const action = emulatorKeys[code as EmulatorKey];
  const isRepeat = isDown && held.has(action);
  if (isDown) held.add(action);
  else held.delete(action);
  const hand = state.activeHand;
  switch (action) {
    case 'crouch':
      setCrouching(state, isDown);
      break;
    case 'trigger':
      setTrigger(state, hand, isDown ? 1 : 0);
      break;
    case 'grip':
      setGrip(state, hand, isDown ? 1 : 0);
      break;
    case 'roll hand in':
      if (isDown) turnHandBy(state, hand, -HAND_TURN, 0);
      break;
    case 'roll hand out':
      if (isDown) turnHandBy(state, hand, HAND_TURN, 0);
      break;
    case 'hand up':
      if (isDown) turnHandBy(state, hand, 0, HAND_TURN);
      break;
    case 'hand down':
      if (isDown) turnHandBy(state, hand, 0, -HAND_TURN);
      break;
    case 'lose or find hand':
      if (isDown && !isRepeat) setHandLost(state, hand, !state[hand].isLost);
      break;
    case 'start again':
      if (isDown && !isRepeat) resetEmulator(params, state);
      break;
    default:
      setMoveWish(
        state,
        axis(held, 'ahead', 'back'),
        axis(held, 'right', 'left'),
        axis(held, 'up', 'down'),
        axis(held, 'turn left', 'turn right'),
      );
  }
  return true;
}

/** The window lost the focus: every key is up. */
export function releaseEmulatorKeys(state: EmulatorState, held: HeldKeys): void {
  held.clear();
  setMoveWish(state, 0, 0, 0, 0);
  setCrouching(state, false);
  for (const side of ['left', 'right'] as const) {
    setTrigger(state, side, 0);
    setGrip(state, side, 0);
  }
}

function axis(held: HeldKeys, positive: EmulatorAction, negative: EmulatorAction): number {
  return (held.has(positive) ? 1 : 0) - (held.has(negative) ? 1 : 0);
}
