import {
  createQuat,
  createVec3,
  fromRotationVector,
  type Quat,
  quat,
  type ReadonlyVec3,
  solveCholesky,
  toRotationVector,
  type Vec3,
  vec3,
} from '@leib/core';
import { jointRank, type MeasuredJoints } from './measuredJoints.js';

/** A leg as the pelvis feels it. */
export interface PelvisLeg {
  readonly hip: number;
  readonly knee: number;
  /** Axis of the knee at rest, unit. */
  readonly kneeAxis: ReadonlyVec3;
}

/** Standard deviations: of a thigh's length, of a knee's axis off its plane (metres at the hip), of the bend itself (radians). */
const LENGTH_SIGMA = 0.01;
const PLANE_SIGMA = 0.03;
const BEND_SIGMA = 0.35;
/** How fast the bend changes, radians per second. */
const BEND_RATE = 3;

const ROUNDS = 3;

// Scratch, written before it is read in every call.
const normal = new Float64Array(9);
const right = new Float64Array(3);
const arm = createVec3();
const thigh = createVec3();
const axis = createVec3();
const row = createVec3();
const turn = createQuat();
const swing = createQuat();
const before = createVec3();
const change = createQuat();
const step = createVec3();

/** Adds one equation row . omega = error with its weight; returns its share of the sum of squares. */
function addEquation(error: number, sigma: number, confidence = 1): number {
  const weight = confidence / (sigma * sigma);
  for (let i = 0; i < 3; i++) {
    right[i] += weight * row[i] * error;
    for (let k = 0; k < 3; k++) normal[i * 3 + k] += weight * row[i] * row[k];
  }
  return weight * error * error;
}

/** What the pelvis is fitted to. */
export interface PelvisInput {
  readonly legs: readonly PelvisLeg[];
  /** Lengths of the thighs, metres, by leg. */
  readonly thighs: ArrayLike<number>;
  readonly measured: MeasuredJoints;
  /** Point that the hips swing about. */
  readonly pivotWorld: ReadonlyVec3;
  readonly dtSeconds: number;
}

/**
 * The trunk bends between the body on the back and the hips, and no body tells it; but the thighs do: each has its length, and
 * lies in the plane that its knee's axis leaves. Finds the rotation about a point of the spine that brings the hips there:
 * three unknowns, a few steps of Gauss and Newton from the bend of the frame before, which is overwritten. Returns the sum of
 * squares before the last step: how badly the thighs fit.
 */
export function swingPelvis(input: PelvisInput, bendWorld: Vec3): number {
  const { legs, dtSeconds } = input;
  const out = fromRotationVector(swing, bendWorld);
  vec3.copy(before, bendWorld);
  let cost = 0;
  for (let round = 0; round < ROUNDS; round++) {
    normal.fill(0);
    right.fill(0);
    cost = 0;
    toRotationVector(bendWorld, out);
    for (let i = 0; i < 3; i++) {
      vec3.set(row, i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0);
      cost += addEquation(-bendWorld[i], BEND_SIGMA);
      if (dtSeconds > 0) cost += addEquation(before[i] - bendWorld[i], BEND_RATE * dtSeconds);
    }
    for (let leg = 0; leg < legs.length; leg++) cost += addLeg(input, leg, out);
    if (!solveCholesky(normal, right, 3)) return cost;
    vec3.set(step, right[0], right[1], right[2]);
    quat.multiply(out, fromRotationVector(change, step), out);
  }
  toRotationVector(bendWorld, quat.normalize(out, out));
  return cost;
}

function addLeg({ legs, thighs, measured, pivotWorld: pivot }: PelvisInput, index: number, swingNow: Quat): number {
  const { hip, knee, kneeAxis } = legs[index];
  const { positions, rotations, hasRotation, ranks, confidence } = measured;
  if (ranks[knee] < jointRank.limb || ranks[hip] === jointRank.unknown) return 0;
  for (let i = 0; i < 3; i++) arm[i] = positions[hip * 3 + i] - pivot[i];
  vec3.transformQuat(arm, arm, swingNow);
  for (let i = 0; i < 3; i++) thigh[i] = pivot[i] + arm[i] - positions[knee * 3 + i];
  const length = vec3.length(thigh);
  if (length < 1e-6) return 0;
  // d |thigh| = u . (omega x arm) = omega . (arm x u)
  vec3.scale(axis, thigh, 1 / length);
  vec3.cross(row, arm, axis);
  const cost = addEquation(thighs[index] - length, LENGTH_SIGMA, confidence[knee]);
  if (!hasRotation[knee]) return cost;
  const at = knee * 4;
  quat.set(turn, rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
  vec3.transformQuat(axis, kneeAxis, turn);
  vec3.cross(row, arm, axis);
  return cost + addEquation(-vec3.dot(axis, thigh), PLANE_SIGMA, confidence[knee]);
}
