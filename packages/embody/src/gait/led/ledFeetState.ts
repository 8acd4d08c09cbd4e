import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
import { type BodyState, copyFlat } from '../../bodyState.js';
import type { GaitLeg, GaitModel } from '../gaitModel.js';
import type { GaitState } from '../gaitState.js';
import type { Footing } from '../settleGoal.js';
import { createPace, type LedFeetSettings, type Pace } from './ledFeetSettings.js';

/** Where the prior wants a foot in this frame, world space. Written by proposeFoot(). */
export interface FootProposal {
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
  /** The ball of the foot. */
  readonly ballWorld: Vec3;
  toeBend: number;
  /** Chances that heel and ball stand, as they compare with the settings' thresholds. */
  heel: number;
  ball: number;
}

/** One foot that the prior leads. World space. */
export interface LedFoot {
  readonly proposed: FootProposal;
  /** Chances that heel and ball stand, network and observer together. */
  heelChance: number;
  ballChance: number;
  /** What stands: the heel holds the ankle, the ball of the foot holds the toes. */
  isHeelDown: boolean;
  isBallDown: boolean;
  /** On its way back to where it is proposed: it does not stand before it is so near, metres at 1.70 m. */
  isComingBack: boolean;
  backWithin: number;
  /** Led by the prior in the last frame; or by the rules, and what it is off by fades out. */
  wasLed: boolean;
  isFading: boolean;
  /** Where what stands is held, and how fast it still comes to rest. */
  readonly heldWorld: Vec3;
  readonly restVelocity: Vec3;
  /** It stands and is put right in a small step: how fast now, metres per second, and how high it is lifted. */
  isPutRight: boolean;
  putRightSpeed: number;
  liftHeight: number;
  /** How far from where it is proposed it has room to stand, and how far it still has to go there. */
  readonly roomWorld: Vec3;
  readonly shiftWorld: Vec3;
  /** Where it has room, as searched when it came down. */
  readonly footing: Footing;
  /** What was shown in the last frame, how fast it went, and whether there was one. */
  hasShown: boolean;
  readonly shownWorld: Vec3;
  readonly shownRotation: Quat;
  readonly velocityWorld: Vec3;
  /** Ankle and foot as led in this frame. */
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
  /** Where the prior wanted the ankle in the last frame, and how fast that moves, metres per second, eased. */
  readonly lastProposedWorld: Vec3;
  proposedSpeed: number;
  /** What is shown less what is proposed, and its rate: fades out. */
  readonly offsetWorld: Vec3;
  readonly offsetRate: Vec3;
  /** Of the spring that takes it back, now and at most, per second. */
  offsetFrequency: number;
  mostFrequency: number;
  readonly offsetTurn: Quat;
  /** The ground under it, eased. */
  groundY: number;
  readonly normalWorld: Vec3;
  toeBend: number;
}

/** Left, right. One per avatar. */
export interface LedFeetState {
  readonly feet: readonly [LedFoot, LedFoot];
  /** Of this frame. Written by findPace(). */
  readonly pace: Pace;
}

/** One foot in one frame: what all parts of its step read. They write `foot` alone. */
export interface LedFootFrame {
  readonly gait: GaitModel;
  readonly gaitState: GaitState;
  readonly settings: LedFeetSettings;
  readonly body: BodyState;
  readonly pace: Readonly<Pace>;
  readonly side: number;
  readonly leg: GaitLeg;
  readonly foot: LedFoot;
  readonly other: LedFoot;
}

export function createLedFeetState(): LedFeetState {
  return { feet: [createLedFoot(), createLedFoot()], pace: createPace() };
}

export function resetLedFeet({ feet }: LedFeetState): void {
  for (const foot of feet) {
    foot.isHeelDown = false;
    foot.isBallDown = false;
    foot.isComingBack = false;
    foot.isPutRight = false;
    foot.wasLed = false;
    foot.isFading = false;
    foot.hasShown = false;
  }
}

export function copyLedFeet(out: LedFeetState, from: LedFeetState): void {
  copyFlat(out.pace, from.pace);
  for (let side = 0; side < 2; side++) {
    const { proposed, footing, ...flat } = from.feet[side];
    copyFlat(out.feet[side], flat);
    copyFlat(out.feet[side].proposed, proposed);
    copyFlat(out.feet[side].footing, footing);
  }
}

function createLedFoot(): LedFoot {
  return {
    proposed: {
      ankleWorld: createVec3(),
      rotationWorld: createQuat(),
      ballWorld: createVec3(),
      toeBend: 0,
      heel: 0,
      ball: 0,
    },
    heelChance: 0,
    ballChance: 0,
    isHeelDown: false,
    isBallDown: false,
    isComingBack: false,
    backWithin: 0,
    wasLed: false,
    isFading: false,
    heldWorld: createVec3(),
    restVelocity: createVec3(),
    isPutRight: false,
    putRightSpeed: 0,
    liftHeight: 0,
    roomWorld: createVec3(),
    shiftWorld: createVec3(),
    footing: { startWorld: createVec3(), goalWorld: createVec3(), goalYaw: 0, goalNormal: createVec3(0, 1, 0) },
    hasShown: false,
    shownWorld: createVec3(),
    shownRotation: createQuat(),
    velocityWorld: createVec3(),
    ankleWorld: createVec3(),
    rotationWorld: createQuat(),
    lastProposedWorld: createVec3(),
    proposedSpeed: 0,
    offsetWorld: createVec3(),
    offsetRate: createVec3(),
    offsetFrequency: 0,
    mostFrequency: 0,
    offsetTurn: createQuat(),
    groundY: 0,
    normalWorld: createVec3(0, 1, 0),
    toeBend: 0,
  };
}
