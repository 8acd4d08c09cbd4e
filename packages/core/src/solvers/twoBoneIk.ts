import {
  createQuat,
  createVec3,
  EPSILON,
  type Quat,
  quat,
  type ReadonlyVec3,
  rotationBetween,
  unitTowards,
  type Vec3,
  vec3,
} from '../math/index.js';
import { type Pose, type Skeleton, updateWorldPose } from '../skeleton/skeleton.js';

export interface TwoBoneIkInput {
  /** Fixed end of the limb (shoulder, hip), and where the free end (wrist, ankle) should go. */
  readonly rootWorld: ReadonlyVec3;
  readonly targetWorld: ReadonlyVec3;
  /** Which way the elbow or knee points. A direction of any length. */
  readonly poleWorld: ReadonlyVec3;
  readonly upperLength: number;
  readonly lowerLength: number;
}

export interface TwoBoneIkOutput {
  readonly midWorld: Vec3;
  readonly endWorld: Vec3;
  /** False when the target is out of reach; the limb then stretches or folds towards it. */
  reached: boolean;
}

/**
 * Places the middle and end joints of a two-bone limb. The target distance fixes the triangle (law of
 * cosines); the pole picks one elbow from the circle of solutions, the swivel angle of Tolani, Goswami
 * & Badler, "Real-time inverse kinematics techniques for anthropomorphic limbs", 2000.
 *
 * Nothing is normalised: with A = target - root of length d, mid = root + share A + outward B, where B is the pole
 * less its part along A, times d². A limb in reach then costs one square root. A target on the root has no direction
 * and a pole along the limb no side: each gets a fixed one, the same that unitTowards() and unitAcross() give.
 */
export function solveTwoBoneIk(input: TwoBoneIkInput, out: TwoBoneIkOutput): void {
  const { rootWorld, targetWorld, poleWorld, upperLength: a, lowerLength: b } = input;
  const { midWorld, endWorld } = out;
  const rootX = rootWorld[0];
  const rootY = rootWorld[1];
  const rootZ = rootWorld[2];
  let axisX = targetWorld[0] - rootX;
  let axisY = targetWorld[1] - rootY;
  let axisZ = targetWorld[2] - rootZ;
  let axisSq = axisX * axisX + axisY * axisY + axisZ * axisZ;
  const farthest = a + b;
  const difference = a - b;

  // a² = along² + outward²,  b² = (d - along)² + outward²,  along = share d
  let share = (difference * farthest + axisSq) / (2 * axisSq);
  let outwardSq = a * a - share * share * axisSq;
  let endShare = 1;
  out.reached = true;
  if (axisSq > farthest * farthest || axisSq < difference * difference || axisSq < EPSILON * EPSILON) {
    let distance = Math.sqrt(axisSq);
    const d = distance > farthest ? farthest : Math.max(distance, Math.abs(difference));
    out.reached = Math.abs(distance - d) < EPSILON;
    if (distance < EPSILON) {
      axisX = axisZ = 0;
      axisY = axisSq = distance = 1;
    }
    const along = d < EPSILON ? 0 : (difference * farthest + d * d) / (2 * d);
    share = along / distance;
    outwardSq = (a - along) * (a + along);
    endShare = d / distance;
  }

  const poleX = poleWorld[0];
  const poleY = poleWorld[1];
  const poleZ = poleWorld[2];
  const poleAlong = axisX * poleX + axisY * poleY + axisZ * poleZ;
  let bendX = poleX * axisSq - poleAlong * axisX;
  let bendY = poleY * axisSq - poleAlong * axisY;
  let bendZ = poleZ * axisSq - poleAlong * axisZ;
  let bendSq = bendX * bendX + bendY * bendY + bendZ * bendZ;
  // bendSq = |pole|² d⁴ sin² of the angle between them.
  if (bendSq <= 1e-16 * poleAlong * poleAlong * axisSq || bendSq < EPSILON * EPSILON * axisSq * axisSq) {
    // The pole lies along the limb: the world axis least aligned with it decides, always the same one.
    const sizeX = Math.abs(axisX);
    const sizeY = Math.abs(axisY);
    const sizeZ = Math.abs(axisZ);
    const isX = sizeX <= sizeY && sizeX <= sizeZ;
    const isY = !isX && sizeY <= sizeZ;
    const along = isX ? axisX : isY ? axisY : axisZ;
    bendX = (isX ? axisSq : 0) - along * axisX;
    bendY = (isY ? axisSq : 0) - along * axisY;
    bendZ = (isX || isY ? 0 : axisSq) - along * axisZ;
    bendSq = bendX * bendX + bendY * bendY + bendZ * bendZ;
  }

  const outward = outwardSq > 0 ? Math.sqrt(outwardSq / bendSq) : 0;
  midWorld[0] = rootX + share * axisX + outward * bendX;
  midWorld[1] = rootY + share * axisY + outward * bendY;
  midWorld[2] = rootZ + share * axisZ + outward * bendZ;
  endWorld[0] = rootX + endShare * axisX;
  endWorld[1] = rootY + endShare * axisY;
  endWorld[2] = rootZ + endShare * axisZ;
}

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
  updateWorldPose(skeleton, pose, upper);
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
