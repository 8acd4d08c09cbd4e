import { DEG } from '@leib/core';

/** How much each joint of the trunk takes of the head's pitch (X), of its roll (Z), and of the bend by height. */
export interface BendMultipliers {
  readonly x: number;
  readonly z: number;
  readonly height: number;
}

/** Settings of hips, spine and neck. Plain data; lengths in metres, angles in radians, times in seconds. */
export interface TrunkSettings {
  /** Height of the head joint when standing straight; the rig's own when null. */
  readonly standingHeadHeight: number | null;
  /**
   * What the rig's rest pose is of a person: `standing` as one does, or only `straight`, as skeletons of motion capture
   * are, whose people never stand so. `auto` decides: with legs well ahead of the head no person stands.
   */
  readonly restPose: 'auto' | 'standing' | 'straight';

  /** Which way the body faces: estimated from head, hands and motion, or after the head beyond a dead zone. */
  readonly heading: 'fitted' | 'deadZone';
  readonly yawDeadZone: number;
  /** Half of the turn beyond the dead zone is covered in this time. */
  readonly yawHalfLife: number;

  /** How hips and spine bend: estimated from head, hands and motion, or by the thesis's multipliers. */
  readonly bend: 'fitted' | 'multipliers';
  /** The estimate settles half-way in this time: trackers tremble, backs do not. */
  readonly settleHalfLife: number;
  /** Hips are never lower than this above the floor: half the depth of a body that lies. */
  readonly lowestHips: number;
  /** Hips stay where the legs of standing feet reach them. */
  readonly legReach: boolean;

  /** Multipliers: nods and tilts within these count for the neck only. */
  readonly bendDeadZone: number;
  readonly leanDeadZone: number;
  /** Bend per metre that the head is below its standing height. */
  readonly bendPerMetre: number;
  /** Limits of the bend. */
  readonly bendRange: readonly [lowest: number, highest: number];
  readonly multipliers: {
    readonly hips: BendMultipliers;
    readonly spine: BendMultipliers;
    readonly chest: BendMultipliers;
    readonly upperChest: BendMultipliers;
    readonly neck: BendMultipliers;
  };
  /** Head heights above the floor, and tilts, beyond which the head no longer follows the headset; null: it always does. */
  readonly headHeightRange: readonly [lowest: number, highest: number] | null;
  readonly headTiltLimit: number | null;

  /** Mean velocity is taken over this time; slower than `standingSpeed` the way is where the body faces. */
  readonly travelSeconds: number;
  readonly standingSpeed: number;

  readonly swing: SwingSettings;
}

/** Hips and shoulders turn with the steps (thesis ch. 6.12): radians per metre that the left foot is ahead of the right one. */
export interface SwingSettings {
  readonly isOn: boolean;
  /** Negative: the hip goes ahead with its foot. */
  readonly hips: number;
  /** Positive: the shoulders turn against the hips. */
  readonly shoulders: number;
}

const thesisMultipliers: TrunkSettings['multipliers'] = {
  hips: { x: 0, z: 0, height: 0.3 },
  spine: { x: 0.1, z: 0.25, height: 0.6 },
  chest: { x: 0.2, z: 0.35, height: 0.7 },
  upperChest: { x: 0.3, z: 0.45, height: 0.8 },
  neck: { x: 0.4, z: 0.55, height: 0.15 },
};

/** Ours: fitted to motion capture (fittedTrunk.generated.ts). */
export const defaultTrunkSettings: TrunkSettings = {
  standingHeadHeight: null,
  restPose: 'auto',
  heading: 'fitted',
  yawDeadZone: 20 * DEG,
  yawHalfLife: 1 / 90,
  bend: 'fitted',
  settleHalfLife: 0.03,
  lowestHips: 0.09,
  legReach: true,
  bendDeadZone: 35 * DEG,
  leanDeadZone: 25 * DEG,
  bendPerMetre: 100 * DEG,
  bendRange: [-45 * DEG, 90 * DEG],
  multipliers: thesisMultipliers,
  headHeightRange: null,
  headTiltLimit: null,
  travelSeconds: 0.1,
  standingSpeed: 0.125,
  swing: { isOn: true, hips: -0.2, shoulders: 0.05 },
};

/**
 * The thesis's upper body (ch. 5) with its constants. It eases the hips' yaw by 0.5 a frame: at its 90 Hz a half-life
 * of 1/90 s.
 */
export const thesisTrunkSettings: TrunkSettings = {
  ...defaultTrunkSettings,
  restPose: 'standing',
  heading: 'deadZone',
  bend: 'multipliers',
  legReach: false,
  headHeightRange: [0.8, 2.25],
  headTiltLimit: 85 * DEG,
  swing: { isOn: true, hips: -0.15, shoulders: 0.25 },
};
