import {
  createQuat,
  createVec3,
  type Quat,
  quat,
  type ReadonlyVec3,
  rotationBetween,
  unitTowards,
  type Vec3,
  vec3,
} from '../math/index.js';
import type { Pose, Skeleton } from '../skeleton/skeleton.js';
import { updateWorldPoseFrom } from '../skeleton/updateWorldPose.js';
import { solveTwoBoneIk } from './twoBoneIk.js';

/** A leg or an arm of a posed body whose end can be moved. */
export interface BendableLimb {
  /** Joints of hip, knee and ankle, or of shoulder, elbow and wrist. Joints between them (twist joints) may exist. */
  readonly upper: number;
  readonly lower: number;
  readonly end: number;
  /** Where the knee or elbow points when the limb is straight, rest axes: +Z for knees, -Z for elbows. */
  readonly restPole: ReadonlyVec3;
}

// Scratch: every call of bendLimb() writes these before reading them.
const input = {
  rootWorld: createVec3(),
  targetWorld: createVec3(),
  poleWorld: createVec3(),
  upperLength: 0,
  lowerLength: 0,
};
const output = { midWorld: createVec3(), endWorld: createVec3(), reached: false };
const midBefore = createVec3();
const endBefore = createVec3();
const directionBefore = createVec3();
const directionAfter = createVec3();
const upperSwing = createQuat();
const lowerSwing = createQuat();
const noSwing = createQuat();
const parentWorld = createQuat();
const jointWorld = createQuat();

/**
 * Moves the end of a limb to a place; false when that is out of reach. It turns each bone the shortest way from where the pose has it: twists stay, the knee or elbow goes on
 * pointing where it points, the end keeps its world rotation, and a limb that is already there does not change.
 * World arrays must be current, and are afterwards.
 */
export function bendLimb(skeleton: Skeleton, pose: Pose, limb: BendableLimb, targetWorld: ReadonlyVec3): boolean {
  const { upper, lower, end } = limb;
  readPoint(input.rootWorld, pose.worldPositions, upper);
  readPoint(midBefore, pose.worldPositions, lower);
  readPoint(endBefore, pose.worldPositions, end);
  vec3.copy(input.targetWorld, targetWorld);
  // As posed, not as at rest: a joint between the two may be bent.
  input.upperLength = vec3.distance(input.rootWorld, midBefore);
  input.lowerLength = vec3.distance(midBefore, endBefore);
  readPole(pose, limb);
  solveTwoBoneIk(input, output);

  unitTowards(directionBefore, input.rootWorld, midBefore);
  unitTowards(directionAfter, input.rootWorld, output.midWorld);
  rotationBetween(upperSwing, directionBefore, directionAfter);
  unitTowards(directionBefore, midBefore, endBefore);
  unitTowards(directionAfter, output.midWorld, output.endWorld);
  rotationBetween(lowerSwing, directionBefore, directionAfter);
  // Joints between the three follow their parents, so only these three locals change.
  writeLocal(skeleton, pose, upper, noSwing, upperSwing);
  writeLocal(skeleton, pose, lower, upperSwing, lowerSwing);
  writeLocal(skeleton, pose, end, lowerSwing, noSwing);
  updateWorldPoseFrom(skeleton, pose, upper);
  return output.reached;
}

/** The knee or elbow goes on pointing where it points; a straight limb has nothing to go by, there it is the rest pole. */
function readPole(pose: Pose, { upper, restPole }: BendableLimb): void {
  const { rootWorld, poleWorld } = input;
  unitTowards(directionBefore, rootWorld, endBefore);
  vec3.subtract(poleWorld, midBefore, rootWorld);
  vec3.scaleAndAdd(poleWorld, poleWorld, directionBefore, -vec3.dot(poleWorld, directionBefore));
  if (vec3.length(poleWorld) > 1e-4) return;
  readQuat(jointWorld, pose.worldRotations, upper);
  vec3.transformQuat(poleWorld, restPole, jointWorld);
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
