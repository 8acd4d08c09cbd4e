import { DEG } from '@leib/core';
import { defaultFingerSettings, type FingerSettings } from '../fingers/stepFingers.js';

/** Settings of the baseline. Lengths are for a trunk of average size; those of the body itself come from its rig. */
export interface BaselineParams {
  /** Height of the head joint when standing straight, metres; the rig's own when null. */
  readonly standingHeadHeight: number | null;

  /** The body turns after the head only beyond this angle, and covers half of the rest in this time. */
  readonly yawDeadZone: number;
  readonly yawHalfLife: number;
  /** While walking the body also comes round under the head; half of the way in this time at 1 m/s. */
  readonly walkYawHalfLife: number;

  /** A head that sinks by less than this does not bend the body: heads bob. */
  readonly bendDeadZone: number;
  /** A lean covers half of the way to a new one in this time. */
  readonly leanHalfLife: number;
  /** Forward lean of the trunk per metre that the knees take, radians per metre. */
  readonly crouchLean: number;
  /** Share of a lean that the pelvis tips by; the spine takes the rest. */
  readonly pelvisShare: number;
  /** Shares of the head's turn, and of its tilt beyond the dead zone, that the chest follows. */
  readonly chestTurnShare: number;
  readonly chestTiltShare: number;
  readonly chestTiltDeadZone: number;
  /** How far between chest and head the neck is. */
  readonly neckShare: number;

  /** A tracker on the hips gains or loses half of its say in this time. */
  readonly hipsHalfLife: number;

  /** Raising and reaching: how far the collar bone goes along, radians at full stretch. */
  readonly collarRaise: number;
  readonly collarReach: number;
  /** Share of the hand's roll that the forearm takes. */
  readonly forearmTwistShare: number;

  /** A foot steps when its place is farther away, or turned more, than this. */
  readonly stepDistance: number;
  readonly stepTurn: number;
  /** ...or will be, this much later. */
  readonly foresightSeconds: number;
  /** After a step the other foot closes up when it is this share of a full step off, within this time. */
  readonly closeUpShare: number;
  readonly closeUpSeconds: number;
  /** A step takes this long standing, and this much less per metre per second, never less than the last. */
  readonly stepSeconds: number;
  readonly stepSecondsPerSpeed: number;
  readonly shortestStepSeconds: number;
  /** A step lands this long ahead of where the body then is. */
  readonly leadSeconds: number;
  /** A foot lifts this much, and this much more per metre of step. */
  readonly stepLift: number;
  readonly stepLiftPerMetre: number;
  /** A body that moves farther than this in one frame was put there: the feet go along without steps. */
  readonly teleportDistance: number;

  readonly fingers: FingerSettings;
}

export const defaultBaselineParams: BaselineParams = {
  standingHeadHeight: null,
  yawDeadZone: 25 * DEG,
  yawHalfLife: 0.12,
  walkYawHalfLife: 0.8,
  bendDeadZone: 0.012,
  leanHalfLife: 0.08,
  crouchLean: 1.1,
  pelvisShare: 0.6,
  chestTurnShare: 0.3,
  chestTiltShare: 0.45,
  chestTiltDeadZone: 25 * DEG,
  neckShare: 0.45,
  hipsHalfLife: 0.08,
  collarRaise: 24 * DEG,
  collarReach: 14 * DEG,
  forearmTwistShare: 0.5,
  stepDistance: 0.13,
  stepTurn: 35 * DEG,
  foresightSeconds: 0.12,
  closeUpShare: 0.35,
  closeUpSeconds: 0.5,
  stepSeconds: 0.42,
  stepSecondsPerSpeed: 0.12,
  shortestStepSeconds: 0.24,
  leadSeconds: 0.16,
  stepLift: 0.035,
  stepLiftPerMetre: 0.08,
  teleportDistance: 0.5,
  fingers: defaultFingerSettings,
};
