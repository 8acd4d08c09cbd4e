import { createQuat, createVec3, isInsideSwingCone, quat, vec3 } from '@leib/core';
import type { ArmState } from './armsState.js';
import type { ArmModel } from './buildArms.js';
import { isInTorso, type TorsoHull, type TorsoHullSettings } from './torsoHull.js';
import { turn, turnSide } from './turnSide.js';

// Where on its circle about the line from shoulder to hand an elbow may be. Angles are in `turn`, from the side on
// which the arm is bent.

/** Steps in which half the circle is searched, and halvings that find the border between two of them. */
const STEP_COUNT = 36;
const STEP = Math.PI / STEP_COUNT;
const HALVING_COUNT = 12;

/** What an elbow has to keep to: out of a hull, or within the range of the upper arm. */
export interface SwivelRule {
  readonly arm: ArmModel;
  /** null: the range of the upper arm is the rule. */
  size: TorsoHullSettings | null;
  /** Of the two ways round, this one (1 or -1) may be longer than the other by so many steps. */
  preferredSign: 1 | -1;
  detour: number;
  /** Farthest that is looked, steps. */
  most: number;
}

export function createSwivelRule(arm: ArmModel): SwivelRule {
  return { arm, size: null, preferredSign: 1, detour: 0, most: STEP_COUNT };
}

/** A way on the circle, radians: where it begins, how far it goes, and how far it may go in this frame. */
export const span = new Float64Array(3);
export const FROM = 0;
export const WAY = 1;
export const MOST = 2;

// Scratch.
const centre = createVec3();
const side = createVec3();
const elbow = createVec3();
const coneInverse = createQuat();

/** To be called when the arm has been bent: the circle, and the range on it. */
export function setSwivelCircle(arm: ArmModel, state: ArmState): void {
  for (let k = 0; k < 3; k++) centre[k] = state.elbowWorld[k] - state.sideWorld[k] * state.radius;
  quat.multiply(coneInverse, state.collarRotation, arm.lateralToChest);
  quat.conjugate(coneInverse, coneInverse);
}

/** Moves the angle in `turn` to the nearest that the rule allows. False, and unmoved, where there is none. */
export function moveIntoRule(rule: SwivelRule, state: ArmState, hull: TorsoHull): boolean {
  if (isAllowed(rule, state, hull)) return true;
  const from = turn[0];
  const { preferredSign, detour, most } = rule;
  for (let step = 1; step <= most + detour; step++) {
    for (let way = 0; way < 2; way++) {
      const sign = way === 0 ? preferredSign : -preferredSign;
      const count = way === 0 ? step : step - detour;
      if (count < 1 || count > most) continue;
      turn[0] = from + sign * count * STEP;
      if (!isAllowed(rule, state, hull)) continue;
      let refused = (count - 1) * STEP;
      let allowed = count * STEP;
      for (let halving = 0; halving < HALVING_COUNT; halving++) {
        const middle = (refused + allowed) / 2;
        turn[0] = from + sign * middle;
        if (isAllowed(rule, state, hull)) allowed = middle;
        else refused = middle;
      }
      turn[0] = from + sign * allowed;
      return true;
    }
  }
  turn[0] = from;
  return false;
}

/** Whether an elbow can go the way in `span` without leaving what the rule allows. Leaves `turn` anywhere. */
export function isWayFree(rule: SwivelRule, state: ArmState, hull: TorsoHull): boolean {
  const count = Math.ceil(Math.abs(span[WAY]) / STEP);
  for (let step = 1; step <= count; step++) {
    turn[0] = span[FROM] + (span[WAY] * step) / count;
    if (!isAllowed(rule, state, hull)) return false;
  }
  return true;
}

/** Sets `turn` to the last angle that the rule allows on the way in `span`, whose end it does not allow. */
export function stopBefore(rule: SwivelRule, state: ArmState, hull: TorsoHull): void {
  let allowed = 0;
  let refused = span[WAY];
  for (let halving = 0; halving < HALVING_COUNT; halving++) {
    const middle = (allowed + refused) / 2;
    turn[0] = span[FROM] + middle;
    if (isAllowed(rule, state, hull)) allowed = middle;
    else refused = middle;
  }
  turn[0] = span[FROM] + allowed;
}

/** Is the elbow, turned by `turn`? */
export function isAllowed({ arm, size }: SwivelRule, state: ArmState, hull: TorsoHull): boolean {
  turnSide(side, state.axisWorld, state.sideWorld);
  for (let k = 0; k < 3; k++) elbow[k] = centre[k] + side[k] * state.radius;
  if (size !== null) return !isInTorso(size, hull, elbow);
  vec3.subtract(elbow, elbow, state.shoulderWorld);
  vec3.transformQuat(elbow, elbow, coneInverse);
  for (let k = 0; k < 3; k++) elbow[k] /= arm.limb.upper.length;
  return isInsideSwingCone(arm.upperArmCone, elbow);
}
