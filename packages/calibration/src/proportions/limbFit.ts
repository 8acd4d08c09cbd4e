import { solveCholesky } from '@leib/core';
import type { StaturePart } from './anthropometry.js';

/** Prior of a limb: an arm relative to the chest, a leg relative to the hips. Metres. */
export interface LimbPrior {
  readonly upper: StaturePart;
  readonly lower: StaturePart;
  /** The root joint in its parent's space, on the left: out, up, ahead. */
  readonly root: readonly [out: StaturePart, up: StaturePart, ahead: StaturePart];
  /** Standard deviation of the root about a fixed place in its parent's space: shoulders move, hips do not. */
  readonly rootStray: number;
}

/** Unknowns: upper length, lower length, root out, up, ahead. */
const UNKNOWNS = 5;
/** Directions are sorted into the cells of an unfolded octahedron, this many along each side. */
const CELLS_PER_SIDE = 12;
const CELL_COUNT = CELLS_PER_SIDE * CELLS_PER_SIDE;

/** Standard deviations of the measurements, metres: of the lower bone, with both ends tracked... */
const BONE_NOISE = 0.0015;
/** ...of the reach, which the limb cannot exceed... */
const REACH_NOISE = 0.01;
const REACH_SLACK = 0.003;
/** ...and of a limb held straight in the T-pose, along it and across it. */
const STRAIGHT_NOISE = 0.008;
const ACROSS_NOISE = 0.025;
/** A middle joint that misses the sphere by more than this is removed, metres: it came from a jump of its tracker. */
const FORGET_BEYOND = 0.04;
/** Errors above this many standard deviations count linearly, not squared (Huber). */
const HUBER = 2;

/** Measurements and estimate of one limb; a right one is mirrored. Allocated once. */
export interface LimbFit {
  /** Mean and deviation of each unknown. 5 each. */
  readonly priorMeans: Float64Array;
  readonly priorSpreads: Float64Array;
  readonly rootStray: number;
  /** The estimate. 5. */
  readonly values: Float64Array;
  /** The latest place of the middle joint in each direction, parent space, on the left. CELL_COUNT x 3. */
  readonly mids: Float64Array;
  readonly hasMid: Uint8Array;
  /** The farthest place of the end joint in each direction. CELL_COUNT x 3. */
  readonly ends: Float64Array;
  readonly endDistances: Float64Array;
  /** Of an arm: half of the largest distance between the wrists, metres; 0 before both were seen far apart. */
  halfSpan: number;
  /** Lower bone: sum and count of measured lengths. */
  lowerSum: number;
  lowerCount: number;
  /** The held pose: middle and end joint in parent space, the direction of the limb (in its out-up plane), and which joints were tracked. */
  readonly straight: Float64Array;
  readonly straightDirection: Float64Array;
  hasStraightMid: boolean;
  hasStraightEnd: boolean;
}

export function createLimbFit({ upper, lower, root, rootStray }: LimbPrior): LimbFit {
  const parts = [upper, lower, ...root];
  const priorMeans = Float64Array.from(parts, ({ mean }) => mean);
  return {
    priorMeans,
    priorSpreads: Float64Array.from(parts, ({ spread }) => spread),
    rootStray,
    values: priorMeans.slice(),
    mids: new Float64Array(CELL_COUNT * 3),
    hasMid: new Uint8Array(CELL_COUNT),
    ends: new Float64Array(CELL_COUNT * 3),
    endDistances: new Float64Array(CELL_COUNT),
    halfSpan: 0,
    lowerSum: 0,
    lowerCount: 0,
    straight: new Float64Array(6),
    straightDirection: new Float64Array(3),
    hasStraightMid: false,
    hasStraightEnd: false,
  };
}

/** Takes a middle joint (elbow, knee) at places[0..2], parent space; `mirror` is -1 for a right limb. */
export function addMidJoint({ values, mids, hasMid }: LimbFit, places: Float64Array, mirror: number): void {
  const x = mirror * places[0];
  const y = places[1];
  const z = places[2];
  const dx = x - values[2];
  const dy = y - values[3];
  const dz = z - values[4];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  // This far off the upper bone's length the tracker has jumped.
  if (!(distance > 0.8 * values[0] && distance < 1.25 * values[0])) return;
  const cell = cellOf(dx, dy, dz);
  mids[cell * 3] = x;
  mids[cell * 3 + 1] = y;
  mids[cell * 3 + 2] = z;
  hasMid[cell] = 1;
}

/** Takes an end joint (wrist, ankle): the limb is at least that long. */
export function addEndJoint({ values, ends, endDistances }: LimbFit, places: Float64Array, mirror: number): void {
  const x = mirror * places[0];
  const y = places[1];
  const z = places[2];
  const dx = x - values[2];
  const dy = y - values[3];
  const dz = z - values[4];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const length = values[0] + values[1];
  // Well beyond reach the tracker has jumped; well within reach the limb is bent.
  if (!(distance > 0.85 * length && distance < 1.12 * length)) return;
  const cell = cellOf(dx, dy, dz);
  if (distance <= endDistances[cell]) return;
  endDistances[cell] = distance;
  ends[cell * 3] = x;
  ends[cell * 3 + 1] = y;
  ends[cell * 3 + 2] = z;
}

/** Takes half of the distance between the wrists: shoulder and arm together are at least that long, without a tracked chest. */
export function addHalfSpan(fit: LimbFit, halfSpan: number): void {
  const length = fit.values[0] + fit.values[1] + fit.values[2];
  // Well beyond reach a tracker has jumped; well within it arms are bent.
  if (halfSpan > fit.halfSpan && halfSpan > 0.9 * length && halfSpan < 1.12 * length) fit.halfSpan = halfSpan;
}

/** Takes both ends of the lower bone, at poses[aAt..] and poses[bAt..]. */
export function addLowerBone(fit: LimbFit, poses: Float64Array, aAt: number, bAt: number): void {
  const x = poses[aAt] - poses[bAt];
  const y = poses[aAt + 1] - poses[bAt + 1];
  const z = poses[aAt + 2] - poses[bAt + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0.85 * fit.values[1] && length < 1.15 * fit.values[1]) addLowerLength(fit, length);
}

/** Takes a length of the lower bone that was measured in another way, metres. */
export function addLowerLength(fit: LimbFit, length: number): void {
  fit.lowerSum += length;
  fit.lowerCount++;
}

/** Octahedral cell of a direction: |x|+|y|+|z| = 1, unfolded to a square (Cigolle et al., JCGT 3(2), 2014). */
function cellOf(x: number, y: number, z: number): number {
  const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
  let u = x / sum;
  let v = y / sum;
  if (z < 0) {
    const folded = (1 - Math.abs(v)) * (u < 0 ? -1 : 1);
    v = (1 - Math.abs(u)) * (v < 0 ? -1 : 1);
    u = folded;
  }
  const column = Math.min(CELLS_PER_SIDE - 1, Math.floor(((u + 1) / 2) * CELLS_PER_SIDE));
  const row = Math.min(CELLS_PER_SIDE - 1, Math.floor(((v + 1) / 2) * CELLS_PER_SIDE));
  return row * CELLS_PER_SIDE + column;
}

/** Errors of neighbouring cells are correlated: together they count as this many independent ones at most. */
const INDEPENDENT_CELLS = 30;

/** Normal equations A dx = b of one Gauss-Newton step. */
interface LimbEquations {
  readonly matrix: Float64Array;
  readonly right: Float64Array;
}

/**
 * One Gauss-Newton step towards the most probable limb, given the measurements and the prior (maximum a posteriori).
 * Middle joints lie on a sphere about the root whose radius is the upper bone; ends lie within reach; in the T-pose the
 * limb is straight. Repeated calls converge and follow new measurements.
 */
export function improveLimbFit(fit: LimbFit): void {
  const { values, priorMeans, priorSpreads } = fit;
  const equations: LimbEquations = {
    matrix: new Float64Array(UNKNOWNS * UNKNOWNS),
    right: new Float64Array(UNKNOWNS),
  };
  for (let i = 0; i < UNKNOWNS; i++) {
    const weight = 1 / (priorSpreads[i] * priorSpreads[i]);
    equations.matrix[i * UNKNOWNS + i] = weight;
    equations.right[i] = weight * (priorMeans[i] - values[i]);
  }
  addSpheres(equations, fit);
  addReaches(equations, fit);
  addLower(equations, fit);
  addStraightLimb(equations, fit);
  if (!solveCholesky(equations.matrix, equations.right, UNKNOWNS)) return;
  for (let i = 0; i < UNKNOWNS; i++) values[i] += equations.right[i];
}

/**
 * Adds one measurement: its gradient by the unknowns, measured minus expected, and its noise (one standard deviation,
 * metres). `share` is its weight, below 1 where measurements are correlated.
 */
function addMeasurement(
  { matrix, right }: LimbEquations,
  gradient: Float64Array,
  residual: number,
  noise: number,
  share: number,
): void {
  const size = Math.abs(residual) / noise;
  const weight = (share * (size > HUBER ? HUBER / size : 1)) / (noise * noise);
  for (let i = 0; i < UNKNOWNS; i++) {
    if (gradient[i] === 0) continue;
    right[i] += weight * gradient[i] * residual;
    for (let k = 0; k < UNKNOWNS; k++) matrix[i * UNKNOWNS + k] += weight * gradient[i] * gradient[k];
  }
}

function addSpheres(equations: LimbEquations, { values, mids, hasMid, rootStray }: LimbFit): void {
  let count = 0;
  for (let cell = 0; cell < CELL_COUNT; cell++) count += hasMid[cell];
  const share = Math.min(1, INDEPENDENT_CELLS / Math.max(1, count));
  // The distance of a middle joint from the root is the upper bone.
  const gradient = Float64Array.of(1, 0, 0, 0, 0);
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    if (hasMid[cell] === 0) continue;
    const residual = writeRootGradient(gradient, values, mids, cell * 3) - values[0];
    if (Math.abs(residual) > FORGET_BEYOND) hasMid[cell] = 0;
    else addMeasurement(equations, gradient, residual, rootStray, share);
  }
}

function addReaches(equations: LimbEquations, { values, ends, endDistances, halfSpan }: LimbFit): void {
  const beyond = halfSpan - REACH_SLACK - values[0] - values[1] - values[2];
  if (beyond > 0) addMeasurement(equations, Float64Array.of(1, 1, 1, 0, 0), beyond, REACH_NOISE, 1);
  const gradient = Float64Array.of(1, 1, 0, 0, 0);
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    if (endDistances[cell] === 0) continue;
    const distance = writeRootGradient(gradient, values, ends, cell * 3);
    const residual = distance - REACH_SLACK - values[0] - values[1];
    if (residual > 0) addMeasurement(equations, gradient, residual, REACH_NOISE, 1);
  }
}

/** Returns the distance of a place from the root; the unit direction to it is the gradient by the root, out[2..4]. */
function writeRootGradient(out: Float64Array, values: Float64Array, places: Float64Array, at: number): number {
  const x = places[at] - values[2];
  const y = places[at + 1] - values[3];
  const z = places[at + 2] - values[4];
  const distance = Math.sqrt(x * x + y * y + z * z);
  out[2] = x / distance;
  out[3] = y / distance;
  out[4] = z / distance;
  return distance;
}

function addLower(equations: LimbEquations, { values, lowerSum, lowerCount }: LimbFit): void {
  if (lowerCount === 0) return;
  const residual = lowerSum / lowerCount - values[1];
  addMeasurement(equations, Float64Array.of(0, 1, 0, 0, 0), residual, BONE_NOISE, Math.min(1, lowerCount / 60));
}

/** In the T-pose or A-pose: root + direction * length = joint, measured along the limb, across it and ahead. */
function addStraightLimb(equations: LimbEquations, fit: LimbFit): void {
  const { values, straight, straightDirection, hasStraightMid, hasStraightEnd } = fit;
  for (let joint = 0; joint < 2; joint++) {
    if (!(joint === 0 ? hasStraightMid : hasStraightEnd)) continue;
    const length = values[0] + (joint === 1 ? values[1] : 0);
    const [x, y] = straightDirection;
    const out = straight[joint * 3] - values[2];
    const up = straight[joint * 3 + 1] - values[3];
    const ahead = straight[joint * 3 + 2] - values[4];
    const along = Float64Array.of(1, joint === 1 ? 1 : 0, x, y, 0);
    addMeasurement(equations, along, x * out + y * up - length, STRAIGHT_NOISE, 1);
    addMeasurement(equations, Float64Array.of(0, 0, -y, x, 0), x * up - y * out, ACROSS_NOISE, 1);
    addMeasurement(equations, Float64Array.of(0, 0, 0, 0, 1), ahead, ACROSS_NOISE, 1);
  }
}
