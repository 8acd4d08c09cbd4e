import { createVec3, decomposeRows, type Vec3, vec3 } from '@leib/core';
import type { PivotSums } from './pivotSums.js';

/** Where a tracker turned about. */
export interface Pivot {
  /** The centre in tracker space, metres. */
  readonly centreLocal: Vec3;
  /** The same point in the space that the poses were given in. */
  readonly centreWorld: Vec3;
  /** Unit direction the centre is known least along, in tracker space: the axis, where the joint is a hinge. */
  readonly axisLocal: Vec3;
  /** The same direction in the space of the poses. */
  readonly axisWorld: Vec3;
  /** How much the tracker turned across each of three directions, radians rms, ascending; the first is across the axis. */
  readonly spreads: Float64Array;
  /** True where the centre is any point of the axis: it turned about nothing else. */
  isHinge: boolean;
}

export function createPivot(): Pivot {
  return {
    centreLocal: createVec3(),
    centreWorld: createVec3(),
    axisLocal: createVec3(0, 1, 0),
    axisWorld: createVec3(0, 1, 0),
    spreads: new Float64Array(3),
    isHinge: false,
  };
}

/**
 * A hinge turns across its axis by less than this, radians rms, which a tracker's own noise and soft skin do as well...
 */
const HINGE_SPREAD = 0.035;
/** ...and by less than this part of what it turns across the other directions: a ball that hardly moved is no hinge. */
const HINGE_RATIO = 0.3;

// Scratch.
const mean = new Float64Array(9);
const gram = new Float64Array(9);
const vectors = new Float64Array(9);
const right = new Float64Array(3);
const order = new Uint8Array(3);
const sizes = new Float64Array(3);

/**
 * Centre of rotation of a tracker about a point at rest, [R_i -I][c; p] = -t_i in the least-squares sense. Eliminating
 * p = mean(R) c + mean(t) leaves three unknowns:
 *
 *   (I - mean(R)^T mean(R)) c = mean(R)^T mean(t) - mean(R^T t)
 *
 * Given the poses of one tracker in another's space this is the symmetric centre of rotation estimation of two moving
 * segments (SCoRE: Ehrig, Taylor, Duda & Heller, J Biomech 39:2798, 2006): their [R_a -R_b] [c_a; c_b] = t_b - t_a, turned
 * by R_b^T, is the same least-squares problem. The eigenvalues of the matrix are the mean squares by which the tracker
 * turned across their directions. One that is next to nothing means a hinge; its direction is the axis of rotation
 * (SARA: Ehrig, Taylor, Duda & Heller, J Biomech 40:2150, 2007), and the centre is the point of the axis nearest to the
 * tracker. Returns false where there is no movement to tell anything from.
 */
export function solvePivot(sums: PivotSums, out: Pivot): boolean {
  const { weight, rotation, place, turnedPlace, origin } = sums;
  if (!(weight > 0)) return false;
  for (let i = 0; i < 9; i++) mean[i] = rotation[i] / weight;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = row === column ? 1 : 0;
      for (let k = 0; k < 3; k++) sum -= mean[k * 3 + row] * mean[k * 3 + column];
      gram[row * 3 + column] = sum;
    }
    let sum = -turnedPlace[row];
    for (let k = 0; k < 3; k++) sum += mean[k * 3 + row] * place[k];
    right[row] = sum / weight;
  }
  decomposeRows(gram, vectors, 3, 3);
  sortDirections();
  for (let k = 0; k < 3; k++) out.spreads[k] = Math.sqrt(sizes[order[k]]);
  for (let k = 0; k < 3; k++) out.axisLocal[k] = vectors[order[0] * 3 + k];
  // Two directions without movement: nothing turned at all.
  if (!(out.spreads[1] > 1e-4)) return false;
  out.isHinge = out.spreads[0] < HINGE_SPREAD && out.spreads[0] < HINGE_RATIO * out.spreads[1];
  for (let k = 0; k < 3; k++) out.centreLocal[k] = 0;
  for (let i = out.isHinge ? 1 : 0; i < 3; i++) {
    const at = order[i] * 3;
    const along = (vectors[at] * right[0] + vectors[at + 1] * right[1] + vectors[at + 2] * right[2]) / sizes[order[i]];
    for (let k = 0; k < 3; k++) out.centreLocal[k] += along * vectors[at + k];
  }
  turnByMean(out.centreWorld, out.centreLocal);
  for (let k = 0; k < 3; k++) out.centreWorld[k] += place[k] / weight + origin[k];
  turnByMean(out.axisWorld, out.axisLocal);
  vec3.normalize(out.axisWorld, out.axisWorld);
  return true;
}

/**
 * A hinge between two trackers: its centre slides along the axis to where it is nearest to both, since the nearest to
 * one of them may lie outside the limb.
 */
export function centreHingeBetween({ isHinge, centreLocal, centreWorld, axisLocal, axisWorld }: Pivot): void {
  if (!isHinge) return;
  const along = -(vec3.dot(centreLocal, axisLocal) + vec3.dot(centreWorld, axisWorld)) / 2;
  vec3.scaleAndAdd(centreLocal, centreLocal, axisLocal, along);
  vec3.scaleAndAdd(centreWorld, centreWorld, axisWorld, along);
}

function turnByMean(out: Vec3, local: Vec3): void {
  for (let row = 0; row < 3; row++) {
    out[row] = mean[row * 3] * local[0] + mean[row * 3 + 1] * local[1] + mean[row * 3 + 2] * local[2];
  }
}

/** Eigenvalues, smallest first. Rounding may leave a little less than nothing. */
function sortDirections(): void {
  for (let i = 0; i < 3; i++) {
    const at = i * 3;
    const size = gram[at] * vectors[at] + gram[at + 1] * vectors[at + 1] + gram[at + 2] * vectors[at + 2];
    sizes[i] = size > Number.EPSILON ? size : Number.EPSILON;
    order[i] = i;
  }
  for (let i = 1; i < 3; i++) {
    for (let k = i; k > 0 && sizes[order[k]] < sizes[order[k - 1]]; k--) {
      const swapped = order[k];
      order[k] = order[k - 1];
      order[k - 1] = swapped;
    }
  }
}
