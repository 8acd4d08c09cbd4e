import { createVec3, quat, vec3 } from '@leib/core';
import { isInsideSwingCone } from '@leib/core/solvers';
import { turnAbout } from '../limb/turnAbout.js';
import type { ArmState } from './armsState.js';
import type { ArmModel } from './buildArms.js';
import type { SwivelRule } from './elbowRules.js';
import { isInTorso, type TorsoHull } from './torsoHull.js';

// Where on its circle about the line from shoulder to hand an elbow may be. Angles are radians, from the side on which
// the arm is bent.

/** Steps in which half the circle is searched, and halvings that find the border between two of them. */
const STEP_COUNT = 36;
const STEP = Math.PI / STEP_COUNT;
const HALVING_COUNT = 12;

/** Sets the circle on which the elbow may be. Call it after the arm was bent. */
export function setSwivelCircle(
  arm: ArmModel,
  { circle, elbowWorld, sideWorld, radius, collarRotation }: ArmState,
): void {
  vec3.scaleAndAdd(circle.centreWorld, elbowWorld, sideWorld, -radius);
  quat.multiply(circle.worldToCone, collarRotation, arm.lateralToChest);
  quat.conjugate(circle.worldToCone, circle.worldToCone);
}

/** The angle nearest to `from` that the rule allows, or null where there is none. */
export function findAllowed(rule: SwivelRule, state: ArmState, hull: TorsoHull, from: number): number | null {
  if (isAllowed(rule, state, hull, from)) return from;
  const { preferredSign, detour } = rule;
  for (let step = 1; step <= STEP_COUNT + detour; step++) {
    for (let way = 0; way < 2; way++) {
      const sign = way === 0 ? preferredSign : -preferredSign;
      const count = way === 0 ? step : step - detour;
      if (count < 1 || count > STEP_COUNT || !isAllowed(rule, state, hull, from + sign * count * STEP)) continue;
      return findBorder(rule, state, hull, from + sign * (count - 1) * STEP, from + sign * count * STEP);
    }
  }
  return null;
}

/** Whether the rule allows every angle on the way from one angle to another. */
export function isWayFree(rule: SwivelRule, state: ArmState, hull: TorsoHull, from: number, way: number): boolean {
  const count = Math.ceil(Math.abs(way) / STEP);
  for (let step = 1; step <= count; step++) {
    if (!isAllowed(rule, state, hull, from + (way * step) / count)) return false;
  }
  return true;
}

/** The last angle that the rule allows on the way from one that it allows to one that it does not. */
export function findBorder(
  rule: SwivelRule,
  state: ArmState,
  hull: TorsoHull,
  refusedAngle: number,
  allowedAngle: number,
): number {
  let refused = refusedAngle;
  let allowed = allowedAngle;
  for (let halving = 0; halving < HALVING_COUNT; halving++) {
    const middle = (refused + allowed) / 2;
    if (isAllowed(rule, state, hull, middle)) allowed = middle;
    else refused = middle;
  }
  return allowed;
}

// Scratch.
const side = createVec3();
const elbow = createVec3();

/** Whether the elbow may be at an angle. */
export function isAllowed({ arm, size }: SwivelRule, state: ArmState, hull: TorsoHull, angle: number): boolean {
  turnAbout(side, state.axisWorld, state.sideWorld, angle);
  vec3.scaleAndAdd(elbow, state.circle.centreWorld, side, state.radius);
  if (size !== null) return !isInTorso(size, hull, elbow);
  vec3.subtract(elbow, elbow, state.shoulderWorld);
  vec3.transformQuat(elbow, elbow, state.circle.worldToCone);
  for (let k = 0; k < 3; k++) elbow[k] /= arm.limb.upper.length;
  return isInsideSwingCone(arm.upperArmCone, elbow);
}
