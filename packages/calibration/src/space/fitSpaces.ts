import { createQuat, createVec3, DEG, quat, swingTwist, vec3 } from '@leib/core';
import { POSE_SIZE, readRotation } from '@leib/tracking';

import {
  addEquation,
  createNormalEquations,
  type NormalEquations,
  solveEquations,
  varianceOf,
} from './normalEquations.js';

/** Poses of two things that are fixed to each other, moment by moment: one in each space. */
export interface SpacePair {
  /** In the space that stays, and in the one that is to be brought to it. count x 7 each. */
  readonly reference: Float64Array;
  readonly other: Float64Array;
  readonly count: number;
}

export interface SpaceFit {
  /** Takes the other space to the reference: reference = pose . other. */
  readonly pose: Float64Array;
  /** Where each pair's other thing sits on its reference thing, that one's axes, metres. One per pair. */
  readonly mounts: readonly Float64Array[];
  /** Root mean square of what is left, metres, over the moments that were believed; and of each pair. */
  readonly residual: number;
  readonly residuals: readonly number[];
  /** What the alignment may be off by where the person is, metres, and in its turn, radians. */
  readonly expectedError: number;
  readonly expectedTurn: number;
  /** Metres of the reference in one of the other's: 1, unless somebody measures in other units. */
  readonly scale: number;
  readonly sampleCount: number;
}

export interface FitOptions {
  /** The reference things only turn about the vertical: of a head, where it faces. */
  readonly isLevel?: boolean;
  /** Steps of improvement; fewer are enough to compare residuals. */
  readonly rounds?: number;
}

/** What trackers are off by, metres; what their mounts and the tilt of two floors may be, metres and radians. */
const NOISE = 0.002;
const MOUNT_SPREAD = 0.15;
const TILT_SPREAD = 1 * DEG;
const ROUNDS = 6;
/** Noise of neighbouring moments is alike: so many of them count as one. */
const ALIKE = 4;
/** Tukey's biweight with 95 % efficiency leaves out what is farther off than so many standard deviations. */
const TUKEY = 4.685;

/**
 * The turn and move between two tracked spaces from things that are fixed to each other, in closed form. With R and p a
 * thing's pose in the reference, q its partner's place in the other space, m how that one is mounted:
 *
 *   p + R m = Y q + t
 *
 * Both spaces know what is up, so Y is a turn about the vertical at first: its cosine and sine, t and m are then linear,
 * and least squares finds them at once; how long (cosine, sine) is tells the units. A few Gauss-Newton steps with the
 * floor's tilt believed to be about a degree follow, with outliers weighted down. Rotations of the partner are not needed.
 * It is the hand-eye problem A X = Z B of a robot and its camera (Zhuang, Roth & Sudhakar, IEEE T-RA 10:549, 1994) for
 * people who stand upright. Null where nothing can be told.
 */
export function fitSpaces(
  pairs: readonly SpacePair[],
  { isLevel = false, rounds = ROUNDS }: FitOptions = {},
): SpaceFit | null {
  const sampleCount = pairs.reduce((sum, { count }) => sum + count, 0);
  if (sampleCount < 10) return null;
  const middle = middleOf(pairs, sampleCount);
  const rotations = pairs.map((pair) => rotationsOf(pair, isLevel));
  const start = fitYaw(pairs, rotations, middle);
  if (start === null) return null;
  const state: FitState = {
    turn: quat.setAxisAngle(createQuat(), [0, 1, 0], start.yaw),
    move: start.move,
    mounts: start.mounts,
    weights: pairs.map(({ count }) => new Float64Array(count).fill(1)),
    variance: Number.NaN,
    turnVariance: Number.NaN,
  };
  for (let round = 0; round < rounds; round++) {
    if (!improve(pairs, rotations, middle, state)) return null;
    weigh(pairs, rotations, middle, state);
  }
  return resultOf(pairs, rotations, middle, state, start.scale, sampleCount);
}

interface FitState {
  readonly turn: ReturnType<typeof createQuat>;
  /** Where the middle of the other thing's places comes to be in the reference. */
  readonly move: Float64Array;
  readonly mounts: readonly Float64Array[];
  readonly weights: readonly Float64Array[];
  /** Of move and turn, for noise of one metre. */
  variance: number;
  turnVariance: number;
}

function middleOf(pairs: readonly SpacePair[], sampleCount: number): Float64Array {
  const middle = new Float64Array(3);
  for (const { other, count } of pairs) {
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) middle[k] += other[i * POSE_SIZE + k] / sampleCount;
  }
  return middle;
}

/** Rotation matrices of the reference things, rows first. count x 9. */
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

/** Cosine and sine of the yaw, the move and the mounts, all at once. */
function fitYaw(pairs: readonly SpacePair[], rotations: readonly Float64Array[], middle: Float64Array) {
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
    believeMount(equations, m, [0, 0, 0]);
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

function believeMount(equations: NormalEquations, at: number, now: ArrayLike<number>): void {
  const weight = (NOISE / MOUNT_SPREAD) ** 2;
  for (let k = 0; k < 3; k++) addEquation(equations, [at + k], [1], -now[k], weight);
}

// Scratch of missOf(): what is left of one moment, and the other thing's place, turned.
const place = createVec3();
const turned = createVec3();

/** p + R m - Y q - t of one moment, into `place`; the turned q into `turned`. */
function missOf(
  pair: SpacePair,
  rotation: Float64Array,
  i: number,
  middle: Float64Array,
  { turn, move }: FitState,
  mount: Float64Array,
) {
  const at = i * POSE_SIZE;
  vec3.set(turned, pair.other[at] - middle[0], pair.other[at + 1] - middle[1], pair.other[at + 2] - middle[2]);
  vec3.transformQuat(turned, turned, turn);
  for (let k = 0; k < 3; k++) {
    const r = i * 9 + 3 * k;
    const mounted = rotation[r] * mount[0] + rotation[r + 1] * mount[1] + rotation[r + 2] * mount[2];
    place[k] = pair.reference[at + k] + mounted - turned[k] - move[k];
  }
}

/** One Gauss-Newton step on turn, move and mounts. */
function improve(
  pairs: readonly SpacePair[],
  rotations: readonly Float64Array[],
  middle: Float64Array,
  state: FitState,
): boolean {
  const equations = createNormalEquations(6 + 3 * pairs.length);
  pairs.forEach((pair, number) => {
    const m = 6 + 3 * number;
    const rotation = rotations[number];
    for (let i = 0; i < pair.count; i++) {
      const weight = state.weights[number][i];
      if (weight === 0) continue;
      missOf(pair, rotation, i, middle, state, state.mounts[number]);
      const [x, y, z] = turned;
      const r = rotation.subarray(i * 9, i * 9 + 9);
      addEquation(equations, [1, 2, 3, m, m + 1, m + 2], [z, -y, 1, -r[0], -r[1], -r[2]], place[0], weight);
      addEquation(equations, [0, 2, 4, m, m + 1, m + 2], [-z, x, 1, -r[3], -r[4], -r[5]], place[1], weight);
      addEquation(equations, [0, 1, 5, m, m + 1, m + 2], [y, -x, 1, -r[6], -r[7], -r[8]], place[2], weight);
    }
    believeMount(equations, m, state.mounts[number]);
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

/** What a turn tilts by, as a rotation vector without its vertical part, world axes. */
function tiltOf(turn: ReturnType<typeof createQuat>): readonly [number, number, number] {
  const up = vec3.transformQuat(createVec3(), [0, 1, 0], turn);
  // The axis from "up" to where it went is up x went.
  return [up[2], 0, -up[0]];
}

/** Outliers lose their say. */
function weigh(
  pairs: readonly SpacePair[],
  rotations: readonly Float64Array[],
  middle: Float64Array,
  state: FitState,
): void {
  const distances = pairs.map((pair, number) =>
    Float64Array.from({ length: pair.count }, (_, i) => {
      missOf(pair, rotations[number], i, middle, state, state.mounts[number]);
      return vec3.length(place);
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

function resultOf(
  pairs: readonly SpacePair[],
  rotations: readonly Float64Array[],
  middle: Float64Array,
  state: FitState,
  scale: number,
  sampleCount: number,
): SpaceFit {
  let sum = 0;
  let believed = 0;
  const residuals = pairs.map((pair, number) => {
    let own = 0;
    let count = 0;
    for (let i = 0; i < pair.count; i++) {
      if (state.weights[number][i] === 0) continue;
      missOf(pair, rotations[number], i, middle, state, state.mounts[number]);
      own += vec3.squaredLength(place);
      count++;
    }
    sum += own;
    believed += count;
    return Math.sqrt(own / Math.max(1, count));
  });
  const residual = Math.sqrt(sum / Math.max(1, believed));
  const back = vec3.transformQuat(createVec3(), createVec3(middle[0], middle[1], middle[2]), state.turn);
  const pose = new Float64Array(POSE_SIZE);
  for (let k = 0; k < 3; k++) pose[k] = state.move[k] - back[k];
  pose.set(state.turn, 3);
  const spread = (residual / Math.sqrt(3)) * Math.sqrt(ALIKE);
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
