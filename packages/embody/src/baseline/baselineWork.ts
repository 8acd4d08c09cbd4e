import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';

/** Values that the stages of one frame hand to their own parts; they mean nothing between frames. */
export interface BaselineWork {
  readonly trunk: TrunkWork;
  readonly leg: LegWork;
  readonly arm: ArmWork;
}

export function createBaselineWork(): BaselineWork {
  return { trunk: createTrunkWork(), leg: createLegWork(), arm: createArmWork() };
}

/** What the trunk bends to, world space; rewritten each frame. */
interface TrunkWork {
  readonly headWorld: Vec3;
  readonly headRotation: Quat;
  readonly hipsRotation: Quat;
  readonly chestRotation: Quat;
}

function createTrunkWork(): TrunkWork {
  return {
    headWorld: createVec3(),
    headRotation: createQuat(),
    hipsRotation: createQuat(),
    chestRotation: createQuat(),
  };
}

/** The leg that is being placed, world space; rewritten for each. */
export interface LegWork {
  readonly hipWorld: Vec3;
  readonly ankleWorld: Vec3;
  readonly ballWorld: Vec3;
  readonly kneeDirectionWorld: Vec3;
  /** Of the foot on the floor, and as it is turned from there. */
  readonly headingWorld: Quat;
  readonly footRotation: Quat;
}

function createLegWork(): LegWork {
  return {
    hipWorld: createVec3(),
    ankleWorld: createVec3(),
    ballWorld: createVec3(),
    kneeDirectionWorld: createVec3(),
    headingWorld: createQuat(),
    footRotation: createQuat(),
  };
}

/** The arm that is being placed; rewritten for each. */
export interface ArmWork {
  /** World space. */
  readonly rootWorld: Vec3;
  readonly handWorld: Vec3;
  readonly handRotation: Quat;
  readonly chestRotation: Quat;
  readonly chestInverse: Quat;
  /** Directions of the hand from the upper arm, and of its fingers: axes of the chest, lateral is +X. */
  readonly toHandChest: Vec3;
  readonly fingersChest: Vec3;
}

function createArmWork(): ArmWork {
  return {
    rootWorld: createVec3(),
    handWorld: createVec3(),
    handRotation: createQuat(),
    chestRotation: createQuat(),
    chestInverse: createQuat(),
    toHandChest: createVec3(),
    fingersChest: createVec3(),
  };
}
