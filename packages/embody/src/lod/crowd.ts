import { createPose, InputError, type Pose, type Skeleton } from '@leib/core';
import type { JointFrame } from '@leib/tracking';
import {
  assumedLevelMicros,
  createLevelChoice,
  defaultLodSettings,
  detailLevel,
  type LevelChoice,
  type LodSettings,
} from './chooseLevels.js';
import { buildFarPose, createFarState, type FarModel, type FarState } from './farPose.js';
import { createPoseGap, type PoseGap } from './poseGap.js';

/** What works an avatar of a crowd out in full. */
export interface CrowdSolver {
  readonly pose: Pose;
  step(jointFrame: JointFrame, dtSeconds: number): void;
  /** The same, and the fingers stay as they are. */
  stepWithoutFingers(jointFrame: JointFrame, dtSeconds: number): void;
}

export interface CrowdMember {
  readonly skeleton: Skeleton;
  readonly solver: CrowdSolver;
}

/** One avatar of a crowd. */
export interface CrowdAvatar {
  readonly skeleton: Skeleton;
  readonly solver: CrowdSolver;
  /** What is to be shown. World arrays are current after every stepCrowd(). */
  readonly pose: Pose;
  readonly far: FarModel;
  readonly farState: FarState;
  /** One of detailLevel. */
  level: number;
  /** Reduced: the answer before the last. */
  readonly solvedBefore: Pose;
  /** Reduced: seconds since the last answer, and between that and the one before. */
  sinceSolved: number;
  solveInterval: number;
  /** Seconds until the gap to the level before is closed. */
  gapLeft: number;
  /** Reduced avatars take turns: this one's place in the round, 0..1. */
  readonly turn: number;
  /** What the level before showed otherwise: root and local rotations. */
  readonly gap: PoseGap;
  /** The level has changed, and the gap is still to be measured. */
  isNewLevel: boolean;
  /** A head was tracked, so there is something to show. */
  isShown: boolean;
}

/** Many avatars, each as detailed as it is near. */
export interface Crowd {
  readonly settings: LodSettings;
  readonly avatars: readonly CrowdAvatar[];
  readonly choice: LevelChoice;
  /** What a frame of each level takes, microseconds: assumed, set by the caller, or measured by stepCrowd()'s clock. */
  readonly levelMicros: Float64Array;
  /** Seconds since levels were chosen. */
  sinceChoice: number;
}

export function createCrowd(members: readonly CrowdMember[], settings: LodSettings = defaultLodSettings): Crowd {
  if (!(settings.reducedHz > 0))
    throw new InputError('settings.reducedHz', `expected a number above 0, got ${settings.reducedHz}`);
  const farModels = new Map<Skeleton, FarModel>();
  const avatars = members.map(({ skeleton, solver }, index): CrowdAvatar => {
    const far = farModels.get(skeleton) ?? buildFarPose(skeleton);
    farModels.set(skeleton, far);
    return {
      skeleton,
      solver,
      pose: createPose(skeleton),
      far,
      farState: createFarState(),
      level: detailLevel.far,
      solvedBefore: createPose(skeleton),
      sinceSolved: 0,
      solveInterval: 0,
      gapLeft: 0,
      // The golden ratio spreads any number of them evenly over the frames.
      turn: (index * 0.6180339887498949) % 1,
      gap: createPoseGap(skeleton),
      isNewLevel: false,
      isShown: false,
    };
  });
  return {
    settings,
    avatars,
    choice: createLevelChoice(avatars.length),
    levelMicros: Float64Array.from(assumedLevelMicros),
    sinceChoice: Number.POSITIVE_INFINITY,
  };
}
