import { type CurveJson, DEG } from '@leib/core';
import { fittedGait } from './fittedGait.generated.js';
import type { GaitCurvesJson } from './gaitCurves.js';

/**
 * The thesis's gait (ch. 6). Its numbers where it prints them: step length 0.1394 + 0.00465 v with v in metres per
 * minute up to 400 (eq. 6.3, unit corrected), direction 1 / 0.6 / 0.8, standing steps of 0.3 s. The other curves are
 * only drawn there (figures 6.2 to 6.4); these follow the drawings' shapes.
 */
const thesisGaitCurves: GaitCurvesJson = {
  stepInterpolation: {
    keys: [
      { time: 0, value: 0, inTangent: 0, outTangent: 0 },
      { time: 1, value: 1, inTangent: 0, outTangent: 0 },
    ],
  },
  stepSize: line([0, 0.1394], [400 / 60, 0.1394 + 0.00465 * 400]),
  stepDuration: curve([0, 0.3], [1, 0.5], [2, 0.4], [4, 0.3]),
  stepSizeDirection: curve([0, 1], [Math.PI / 2, 0.6], [Math.PI, 0.8]),
  stepSizeSlope: curve([0, 1], [0.5, 0.8], [1, 0.6]),
  stepOffsetDistance: curve([0, 0.05], [1, 0.2], [3, 0.35], [6.66, 0.5]),
  footDistanceDirectional: curve([0, 0.1], [Math.PI / 2, 0.14], [Math.PI, 0.12]),
  stepOverlap: curve([0, 1], [1.5, 1], [4, 0.6]),
  footRotationForward: curve([0, 0], [0.25, 0.5], [0.75, -0.3], [1, 0]),
  footRotationBackward: curve([0, 0], [0.25, -0.25], [0.75, 0.4], [1, 0]),
  footRotationSpeed: line([0, 0], [2, 2]),
  footLiftForward: curve([0, 0], [0.4, 0.12], [1, 0]),
  footLiftSideway: curve([0, 0], [0.5, 0.08], [1, 0]),
  footLiftBackward: curve([0, 0], [0.6, 0.1], [1, 0]),
  footLiftSpeed: curve([0, 0.3], [1.2, 1], [4, 1.6]),
};

/** When a standing foot must step, because of where it stands (thesis ch. 6.6). */
export interface StepTriggers {
  /** Angle between the line from the middle of the feet to the body's balance point and up, radians. */
  readonly balanceAngle: number;
  /** Feet nearer to or farther from one another than this step, metres at the reference height. */
  readonly nearest: number;
  readonly farthest: number;
  /** A foot over the body's middle line by more than this has crossed, metres. */
  readonly crossed: number;
  /** A foot may be turned from where the body faces: inward to `turnInward`, outward to `turnOutward`, radians. */
  readonly turnInward: number;
  readonly turnOutward: number;
}

/** How the feet's rhythm is read from head and hands; all probabilities 0..1. */
export interface PhaseSettings {
  /** A foot lifts when it is likely to stand with less than this... */
  readonly liftBelow: number;
  /** ...its heel rises below this... */
  readonly heelBelow: number;
  /** ...and a foot in the air comes down when it is above this. */
  readonly landAbove: number;
  /** ...or is expected to stand within this time, seconds. */
  readonly landAhead: number;
  /** Faster than this, metres per second, all three are lowered, to this share of them when running. */
  readonly runSpeed: number;
  readonly haste: number;
  /** A person who hardly moves lifts a foot at this share of `liftBelow`: standing feet are easily misread. */
  readonly calm: number;
  /** Seconds in which a foot comes down that is seen to stand. */
  readonly landSeconds: number;
  /** A foot seen standing has the geometric triggers widened by this factor. */
  readonly standingWidth: number;
  /** Below this way of the goal a lift at rest is fidgeting, metres at the reference height. */
  readonly leastWay: number;
}

export interface GaitSettings {
  /** Off: the feet stay under the hips. */
  readonly isOn: boolean;
  /** Feet stand on the ground's height and slope; off: on the level of the floor. */
  readonly grounding: boolean;
  /** Head bob under the stick. */
  readonly bob: boolean;
  /** Steps follow the person's own rhythm; off: geometry alone, as in the thesis. */
  readonly phase: boolean;
  /** Lengths and speeds scale with the body. */
  readonly scaleWithBody: boolean;
  /** Head joint over the floor of the body the curves are made for, metres. */
  readonly referenceHeadHeight: number;
  /** Slower than this is standing, metres per second. */
  readonly standSpeed: number;
  readonly standStepSeconds: number;
  readonly shortestStepSeconds: number;
  readonly longestStepSeconds: number;
  /** Least and greatest distance of a foot from the balance point when standing, metres. */
  readonly standNearest: number;
  readonly standFarthest: number;
  /** ...and how far ahead of it or behind, metres. */
  readonly standAhead: number;
  /** Share of the hips in the balance point; the rest is the chest's. */
  readonly hipShare: number;
  /** A carried body walks by the clock of its strides; off: by the triggers alone (thesis). */
  readonly strides: boolean;
  /** Faster than this both feet may be in the air, metres per second. */
  readonly runSpeed: number;
  readonly triggers: StepTriggers;
  readonly phaseSettings: PhaseSettings;
  /** Progress from which a step's goal stays as it is. */
  readonly commitAt: number;
  /** Head offset per metre between balance point and nearer standing foot. Real heads sink: negative. */
  readonly bobGain: number;
  /** Time constants, seconds. */
  readonly bobSeconds: number;
  readonly groundSeconds: number;
  /** Highest step: ground that is higher above the floor is not stepped on, metres. */
  readonly maxStepHeight: number;
  /** Foot over the edges it passes, metres. */
  readonly clearance: number;
  /** Knees point where the foot points (thesis: 1) or where the hips do (0): in a straight leg, and so much more folded. */
  readonly kneeFootShare: number;
  readonly kneeFootShareBent: number;
  /** Knees apart, radians: in a straight leg, and so much more folded. */
  readonly kneeApart: number;
  readonly kneeApartBent: number;
  /** Greatest heel lift of a leg that is too short for its foot, radians. */
  readonly heelLimit: number;
  readonly curves: GaitCurvesJson;
}

export const defaultGaitSettings: GaitSettings = {
  isOn: true,
  grounding: true,
  bob: true,
  phase: true,
  scaleWithBody: true,
  referenceHeadHeight: 1.53,
  standSpeed: 0.125,
  standStepSeconds: 0.3,
  shortestStepSeconds: 0.1,
  longestStepSeconds: 1.5,
  standNearest: 0.07,
  standFarthest: 0.2,
  standAhead: 0.12,
  hipShare: 0.6,
  strides: true,
  runSpeed: 1.9,
  triggers: {
    balanceAngle: 9 * DEG,
    nearest: 0.09,
    farthest: 0.75,
    crossed: 0.03,
    turnInward: -25 * DEG,
    turnOutward: 42 * DEG,
  },
  phaseSettings: {
    liftBelow: 0.3,
    heelBelow: 0.45,
    landAbove: 0.4,
    landAhead: 0.08,
    runSpeed: 1.7,
    haste: 0.3,
    calm: 0.4,
    landSeconds: 0.06,
    standingWidth: 6,
    leastWay: 0.06,
  },
  commitAt: 0.85,
  bobGain: -0.1,
  bobSeconds: 0.2,
  groundSeconds: 0.1,
  maxStepHeight: 0.45,
  clearance: 0.02,
  // Fitted to where knees are between true hips and feet; people of the training set, and others.
  kneeFootShare: 0.3,
  kneeFootShareBent: 0.4,
  kneeApart: -6 * DEG,
  kneeApartBent: 15 * DEG,
  heelLimit: 55 * DEG,
  curves: fittedGait.curves,
};

/** Time constant of easing by a share per frame at 90 Hz, seconds. */
function perFrame(share: number): number {
  return -1 / (90 * Math.log(1 - share));
}

/** The thesis's constants and behaviour, for comparison; its easing per frame as time constants. */
export const thesisGaitSettings: GaitSettings = {
  ...defaultGaitSettings,
  phase: false,
  scaleWithBody: false,
  standAhead: 0.2,
  hipShare: 0,
  strides: false,
  triggers: {
    balanceAngle: 5 * DEG,
    nearest: 0.12,
    farthest: 0.7,
    crossed: 0,
    turnInward: -5 * DEG,
    turnOutward: 45 * DEG,
  },
  commitAt: 0.95,
  bobGain: 0.1,
  bobSeconds: perFrame(0.05),
  groundSeconds: perFrame(0.5),
  kneeFootShare: 1,
  kneeFootShareBent: 0,
  kneeApart: 0,
  kneeApartBent: 0,
  curves: thesisGaitCurves,
};

function curve(...keys: readonly (readonly [time: number, value: number])[]): CurveJson {
  return { keys: keys.map(([time, value]) => ({ time, value })) };
}

/** Straight between the keys. */
function line(from: readonly [number, number], to: readonly [number, number]): CurveJson {
  const slope = (to[1] - from[1]) / (to[0] - from[0]);
  return {
    keys: [
      { time: from[0], value: from[1], inTangent: slope, outTangent: slope },
      { time: to[0], value: to[1], inTangent: slope, outTangent: slope },
    ],
  };
}
