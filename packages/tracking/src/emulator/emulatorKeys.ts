import { DEG } from '@leib/core';
import {
  setCrouching,
  setGrip,
  setHandLost,
  setHandMoveWish,
  setMoveWish,
  setTrigger,
  takeHand,
  turnHandBy,
} from './emulatorCommands.js';
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
  PageUp: 'up',
  PageDown: 'down',
  KeyC: 'crouch',
  KeyT: 'trigger',
  KeyG: 'grip',
  KeyZ: 'roll hand in',
  KeyX: 'roll hand out',
  KeyV: 'hand up',
  KeyB: 'hand down',
  KeyN: 'lose or find hand',
  Digit1: 'take left hand',
  Digit2: 'take right hand',
  KeyU: 'raise hand',
  KeyJ: 'lower hand',
  KeyH: 'move hand left',
  KeyK: 'move hand right',
  KeyI: 'move hand away',
  KeyY: 'move hand near',
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
  if (isDown && !isRepeat) pressOnce(params, state, action);
  if (isDown) turnActiveHand(state, action);
  holdKeys(state, held);
  return true;
}

/** What happens once per press, however long the key is held. */
function pressOnce(params: EmulatorParams, state: EmulatorState, action: EmulatorAction): void {
  const hand = state.activeHand;
  if (action === 'take left hand') takeHand(state, 'left');
  else if (action === 'take right hand') takeHand(state, 'right');
  else if (action === 'lose or find hand') setHandLost(state, hand, !state[hand].isLost);
  else if (action === 'start again') resetEmulator(params, state);
}

/** Goes on with the repeats of a held key. */
function turnActiveHand(state: EmulatorState, action: EmulatorAction): void {
  const hand = state.activeHand;
  if (action === 'roll hand in') turnHandBy(state, hand, -HAND_TURN, 0);
  else if (action === 'roll hand out') turnHandBy(state, hand, HAND_TURN, 0);
  else if (action === 'hand up') turnHandBy(state, hand, 0, HAND_TURN);
  else if (action === 'hand down') turnHandBy(state, hand, 0, -HAND_TURN);
}

/** What lasts as long as keys are held. */
function holdKeys(state: EmulatorState, held: HeldKeys): void {
  const hand = state.activeHand;
  setCrouching(state, held.has('crouch'));
  setTrigger(state, hand, held.has('trigger') ? 1 : 0);
  setGrip(state, hand, held.has('grip') ? 1 : 0);
  setMoveWish(
    state,
    axis(held, 'ahead', 'back'),
    axis(held, 'right', 'left'),
    axis(held, 'up', 'down'),
    axis(held, 'turn left', 'turn right'),
  );
  setHandMoveWish(
    state,
    axis(held, 'move hand away', 'move hand near'),
    axis(held, 'move hand right', 'move hand left'),
    axis(held, 'raise hand', 'lower hand'),
  );
}

/** The window lost the focus: every key is up. */
export function releaseEmulatorKeys(state: EmulatorState, held: HeldKeys): void {
  held.clear();
  holdKeys(state, held);
  for (const side of ['left', 'right'] as const) {
    setTrigger(state, side, 0);
    setGrip(state, side, 0);
  }
}

function axis(held: HeldKeys, positive: EmulatorAction, negative: EmulatorAction): number {
  return (held.has(positive) ? 1 : 0) - (held.has(negative) ? 1 : 0);
}
