import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
import { createFabrikState, type FabrikState } from '@leib/core/solvers';
import { copyFlat } from '../bodyState.js';
import type { ArmModel, ArmsModel } from './buildArms.js';
import { createElbowRules, createSwivelCircle, type ElbowRules, type SwivelCircle } from './elbowRules.js';
import { createTorsoHull, type TorsoHull } from './torsoHull.js';

/** What one arm remembers, and what it has found out so far in the frame. */
export interface ArmState {
  /** Remembered: how far the shoulder may now be from neutral, metres. */
  extension: number;
  /** Remembered: the way the elbow was wished last, unit, chest axes; and whether there is one. */
  readonly lastSideChest: Vec3;
  hasLastSide: boolean;
  /** Remembered: turn about the arm's line by which limit and trunk moved the elbow, radians. */
  freeTurn: number;
  /** Remembered: the part of it, and of what fields and trackers add, that the roll of the arm has followed, radians. */
  rollTurn: number;
  /** Remembered: the hand from the collar bone's joint, world axes. */
  readonly lastHand: Vec3;

  /** This frame's, world space. */
  readonly handWorld: Vec3;
  readonly handRotation: Quat;
  /** A tracked elbow, and how much it counts: 0 where there is none. */
  readonly trackedElbowWorld: Vec3;
  elbowWeight: number;
  /** How much the elbow leads the arm, because its hand is not seen. */
  elbowAlone: number;
  /** What the prior proposes, and how much it counts: the collar bone's rotation, and across the arm to the elbow. */
  readonly proposedCollar: Quat;
  collarWeight: number;
  readonly proposedSide: Vec3;
  sideWeight: number;
  readonly chestRotation: Quat;
  readonly collarWorld: Vec3;
  readonly collarRotation: Quat;
  readonly shoulderWorld: Vec3;
  /** Unit, from shoulder to hand, and across it the side on which the elbow is. */
  readonly axisWorld: Vec3;
  readonly sideWorld: Vec3;
  /** The side that was wished for, before fields, limits and trackers. */
  readonly wishedSideWorld: Vec3;
  readonly elbowWorld: Vec3;
  /** Distance of the elbow from the line from shoulder to hand, metres. */
  radius: number;
  /** Where the hand came to be. */
  readonly endWorld: Vec3;
  /** Rotation of the forearm without the hand's roll, and the roll within its range, radians. */
  readonly forearmRotation: Quat;
  forearmRoll: number;
  /** Twist of the upper arm against the middle of where upper arms point, radians. */
  upperArmTwist: number;

  /** Where the elbow may be on the line's circle. */
  readonly circle: SwivelCircle;

  /** Of this arm's lengths. */
  rules: ElbowRules;
  readonly wholeChain: FabrikState | null;
  readonly armChain: FabrikState;
}

/** Where both arms are. One per avatar. */
export interface ArmsState {
  readonly arms: readonly [ArmState | null, ArmState | null];
  readonly hull: TorsoHull;
}

export function createArmsState(model: ArmsModel): ArmsState {
  const create = (arm: ArmModel | null) => (arm === null ? null : createArmState(arm, model));
  return { arms: [create(model.arms[0]), create(model.arms[1])], hull: createTorsoHull() };
}

/** The arms have other lengths: `model` is the one with them. */
export function attachArms(model: ArmsModel, state: ArmsState): void {
  for (let side = 0; side < 2; side++) {
    const arm = model.arms[side];
    const own = state.arms[side];
    if (arm !== null && own !== null) own.rules = createElbowRules(arm);
  }
}

/** As if nothing had been before. */
export function resetArmsState(model: ArmsModel, state: ArmsState): void {
  for (let side = 0; side < 2; side++) {
    const arm = state.arms[side];
    if (arm === null) continue;
    arm.extension = model.settings.shoulder.freeDistance;
    arm.hasLastSide = false;
    arm.freeTurn = 0;
    arm.rollTurn = 0;
  }
}

/** Of both models' own lengths: the rules stay. */
export function copyArmsState(out: ArmsState, from: ArmsState): void {
  copyFlat(out.hull, from.hull);
  for (let side = 0; side < 2; side++) {
    const [to, arm] = [out.arms[side], from.arms[side]];
    if (to === null || arm === null) continue;
    const { circle, rules: _, wholeChain, armChain, ...flat } = arm;
    copyFlat(to, flat);
    copyFlat(to.circle, circle);
    copyFlat(to.armChain, armChain);
    if (to.wholeChain !== null && wholeChain !== null) copyFlat(to.wholeChain, wholeChain);
  }
}

function createArmState(arm: ArmModel, { settings }: ArmsModel): ArmState {
  const { wholeChain, armChain } = arm;
  return {
    extension: settings.shoulder.freeDistance,
    lastSideChest: createVec3(0, -1, 0),
    hasLastSide: false,
    freeTurn: 0,
    rollTurn: 0,
    lastHand: createVec3(),
    handWorld: createVec3(),
    handRotation: createQuat(),
    trackedElbowWorld: createVec3(),
    elbowWeight: 0,
    elbowAlone: 0.5,
    proposedCollar: createQuat(),
    collarWeight: 0,
    proposedSide: createVec3(),
    sideWeight: 0,
    chestRotation: createQuat(),
    collarWorld: createVec3(),
    collarRotation: createQuat(),
    shoulderWorld: createVec3(),
    axisWorld: createVec3(0, -1, 0),
    sideWorld: createVec3(0, 0, -1),
    wishedSideWorld: createVec3(0, 0, -1),
    elbowWorld: createVec3(),
    radius: 0,
    endWorld: createVec3(),
    forearmRotation: createQuat(),
    forearmRoll: 0,
    upperArmTwist: 0,
    circle: createSwivelCircle(),
    rules: createElbowRules(arm),
    wholeChain: wholeChain === null ? null : createFabrikState(wholeChain),
    armChain: createFabrikState(armChain),
  };
}
