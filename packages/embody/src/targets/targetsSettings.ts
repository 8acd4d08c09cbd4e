import { defaultHoldLostParams } from '@leib/tracking';
import type { LockMode } from './lockModes.js';

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
