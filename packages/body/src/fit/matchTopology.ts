import { buildKdTree, nearestInTree } from '@leib/core';
import type { BodySurface } from '../bodySurface.js';

/** Least share of vertices that must be matched for a mesh to count as part of the model's mesh. */
const fewestMatched = 0.5;

/**
 * Finds the model's vertex numbers in a mesh that is part of the model's mesh with other numbering: a body from which
 * pieces were cut. From one triangle that lies on the same triangle of the fitted body, all connected ones follow by
 * walking both meshes in parallel. On any other mesh this soon gives contradictions.
 * @param posed the model's mesh, fitted to the other
 * @returns for each vertex of the mesh its number in the model, -1 where unknown; null for another mesh
 */
export function matchTopology(posed: BodySurface, mesh: BodySurface): Int32Array | null {
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
