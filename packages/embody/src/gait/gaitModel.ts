import {
  createVec3,
  footShape,
  type HumanoidBone,
  jointOfBone,
  restFloorY,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import { buildLimb, type LimbModel, restPosition, standingAnkleY } from '../limb/limbModel.js';
import { fittedGait } from './fittedGait.generated.js';
import { buildGaitCurves, type GaitCurves } from './gaitCurves.js';
import type { GaitSettings } from './gaitSettings.js';
import { buildObserver, type ObserverModel } from './observer/observerModel.js';

/** One leg and foot at rest. Lengths in metres; the sole is what the foot stands on. */
export interface GaitLeg {
  readonly limb: LimbModel;
  /** Toe joint, or -1. */
  readonly toes: number;
  /** Ankle over the sole. */
  readonly ankleHeight: number;
  /** From the ankle to the ball of the foot, in the foot's axes. */
  readonly ballFromAnkle: Vec3;
  /** Tip of the toes ahead of the ankle, heel behind it. */
  readonly toeAhead: number;
  readonly heelBehind: number;
  /** Ankle from the middle of the hips at rest: left, up, ahead. */
  readonly ankleFromHips: Vec3;
  readonly length: number;
}

export interface GaitModel {
  readonly skeleton: Skeleton;
  readonly settings: GaitSettings;
  readonly curves: GaitCurves;
  readonly observer: ObserverModel;
  readonly legs: readonly [GaitLeg | null, GaitLeg | null];
  readonly hips: number;
  /** Head joint and hips over the sole at rest, metres. */
  readonly headHeight: number;
  readonly hipsHeight: number;
  /** How much farther from the middle than a person's each ankle stands at rest, metres: some rigs have wide hips. */
  readonly wideHips: number;
  /** Lengths of this body against the reference's, and speeds likewise (their root: Froude's law). */
  readonly lengthScale: number;
  readonly speedScale: number;
}

export function buildGait(skeleton: Skeleton, settings: GaitSettings): GaitModel {
  const hips = Math.max(0, jointOfBone(skeleton, 'hips'));
  const head = jointOfBone(skeleton, 'head');
  const soleY = restFloorY(skeleton);
  const headHeight = Math.max(0.3, restPosition(skeleton, Math.max(0, head))[1] - soleY);
  const left = buildGaitLeg(skeleton, 'left', hips, soleY);
  const right = buildGaitLeg(skeleton, 'right', hips, soleY);
  const leg = left ?? right;
  const ankleAside = Math.abs(leg?.ankleFromHips[0] ?? 0);
  // A big body on short legs steps as its legs allow.
  const height = leg === null ? headHeight : Math.min(headHeight, (SHORT_LEGS * leg.length) / LEG_PART);
  const lengthScale = settings.scaleWithBody ? height / settings.referenceHeadHeight : 1;
  return {
    skeleton,
    settings,
    curves: buildGaitCurves(settings.curves),
    observer: fittedObserver(),
    legs: [left, right],
    hips,
    headHeight,
    hipsHeight: restPosition(skeleton, hips)[1] - soleY,
    wideHips: Math.max(0, ankleAside - PERSON_ANKLE_ASIDE * headHeight),
    lengthScale,
    speedScale: Math.sqrt(lengthScale),
  };
}

/** Legs of people from hip to ankle, in heights of the head; a body counts as high as its legs would carry, and a little more. */
const LEG_PART = 0.52;
const SHORT_LEGS = 1.15;
/** Ankles of people stand this far from the middle at most, in heights of the head. */
const PERSON_ANKLE_ASIDE = 0.08;

/** The same for every skeleton: built for the first one. */
let builtObserver: ObserverModel | null = null;

function fittedObserver(): ObserverModel {
  builtObserver ??= buildObserver(fittedGait.observer);
  return builtObserver;
}

const KNEE_AHEAD = createVec3(0, 0, 1);

function buildGaitLeg(skeleton: Skeleton, side: 'left' | 'right', hips: number, soleY: number): GaitLeg | null {
  const bones: [HumanoidBone, HumanoidBone, HumanoidBone] = [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`];
  const limb = buildLimb(skeleton, bones, KNEE_AHEAD, side === 'left' ? 1 : -1);
  if (limb === null) return null;
  const toes = jointOfBone(skeleton, `${side}Toes`);
  const ankle = restPosition(skeleton, limb.end);
  const ankleHeight = Math.max(0.005, standingAnkleY(skeleton, side) - soleY);
  const length = limb.upper.length + limb.lower.length;
  const shape = footShape(skeleton, side);
  // A foot without toes turns over the tip of its skin; a bare one bends where toes would.
  const ballFromAnkle = shape
    ? createVec3(0, -ankleHeight, shape.toeAhead)
    : createVec3(0, -0.7 * ankleHeight, 0.15 * length);
  if (toes >= 0) vec3.subtract(ballFromAnkle, restPosition(skeleton, toes), ankle);
  const ankleFromHips = vec3.subtract(createVec3(), ankle, restPosition(skeleton, hips));
  return {
    limb,
    toes,
    ankleHeight,
    ballFromAnkle,
    toeAhead: shape?.toeAhead ?? ballFromAnkle[2] + 0.075 * length,
    heelBehind: shape?.heelBehind ?? 0.07 * length,
    ankleFromHips,
    length,
  };
}
