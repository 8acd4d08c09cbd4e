/** A surface without what cannot be moved, and how much of it that was. */
export interface CleanSurface {
  /** Same length and order as given; vertices that nothing can use lie at the first one that is used. */
  readonly positions: Float64Array;
  /** Same length and order as given; triangles that nothing can use are one point of the surface. */
  readonly triangles: Uint32Array;
  /** Triangles with a corner that is NaN or infinite. */
  readonly notFiniteTriangles: number;
  /** Vertices that belong to no triangle, or are NaN or infinite. */
  readonly unusedVertices: number;
}

/**
 * Takes triangles with corners that are not finite, and vertices of no triangle, out of a surface. Everything keeps its
 * number, so that materials and texture coordinates of the file still fit. null where no triangle is left.
 */
export function cleanSurface(positions: Float64Array, triangles: Uint32Array): CleanSurface | null {
  const vertexCount = positions.length / 3;
  const isUsed = new Uint8Array(vertexCount);
  const kept = triangles.slice();
  const bad: number[] = [];
  let firstUsed = -1;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    if (!(isFinitePoint(positions, a) && isFinitePoint(positions, b) && isFinitePoint(positions, c))) {
      bad.push(t);
      continue;
    }
    isUsed[a] = isUsed[b] = isUsed[c] = 1;
    if (firstUsed < 0) firstUsed = a;
  }
  if (firstUsed < 0) return null;
  for (const t of bad) kept.fill(firstUsed, t, t + 3);
  const cleaned = positions.slice();
  const first = positions.slice(firstUsed * 3, firstUsed * 3 + 3);
  let unusedVertices = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    if (isUsed[vertex] === 1) continue;
    cleaned.set(first, vertex * 3);
    unusedVertices++;
  }
  return { positions: cleaned, triangles: kept, notFiniteTriangles: bad.length, unusedVertices };
}

function isFinitePoint(positions: Float64Array, vertex: number): boolean {
  // A sum of three is finite only where each is, short of numbers beyond 1e307.
  return Number.isFinite(positions[vertex * 3] + positions[vertex * 3 + 1] + positions[vertex * 3 + 2]);
}
