import { clamp, createVec3, DEG, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import type { HandSide } from '../xr/xrOffsets.js';
import { clampHandGoal } from './clampHandGoal.js';
import type { EmulatedHand, EmulatorHandle, EmulatorParams, EmulatorState } from './emulatorState.js';

/** Everything a visitor can do to the emulated person. Each command changes goals; stepEmulator() moves there. */

/** Speeds wished for, each -1..1: ahead, to the right, up, and turning left. Relative to where the person faces. */
export function setMoveWish(state: EmulatorState, forward: number, right: number, up: number, turnLeft: number): void {
  state.forward.wish = clamp(forward, -1, 1);
  state.sideways.wish = clamp(right, -1, 1);
  state.rise.wish = clamp(up, -1, 1);
  state.turn.wish = clamp(turnLeft, -1, 1);
}

/** Speeds wished for of the active hand, each -1..1: away from the body, to the right, up. Relative to where the person faces. */
export function setHandMoveWish(state: EmulatorState, away: number, right: number, up: number): void {
  state.handAway.wish = clamp(away, -1, 1);
  state.handRight.wish = clamp(right, -1, 1);
  state.handUp.wish = clamp(up, -1, 1);
}

/** The keys for hands act on this hand from now on; the other one lets go of trigger and grip. */
export function takeHand(state: EmulatorState, side: HandSide): void {
  if (state.activeHand === side) return;
  setTrigger(state, state.activeHand, 0);
  setGrip(state, state.activeHand, 0);
  state.activeHand = side;
}

/** Turns the gaze: left and down are positive, radians. The body follows the yaw, hands go along. */
export function lookBy(state: EmulatorState, yawLeft: number, pitchDown: number): void {
  if (!Number.isFinite(yawLeft + pitchDown)) return;
  state.yaw += yawLeft;
  state.pitch = clamp(state.pitch + pitchDown, -75 * DEG, 75 * DEG);
}

/** Tilts the head towards the left shoulder, radians. */
export function tiltBy(state: EmulatorState, rollLeft: number): void {
  if (Number.isFinite(rollLeft)) state.roll = clamp(state.roll + rollLeft, -40 * DEG, 40 * DEG);
}

export function setCrouching(state: EmulatorState, isCrouching: boolean): void {
  state.isCrouching = isCrouching;
}

/** Takes hold of a handle; the keys for hands act on that hand from now on. */
export function grabHandle(state: EmulatorState, handle: EmulatorHandle): void {
  state.grabbed = handle;
  if (handle !== 'head') takeHand(state, handle === 'leftHand' ? 'left' : 'right');
}

export function releaseHandle(state: EmulatorState): void {
  state.grabbed = null;
}

const position = createVec3();

/** Moves what is held by a world-space distance. Without a hold nothing happens. */
export function dragHandleBy(params: EmulatorParams, state: EmulatorState, deltaWorld: ReadonlyVec3): void {
  if (state.grabbed === null) return;
  readHandleGoal(state, state.grabbed, position);
  vec3.add(position, position, deltaWorld);
  dragHandleTo(params, state, position);
}

/** Moves what is held to a world position of its joint, as far as an arm reaches and a person stands. */
export function dragHandleTo(params: EmulatorParams, state: EmulatorState, positionWorld: ReadonlyVec3): void {
  const x = positionWorld[0];
  const y = positionWorld[1];
  const z = positionWorld[2];
  if (state.grabbed === null || !Number.isFinite(x + y + z)) return;
  if (state.grabbed === 'head') {
    const height = params.standingHeadHeight;
    vec3.set(state.headGoal, x, clamp(y, 0.35 * height, 1.02 * height), z);
    return;
  }
  const hand = handOf(state, state.grabbed === 'leftHand' ? 'left' : 'right');
  // World -> from the head in axes of the heading.
  const sin = Math.sin(state.shownYaw);
  const cos = Math.cos(state.shownYaw);
  const dx = x - state.headShown[0];
  const dy = y - state.headShown[1];
  const dz = z - state.headShown[2];
  vec3.set(hand.goal, cos * dx - sin * dz, dy, sin * dx + cos * dz);
  clampHandGoal(params, state.grabbed === 'leftHand' ? 1 : -1, hand.goal);
}

/** The mouse wheel: what is held goes along the view's direction (unit, world space) by a distance. */
export function pushHandle(
  params: EmulatorParams,
  state: EmulatorState,
  viewDirectionWorld: ReadonlyVec3,
  distance: number,
): void {
  vec3.scale(delta, viewDirectionWorld, distance);
  dragHandleBy(params, state, delta);
}

const delta = createVec3();

/** Turns a hand about its fingers (thumb outwards is positive) and up, radians, on top of its natural way to be held. */
export function turnHandBy(state: EmulatorState, side: HandSide, rollOut: number, pitchUp: number): void {
  if (!Number.isFinite(rollOut + pitchUp)) return;
  const hand = handOf(state, side);
  hand.roll = clamp(hand.roll + rollOut, -Math.PI, Math.PI);
  hand.pitch = clamp(hand.pitch + pitchUp, -80 * DEG, 80 * DEG);
}

export function setTrigger(state: EmulatorState, side: HandSide, pressed: number): void {
  handOf(state, side).trigger = clamp(pressed, 0, 1);
}

export function setGrip(state: EmulatorState, side: HandSide, pressed: number): void {
  handOf(state, side).grip = clamp(pressed, 0, 1);
}

/** Switches a controller off, as if it were laid behind the back; or on again. */
export function setHandLost(state: EmulatorState, side: HandSide, isLost: boolean): void {
  handOf(state, side).isLost = isLost;
}

/** Where a handle is shown now, world space: the joint it moves. */
export function readHandle(state: EmulatorState, handle: EmulatorHandle, out: Vec3): Vec3 {
  if (handle === 'head') return vec3.copy(out, state.headShown);
  return handToWorld(state, handOf(state, handle === 'leftHand' ? 'left' : 'right').shown, out);
}

function readHandleGoal(state: EmulatorState, handle: EmulatorHandle, out: Vec3): Vec3 {
  if (handle === 'head') return vec3.copy(out, state.headGoal);
  return handToWorld(state, handOf(state, handle === 'leftHand' ? 'left' : 'right').goal, out);
}

function handToWorld(state: EmulatorState, fromHead: ReadonlyVec3, out: Vec3): Vec3 {
  const sin = Math.sin(state.shownYaw);
  const cos = Math.cos(state.shownYaw);
  return vec3.set(
    out,
    state.headShown[0] + cos * fromHead[0] + sin * fromHead[2],
    state.headShown[1] + fromHead[1],
    state.headShown[2] - sin * fromHead[0] + cos * fromHead[2],
  );
}

function handOf(state: EmulatorState, side: HandSide): EmulatedHand {
  return side === 'left' ? state.left : state.right;
}
