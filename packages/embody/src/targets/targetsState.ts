import type { Skeleton } from '@leib/core';
import { createJointFrame, defaultHoldLostParams, type JointFrame, trackedPoints } from '@leib/tracking';
import { copyFlat } from '../bodyState.js';
import { checkLockMode, type LockMode, trunkReach } from './lockModes.js';

/** How joints become targets. */
export interface TargetsSettings {
  /** An extra tracker that appears must be there for this long before it counts: what flickers is no tracker... */
  readonly proveSeconds: number;
  /** ...anew after it was away for this long... */
  readonly forgetSeconds: number;
  /** ...and then takes over from the estimate in this time. */
  readonly takeOverSeconds: number;
  /** One that is lost counts in full for this long: most losses are a frame or two. */
  readonly graceSeconds: number;
  /** Then it hands over to the estimate in this time: before readJoints() stops holding it. */
  readonly giveUpSeconds: number;
  /** What wins when trackers on head and hips are farther apart than the body is long. */
  readonly lockMode: LockMode;
}

const GRACE_SECONDS = 0.1;

export const defaultTargetsSettings: TargetsSettings = {
  proveSeconds: 0.5,
  forgetSeconds: 2,
  takeOverSeconds: 0.35,
  graceSeconds: GRACE_SECONDS,
  // A little short of the hold: given up must mean weight 0, whatever the frame rate rounds to.
  giveUpSeconds: 0.95 * (defaultHoldLostParams.holdSeconds - GRACE_SECONDS),
  lockMode: 'head',
};

/** The thesis has three trackers that are never lost, and says nothing of others. */
export const thesisTargetsSettings: TargetsSettings = defaultTargetsSettings;

/** What stepTargets() needs to know of a body. */
export interface TargetsModel {
  readonly settings: TargetsSettings;
  /** Hips and head are at most this far apart, metres. */
  readonly trunkReach: number;
}

export function buildTargets(skeleton: Skeleton, settings: TargetsSettings = defaultTargetsSettings): TargetsModel {
  checkLockMode(settings.lockMode);
  return { settings, trunkReach: trunkReach(skeleton) };
}

/** What stepTargets() remembers. One per avatar. */
export interface TargetsState {
  /** How far each extra tracker has taken over, 0..1. 11 entries. */
  readonly takenOver: Float64Array;
  /** For how long each has been there without a break, up to what proves it, seconds. 11 entries. */
  readonly provenSeconds: Float64Array;
  /** A head was tracked, and how often it was put elsewhere by then. */
  hasHead: boolean;
  teleportCount: number;
  /** The joints after a lock mode has moved the head. */
  readonly locked: JointFrame;
}

export function createTargetsState(): TargetsState {
  return {
    takenOver: new Float64Array(trackedPoints.length),
    provenSeconds: new Float64Array(trackedPoints.length),
    hasHead: false,
    teleportCount: 0,
    locked: createJointFrame(),
  };
}

/** As if no head had been tracked yet. */
export function resetTargetsState(state: TargetsState): void {
  state.takenOver.fill(0);
  state.provenSeconds.fill(0);
  state.hasHead = false;
}

export function copyTargetsState(out: TargetsState, { locked: _, ...flat }: TargetsState): void {
  copyFlat(out, flat);
}
