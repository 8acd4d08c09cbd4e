import {
  createQuat,
  createVec3,
  easingShare,
  type HumanoidBone,
  jointOfBone,
  type Skeleton,
  type Vec3,
  vec3,
} from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { restPosition } from '../limb/limbModel.js';
import { footPoints } from '../limb/sidePoints.js';
import type { TrunkModel } from './buildTrunk.js';
import type { TrunkState } from './trunkState.js';

/** One leg as the hips feel it. Lengths in metres. */
export interface LegReach {
  /** From the hips joint to the leg's own, axes of the hips. */
  readonly hipOffset: Vec3;
  /** From the ankle to the ball of the foot, axes of the foot. */
  readonly ballFromAnkle: Vec3;
  /** Farthest that the hip joint can be from the ball of a foot that stays on the ground, its heel raised. */
  readonly reach: number;
}

/** A leg that is asked for this much of its length is straight. */
const STRAIGHT = 0.995;
/** How much of the way from ankle to ball a raised heel adds to the leg's reach. */
const HEEL_SHARE = 0.8;
/**
 * Hips that are farther than legs reach come back by what is missing up to the first, less and less of it beyond, and
 * not at all at the second, metres: then it is the foot that is not where it is thought to be.
 */
const MOST_PULL = 0.04;
const GIVE_UP = 0.12;
/** Legs take hold and let go half-way in this time, seconds. */
const HALF_LIFE = 0.03;

export function buildLegReach(skeleton: Skeleton, side: 'left' | 'right', hips: number): LegReach | null {
  const bones: readonly HumanoidBone[] = [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`];
  const joints = bones.map((bone) => jointOfBone(skeleton, bone));
  if (joints.some((joint) => joint < 0)) return null;
  const [upper, knee, ankle] = joints.map((joint) => restPosition(skeleton, joint));
  const length = vec3.distance(upper, knee) + vec3.distance(knee, ankle);
  const toes = jointOfBone(skeleton, `${side}Toes`);
  const ballFromAnkle = createVec3(0, 0, 0.15 * length);
  if (toes >= 0) vec3.subtract(ballFromAnkle, restPosition(skeleton, toes), ankle);
  return {
    hipOffset: vec3.subtract(createVec3(), upper, restPosition(skeleton, hips)),
    ballFromAnkle,
    reach: STRAIGHT * length + HEEL_SHARE * vec3.length(ballFromAnkle),
  };
}

// Scratch.
const rotation = createQuat();
const joint = createVec3();
const ball = createVec3();
const wanted = createVec3();

/**
 * Hips no farther from the feet that stand than legs reach: a guess at the hips must not pull a foot off the ground.
 * Feet are those of the last frame; standing ones have not moved. Moves `hipsWorld`; true where it did.
 */
export function keepOnFeet(
  model: TrunkModel,
  state: TrunkState,
  body: BodyState,
  hipsWorld: Vec3,
  dtSeconds: number,
): boolean {
  const { legPull } = state;
  if (!body.isPlaced || !model.settings.legReach) {
    vec3.zero(legPull);
    return false;
  }
  for (let k = 0; k < 4; k++) rotation[k] = state.rotations[k];
  vec3.zero(wanted);
  let count = 0;
  for (let side = 0; side < 2; side++) {
    const leg = model.legs[side];
    const foot = body.feet[side];
    if (leg === null || !foot.isPlanted || body.targets.weights[footPoints[side]] > 0) continue;
    vec3.transformQuat(joint, leg.hipOffset, rotation);
    vec3.add(joint, joint, hipsWorld);
    vec3.transformQuat(ball, leg.ballFromAnkle, foot.rotationWorld);
    vec3.add(ball, ball, foot.ankleWorld);
    const distance = vec3.distance(joint, ball);
    const over = distance - leg.reach;
    if (!(over > 0 && over < GIVE_UP)) continue;
    const pull = over < MOST_PULL ? over : (MOST_PULL * (GIVE_UP - over)) / (GIVE_UP - MOST_PULL);
    for (let k = 0; k < 3; k++) wanted[k] += ((ball[k] - joint[k]) / distance) * pull;
    count++;
  }
  const share = easingShare(HALF_LIFE, dtSeconds);
  let pulledSq = 0;
  for (let k = 0; k < 3; k++) {
    // As far as the prior leads, it has legs of its own in mind.
    const goal = (wanted[k] / (count > 1 ? count : 1)) * (1 - body.guidance.trunkWeight);
    legPull[k] += (goal - legPull[k]) * share;
    pulledSq += legPull[k] * legPull[k];
  }
  if (pulledSq < 1e-12) return false;
  for (let k = 0; k < 3; k++) hipsWorld[k] += legPull[k];
  return true;
}
