import { createVec3, type TwoBoneIkOutput, type Vec3, vec3 } from '@leib/core';
import type { BodyState } from '../bodyState.js';
import type { AimedBone } from '../limb/limbModel.js';
import { trackedPosition } from '../limb/readTracked.js';
import type { GaitLeg } from './gaitModel.js';

/** The knee may be this far from its tracker for the foot to stay where it stands, metres. */
const TOLERANCE = 0.006;
/** A knee that is this far off the line from hip to ankle shows clearly which way the leg bends, metres. */
const CLEAR_BEND = 0.04;

// Numbers go in through an array because a call that is not inlined puts each on the heap: how much of it is done, 0..1,
// and the height below which no ankle is, world space.
export const kneeAmounts = new Float64Array(2);
export const KNEE_WEIGHT = 0;
export const LOWEST_ANKLE = 1;

// Scratch.
const tracked = createVec3();
const onThigh = createVec3();
const axis = createVec3();
const bend = createVec3();

/**
 * A tracked knee without a tracked foot. Hips stay, so the knee lies on a sphere about the hip joint, and is put to where
 * that is nearest to the tracker. The ankle keeps to its goal where a knee within the tolerance allows it; else the shank
 * points there and the foot goes along, as a lifted knee takes its foot off the ground. Reads `kneeAmounts`; writes `leg.midWorld`, `leg.endWorld`, and `pole`, the way that the leg bends.
 */
export function meetKnee(
  model: GaitLeg,
  body: BodyState,
  point: number,
  hipWorld: Vec3,
  ankleGoalWorld: Vec3,
  leg: TwoBoneIkOutput,
  pole: Vec3,
): void {
  const { upper, lower } = model.limb;
  trackedPosition(tracked, body.targets.frame, point);
  if (!putOnSphere(onThigh, hipWorld, tracked, upper)) return;
  const gap = vec3.distance(leg.midWorld, onThigh);
  const share = gap > TOLERANCE ? kneeAmounts[KNEE_WEIGHT] * (1 - TOLERANCE / gap) : 0;
  if (share === 0) return;
  for (let k = 0; k < 3; k++) onThigh[k] = leg.midWorld[k] + (onThigh[k] - leg.midWorld[k]) * share;
  if (!putOnSphere(leg.midWorld, hipWorld, onThigh, upper)) return;
  putOnSphere(leg.endWorld, leg.midWorld, ankleGoalWorld, lower);
  keepAbove(leg, lower);
  followBend(hipWorld, leg, pole);
}

/** Where a bone ends that points from `centre` at a place; false, and nothing is written, where that is no direction. */
function putOnSphere(out: Vec3, centre: Vec3, place: Vec3, { length }: AimedBone): boolean {
  const distance = vec3.distance(centre, place);
  if (distance < 1e-6) return false;
  const scale = length / distance;
  for (let k = 0; k < 3; k++) out[k] = centre[k] + (place[k] - centre[k]) * scale;
  return true;
}

/** The ankle no lower than a foot on the ground has it: the shank is turned up about the knee, its heading kept. */
function keepAbove({ midWorld: knee, endWorld: end }: TwoBoneIkOutput, { length }: AimedBone): void {
  const lowestY = kneeAmounts[LOWEST_ANKLE];
  if (end[1] >= lowestY) return;
  const down = Math.min(length, Math.max(-length, knee[1] - lowestY));
  const x = end[0] - knee[0];
  const z = end[2] - knee[2];
  const level = Math.sqrt(x * x + z * z);
  if (level < 1e-6) return;
  const scale = Math.sqrt(Math.max(0, length * length - down * down)) / level;
  end[0] = knee[0] + x * scale;
  end[1] = knee[1] - down;
  end[2] = knee[2] + z * scale;
}

/** Turns `pole` to where the knee is now; a straight leg keeps the way that it had. */
function followBend(hipWorld: Vec3, { midWorld, endWorld }: TwoBoneIkOutput, pole: Vec3): void {
  const reach = vec3.distance(hipWorld, endWorld);
  if (reach < 1e-6) return;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    axis[k] = (endWorld[k] - hipWorld[k]) / reach;
    bend[k] = midWorld[k] - hipWorld[k];
    along += axis[k] * bend[k];
  }
  for (let k = 0; k < 3; k++) bend[k] -= axis[k] * along;
  const length = vec3.length(bend);
  if (length < 1e-6) return;
  const share = length < CLEAR_BEND ? length / CLEAR_BEND : 1;
  const poleLength = Math.max(1e-6, vec3.length(pole));
  for (let k = 0; k < 3; k++) pole[k] = (pole[k] / poleLength) * (1 - share) + (bend[k] / length) * share;
}
