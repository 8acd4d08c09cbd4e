import { createVec3, type HumanoidBone, jointOfBone, type Skeleton, type Vec3, vec3 } from '@leib/core';
import { buildLimb, type LimbModel, restPosition } from '../limb/limbModel.js';
import { standingAnkleY } from '../limb/standingAnkle.js';
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
  /** Lengths of this body against the reference's, and speeds likewise (their root: Froude's law). */
  readonly lengthScale: number;
  readonly speedScale: number;
}

export function buildGait(skeleton: Skeleton, settings: GaitSettings): GaitModel {
  const hips = Math.max(0, jointOfBone(skeleton, 'hips'));
  const head = jointOfBone(skeleton, 'head');
  const soleY = restSole(skeleton);
  const headHeight = Math.max(0.3, restPosition(skeleton, Math.max(0, head))[1] - soleY);
  const lengthScale = settings.scaleWithBody ? headHeight / settings.referenceHeadHeight : 1;
  return {
    skeleton,
    settings,
    curves: buildGaitCurves(settings.curves),
    observer: fittedObserver(),
    legs: [buildGaitLeg(skeleton, 'left', hips, soleY), buildGaitLeg(skeleton, 'right', hips, soleY)],
    hips,
    headHeight,
    hipsHeight: restPosition(skeleton, hips)[1] - soleY,
    lengthScale,
    speedScale: Math.sqrt(lengthScale),
  };
}

/** The same for every skeleton: built for the first one. */
let builtObserver: ObserverModel | null = null;

function fittedObserver(): ObserverModel {
  builtObserver ??= buildObserver(fittedGait.observer);
  return builtObserver;
}

/** Toe joints lie about this share of the head's height over the sole (CMU's bodies: 1.7 cm of 153). */
const TOE_HEIGHT = 0.011;
/** Foot joints of a rig that stands on y = 0, as shares of the head's height: some have their toes a little below it. */
const STANDING_FOOT = { from: -0.02, to: 0.08 } as const;
/** Less than this below y = 0, metres, a bare skeleton was put onto its lowest joint: its sole is lower. */
const PUT_ON_JOINT = 1e-6;

/**
 * Height of the sole at rest. A rig that stands on y = 0 says so itself; a bare skeleton hung on its hips stands a
 * little lower than its lowest foot joint.
 */
function restSole(skeleton: Skeleton): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const bone of ['leftToes', 'rightToes', 'leftFoot', 'rightFoot'] as const) {
    const joint = jointOfBone(skeleton, bone);
    if (joint >= 0) lowest = Math.min(lowest, restPosition(skeleton, joint)[1]);
  }
  if (lowest === Number.POSITIVE_INFINITY) return 0;
  const head = jointOfBone(skeleton, 'head');
  const height = head < 0 ? 1.5 : restPosition(skeleton, head)[1] - lowest;
  const isJustBelow = lowest > STANDING_FOOT.from * height && lowest < -PUT_ON_JOINT;
  const isStanding = (lowest >= 0 || isJustBelow) && lowest < STANDING_FOOT.to * height;
  return isStanding ? 0 : lowest - TOE_HEIGHT * height;
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
  // A foot without toes bends where one would.
  const ballFromAnkle = createVec3(0, -0.7 * ankleHeight, 0.15 * length);
  if (toes >= 0) vec3.subtract(ballFromAnkle, restPosition(skeleton, toes), ankle);
  const ankleFromHips = vec3.subtract(createVec3(), ankle, restPosition(skeleton, hips));
  return {
    limb,
    toes,
    ankleHeight,
    ballFromAnkle,
    toeAhead: ballFromAnkle[2] + 0.075 * length,
    heelBehind: 0.07 * length,
    ankleFromHips,
    length,
  };
}
