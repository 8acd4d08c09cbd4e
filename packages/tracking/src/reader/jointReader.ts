import { jointOfBone, type OneEuroParams, type Skeleton } from '@leib/core';
import { createJointFrame, type JointFrame } from '../frame/jointFrame.js';
import { pointNumber, type TrackedPoint, trackedPoints } from '../frame/trackedParts.js';
import { createPoseTrack, type PoseTrack } from '../judge/judgePose.js';
import { createTimeTrack, type TimeTrack } from '../judge/judgeTime.js';
import { createWornTrack, type WornTrack } from '../judge/judgeWorn.js';
import { calibrateHeadHeight, createWearerHeight, restartWearer, type WearerHeight } from '../wearer/wearerHeight.js';
import { type CrossfadeState, createCrossfadeState } from './crossfade.js';
import type { FittedAvatar } from './fitReader.js';
import { createHoldLostState, defaultHoldLostParams, type HoldLostParams, type HoldLostState } from './holdLost.js';
import { createPlacement, type Placement } from './placement.js';
import { restLeftHandOf } from './restHand.js';
import { createFrameSmoother, type FrameSmoother } from './smoothFrame.js';
import { AVERAGE_HEAD_HEIGHT, standingHeadHeight } from './standing.js';

/** How devices are read. The resting hand's place is computed from the body, so it is not a setting. */
export interface JointReaderSettings {
  /** Points whose devices are read; the others count as lost. The head always is read. */
  readonly points: readonly TrackedPoint[];
  /** Hold, fade, recover: stepHoldLost(). */
  readonly lost: Omit<HoldLostParams, 'restLeftHand'>;
  /** Joints go over to another source in this time: startCrossfade(). */
  readonly crossfadeSeconds: number;
}

const { restLeftHand: _, ...lost } = defaultHoldLostParams;

/** How far a tracked joint may be from the head, in heights of the head: bodies end at one. */
const REACH = 2;

export const defaultJointReaderSettings: JointReaderSettings = {
  points: trackedPoints,
  lost,
  crossfadeSeconds: 0.3,
};

/** The settings, and what follows from the body. Made by buildReaderParams(), never written. */
export interface JointReaderParams {
  readonly settings: JointReaderSettings;
  readonly lost: HoldLostParams;
  /** 1 for a point that is read. 11 entries. */
  readonly isRead: Uint8Array;
  /** Height of the head joint of this body when it stands, metres. */
  readonly headHeight: number;
  /** No joint of it is farther from its head, metres: what is has lost its way. */
  readonly reach: number;
}

/** What reads devices into joints: its parameters and all that it remembers. One per person. */
export interface JointReader {
  /** Replaced when the body changes: buildReaderParams(). */
  params: JointReaderParams;
  /**
   * Where the tracked space stands in the avatar's space. Written by its owner at any time, read in every frame; its scale by
   * readJoints(), when the wearer of a `fitted` avatar turns out to be of another height.
   */
  placement: Placement;
  /** How tall the wearer is, and whether they stand or sit: found out in every frame. */
  readonly wearer: WearerHeight;
  /** The avatar that goes with the wearer's height: fitReader(); null: none does. */
  fitted: FittedAvatar | null;
  /** Takes jitter out of every joint; null: joints are as tracked. */
  smoothing: OneEuroParams | null;
  /** Joints that are tracked now, in the avatar's space: nothing is held, what is lost is lost. */
  readonly tracked: JointFrame;
  /** The result: the same with lost tracking held, faded and recovered. */
  readonly joints: JointFrame;
  readonly crossfade: CrossfadeState;
  readonly smoother: FrameSmoother;
  /** What the judge remembers of each point, of the clock, and of whether the headset is worn. */
  readonly tracks: readonly PoseTrack[];
  readonly time: TimeTrack;
  readonly worn: WornTrack;
  readonly lost: HoldLostState;
}

export function buildReaderParams(
  skeleton: Skeleton | null,
  settings: JointReaderSettings = defaultJointReaderSettings,
): JointReaderParams {
  const isRead = new Uint8Array(trackedPoints.length);
  for (const point of settings.points) isRead[pointNumber[point]] = 1;
  isRead[pointNumber.head] = 1;
  const restLeftHand = skeleton ? restLeftHandOf(skeleton) : defaultHoldLostParams.restLeftHand;
  const headHeight =
    skeleton && jointOfBone(skeleton, 'head') >= 0 ? standingHeadHeight(skeleton) : AVERAGE_HEAD_HEIGHT;
  return { settings, lost: { ...settings.lost, restLeftHand }, isRead, headHeight, reach: REACH * headHeight };
}

/** `skeleton`: the body that the joints are for, at whose sides lost hands hang; null: an average person's. */
export function createJointReader(skeleton: Skeleton | null, settings?: JointReaderSettings): JointReader {
  return {
    params: buildReaderParams(skeleton, settings),
    placement: createPlacement(),
    wearer: createWearerHeight(),
    fitted: null,
    smoothing: null,
    tracked: createJointFrame(),
    joints: createJointFrame(),
    crossfade: createCrossfadeState(),
    smoother: createFrameSmoother(),
    tracks: trackedPoints.map(createPoseTrack),
    time: createTimeTrack(),
    worn: createWornTrack(),
    lost: createHoldLostState(),
  };
}

/** Call it when the devices of the next frame come from another source: the joints go over to it without a jump. */
export function startCrossfade(reader: JointReader): void {
  reader.crossfade.isNew = true;
  restartWearer(reader.wearer);
}

/**
 * Call it when the wearer says that they stand straight now: a fitted avatar takes on their height within a moment, and keeps it.
 * Returns the height of their head joint, metres, to be kept for the next session (fitReader()); null while no head is tracked.
 */
export function calibrateHeight(reader: JointReader): number | null {
  return calibrateHeadHeight(reader.wearer);
}
