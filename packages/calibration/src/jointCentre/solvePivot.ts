import { createVec3, decomposeRows, type Vec3, vec3 } from '@leib/core';
import type { PivotSums } from './pivotSums.js';

/** The point or axis that a tracker turned about. */
export interface Pivot {
  /** The centre in tracker space, metres. */
  readonly centreLocal: Vec3;
  /** The same point in the space that the poses were given in. */
  readonly centreWorld: Vec3;
  /** Unit direction along which the centre is least certain, tracker space: the axis, where the joint is a hinge. */
  readonly axisLocal: Vec3;
  /** The same direction in the space of the poses. */
  readonly axisWorld: Vec3;
  /** How much the tracker turned across each of three directions, radians rms, ascending; the first is across the axis. */
  readonly spreads: Float64Array;
  /** True where the centre is any point of the axis: it turned about nothing else. */
  isHinge: boolean;
  /** Scratch of solvePivot(): mean rotation, matrix and eigenvectors, 3 x 3 each. */
  readonly work: { readonly mean: Float64Array; readonly gram: Float64Array; readonly vectors: Float64Array };
}

export function createPivot(): Pivot {
  return {
    centreLocal: createVec3(),
    centreWorld: createVec3(),
    axisLocal: createVec3(0, 1, 0),
    axisWorld: createVec3(0, 1, 0),
    spreads: new Float64Array(3),
    isHinge: false,
    work: { mean: new Float64Array(9), gram: new Float64Array(9), vectors: new Float64Array(9) },
  };
}

/** A hinge turns across its axis by less than this, radians rms: noise and soft skin alone cause about as much... */
const HINGE_SPREAD = 0.035;
/** ...and by less than this part of its turn across the other directions: a ball joint that hardly moved is not a hinge. */
const HINGE_RATIO = 0.3;
/** Turned by less than this across two directions, radians rms, the tracker did not turn at all. */
const LEAST_SPREAD = 1e-4;

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
 * tracker. Returns false when the tracker did not turn.
 */
export function solvePivot(sums: PivotSums, out: Pivot): boolean {
  const { weight, rotation, place, turnedPlace, origin } = sums;
  if (!(weight > 0)) return false;
  const { mean, gram, vectors } = out.work;
  for (let i = 0; i < 9; i++) mean[i] = rotation[i] / weight;
  const right = [0, 0, 0];
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
  const directions = sortDirections(gram, vectors);
  for (let k = 0; k < 3; k++) out.spreads[k] = Math.sqrt(directions[k].size);
  for (let k = 0; k < 3; k++) out.axisLocal[k] = directions[0].vector[k];
  if (!(out.spreads[1] > LEAST_SPREAD)) return false;
  out.isHinge = out.spreads[0] < HINGE_SPREAD && out.spreads[0] < HINGE_RATIO * out.spreads[1];
  for (let k = 0; k < 3; k++) out.centreLocal[k] = 0;
  for (let i = out.isHinge ? 1 : 0; i < 3; i++) {
    const { vector, size } = directions[i];
    const along = (vector[0] * right[0] + vector[1] * right[1] + vector[2] * right[2]) / size;
    for (let k = 0; k < 3; k++) out.centreLocal[k] += along * vector[k];
  }
  multiplyRows(out.centreWorld, mean, out.centreLocal);
  for (let k = 0; k < 3; k++) out.centreWorld[k] += place[k] / weight + origin[k];
  multiplyRows(out.axisWorld, mean, out.axisLocal);
  vec3.normalize(out.axisWorld, out.axisWorld);
  return true;
}

/**
 * Moves the centre of a hinge along its axis to the point nearest to both trackers; the one nearest to a single
 * tracker may lie outside the limb.
 */
export function centreHingeBetween({ isHinge, centreLocal, centreWorld, axisLocal, axisWorld }: Pivot): void {
  if (!isHinge) return;
  const along = -(vec3.dot(centreLocal, axisLocal) + vec3.dot(centreWorld, axisWorld)) / 2;
  vec3.scaleAndAdd(centreLocal, centreLocal, axisLocal, along);
  vec3.scaleAndAdd(centreWorld, centreWorld, axisWorld, along);
}

function multiplyRows(out: Vec3, matrix: Float64Array, v: Vec3): void {
  for (let row = 0; row < 3; row++) {
    out[row] = matrix[row * 3] * v[0] + matrix[row * 3 + 1] * v[1] + matrix[row * 3 + 2] * v[2];
  }
}

interface Direction {
  readonly vector: readonly [number, number, number];
  /** Eigenvalue; at least EPSILON, since rounding may leave a little less than zero. */
  readonly size: number;
}

/** Eigenvectors (rows of `vectors`) with their eigenvalues, smallest first. */
function sortDirections(gram: Float64Array, vectors: Float64Array): readonly Direction[] {
  return [0, 3, 6]
    .map((at): Direction => {
      const x = vectors[at];
      const y = vectors[at + 1];
      const z = vectors[at + 2];
      const size = gram[at] * x + gram[at + 1] * y + gram[at + 2] * z;
      return { vector: [x, y, z], size: Math.max(size, Number.EPSILON) };
    })
    .sort((a, b) => a.size - b.size);
}
