import { createVec3, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import type { GaitLeg } from '../gait/gaitModel.js';
import type { AimedBone } from '../limb/limbModel.js';
import type { LegState } from './legsState.js';

/** The knee may be this far from its tracker for the foot to stay where it stands, metres. */
const TOLERANCE = 0.006;
/** A knee that is this far off the line from hip to ankle shows clearly which way the leg bends, metres. */
const CLEAR_BEND = 0.04;
/** How much of the way that the ankle is pushed along the floor leads behind the thigh. */
const BEHIND = 2;

/**
 * A tracked knee: where it is, the way to the body's left, how much it counts (0..1), and the height below which no ankle
 * is. World space.
 */
export interface TrackedKnee {
  readonly kneeWorld: ReadonlyVec3;
  readonly leftWorld: ReadonlyVec3;
  readonly weight: number;
  readonly lowestAnkleY: number;
}

// Scratch.
const onThigh = createVec3();
const axis = createVec3();
const bend = createVec3();

/**
 * A tracked knee without a tracked foot. Hips stay, so the knee lies on a sphere about the hip joint, and is put to where
 * that is nearest to the tracker. The ankle keeps to its goal where a knee within the tolerance allows it; else the shank
 * points there and the foot goes along, as a lifted knee takes its foot off the ground. Moves `state.solved` and
 * `state.poleWorld`.
 */
export function meetKnee({ limb }: GaitLeg, state: LegState, tracked: TrackedKnee): void {
  const { kneeWorld, weight } = tracked;
  const { hipWorld, ankleWorld, solved } = state;
  if (!putOnSphere(onThigh, hipWorld, kneeWorld, limb.upper)) return;
  const gap = vec3.distance(solved.midWorld, onThigh);
  const share = gap > TOLERANCE ? weight * (1 - TOLERANCE / gap) : 0;
  if (share === 0) return;
  for (let k = 0; k < 3; k++) onThigh[k] = solved.midWorld[k] + (onThigh[k] - solved.midWorld[k]) * share;
  if (!putOnSphere(solved.midWorld, hipWorld, onThigh, limb.upper)) return;
  putOnSphere(solved.endWorld, solved.midWorld, ankleWorld, limb.lower);
  raiseAnkle(state, limb.lower, tracked);
  followBend(state);
}

/** End of a bone that points from `centre` at a place. Returns false and writes nothing where the two coincide. */
function putOnSphere(out: Vec3, centre: ReadonlyVec3, place: ReadonlyVec3, { length }: AimedBone): boolean {
  const distance = vec3.distance(centre, place);
  if (distance < 1e-6) return false;
  const scale = length / distance;
  for (let k = 0; k < 3; k++) out[k] = centre[k] + (place[k] - centre[k]) * scale;
  return true;
}

// Scratch.
const thigh = createVec3();
const ahead = createVec3();

/**
 * The ankle no lower than a foot on the ground has it: the shank is turned up about the knee. Where that takes it far, it goes
 * behind an upright thigh, whichever side it was on before: knees do not bend ahead, and who kneels has their feet behind.
 */
function raiseAnkle(
  { hipWorld, solved }: LegState,
  { length }: AimedBone,
  { leftWorld, lowestAnkleY: lowestY }: TrackedKnee,
): void {
  const { midWorld: knee, endWorld: end } = solved;
  if (end[1] >= lowestY) return;
  const down = Math.min(length, Math.max(-length, knee[1] - lowestY));
  const level = Math.sqrt(Math.max(0, length * length - down * down));
  vec3.subtract(thigh, knee, hipWorld);
  vec3.cross(ahead, thigh, leftWorld);
  vec3.normalize(ahead, ahead);
  const before = Math.hypot(end[0] - knee[0], end[2] - knee[2]);
  const turned = BEHIND * Math.max(0, level - before);
  const x = end[0] - knee[0] - ahead[0] * turned;
  const z = end[2] - knee[2] - ahead[2] * turned;
  const now = Math.sqrt(x * x + z * z);
  if (now < 1e-6) return;
  end[0] = knee[0] + (x / now) * level;
  end[1] = knee[1] - down;
  end[2] = knee[2] + (z / now) * level;
}

/** Turns the pole to where the knee is now; a straight leg keeps the one it had. */
function followBend({ hipWorld, solved, poleWorld: pole }: LegState): void {
  const { midWorld, endWorld } = solved;
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
