import { DEG } from '@leib/core';
import { defaultHoldLostParams, type HoldLostParams, type TrackedPoint, trackedPoints } from '@leib/tracking';
import type { LockMode } from './lockModes.js';

/** How trackers become targets. The resting hand's place follows from the body and is no setting. */
export interface TargetsSettings {
  /** Points whose trackers are followed; the body is estimated at the others, tracker or not. The head always is. */
  readonly points: readonly TrackedPoint[];
  /** Hold, fade, recover: tracking's stepHoldLost(). */
  readonly lost: Omit<HoldLostParams, 'restLeftHand'>;
  /** An extra tracker that appears takes over from the estimate in this time. */
  readonly takeOverSeconds: number;
  /** One that is lost counts in full for this long: most losses are a frame or two. By the end of the hold it is given up. */
  readonly graceSeconds: number;
  /** A head that moves farther than this in a frame was put there... */
  readonly teleportDistance: number;
  /** ...and this much farther per second of frame: a stall is no teleport. Nobody's head is faster, metres per second. */
  readonly teleportSpeed: number;
  /** The same for its turn: a snap turn. Radians, and radians per second. */
  readonly teleportTurn: number;
  readonly teleportTurnRate: number;
  /** So was a lost head that comes back farther than this from where it was held. */
  readonly returnDistance: number;
  /** A tracker that moves farther than this in a frame, and this much per second, jumped: the gap is closed over time. */
  readonly jumpDistance: number;
  readonly jumpSpeed: number;
  /** What wins when trackers on head and hips are farther apart than the body is long. */
  readonly lockMode: LockMode;
}

const { restLeftHand: _, ...lost } = defaultHoldLostParams;

export const defaultTargetsSettings: TargetsSettings = {
  points: trackedPoints,
  lost,
  takeOverSeconds: 0.35,
  graceSeconds: 0.1,
  teleportDistance: 0.5,
  teleportSpeed: 8,
  teleportTurn: 25 * DEG,
  teleportTurnRate: 900 * DEG,
  returnDistance: 1.5,
  jumpDistance: 0.25,
  jumpSpeed: 20,
  lockMode: 'head',
};

/** The thesis has three trackers that are never lost, and says nothing of others. */
export const thesisTargetsSettings: TargetsSettings = defaultTargetsSettings;
