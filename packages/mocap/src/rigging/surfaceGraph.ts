import { weldVertices } from '@leib/formats';
import type { RigSurface } from './rigPoints.js';

/** A surface as places that are joined by edges: vertices at the same place are one, whatever their texture. */
export interface SurfaceGraph {
  readonly placeCount: number;
  /** Place of each vertex. */
  readonly placeOf: Uint32Array;
  /** placeCount x 3. */
  readonly positions: Float64Array;
  /** Outward normals, unit length; zero where a place has no face. placeCount x 3. */
  readonly normals: Float64Array;
  /** A third of the area of the faces around a place. */
  readonly areas: Float64Array;
  /** Neighbours of place i: starts[i] to starts[i + 1]. */
  readonly starts: Uint32Array;
  readonly neighbours: Uint32Array;
  /** Half the sum of the cotangents opposite each edge, at least a little above 0 so that weights stay within 0 and 1. */
  readonly edgeWeights: Float64Array;
}

const leastCotangent = 0.01;
const mostCotangent = 20;

export function buildSurfaceGraph({ positions: vertices, triangles }: RigSurface): SurfaceGraph {
  const { count, placeOf, vertexOf } = weldVertices(vertices);
  const positions = new Float64Array(count * 3);
  for (let place = 0; place < count; place++) {
    for (let k = 0; k < 3; k++) positions[place * 3 + k] = vertices[vertexOf[place] * 3 + k];
  }
  const normals = new Float64Array(count * 3);
  const areas = new Float64Array(count);
  const corners = triangles.map((vertex) => placeOf[vertex]);
  const edges = new Map<number, number>();
  let volume = 0;
  for (let t = 0; t < corners.length; t += 3) {
    volume += addTriangle({ positions, normals, areas, edges, placeCount: count }, corners.subarray(t, t + 3));
  }
  // An inside-out mesh has a negative volume: its normals are turned round.
  const sign = volume < 0 ? -1 : 1;
  for (let place = 0; place < count; place++) {
    const at = place * 3;
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[at + k] *= sign / length;
  }
  return { placeCount: count, placeOf, positions, normals, areas, ...neighbourLists(edges, count) };
}

interface GrowingGraph {
  readonly placeCount: number;
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly areas: Float64Array;
  /** Weight of each edge, by smaller place x placeCount + larger. */
  readonly edges: Map<number, number>;
}

/** Adds a triangle's share to its corners and edges; returns six times its part of the enclosed volume. */
function addTriangle({ positions, normals, areas, edges, placeCount }: GrowingGraph, corners: Uint32Array): number {
  const [a, b, c] = corners;
  if (a === b || b === c || c === a) return 0;
  const [ax, ay, az] = [positions[a * 3], positions[a * 3 + 1], positions[a * 3 + 2]];
  const [ux, uy, uz] = [positions[b * 3] - ax, positions[b * 3 + 1] - ay, positions[b * 3 + 2] - az];
  const [vx, vy, vz] = [positions[c * 3] - ax, positions[c * 3 + 1] - ay, positions[c * 3 + 2] - az];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const doubleArea = Math.hypot(nx, ny, nz);
  for (const place of corners) {
    areas[place] += doubleArea / 6;
    normals[place * 3] += nx;
    normals[place * 3 + 1] += ny;
    normals[place * 3 + 2] += nz;
  }
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  addEdge(edges, placeCount, b, c, uv, doubleArea);
  addEdge(edges, placeCount, a, c, uu - uv, doubleArea);
  addEdge(edges, placeCount, a, b, vv - uv, doubleArea);
  return ax * nx + ay * ny + az * nz;
}

/** Cotangent of the angle opposite the edge: the dot product of its two sides by twice the area. */
function addEdge(
  edges: Map<number, number>,
  placeCount: number,
  a: number,
  b: number,
  dot: number,
  doubleArea: number,
) {
  const key = Math.min(a, b) * placeCount + Math.max(a, b);
  const cotangent = doubleArea > 0 ? dot / doubleArea : 0;
  edges.set(key, (edges.get(key) ?? 0) + Math.min(Math.max(cotangent, leastCotangent), mostCotangent) / 2);
}

function neighbourLists(edges: Map<number, number>, placeCount: number) {
  const starts = new Uint32Array(placeCount + 1);
  for (const key of edges.keys()) {
    starts[Math.floor(key / placeCount) + 1]++;
    starts[(key % placeCount) + 1]++;
  }
  for (let place = 0; place < placeCount; place++) starts[place + 1] += starts[place];
  const neighbours = new Uint32Array(edges.size * 2);
  const edgeWeights = new Float64Array(edges.size * 2);
  const filled = starts.slice();
  for (const [key, weight] of edges) {
    const [a, b] = [Math.floor(key / placeCount), key % placeCount];
    neighbours[filled[a]] = b;
    edgeWeights[filled[a]++] = weight;
    neighbours[filled[b]] = a;
    edgeWeights[filled[b]++] = weight;
  }
  return { starts, neighbours, edgeWeights };
}
