import { createVec3, type HumanoidBone, InputError, jointOfBone, type Skeleton, type Vec3 } from '@leib/core';
import { buildFingers, type FingerModel } from '../fingers/fingerModel.js';
import { buildLimb, jointsBetween, type LimbModel, restPosition } from '../limb/limbModel.js';
import { type BaselineParams, defaultBaselineParams } from './baselineParams.js';

/** Hips to head. */
export interface BaselineTrunk {
  readonly hips: number;
  readonly head: number;
  /** Joints above the hips up to and including the head, parents first. */
  readonly path: Int16Array;
  /** For each of them: how far from pelvis (0) to chest (1) it turns; 1..2 is from chest to head. */
  readonly shares: Float64Array;
  /** From hips to head at rest, metres. */
  readonly length: number;
  /** Head joint ahead of the middle of the feet at rest, metres. */
  readonly headAhead: number;
  readonly standingHeadHeight: number;
  /** Root joint's place from the hips at rest: bones above the hips stay as they are. */
  readonly rootFromHips: Vec3;
}

export interface BaselineArm {
  readonly limb: LimbModel;
  /** Collar bone, or -1. */
  readonly shoulder: number;
}

export interface BaselineLeg {
  readonly limb: LimbModel;
  readonly toes: number;
  /** Ankle from below the head, axes of the body, floor at zero: where the foot belongs when standing. */
  readonly homeFromHead: Vec3;
  /** Ankle from the ball of the foot at rest: the foot rolls over the ball. */
  readonly ankleFromBall: Vec3;
}

/** What the baseline needs to know of a body. Made once per skeleton, shared, never written again. */
export interface BaselineModel {
  readonly skeleton: Skeleton;
  readonly params: BaselineParams;
  readonly trunk: BaselineTrunk;
  /** Left, right; null where the rig lacks it. */
  readonly arms: readonly [BaselineArm | null, BaselineArm | null];
  readonly legs: readonly [BaselineLeg | null, BaselineLeg | null];
  readonly fingers: readonly [FingerModel, FingerModel];
}

/**
 * Compiles a skeleton for the baseline. Hips and head must exist, and the head must hang on the hips; any other bone
 * may be missing.
 */
export function buildBaseline(skeleton: Skeleton, params: Partial<BaselineParams> = {}): BaselineModel {
  const allParams = { ...defaultBaselineParams, ...params };
  const floorY = restFloor(skeleton);
  const trunk = buildTrunk(skeleton, floorY, allParams);
  return {
    skeleton,
    params: allParams,
    trunk,
    arms: [buildArm(skeleton, 'left'), buildArm(skeleton, 'right')],
    legs: [buildLeg(skeleton, trunk, floorY, 'left'), buildLeg(skeleton, trunk, floorY, 'right')],
    fingers: [buildFingers(skeleton, 'left'), buildFingers(skeleton, 'right')],
  };
}

function buildTrunk(skeleton: Skeleton, floorY: number, params: BaselineParams): BaselineTrunk {
  const [hips, head, neck] = (['hips', 'head', 'neck'] as const).map((bone) => jointOfBone(skeleton, bone));
  if (hips < 0 || head < 0) {
    throw new InputError('skeleton', `expected a ${hips < 0 ? 'hips' : 'head'} bone, got none; map one first`);
  }
  const path = jointsBetween(skeleton, hips, head);
  if (path === null)
    throw new InputError(
      'skeleton',
      `expected "${skeleton.names[head]}" below "${skeleton.names[hips]}", got it elsewhere`,
    );
  // Spine joints share the way from pelvis to chest evenly; from the neck on it is the way from chest to head.
  const neckAt = neck < 0 ? path.length - 1 : Math.max(0, path.indexOf(neck));
  const shares = Float64Array.from(path, (_, at) => {
    if (at < neckAt) return (at + 1) / neckAt;
    if (at === path.length - 1) return 2;
    return 1 + params.neckShare;
  });
  const [hipsRest, headRest, rootRest] = [hips, head, 0].map((joint) => restPosition(skeleton, joint));
  const feet = (['leftFoot', 'rightFoot'] as const).map((bone) => jointOfBone(skeleton, bone)).filter((at) => at >= 0);
  const feetZ =
    feet.length > 0 ? feet.reduce((sum, foot) => sum + restPosition(skeleton, foot)[2], 0) / feet.length : hipsRest[2];
  return {
    hips,
    head,
    path,
    shares,
    length: Math.max(0.05, Math.hypot(...headRest.map((value, k) => value - hipsRest[k]))),
    headAhead: headRest[2] - feetZ,
    standingHeadHeight: params.standingHeadHeight ?? headRest[1] - floorY,
    rootFromHips: createVec3(rootRest[0] - hipsRest[0], rootRest[1] - hipsRest[1], rootRest[2] - hipsRest[2]),
  };
}

function buildArm(skeleton: Skeleton, side: 'left' | 'right'): BaselineArm | null {
  // At rest the elbow points back: it bends as one claps.
  const limb = buildLimb(
    skeleton,
    [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`],
    [0, 0, -1],
    side === 'left' ? 1 : -1,
  );
  if (limb === null) return null;
  const shoulder = jointOfBone(skeleton, `${side}Shoulder`);
  return { limb, shoulder: shoulder === limb.parent ? shoulder : -1 };
}

function buildLeg(
  skeleton: Skeleton,
  trunk: BaselineTrunk,
  floorY: number,
  side: 'left' | 'right',
): BaselineLeg | null {
  const limb = buildLimb(
    skeleton,
    [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`],
    [0, 0, 1],
    side === 'left' ? 1 : -1,
  );
  if (limb === null) return null;
  const toes = jointOfBone(skeleton, `${side}Toes`);
  const [foot, head] = [restPosition(skeleton, limb.end), restPosition(skeleton, trunk.head)];
  const ankleHeight = foot[1] - floorY;
  // Without a toe joint the ball is taken as far ahead of the ankle as it is below a person's: about 1.5 ankle heights.
  const ball = toes >= 0 ? restPosition(skeleton, toes) : [foot[0], floorY, foot[2] + 1.5 * ankleHeight];
  return {
    limb,
    toes,
    homeFromHead: createVec3(foot[0] - head[0], ankleHeight, foot[2] - head[2]),
    ankleFromBall: createVec3(foot[0] - ball[0], ankleHeight, foot[2] - ball[2]),
  };
}

/** Rigs stand on height zero, or, as BVH files do, have their hips there: then the soles are just below the toes. */
function restFloor(skeleton: Skeleton): number {
  const bones: HumanoidBone[] = ['leftToes', 'rightToes', 'leftFoot', 'rightFoot'];
  const heights = bones
    .map((bone) => jointOfBone(skeleton, bone))
    .filter((joint) => joint >= 0)
    .map((joint) => skeleton.restWorldPositions[joint * 3 + 1]);
  if (heights.length === 0) return 0;
  const lowest = Math.min(...heights);
  return lowest >= 0 && lowest < 0.2 ? 0 : lowest - 0.025;
}
