import {
  createQuat,
  createVec3,
  quat,
  type ReadonlyVec3,
  solveTwoBoneIk,
  type TwoBoneIkOutput,
  type Vec3,
  vec3,
} from '@leib/core';
import type { MeasuredJoints } from '../actor/measuredJoints.js';
import type { Limb, LimbGroup } from './dhPlan.js';

/** Which way elbows and knees point at rest of the trunk: arms down, back and outward, legs ahead. */
const poles: Readonly<Record<Limb, ReadonlyVec3>> = {
  leftArm: [0.5, -1, -0.5],
  rightArm: [-0.5, -1, -0.5],
  leftLeg: [0.1, 0, 1],
  rightLeg: [-0.1, 0, 1],
};

/** How much of the pole comes from the hand or foot instead of the trunk, where its rotation is known. */
const END_SHARE = 0.5;

const origin: ReadonlyVec3 = [0, 0, 0];
const rotation = createQuat();
const pole = createVec3();
const endPole = createVec3();
const solved: TwoBoneIkOutput = { midWorld: createVec3(), endWorld: createVec3(), reached: true };

/** From shoulder to elbow where only the wrist is known: a triangle of the two bones, its side by trunk and hand. */
export function guessMiddle(out: Vec3, toEnd: ReadonlyVec3, group: LimbGroup, measured: MeasuredJoints): Vec3 {
  const { upperLength, lowerLength } = group;
  findPole(pole, group, measured);
  solveTwoBoneIk({ rootWorld: origin, targetWorld: toEnd, poleWorld: pole, upperLength, lowerLength }, solved);
  return vec3.copy(out, solved.midWorld);
}

/** Distance from the line between the limb's ends at which an expected elbow counts as much as the usual side, metres. */
const SURE_DISTANCE = 0.1;

/**
 * From shoulder to elbow where the elbow's body is lost and the hand's is not: of all places at which both bones keep their
 * lengths, the one towards the expected elbow and the usual side, as far as the expectation is in doubt (0..1).
 */
export function reachEnd(
  toMiddle: Vec3,
  toEnd: ReadonlyVec3,
  group: LimbGroup,
  measured: MeasuredJoints,
  doubt: number,
): void {
  const { upperLength, lowerLength } = group;
  findPole(pole, group, measured);
  vec3.normalize(pole, pole);
  const along = vec3.dot(toMiddle, toEnd) / Math.max(vec3.dot(toEnd, toEnd), 1e-6);
  vec3.scaleAndAdd(endPole, toMiddle, toEnd, -along);
  vec3.scaleAndAdd(pole, pole, endPole, 1 / SURE_DISTANCE);
  solveTwoBoneIk({ rootWorld: origin, targetWorld: toEnd, poleWorld: pole, upperLength, lowerLength }, solved);
  vec3.lerp(toMiddle, toMiddle, solved.midWorld, doubt);
}

/** The usual side of elbow or knee, by trunk and hand or foot. */
function findPole(out: Vec3, { limb, joints }: LimbGroup, measured: MeasuredJoints): void {
  // The trunk's rotation stands at the root joint.
  turn(out, measured, 0, poles[limb]);
  if (!measured.hasRotation[joints[2]]) return;
  turn(endPole, measured, joints[2], poles[limb]);
  vec3.lerp(out, out, endPole, END_SHARE);
}

function turn(out: Vec3, { rotations }: MeasuredJoints, joint: number, atRest: ReadonlyVec3): void {
  const at = joint * 4;
  quat.set(rotation, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
  vec3.transformQuat(out, atRest, rotation);
}
