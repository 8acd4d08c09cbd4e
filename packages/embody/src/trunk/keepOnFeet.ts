import { createQuat, createVec3, easingShare, type Vec3, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import { footPoints } from '../limb/worldJoint.js';
import type { TrunkModel } from './buildTrunk.js';
import type { TrunkState } from './trunkState.js';

/**
 * Hips that are farther than legs reach come back by what is missing up to the first, less and less of it beyond, and
 * not at all at the second, metres: then it is the foot that is not where it is thought to be.
 */
const MOST_PULL = 0.04;
const GIVE_UP = 0.12;
/** Legs take hold and let go half-way in this time, seconds. */
const HALF_LIFE = 0.03;

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
