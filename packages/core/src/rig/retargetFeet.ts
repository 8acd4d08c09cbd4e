import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  rotationBetween,
  unitTowards,
  type Vec3,
  vec3,
} from '../math/index.js';
import { boneNumber } from '../skeleton/humanoid.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { updateWorldPoseFrom } from '../skeleton/updateWorldPose.js';
import { solveTwoBoneIk } from '../solvers/twoBoneIk.js';
import { lowestFootHeight } from './legMeasures.js';

/** One leg of a target skeleton that keeps its foot where the source's is. */
export interface LegRetarget {
  readonly fromFoot: number;
  readonly upper: number;
  readonly lower: number;
  readonly foot: number;
  readonly upperLength: number;
  readonly lowerLength: number;
  /** Ankle positions: to = scale * from, the height raised by `ankleLift`: ankles stand higher in larger feet. */
  readonly scale: number;
  readonly ankleLift: number;
  /**
   * How much farther to +X the target's ankle rests than the scaled source's: other hips stand wider. Measured along the
   * foot's own side, which holds still while the foot is planted, unlike the pelvis'.
   */
  readonly stanceShift: number;
}

export function buildLegRetargets(
  from: Skeleton,
  to: Skeleton,
  scale: number,
  soleFrom: number,
  soleTo: number,
): LegRetarget[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const fromFoot = from.boneToJoint[boneNumber[`${side}Foot`]];
    const upper = to.boneToJoint[boneNumber[`${side}UpperLeg`]];
    const lower = to.boneToJoint[boneNumber[`${side}LowerLeg`]];
    const foot = to.boneToJoint[boneNumber[`${side}Foot`]];
    if (Math.min(fromFoot, upper, lower, foot) < 0) return [];
    const ankleFrom = soleFrom + aboveFeet(from, fromFoot);
    const ankleTo = soleTo + aboveFeet(to, foot);
    return {
      fromFoot,
      upper,
      lower,
      foot,
      upperLength: restDistance(to, upper, lower),
      lowerLength: restDistance(to, lower, foot),
      scale,
      ankleLift: ankleTo - ankleFrom * scale,
      stanceShift: to.restWorldPositions[foot * 3] - from.restWorldPositions[fromFoot * 3] * scale,
    };
  });
}

// Scratch: every call writes these before reading them.
const input = {
  rootWorld: createVec3(),
  targetWorld: createVec3(),
  poleWorld: createVec3(),
  upperLength: 0,
  lowerLength: 0,
};
const output = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
const shiftWorld = createVec3();
const kneeWorld = createVec3();
const ankleWorld = createVec3();
const directionBefore = createVec3();
const directionAfter = createVec3();
const upperSwing = createQuat();
const lowerSwing = createQuat();
const noSwing = createQuat();
const parentWorld = createQuat();
const jointWorld = createQuat();

/** Bends one leg of a pose so that its ankle is where the source's is, scaled; the foot keeps its world rotation. */
export function keepFoot(leg: LegRetarget, to: Skeleton, fromPose: Pose, toPose: Pose): void {
  const { upper, lower, foot } = leg;
  readPoint(input.rootWorld, toPose.worldPositions, upper);
  readPoint(kneeWorld, toPose.worldPositions, lower);
  readPoint(ankleWorld, toPose.worldPositions, foot);
  readPoint(input.targetWorld, fromPose.worldPositions, leg.fromFoot);
  vec3.scale(input.targetWorld, input.targetWorld, leg.scale);
  input.targetWorld[1] += leg.ankleLift;
  readQuat(jointWorld, toPose.worldRotations, foot);
  vec3.transformQuat(shiftWorld, vec3.set(shiftWorld, leg.stanceShift, 0, 0), jointWorld);
  vec3.add(input.targetWorld, input.targetWorld, shiftWorld);
  input.upperLength = leg.upperLength;
  input.lowerLength = leg.lowerLength;
  kneePole(toPose, upper);
  solveTwoBoneIk(input, output);

  unitTowards(directionBefore, input.rootWorld, kneeWorld);
  unitTowards(directionAfter, input.rootWorld, output.midWorld);
  rotationBetween(upperSwing, directionBefore, directionAfter);
  unitTowards(directionBefore, kneeWorld, ankleWorld);
  unitTowards(directionAfter, output.midWorld, output.endWorld);
  rotationBetween(lowerSwing, directionBefore, directionAfter);
  // Joints between the three follow their parents, so only these three locals change.
  writeLocal(to, toPose, upper, noSwing, upperSwing);
  writeLocal(to, toPose, lower, upperSwing, lowerSwing);
  writeLocal(to, toPose, foot, lowerSwing, noSwing);
  updateWorldPoseFrom(to, toPose, upper);
}

/** The knee goes on pointing where it points; a straight leg has nothing to go by, there it is the front of the thigh. */
function kneePole(pose: Pose, upper: number): void {
  const { rootWorld, poleWorld } = input;
  unitTowards(directionBefore, rootWorld, ankleWorld);
  vec3.subtract(poleWorld, kneeWorld, rootWorld);
  vec3.scaleAndAdd(poleWorld, poleWorld, directionBefore, -vec3.dot(poleWorld, directionBefore));
  if (vec3.length(poleWorld) > 1e-4) return;
  readQuat(jointWorld, pose.worldRotations, upper);
  vec3.transformQuat(poleWorld, vec3.set(poleWorld, 0, 0, 1), jointWorld);
}

/** local = (swing_parent * parent)^-1 * (swing * joint), from the world rotations before the swings. */
function writeLocal(skeleton: Skeleton, pose: Pose, joint: number, parentSwing: Quat, swing: Quat): void {
  const parent = skeleton.parents[joint];
  readQuat(jointWorld, pose.worldRotations, joint);
  quat.multiply(jointWorld, swing, jointWorld);
  if (parent >= 0) {
    readQuat(parentWorld, pose.worldRotations, parent);
    quat.conjugate(parentWorld, quat.multiply(parentWorld, parentSwing, parentWorld));
    quat.multiply(jointWorld, parentWorld, jointWorld);
  }
  for (let k = 0; k < 4; k++) pose.localRotations[joint * 4 + k] = jointWorld[k];
}

function readPoint(out: Vec3, points: Float64Array, joint: number): void {
  vec3.set(out, points[joint * 3], points[joint * 3 + 1], points[joint * 3 + 2]);
}

function readQuat(out: Quat, rotations: Float64Array, joint: number): void {
  quat.set(out, rotations[joint * 4], rotations[joint * 4 + 1], rotations[joint * 4 + 2], rotations[joint * 4 + 3]);
}

function restDistance({ restWorldPositions: at }: Skeleton, a: number, b: number): number {
  return Math.hypot(at[a * 3] - at[b * 3], at[a * 3 + 1] - at[b * 3 + 1], at[a * 3 + 2] - at[b * 3 + 2]);
}

/** Height of a joint above the lowest foot joint at rest. */
function aboveFeet(skeleton: Skeleton, joint: number): number {
  return skeleton.restWorldPositions[joint * 3 + 1] - lowestFootHeight(skeleton);
}
