import { DEG } from '@leib/core';
import { defaultTorsoHullSettings, type TorsoHullSettings } from './torsoHull.js';

/** How far a bone may swing towards each side of the person, radians from where the limit says its middle is. */
export interface ArmCone {
  readonly ahead: number;
  readonly back: number;
  readonly up: number;
  readonly down: number;
}

/**
 * A field that moves the elbow before the arm is solved (thesis ch. 4.4). In chest space of the left arm, mirrored for
 * the right: origin midway between the shoulder joints, axes of the chest (left +X, up +Y, ahead +Z). Metres of a body
 * whose arms are REFERENCE_REACH long; smaller bodies have smaller fields.
 */
export interface MagneticField {
  readonly centre: readonly [x: number, y: number, z: number];
  readonly radius: number;
  /** The elbow moves by strength * cos(distance / radius * pi/2), metres. */
  readonly strength: number;
  readonly isRepulsive: boolean;
}

/** From shoulder joint to wrist of the body that fields are written for, metres: the mean of CMU's actors. */
export const REFERENCE_REACH = 0.566;

/** All settings of the arms. Plain data, JSON in and out. */
export interface ArmSettings {
  /**
   * 'circle': closed form, the elbow on the circle that hand and shoulder leave it, the hand exact wherever it is in
   * reach. 'fabrik': the thesis's way, in which the limits of the shoulder and the upper arm are stronger than the hand.
   */
  readonly solver: 'circle' | 'fabrik';
  /** Where an elbow is before fields and limits have their say, the same for the same hand, whatever came before. */
  readonly elbow: {
    /** 'fitted': from hand and chest as people hold them (fittedElbow.generated.ts). 'fixed': always towards fixedPole. */
    readonly source: 'fitted' | 'fixed';
    /** Chest axes of the left arm; any length. */
    readonly fixedPole: readonly [x: number, y: number, z: number];
    /**
     * Fastest turn of the elbow about the line from shoulder to hand, radians per second. Where the wish for a side is
     * weak (the hand where no person can have it), it turns slower in proportion: there a wish may change at a touch.
     */
    readonly swivelSpeed: number;
  };
  /** The collar bone goes along with the arm, before anything is out of reach. */
  readonly collar: {
    readonly isOn: boolean;
    /** Share of the arm's elevation beyond `raiseFrom` by which it rises (scapulohumeral rhythm), radians. */
    readonly raiseShare: number;
    readonly raiseFrom: number;
    /** Turn ahead with a hand straight ahead at full reach, and more with one across the body, radians. */
    readonly protraction: number;
    readonly crossing: number;
  };
  /** The shoulder gives where the hand is out of reach (thesis ch. 4.5). */
  readonly shoulder: {
    readonly isOn: boolean;
    /** At once up to this far from neutral, metres... */
    readonly freeDistance: number;
    /** ...beyond it outward at this speed, and back at that, metres per second. */
    readonly creepSpeed: number;
    readonly returnSpeed: number;
    /** The shoulder begins to help at this share of the arm's length: an arm never snaps straight. 1: at full stretch. */
    readonly softReach: number;
  };
  readonly limits: {
    readonly isOn: boolean;
    /** Collar bone, about where it is at rest. */
    readonly shoulder: ArmCone;
    /** Upper arm, about straight sideways; goes along with the collar bone. */
    readonly upperArm: ArmCone;
    /** Hand, about straight on from the forearm. Influences the elbow, never blocks: 'fabrik' only. */
    readonly wrist: ArmCone;
    /** Roll of the upper arm about itself, left arm, radians: from an arm held ahead, out and down, the elbow down. */
    readonly upperArmTwist: { readonly min: number; readonly max: number };
    /** Roll of the hand against the bend of the elbow that the forearm takes part in, left arm, radians. */
    readonly forearmTwist: { readonly min: number; readonly max: number };
  };
  readonly magnets: { readonly isOn: boolean; readonly fields: readonly MagneticField[] };
  /** Elbows are kept out of the trunk, wherever the hand allows: 'circle' only. */
  readonly torso: {
    readonly isOn: boolean;
    readonly hull: TorsoHullSettings;
    /** Distance kept from the hull where there is time for it, as a part of its radius. */
    readonly margin: number;
  };
  /** How the roll of the hand spreads up the arm. */
  readonly twist: {
    /** Share of it that the forearm takes; where the rig has twist joints before the hand, those take more and more. */
    readonly forearmShare: number;
    /** And the upper arm. */
    readonly upperArmShare: number;
  };
  /** A hand without a target hangs beside the body. Left arm, axes of a person facing +Z. */
  readonly hanging: {
    /** From the shoulder joint, as a part of the arm's length. */
    readonly hand: readonly [x: number, y: number, z: number];
    /** x y z w, relative to the T-pose. */
    readonly rotation: readonly [x: number, y: number, z: number, w: number];
  };
}

/** Four in the torso from collar to waist, after the thesis's fig. 4.7; sizes are ours, for it gives none. */
function torsoFields(radius: number, strength: number): readonly MagneticField[] {
  return [-0.06, -0.17, -0.28, -0.4].map((height) => ({
    centre: [0.04, height, 0.02],
    radius,
    strength,
    isRepulsive: true,
  }));
}

/** Ours: elbows and roll fitted to CMU's actors, hands exact. Ranges hold 99.9 % of these actors' frames. */
export const defaultArmSettings: ArmSettings = {
  solver: 'circle',
  elbow: { source: 'fitted', fixedPole: [0.3, -1, -0.5], swivelSpeed: 11 },
  collar: { isOn: true, raiseShare: 0.06, raiseFrom: 30 * DEG, protraction: 4 * DEG, crossing: 3 * DEG },
  shoulder: { isOn: true, freeDistance: 0.05, creepSpeed: 0.009, returnSpeed: 4.5, softReach: 0.96 },
  limits: {
    isOn: true,
    shoulder: { ahead: 28 * DEG, back: 22 * DEG, up: 28 * DEG, down: 16 * DEG },
    upperArm: { ahead: 140 * DEG, back: 100 * DEG, up: 112 * DEG, down: 112 * DEG },
    wrist: { ahead: 35 * DEG, back: 45 * DEG, up: 80 * DEG, down: 85 * DEG },
    upperArmTwist: { min: -135 * DEG, max: 65 * DEG },
    forearmTwist: { min: -80 * DEG, max: 150 * DEG },
  },
  magnets: {
    isOn: true,
    fields: [
      ...torsoFields(0.13, 0.06),
      { centre: [0.28, -0.25, -0.55], radius: 0.6, strength: 0.004, isRepulsive: false },
    ],
  },
  torso: { isOn: true, hull: defaultTorsoHullSettings, margin: 0.1 },
  twist: { forearmShare: 0.5, upperArmShare: 0.2 },
  hanging: { hand: [0.13, -0.94, 0.1], rotation: [0, 0, -Math.SQRT1_2, Math.SQRT1_2] },
};

/** The thesis: one canonical elbow, five fields, FABRIK with three limits; the forearm rolls with the hand. */
export const thesisArmSettings: ArmSettings = {
  ...defaultArmSettings,
  solver: 'fabrik',
  elbow: { ...defaultArmSettings.elbow, source: 'fixed', swivelSpeed: Number.MAX_VALUE },
  collar: { ...defaultArmSettings.collar, isOn: false },
  shoulder: { ...defaultArmSettings.shoulder, softReach: 1 },
  magnets: {
    isOn: true,
    fields: [
      ...torsoFields(0.17, 0.12),
      { centre: [0.28, -0.25, -0.55], radius: 0.75, strength: 0.12, isRepulsive: false },
    ],
  },
  torso: { ...defaultArmSettings.torso, isOn: false },
  twist: { forearmShare: 1, upperArmShare: 0 },
};
