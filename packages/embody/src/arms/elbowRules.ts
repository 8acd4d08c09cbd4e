import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
import type { ArmModel } from './buildArms.js';
import type { TorsoHullSettings } from './torsoHull.js';

/** What an elbow has to keep to: out of a hull, or within the range of the upper arm. */
export interface SwivelRule {
  readonly arm: ArmModel;
  /** null: the range of the upper arm is the rule. */
  size: TorsoHullSettings | null;
  /** Preferred direction round the circle (1 or -1), and by how many steps it may be longer than the other one. */
  preferredSign: 1 | -1;
  detour: number;
}

/** Rules of one arm, made once. */
export interface ElbowRules {
  readonly range: SwivelRule;
  readonly trunk: SwivelRule;
}

export function createElbowRules(arm: ArmModel): ElbowRules {
  return { range: createSwivelRule(arm), trunk: createSwivelRule(arm) };
}

function createSwivelRule(arm: ArmModel): SwivelRule {
  return { arm, size: null, preferredSign: 1, detour: 0 };
}

/** The circle on which the elbow may be. Written by setSwivelCircle(). */
export interface SwivelCircle {
  readonly centreWorld: Vec3;
  /** From the world to the axes of the upper arm's cone. */
  readonly worldToCone: Quat;
}

export function createSwivelCircle(): SwivelCircle {
  return { centreWorld: createVec3(), worldToCone: createQuat() };
}
