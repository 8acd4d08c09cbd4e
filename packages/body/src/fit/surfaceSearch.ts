import { buildKdTree, closestOnTriangle, createClosestPoint, nearestInTree } from '@leib/core';

/** Triangles around each vertex: those of vertex v are triangles[starts[v]] .. triangles[starts[v + 1] - 1]. */
export interface VertexTriangles {
  readonly starts: Uint32Array;
  /** Offsets of triangles in the list of corners. */
  readonly triangles: Uint32Array;
}

export function findVertexTriangles(corners: Uint32Array, vertexCount: number): VertexTriangles {
  const starts = new Uint32Array(vertexCount + 1);
  for (const vertex of corners) starts[vertex + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];
  const next = starts.slice();
  const triangles = new Uint32Array(corners.length);
  for (let at = 0; at < corners.length; at++) triangles[next[corners[at]]++] = at - (at % 3);
  return { starts, triangles };
}

/** A surface prepared for finding the nearest place to a point. */
export interface SurfaceSearch {
  readonly positions: Float64Array;
  readonly corners: Uint32Array;
  readonly around: VertexTriangles;
  readonly tree: ReturnType<typeof buildKdTree>;
}

export function buildSurfaceSearch(
  positions: Float64Array,
  corners: Uint32Array,
  around: VertexTriangles,
): SurfaceSearch {
  return { positions, corners, around, tree: buildKdTree(positions) };
}

/** Nearest place on a surface. Written by findOnSurface(). */
export interface SurfacePlace {
  /** The nearest corner of its triangle. */
  vertex: number;
  /** World space, metres. */
  x: number;
  y: number;
  z: number;
  distanceSq: number;
}

export function createSurfacePlace(): SurfacePlace {
  return { vertex: 0, x: 0, y: 0, z: 0, distanceSq: 0 };
}

const closest = createClosestPoint();

/** Nearest place on the triangles around the nearest vertex: exact on a smooth, evenly meshed body. */
export function findOnSurface(search: SurfaceSearch, x: number, y: number, z: number, out: SurfacePlace): void {
  const { positions: p, corners, around, tree } = search;
  const point = { x, y, z };
  const vertex = nearestInTree(tree, x, y, z);
  out.vertex = vertex;
  out.distanceSq = Number.POSITIVE_INFINITY;
  for (let at = around.starts[vertex]; at < around.starts[vertex + 1]; at++) {
    const triangle = around.triangles[at];
    const a = corners[triangle] * 3;
    const b = corners[triangle + 1] * 3;
    const c = corners[triangle + 2] * 3;
    closestOnTriangle(p, a, b, c, point, closest);
    if (closest.distanceSq >= out.distanceSq) continue;
    out.distanceSq = closest.distanceSq;
    const isA = closest.a >= closest.b && closest.a >= closest.c;
    out.vertex = corners[triangle + (isA ? 0 : closest.b >= closest.c ? 1 : 2)];
    out.x = closest.a * p[a] + closest.b * p[b] + closest.c * p[c];
    out.y = closest.a * p[a + 1] + closest.b * p[b + 1] + closest.c * p[c + 1];
    out.z = closest.a * p[a + 2] + closest.b * p[b + 2] + closest.c * p[c + 2];
  }
}
