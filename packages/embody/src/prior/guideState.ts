import { createQuat, createVec3, type Quat, type Vec3 } from '@leib/core';
import { createJointFrame, trackedPoints } from '@leib/tracking';
import type { Targets } from '../bodyState.js';
import type { GuideModel } from './buildGuide.js';
import { createPace, type Pace } from './pace.js';
import { PRIOR_JOINT_COUNT } from './priorLayout.js';
import { createPriorState, type PriorState, resetPrior } from './priorState.js';

/** One foot that goes by the prior. World space. */
export interface GuidedFoot {
  /** What stands: the heel holds the ankle, the ball of the foot holds the toes. */
  isHeelDown: boolean;
  isBallDown: boolean;
  /** On its way back to where it is wished: it does not stand before it is so near, metres at 1.70 m. */
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
  /** How far from where it is wished it has room to stand, and how far it still has to go there. */
  readonly roomWorld: Vec3;
  readonly shiftWorld: Vec3;
  /** What was shown in the last frame, how fast it went, and whether there was one. */
  hasShown: boolean;
  readonly shownWorld: Vec3;
  readonly shownRotation: Quat;
  readonly velocityWorld: Vec3;
  /** Ankle and foot as led in this frame. */
  readonly ankleWorld: Vec3;
  readonly rotationWorld: Quat;
  /** Where the prior wanted the ankle in the last frame, and how fast that moves, metres per second, eased. */
  readonly wishWorld: Vec3;
  wishSpeed: number;
  /** What is shown less what is wished, and its rate: fades out. */
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

/** What the guide remembers of one avatar. */
export interface GuideState {
  readonly network: PriorState;
  /** What the network is shown: the targets, lost hands left out. */
  readonly seen: Targets;
  readonly pace: Pace;
  /** How far the prior has taken over, 0..1, before it is eased. */
  takenOver: number;
  /** How far both hands are where they should be, 0..1, eased. */
  inReach: number;
  /** Rotations of the network's 23 joints from where it faces, smoothed, and how fast each turns, radians per second. */
  readonly smoothed: Float64Array;
  readonly speeds: Float64Array;
  isSmoothed: boolean;
  /** Scratch: the same in the world, and places of the 23 joints. */
  readonly turned: Float64Array;
  readonly joints: Float64Array;
  readonly feet: readonly [GuidedFoot, GuidedFoot];
}

// Numbers that change every frame start as fractions: a field that begins as a whole number allocates when it stops
// being one.
export function createGuideState({ network, skeleton }: GuideModel): GuideState {
  const state: GuideState = {
    network: createPriorState(network, skeleton),
    seen: { frame: createJointFrame(), weights: new Float64Array(trackedPoints.length) },
    pace: createPace(),
    takenOver: 0.5,
    inReach: 0.5,
    smoothed: new Float64Array(PRIOR_JOINT_COUNT * 4),
    speeds: new Float64Array(PRIOR_JOINT_COUNT),
    isSmoothed: false,
    turned: new Float64Array(PRIOR_JOINT_COUNT * 4),
    joints: new Float64Array(PRIOR_JOINT_COUNT * 3),
    feet: [createGuidedFoot(), createGuidedFoot()],
  };
  resetGuide(state);
  return state;
}

/** As if nobody had been seen yet. */
export function resetGuide(state: GuideState): void {
  resetPrior(state.network);
  state.takenOver = 0;
  state.inReach = 1;
  state.isSmoothed = false;
  for (let side = 0; side < 2; side++) {
    const foot = state.feet[side];
    foot.isHeelDown = false;
    foot.isBallDown = false;
    foot.isComingBack = false;
    foot.isPutRight = false;
    foot.wasLed = false;
    foot.isFading = false;
    foot.hasShown = false;
  }
}

function createGuidedFoot(): GuidedFoot {
  return {
    isHeelDown: false,
    isBallDown: false,
    isComingBack: false,
    backWithin: 0.5,
    wasLed: false,
    isFading: false,
    heldWorld: createVec3(),
    restVelocity: createVec3(),
    isPutRight: false,
    putRightSpeed: 0.5,
    liftHeight: 0.5,
    roomWorld: createVec3(),
    shiftWorld: createVec3(),
    hasShown: false,
    shownWorld: createVec3(),
    shownRotation: createQuat(),
    velocityWorld: createVec3(),
    ankleWorld: createVec3(),
    rotationWorld: createQuat(),
    wishWorld: createVec3(),
    wishSpeed: 0.5,
    offsetWorld: createVec3(),
    offsetRate: createVec3(),
    offsetFrequency: 0.5,
    mostFrequency: 0.5,
    offsetTurn: createQuat(),
    groundY: 0.5,
    normalWorld: createVec3(0, 1, 0),
    toeBend: 0.5,
  };
}
