import { solveCholesky } from '@leib/core';
import type { StaturePart } from './anthropometry.js';

/** What is believed of a limb before it is seen: an arm from the chest, a leg from the hips. Metres. */
export interface LimbPrior {
  readonly upper: StaturePart;
  readonly lower: StaturePart;
  /** The root joint in its parent's space, on the left: out, up, ahead. */
  readonly root: readonly [out: StaturePart, up: StaturePart, ahead: StaturePart];
  /** How far the root strays from a fixed place in its parent's space, one standard deviation: shoulders do, hips do not. */
  readonly rootStray: number;
}

/** Unknowns: upper length, lower length, root out, up, ahead. */
const UNKNOWNS = 5;
/** Directions are sorted into cells of a folded-out octahedron, so many along each side. */
const CELLS_PER_SIDE = 12;
const CELL_COUNT = CELLS_PER_SIDE * CELLS_PER_SIDE;

/** Standard deviations of what is seen, metres: of the lower bone, whose two ends are both tracked... */
const BONE_NOISE = 0.0015;
/** ...of a reach that the limb cannot exceed... */
const REACH_NOISE = 0.01;
const REACH_SLACK = 0.003;
/** ...and of a limb held straight in the T-pose, along it and across it. */
const STRAIGHT_NOISE = 0.008;
const ACROSS_NOISE = 0.025;
/** A middle joint that fits so badly is forgotten, metres: seen again it comes back, a tracker's jump does not. */
const FORGET_BEYOND = 0.04;
/** Errors beyond this many standard deviations count by their size only, not by its square (Huber). */
const HUBER = 2;

/** What was seen of one limb; a right one is mirrored. Allocated once. */
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
  /** Lower bone: sum and count of measured lengths. */
  lowerSum: number;
  lowerCount: number;
  /** The T-pose: middle and end joint, parent space, and the way the limb points; whether each was seen. */
  readonly straight: Float64Array;
  readonly straightWay: Float64Array;
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
    lowerSum: 0,
    lowerCount: 0,
    straight: new Float64Array(6),
    straightWay: new Float64Array(3),
    hasStraightMid: false,
    hasStraightEnd: false,
  };
}

/** The middle joint (elbow, knee) was seen at places[0..2], parent space; `mirror` is -1 for a right limb. */
export function addMidJoint({ values, mids, hasMid }: LimbFit, places: Float64Array, mirror: number): void {
  const x = mirror * places[0];
  const y = places[1];
  const z = places[2];
  const dx = x - values[2];
  const dy = y - values[3];
  const dz = z - values[4];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  // So much shorter or longer, a tracker has jumped.
  if (!(distance > 0.8 * values[0] && distance < 1.25 * values[0])) return;
  way[0] = dx;
  way[1] = dy;
  way[2] = dz;
  const cell = cellOf();
  mids[cell * 3] = x;
  mids[cell * 3 + 1] = y;
  mids[cell * 3 + 2] = z;
  hasMid[cell] = 1;
}

/** The end joint (wrist, ankle) was seen there: the limb reaches at least so far. */
export function addEndJoint({ values, ends, endDistances }: LimbFit, places: Float64Array, mirror: number): void {
  const x = mirror * places[0];
  const y = places[1];
  const z = places[2];
  const dx = x - values[2];
  const dy = y - values[3];
  const dz = z - values[4];
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const length = values[0] + values[1];
  // Well beyond reach a tracker has jumped; well within it the limb is bent and says nothing.
  if (!(distance > 0.85 * length && distance < 1.12 * length)) return;
  way[0] = dx;
  way[1] = dy;
  way[2] = dz;
  const cell = cellOf();
  if (distance <= endDistances[cell]) return;
  endDistances[cell] = distance;
  ends[cell * 3] = x;
  ends[cell * 3 + 1] = y;
  ends[cell * 3 + 2] = z;
}

/** Both ends of the lower bone were seen, at poses[aAt..] and poses[bAt..]. */
export function addLowerBone(fit: LimbFit, poses: Float64Array, aAt: number, bAt: number): void {
  const x = poses[aAt] - poses[bAt];
  const y = poses[aAt + 1] - poses[bAt + 1];
  const z = poses[aAt + 2] - poses[bAt + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.85 * fit.values[1] && length < 1.15 * fit.values[1])) return;
  fit.lowerSum += length;
  fit.lowerCount++;
}

/** Scratch: numbers handed to a call that is not inlined are boxed, so directions and rows travel in arrays. */
const way = new Float64Array(3);

/** The lower bone was found to be so long otherwise: length[0]. */
export function addLowerLength(fit: LimbFit, length: Float64Array): void {
  fit.lowerSum += length[0];
  fit.lowerCount++;
}

/** Octahedral cell of `way`: |x|+|y|+|z| = 1, folded out to a square (Cigolle et al., JCGT 3(2), 2014). */
function cellOf(): number {
  const x = way[0];
  const y = way[1];
  const z = way[2];
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

// Scratch: normal equations A dx = b, and one row of the Jacobian.
const normal = new Float64Array(UNKNOWNS * UNKNOWNS);
const right = new Float64Array(UNKNOWNS);
const row = new Float64Array(UNKNOWNS);
/** ...with what it is about: residual (seen - expected), noise, share. */
const about = new Float64Array(3);
/** Neighbouring cells err alike: together they count as this many independent ones at most. */
const INDEPENDENT_CELLS = 30;

/**
 * One Gauss-Newton step towards the likeliest limb, given what was seen and what is believed (maximum a posteriori).
 * Middle joints lie on a sphere about the root, whose radius is the upper bone; ends lie within reach; in the T-pose the
 * limb is straight. Called again and again while somebody moves, it converges and follows.
 */
export function improveLimbFit(fit: LimbFit): void {
  const { values, priorMeans, priorSpreads } = fit;
  normal.fill(0);
  right.fill(0);
  for (let i = 0; i < UNKNOWNS; i++) {
    const weight = 1 / (priorSpreads[i] * priorSpreads[i]);
    normal[i * UNKNOWNS + i] = weight;
    right[i] = weight * (priorMeans[i] - values[i]);
  }
  addSphereRows(fit);
  addReachRows(fit);
  addLowerRow(fit);
  addStraightRows(fit);
  if (!solveCholesky(normal, right, UNKNOWNS)) return;
  for (let i = 0; i < UNKNOWNS; i++) values[i] += right[i];
}

/** Adds `row`, the gradient of what is expected, with `about`. */
function addRow(): void {
  const residual = about[0];
  const noise = about[1];
  const share = about[2];
  const size = Math.abs(residual) / noise;
  const weight = (share * (size > HUBER ? HUBER / size : 1)) / (noise * noise);
  for (let i = 0; i < UNKNOWNS; i++) {
    if (row[i] === 0) continue;
    right[i] += weight * row[i] * residual;
    for (let k = 0; k < UNKNOWNS; k++) normal[i * UNKNOWNS + k] += weight * row[i] * row[k];
  }
}

function addSphereRows({ values, mids, hasMid, rootStray }: LimbFit): void {
  let count = 0;
  for (let cell = 0; cell < CELL_COUNT; cell++) count += hasMid[cell];
  const share = Math.min(1, INDEPENDENT_CELLS / Math.max(1, count));
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    if (hasMid[cell] === 0) continue;
    aimRow(values, mids, cell * 3);
    if (Math.abs(aimed[0] - values[0]) > FORGET_BEYOND) {
      hasMid[cell] = 0;
      continue;
    }
    // d|mid - root| / d root = -unit; the upper bone adds one for one.
    row[0] = 1;
    row[1] = 0;
    about[0] = aimed[0] - values[0];
    about[1] = rootStray;
    about[2] = share;
    addRow();
  }
}

function addReachRows({ values, ends, endDistances }: LimbFit): void {
  for (let cell = 0; cell < CELL_COUNT; cell++) {
    if (endDistances[cell] === 0) continue;
    aimRow(values, ends, cell * 3);
    const beyond = aimed[0] - REACH_SLACK - values[0] - values[1];
    if (beyond <= 0) continue;
    row[0] = 1;
    row[1] = 1;
    about[0] = beyond;
    about[1] = REACH_NOISE;
    about[2] = 1;
    addRow();
  }
}

/** Distance that aimRow() found. */
const aimed = new Float64Array(1);

/** Writes the gradient of what a distance from the root tells into row[2..4], and the distance. */
function aimRow(values: Float64Array, places: Float64Array, at: number): void {
  const x = places[at] - values[2];
  const y = places[at + 1] - values[3];
  const z = places[at + 2] - values[4];
  const distance = Math.sqrt(x * x + y * y + z * z);
  row[2] = x / distance;
  row[3] = y / distance;
  row[4] = z / distance;
  aimed[0] = distance;
}

function addLowerRow({ values, lowerSum, lowerCount }: LimbFit): void {
  if (lowerCount === 0) return;
  row.fill(0);
  row[1] = 1;
  about[0] = lowerSum / lowerCount - values[1];
  about[1] = BONE_NOISE;
  about[2] = Math.min(1, lowerCount / 60);
  addRow();
}

/** In the T-pose: root + way * length = joint. */
function addStraightRows({ values, straight, straightWay, hasStraightMid, hasStraightEnd }: LimbFit): void {
  for (let joint = 0; joint < 2; joint++) {
    if (!(joint === 0 ? hasStraightMid : hasStraightEnd)) continue;
    const length = values[0] + (joint === 1 ? values[1] : 0);
    for (let k = 0; k < 3; k++) {
      row.fill(0);
      row[2 + k] = 1;
      row[0] = straightWay[k];
      row[1] = joint === 1 ? straightWay[k] : 0;
      const along = Math.abs(straightWay[k]);
      const noise = along > 0.5 ? STRAIGHT_NOISE : ACROSS_NOISE;
      about[0] = straight[joint * 3 + k] - values[2 + k] - straightWay[k] * length;
      about[1] = noise;
      about[2] = 1;
      addRow();
    }
  }
}
