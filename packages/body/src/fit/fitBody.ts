import { buildKdTree, nearestInTree } from '@leib/core';
import type { BodySurface } from '../bodySurface.js';
import type { BodyModel } from '../shape/bodyModel.js';
import { createShapedBody, type ShapedBody, shapeBody } from '../shape/shapeBody.js';
import { type BodyFit, type FitScanOptions, fitScan } from './fitScan.js';
import { fitTopology, fitVertices, hasTopologyOf } from './fitTopology.js';
import { rigidBetween } from './rigidBetween.js';

/** A fit, its model and the method. */
export interface FittedBody extends BodyFit {
  readonly model: BodyModel;
  /** `vertices`: the mesh has all or some of the model's vertices. `scan`: any other surface. */
  readonly method: 'vertices' | 'scan';
}

/**
 * Fits betas to any mesh of a body, metres: by its vertices where they are those of the model, even in another order, else
 * as a scan. Returns the best fit of several models (female and male).
 */
export function fitBody(models: readonly BodyModel[], mesh: BodySurface, options: FitScanOptions = {}): FittedBody {
  const { onProgress = () => {} } = options;
  const fits = models.map((model, i): FittedBody => {
    const part = (share: number) => onProgress((i + share) / models.length);
    if (hasTopologyOf(model, mesh)) return { model, method: 'vertices', ...fitTopology(model, mesh) };
    const scanned = fitScan(model, mesh, { onProgress: part });
    const renumbered = fitRenumbered(model, mesh, scanned);
    return renumbered ? { model, method: 'vertices', ...renumbered } : { model, method: 'scan', ...scanned };
  });
  return fits.reduce((best, fit) => (fit.residual.mean < best.residual.mean ? fit : best));
}

/**
 * Fits by vertices where the mesh has those of the model in another order; null where it has not.
 * @param scanned the mesh fitted as a scan
 */
export function fitRenumbered(model: BodyModel, mesh: BodySurface, scanned: BodyFit): BodyFit | null {
  const numbers = matchTopology(scanned.posed, mesh);
  if (numbers === null) return null;
  const target = new Float64Array(model.vertexCount * 3);
  numbers.forEach((number, vertex) => {
    if (number >= 0) target.set(mesh.positions.subarray(vertex * 3, vertex * 3 + 3), number * 3);
  });
  const used = Uint32Array.from(new Set(numbers.filter((number) => number >= 0)));
  return fitVertices(model, target, used);
}

/** Least share of vertices that must be matched for a mesh to count as part of the model's mesh. */
const fewestMatched = 0.5;

/**
 * Finds the model's vertex numbers in a mesh that is part of the model's mesh with other numbering: a body from which
 * pieces were cut. From one triangle that lies on the same triangle of the fitted body, all connected ones follow by
 * walking both meshes in parallel. On any other mesh this soon gives contradictions.
 * @param posed the model's mesh, fitted to the other
 * @returns for each vertex of the mesh its number in the model, -1 where unknown; null for another mesh
 */
function matchTopology(posed: BodySurface, mesh: BodySurface): Int32Array | null {
  const meshCount = mesh.positions.length / 3;
  const bodyCount = posed.positions.length / 3;
  if (mesh.triangles.length === 0 || meshCount > bodyCount) return null;
  const bodyThird = thirdCorners(posed.triangles, bodyCount);
  const meshThird = thirdCorners(mesh.triangles, meshCount);
  const tree = buildKdTree(posed.positions);
  const found = new Int32Array(meshCount).fill(-1);
  const isTried = new Uint8Array(mesh.triangles.length / 3);
  let foundCount = 0;
  for (let at = 0; at < mesh.triangles.length; at += 3) {
    if (isTried[at / 3]) continue;
    const [a, b, c] = [0, 1, 2].map((k) => mesh.triangles[at + k]);
    if (found[a] >= 0 && found[b] >= 0 && found[c] >= 0) continue;
    const [na, nb, nc] = [a, b, c].map((vertex) => {
      const [x, y, z] = mesh.positions.subarray(vertex * 3, vertex * 3 + 3);
      return nearestInTree(tree, x, y, z);
    });
    isTried[at / 3] = 1;
    if (bodyThird.get(na * bodyCount + nb) !== nc) continue;
    const piece = walk([a, b, c], [na, nb, nc]);
    if (piece === null) continue;
    for (const [vertex, number] of piece) found[vertex] = number;
    foundCount += piece.size;
  }
  return foundCount >= fewestMatched * meshCount ? found : null;

  /** Vertex numbers of the connected piece around a triangle; null where the two meshes contradict each other. */
  function walk(corners: readonly number[], numbers: readonly number[]): Map<number, number> | null {
    const piece = new Map(corners.map((vertex, k) => [vertex, numbers[k]]));
    const edges = corners.map((vertex, k) => [vertex, corners[(k + 1) % 3]]);
    for (let edge = edges.pop(); edge !== undefined; edge = edges.pop()) {
      // The neighbouring triangle has this edge in the opposite direction.
      const [q, p] = edge;
      const third = meshThird.get(p * meshCount + q);
      if (third === undefined) continue;
      const number = bodyThird.get((piece.get(p) as number) * bodyCount + (piece.get(q) as number));
      const known = piece.get(third);
      if (number === undefined || (known ?? number) !== number) return null;
      if (known !== undefined) continue;
      piece.set(third, number);
      edges.push([q, third], [third, p]);
    }
    return piece;
  }
}

/** For each edge in a triangle's own direction, the triangle's third corner. */
function thirdCorners(triangles: Uint32Array, vertexCount: number): Map<number, number> {
  const third = new Map<number, number>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      third.set(triangles[at + k] * vertexCount + triangles[at + ((k + 1) % 3)], triangles[at + ((k + 2) % 3)]);
    }
  }
  return third;
}

/**
 * Turns a scan upright, facing +Z, onto the floor: the rigid motion that brings the fitted body from the scan's position
 * nearest to its own rest position.
 */
export function turnToRest({ posed, surface }: Pick<BodyFit, 'posed' | 'surface'>, scan: BodySurface): BodySurface {
  const all = Uint32Array.from({ length: posed.positions.length / 3 }, (_, vertex) => vertex);
  const { rotation: r, middleFrom, middleTo } = rigidBetween(posed.positions, surface.positions, all);
  const positions = new Float64Array(scan.positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => scan.positions[at + k] - middleFrom[k]);
    for (let k = 0; k < 3; k++) {
      positions[at + k] = r[k * 3] * x + r[k * 3 + 1] * y + r[k * 3 + 2] * z + middleTo[k];
    }
  }
  return { positions, triangles: scan.triangles };
}

/** Below this determinant a vertex's skinning folds space too much to be inverted: its rotation alone is turned back. */
const LEAST_DETERMINANT = 0.2;

/**
 * An alignment (alignToScan) in the model's own T-pose: every vertex keeps what the scan has beyond the fit, turned back as
 * its skin was turned. With the fit's joints and the model's weights it is an avatar that looks as the scan does.
 */
export function alignmentAtRest(fit: FittedBody, aligned: BodySurface): ShapedBody {
  const { model, betas, jointRotations, posed } = fit;
  const { skinJoints, skinWeights, vertexCount } = model;
  const shaped = createShapedBody(model);
  shapeBody(model, betas, shaped);
  const turn = new Float64Array(9);
  const detail = new Float64Array(3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    turn.fill(0);
    for (let n = vertex * 4; n < vertex * 4 + 4; n++) {
      for (let k = 0; k < 9; k++) turn[k] += skinWeights[n] * jointRotations[skinJoints[n] * 9 + k];
    }
    const at = vertex * 3;
    for (let k = 0; k < 3; k++) detail[k] = aligned.positions[at + k] - posed.positions[at + k];
    turnBack(turn, detail);
    for (let k = 0; k < 3; k++) shaped.positions[at + k] += detail[k];
  }
  return shaped;
}

/** Solves m x = v in place, 3 x 3 by rows; where m is nearly singular, x = m^T v. */
function turnBack(m: Float64Array, v: Float64Array): void {
  const [x, y, z] = v;
  const c0 = m[4] * m[8] - m[5] * m[7];
  const c1 = m[5] * m[6] - m[3] * m[8];
  const c2 = m[3] * m[7] - m[4] * m[6];
  const determinant = m[0] * c0 + m[1] * c1 + m[2] * c2;
  if (determinant < LEAST_DETERMINANT) {
    for (let k = 0; k < 3; k++) v[k] = m[k] * x + m[3 + k] * y + m[6 + k] * z;
    return;
  }
  v[0] = (c0 * x + (m[2] * m[7] - m[1] * m[8]) * y + (m[1] * m[5] - m[2] * m[4]) * z) / determinant;
  v[1] = (c1 * x + (m[0] * m[8] - m[2] * m[6]) * y + (m[2] * m[3] - m[0] * m[5]) * z) / determinant;
  v[2] = (c2 * x + (m[1] * m[6] - m[0] * m[7]) * y + (m[0] * m[4] - m[1] * m[3]) * z) / determinant;
}
