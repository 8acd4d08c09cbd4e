import { createQuat, createVec3, DEG, quat, swingTwist, vec3 } from '@leib/core';
import { POSE_SIZE, readRotation } from '@leib/tracking';

import {
  addEquation,
  createNormalEquations,
  type NormalEquations,
  solveEquations,
  varianceOf,
} from './normalEquations.js';

/** Poses of two devices that are fixed to each other, one in each space, at the same moments. */
export interface SpacePair {
  /** In the reference space, and in the space to be aligned with it. count x 7 each. */
  readonly reference: Float64Array;
  readonly other: Float64Array;
  readonly count: number;
}

export interface SpaceFit {
  /** Takes the other space to the reference: reference = pose . other. */
  readonly pose: Float64Array;
  /** Position of each pair's other device on its reference device, in that one's axes, metres. One per pair. */
  readonly mounts: readonly Float64Array[];
  /** Root mean square residual without outliers, metres; of all pairs, and of each pair. */
  readonly residual: number;
  readonly residuals: readonly number[];
  /** Standard error of the alignment where the devices are, metres, and of its rotation, radians. */
  readonly expectedError: number;
  readonly expectedTurn: number;
  /** Metres of the reference per metre of the other space: 1, unless a feed uses other units. */
  readonly scale: number;
  readonly sampleCount: number;
}

export interface FitOptions {
  /** Uses only the yaw of the reference device: for a head, the direction it faces. */
  readonly isLevel?: boolean;
  /** Gauss-Newton rounds; a few are enough to compare residuals. */
  readonly rounds?: number;
}

/** Standard deviations: of tracking, metres; of mounts, metres; of the tilt between two floors, radians. */
const NOISE = 0.002;
const MOUNT_SPREAD = 0.15;
const TILT_SPREAD = 1 * DEG;
const ROUNDS = 6;
/** The noise of neighbouring samples is correlated: this many count as one. */
const CORRELATED_SAMPLES = 4;
/** Tukey's biweight with 95 % efficiency ignores residuals above this many standard deviations. */
const TUKEY = 4.685;

/**
 * Rotation and translation between two tracked spaces, from devices that are fixed to each other. With R and p the pose
 * of a device in the reference, q the position of its partner in the other space, m the partner's mount on the device:
 *
 *   p + R m = Y q + t
 *
 * Both spaces have +Y up, so Y starts as a rotation about the vertical: in its cosine and sine, t and m the equation is
 * linear, and least squares solves it directly; the length of (cosine, sine) is the ratio of the units. A few
 * Gauss-Newton steps follow with a prior of about one degree on the floor's tilt, outliers weighted down. Rotations of
 * the partner are not used. This is the hand-eye problem A X = Z B of a robot and its camera (Zhuang, Roth & Sudhakar,
 * IEEE T-RA 10:549, 1994) with a known vertical. Null when the samples do not determine the alignment.
 */
export function fitSpaces(
  pairs: readonly SpacePair[],
  { isLevel = false, rounds = ROUNDS }: FitOptions = {},
): SpaceFit | null {
  const sampleCount = pairs.reduce((sum, { count }) => sum + count, 0);
  if (sampleCount < 10) return null;
  const problem: FitProblem = {
    pairs,
    rotations: pairs.map((pair) => rotationsOf(pair, isLevel)),
    middle: middleOf(pairs, sampleCount),
    sampleCount,
  };
  const start = fitYaw(problem);
  if (start === null) return null;
  const state: FitState = {
    turn: quat.setAxisAngle(createQuat(), [0, 1, 0], start.yaw),
    move: start.move,
    mounts: start.mounts,
    weights: pairs.map(({ count }) => new Float64Array(count).fill(1)),
    variance: Number.NaN,
    turnVariance: Number.NaN,
    turned: createVec3(),
    miss: createVec3(),
  };
  for (let round = 0; round < rounds; round++) {
    if (!improve(problem, state)) return null;
    weigh(problem, state);
  }
  return resultOf(problem, state, start.scale);
}

interface FitProblem {
  readonly pairs: readonly SpacePair[];
  /** Rotation matrices of the reference devices. One array per pair, count x 9, rows first. */
  readonly rotations: readonly Float64Array[];
  /** Mean position in the other space: the rotation is about this point. */
  readonly middle: Float64Array;
  readonly sampleCount: number;
}

interface FitState {
  readonly turn: ReturnType<typeof createQuat>;
  /** The middle, in the reference space. */
  readonly move: Float64Array;
  readonly mounts: readonly Float64Array[];
  readonly weights: readonly Float64Array[];
  /** Of move and turn, for noise of one metre. */
  variance: number;
  turnVariance: number;
  /** Written by writeMiss(): the residual of one sample, and its other position from the middle, turned. */
  readonly miss: ReturnType<typeof createVec3>;
  readonly turned: ReturnType<typeof createVec3>;
}

function middleOf(pairs: readonly SpacePair[], sampleCount: number): Float64Array {
  const middle = new Float64Array(3);
  for (const { other, count } of pairs) {
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) middle[k] += other[i * POSE_SIZE + k] / sampleCount;
  }
  return middle;
}

/** Rotation matrices of the reference device, rows first. count x 9. */
function rotationsOf({ reference, count }: SpacePair, isLevel: boolean): Float64Array {
  const out = new Float64Array(count * 9);
  const q = createQuat();
  const [swing, twist] = [createQuat(), createQuat()];
  for (let i = 0; i < count; i++) {
    readRotation(q, reference, i * POSE_SIZE);
    if (isLevel) {
      swingTwist(swing, twist, q, [0, 1, 0]);
      quat.copy(q, twist);
    }
    const [x, y, z, w] = q;
    out.set(
      [
        1 - 2 * (y * y + z * z),
        2 * (x * y - w * z),
        2 * (x * z + w * y),
        2 * (x * y + w * z),
        1 - 2 * (x * x + z * z),
        2 * (y * z - w * x),
        2 * (x * z - w * y),
        2 * (y * z + w * x),
        1 - 2 * (x * x + y * y),
      ],
      i * 9,
    );
  }
  return out;
}

/** Cosine and sine of the yaw, the move and the mounts, by linear least squares. */
function fitYaw({ pairs, rotations, middle }: FitProblem) {
  const equations = createNormalEquations(5 + 3 * pairs.length);
  pairs.forEach(({ reference, other, count }, pair) => {
    const m = 5 + 3 * pair;
    for (let i = 0; i < count; i++) {
      const at = i * POSE_SIZE;
      const r = rotations[pair].subarray(i * 9, i * 9 + 9);
      const x = other[at] - middle[0];
      const y = other[at + 1] - middle[1];
      const z = other[at + 2] - middle[2];
      addEquation(equations, [0, 1, 2, m, m + 1, m + 2], [x, z, 1, -r[0], -r[1], -r[2]], reference[at], 1);
      addEquation(equations, [3, m, m + 1, m + 2], [1, -r[3], -r[4], -r[5]], reference[at + 1] - y, 1);
      addEquation(equations, [0, 1, 4, m, m + 1, m + 2], [z, -x, 1, -r[6], -r[7], -r[8]], reference[at + 2], 1);
    }
    addMountPrior(equations, m, [0, 0, 0]);
  });
  const solution = solveEquations(equations);
  if (solution === null) return null;
  const [cosine, sine] = solution;
  const scale = Math.hypot(cosine, sine);
  if (!(scale > 1e-6)) return null;
  return {
    yaw: Math.atan2(sine, cosine),
    scale,
    move: solution.slice(2, 5),
    mounts: pairs.map((_, pair) => solution.slice(5 + 3 * pair, 8 + 3 * pair)),
  };
}

/** Mounts are near zero: MOUNT_SPREAD is one standard deviation. */
function addMountPrior(equations: NormalEquations, at: number, now: ArrayLike<number>): void {
  const weight = (NOISE / MOUNT_SPREAD) ** 2;
  for (let k = 0; k < 3; k++) addEquation(equations, [at + k], [1], -now[k], weight);
}

/** p + R m - Y q - t of one sample of a pair, into state.miss; Y q into state.turned. */
function writeMiss({ pairs, rotations, middle }: FitProblem, state: FitState, pairIndex: number, i: number): void {
  const { turn, move, turned, miss } = state;
  const pair = pairs[pairIndex];
  const rotation = rotations[pairIndex];
  const mount = state.mounts[pairIndex];
  const at = i * POSE_SIZE;
  vec3.set(turned, pair.other[at] - middle[0], pair.other[at + 1] - middle[1], pair.other[at + 2] - middle[2]);
  vec3.transformQuat(turned, turned, turn);
  for (let k = 0; k < 3; k++) {
    const r = i * 9 + 3 * k;
    const mounted = rotation[r] * mount[0] + rotation[r + 1] * mount[1] + rotation[r + 2] * mount[2];
    miss[k] = pair.reference[at + k] + mounted - turned[k] - move[k];
  }
}

/** One Gauss-Newton step on turn, move and mounts; false when the equations are singular. */
function improve(problem: FitProblem, state: FitState): boolean {
  const { pairs, rotations } = problem;
  const { miss, turned } = state;
  const equations = createNormalEquations(6 + 3 * pairs.length);
  pairs.forEach((pair, number) => {
    const m = 6 + 3 * number;
    const rotation = rotations[number];
    for (let i = 0; i < pair.count; i++) {
      const weight = state.weights[number][i];
      if (weight === 0) continue;
      writeMiss(problem, state, number, i);
      const [x, y, z] = turned;
      const r = rotation.subarray(i * 9, i * 9 + 9);
      addEquation(equations, [1, 2, 3, m, m + 1, m + 2], [z, -y, 1, -r[0], -r[1], -r[2]], miss[0], weight);
      addEquation(equations, [0, 2, 4, m, m + 1, m + 2], [-z, x, 1, -r[3], -r[4], -r[5]], miss[1], weight);
      addEquation(equations, [0, 1, 5, m, m + 1, m + 2], [y, -x, 1, -r[6], -r[7], -r[8]], miss[2], weight);
    }
    addMountPrior(equations, m, state.mounts[number]);
  });
  const tilt = tiltOf(state.turn);
  const stiffness = (NOISE / TILT_SPREAD) ** 2;
  addEquation(equations, [0], [1], -tilt[0], stiffness);
  addEquation(equations, [2], [1], -tilt[2], stiffness);
  const solution = solveEquations(equations);
  if (solution === null) return false;
  const angle = Math.hypot(solution[0], solution[1], solution[2]);
  if (angle > 1e-12) {
    const axis = [solution[0] / angle, solution[1] / angle, solution[2] / angle] as const;
    quat.multiply(state.turn, quat.setAxisAngle(createQuat(), axis, angle), state.turn);
    quat.normalize(state.turn, state.turn);
  }
  for (let k = 0; k < 3; k++) state.move[k] += solution[3 + k];
  state.mounts.forEach((mount, pair) => {
    for (let k = 0; k < 3; k++) mount[k] += solution[6 + 3 * pair + k];
  });
  state.variance = varianceOf(equations, [3, 4, 5]);
  state.turnVariance = varianceOf(equations, [0, 1, 2]);
  return true;
}

/** The tilt of a rotation as a rotation vector without its vertical part, world axes. */
function tiltOf(turn: ReturnType<typeof createQuat>): readonly [number, number, number] {
  const up = vec3.transformQuat(createVec3(), [0, 1, 0], turn);
  // The axis of the tilt is (0, 1, 0) x up.
  return [up[2], 0, -up[0]];
}

/** Reduces the weights of outliers. */
function weigh(problem: FitProblem, state: FitState): void {
  const distances = problem.pairs.map((pair, number) =>
    Float64Array.from({ length: pair.count }, (_, i) => {
      writeMiss(problem, state, number, i);
      return vec3.length(state.miss);
    }),
  );
  distances.forEach((distance, number) => {
    // The median distance of a normal error in three dimensions is 1.538 standard deviations of one.
    const deviation = Math.max(NOISE / 2, distance.slice().sort()[distance.length >> 1] / 1.538);
    for (let i = 0; i < distance.length; i++) {
      const ratio = distance[i] / (TUKEY * deviation);
      state.weights[number][i] = ratio < 1 ? (1 - ratio * ratio) ** 2 : 0;
    }
  });
}

function resultOf(problem: FitProblem, state: FitState, scale: number): SpaceFit {
  const { pairs, middle, sampleCount } = problem;
  let sum = 0;
  let inliers = 0;
  const residuals = pairs.map((pair, number) => {
    let own = 0;
    let count = 0;
    for (let i = 0; i < pair.count; i++) {
      if (state.weights[number][i] === 0) continue;
      writeMiss(problem, state, number, i);
      own += vec3.squaredLength(state.miss);
      count++;
    }
    sum += own;
    inliers += count;
    return Math.sqrt(own / Math.max(1, count));
  });
  const residual = Math.sqrt(sum / Math.max(1, inliers));
  const back = vec3.transformQuat(createVec3(), createVec3(middle[0], middle[1], middle[2]), state.turn);
  const pose = new Float64Array(POSE_SIZE);
  for (let k = 0; k < 3; k++) pose[k] = state.move[k] - back[k];
  pose.set(state.turn, 3);
  const spread = (residual / Math.sqrt(3)) * Math.sqrt(CORRELATED_SAMPLES);
  return {
    pose,
    mounts: state.mounts,
    residual,
    residuals,
    expectedError: spread * Math.sqrt(state.variance),
    expectedTurn: spread * Math.sqrt(state.turnVariance),
    scale,
    sampleCount,
  };
}
