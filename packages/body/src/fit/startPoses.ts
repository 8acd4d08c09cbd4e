import { buildKdTree, nearestInTree } from '@leib/core';
import type { BodyModel } from '../shape/bodyModel.js';
import { copyFitPose, createFitPose, type FitPose, multiplyRotation, rotationOf, updateFitPose } from './fitPose.js';
import { rigidBetween } from './rigidBetween.js';
import { type ScanPoints, vertexAreas } from './scanPoints.js';

/** Angles of the arms below horizontal that are tried, radians: T-pose, A-pose, nearly hanging. */
const armAngles = [0, 0.75, 1.2];

/** Number of points that are used, and distance at which they are clamped, metres. */
const pointsUsed = 400;
/** Number of the body's vertices that points are registered with. */
const verticesUsed = 3400;
const farthest = 0.25;

/** Rounds of registration for each candidate. */
const registrationRounds = 12;

/** A start pose of the mean body in a scan, and its mean distance from the scan, metres. */
export interface StartPose {
  readonly pose: FitPose;
  readonly misfit: number;
  /** Whether the arms are as in the model's rest pose. */
  readonly isRest: boolean;
}

/**
 * Start poses of the mean body in a scan of any orientation, best first. The scan's principal axes are those of the body
 * in unknown order and sign, because a body with raised arms is about as wide as high: all 24 rotations are tried, with
 * the arms at three angles, each registered rigidly on a few hundred points (Besl & McKay, "A method for registration of
 * 3-D shapes", 1992).
 * @param count number of poses to return
 */
export function findStartPoses(model: BodyModel, { points, areas }: ScanPoints, count: number): StartPose[] {
  const scan = principalAxes(points, areas);
  const few = thinned(points, pointsUsed);
  const candidates: {
    from: FitPose;
    rotation: Float64Array;
    middle: readonly number[];
    misfit: number;
    isRest: boolean;
  }[] = [];
  for (const angle of armAngles) {
    const pose = createFitPose(model);
    lowerArms(model, pose, angle);
    updateFitPose(model, pose);
    const body = principalAxes(pose.positions, vertexAreas(pose.positions, model.triangles));
    const tree = buildKdTree(thinned(pose.positions, verticesUsed));
    // The scan around its middle, scaled to the mean body's size.
    const ratio = body.spread / scan.spread;
    const centred = few.map((value, i) => (value - scan.middle[i % 3]) * ratio);
    for (const turn of axisRotations) {
      // Maps the re-ordered scan axes to the body's axes.
      const toBody = new Float64Array(9);
      const ordered = new Float64Array(9);
      multiplyRotation(turn, 0, scan.axes, 0, ordered, 0);
      multiplyRotation(transposed(body.axes), 0, ordered, 0, toBody, 0);
      candidates.push({ from: pose, isRest: angle === 0, ...register(tree, centred, toBody, body.middle) });
    }
  }
  candidates.sort((a, b) => a.misfit - b.misfit);
  return candidates.slice(0, count).map(({ from, rotation, middle, misfit, isRest }) => ({
    pose: placed(model, from, transposed(rotation), middle, scan.middle),
    misfit,
    isRest,
  }));
}

function thinned(points: Float64Array, most: number): Float64Array {
  const count = points.length / 3;
  const kept = Math.min(count, most);
  return Float64Array.from(
    { length: kept * 3 },
    (_, i) => points[Math.floor((Math.floor(i / 3) * count) / kept) * 3 + (i % 3)],
  );
}

/** Registers points rigidly with those of a tree; `middle` is the resulting position of their origin. */
function register(
  tree: ReturnType<typeof buildKdTree>,
  points: Float64Array,
  startRotation: Float64Array,
  startMiddle: readonly number[],
) {
  let rotation = startRotation;
  let middle = startMiddle;
  let misfit = Number.POSITIVE_INFINITY;
  const nearest = new Float64Array(points.length);
  for (let round = 0; round < registrationRounds; round++) {
    const near: number[] = [];
    let sum = 0;
    for (let at = 0; at < points.length; at += 3) {
      const [x, y, z] = [points[at], points[at + 1], points[at + 2]];
      const bx = rotation[0] * x + rotation[1] * y + rotation[2] * z + middle[0];
      const by = rotation[3] * x + rotation[4] * y + rotation[5] * z + middle[1];
      const bz = rotation[6] * x + rotation[7] * y + rotation[8] * z + middle[2];
      const found = nearestInTree(tree, bx, by, bz) * 3;
      for (let k = 0; k < 3; k++) nearest[at + k] = tree.points[found + k];
      const distance = Math.hypot(nearest[at] - bx, nearest[at + 1] - by, nearest[at + 2] - bz);
      sum += Math.min(distance, farthest);
      if (distance < farthest) near.push(at / 3);
    }
    misfit = sum / (points.length / 3);
    if (near.length < 10) break;
    const motion = rigidBetween(points, nearest, Uint32Array.from(near));
    rotation = motion.rotation;
    middle = [0, 1, 2].map(
      (row) =>
        motion.middleTo[row] - [0, 1, 2].reduce((total, k) => total + rotation[row * 3 + k] * motion.middleFrom[k], 0),
    );
  }
  return { rotation, middle, misfit };
}

/** The body in the scan's space, with its middle at the scan's. */
function placed(
  model: BodyModel,
  from: FitPose,
  rotation: Float64Array,
  bodyMiddle: readonly number[],
  scanMiddle: readonly number[],
): FitPose {
  const pose = createFitPose(model);
  copyFitPose(from, pose);
  // The rotation of the first joint is that of the whole body.
  multiplyRotation(rotation, 0, from.localRotations, 0, pose.localRotations, 0);
  const [hx, hy, hz] = from.shaped.joints;
  for (let row = 0; row < 3; row++) {
    const at = row * 3;
    const turnedMiddle =
      rotation[at] * (bodyMiddle[0] - hx) +
      rotation[at + 1] * (bodyMiddle[1] - hy) +
      rotation[at + 2] * (bodyMiddle[2] - hz);
    pose.place[row] = scanMiddle[row] - turnedMiddle - from.shaped.joints[row];
  }
  return pose;
}

function lowerArms(model: BodyModel, pose: FitPose, angle: number): void {
  const turn = new Float64Array(9);
  for (const [bone, sign] of [
    ['leftUpperArm', -1],
    ['rightUpperArm', 1],
  ] as const) {
    const joint = model.jointNames.indexOf(bone);
    if (joint < 0) continue;
    rotationOf(0, 0, sign * angle, turn);
    pose.localRotations.set(turn, joint * 9);
  }
}

function transposed(m: Float64Array): Float64Array {
  return Float64Array.of(m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]);
}

/** The 24 rotations that map axes to axes, by rows. */
const axisRotations: readonly Float64Array[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
].flatMap((order) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((signs) => {
    const turn = new Float64Array(9);
    order.forEach((axis, row) => {
      turn[row * 3 + axis] = (signs >> row) & 1 ? -1 : 1;
    });
    const isProper =
      turn[0] * (turn[4] * turn[8] - turn[5] * turn[7]) -
        turn[1] * (turn[3] * turn[8] - turn[5] * turn[6]) +
        turn[2] * (turn[3] * turn[7] - turn[4] * turn[6]) >
      0;
    return isProper ? [turn] : [];
  }),
);

/** Middle of points and their principal axes, from the largest to the smallest variance. */
interface PrincipalAxes {
  readonly middle: readonly [number, number, number];
  /** 3 x 3 by rows; right-handed. */
  readonly axes: Float64Array;
  /** Root mean square distance from the middle. */
  readonly spread: number;
}

/**
 * Diagonalises the covariance by Jacobi rotations; a few sweeps are exact for three axes.
 * @param weights weight of each point; equal weights where all are 0
 */
function principalAxes(points: Float64Array, weights: Float64Array): PrincipalAxes {
  const count = points.length / 3;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = (at: number) => (total > 0 ? weights[Math.floor(at / 3)] / total : 1 / count);
  const middle: [number, number, number] = [0, 0, 0];
  for (let at = 0; at < points.length; at++) middle[at % 3] += points[at] * shareOf(at);
  const m = new Float64Array(9);
  for (let at = 0; at < points.length; at += 3) {
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) {
        m[i * 3 + k] += (points[at + i] - middle[i]) * (points[at + k] - middle[k]) * shareOf(at);
      }
    }
  }
  const spread = Math.sqrt(m[0] + m[4] + m[8]);
  const vectors = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < 12; sweep++)
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const)
      rotate(m, vectors, p, q);
  const order = [0, 1, 2].sort((a, b) => m[b * 4] - m[a * 4]);
  const axes = Float64Array.from({ length: 9 }, (_, i) => vectors[order[Math.floor(i / 3)] * 3 + (i % 3)]);
  // Right-handed: the third is the product of the first two.
  for (let k = 0; k < 3; k++) {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    axes[6 + k] = axes[i] * axes[3 + j] - axes[j] * axes[3 + i];
  }
  return { middle, axes, spread };
}

/** One rotation that makes entry p q zero; `vectors` holds the axes as rows. */
function rotate(m: Float64Array, vectors: Float64Array, p: number, q: number): void {
  const off = m[p * 3 + q];
  if (Math.abs(off) < 1e-15) return;
  const angle = 0.5 * Math.atan2(2 * off, m[q * 4] - m[p * 4]);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let k = 0; k < 3; k++) {
    const [kp, kq] = [m[k * 3 + p], m[k * 3 + q]];
    m[k * 3 + p] = c * kp - s * kq;
    m[k * 3 + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const [pk, qk] = [m[p * 3 + k], m[q * 3 + k]];
    m[p * 3 + k] = c * pk - s * qk;
    m[q * 3 + k] = s * pk + c * qk;
    const [vp, vq] = [vectors[p * 3 + k], vectors[q * 3 + k]];
    vectors[p * 3 + k] = c * vp - s * vq;
    vectors[q * 3 + k] = s * vp + c * vq;
  }
}
