import type { BodySurface } from '../bodySurface.js';
import { updateNormals } from '../shape/poseShape.js';
import { pickScanPoints } from './scanPoints.js';
import { buildSurfaceSearch, createSurfacePlace, findOnSurface, findVertexTriangles } from './surfaceSearch.js';

/** Points of the scan that are used. */
const mostPoints = 200_000;
/** Stiffness of the surface in each round: first stiff, then soft. */
const stiffnesses = [40, 20, 10, 6, 4, 3];
const sweeps = 60;
/** Points farther from the surface than this are not part of it, metres. */
const reach = 0.03;

/**
 * Moves every vertex of a fitted body along its normal onto the scan, smoothed with its neighbours: the "alignment" of a
 * scan, a mesh of the model's topology with details outside of the shape space. Holes of the scan are filled smoothly.
 */
export function alignToScan(posed: BodySurface, scan: BodySurface): BodySurface {
  const { points } = pickScanPoints(scan, mostPoints);
  const { triangles } = posed;
  const vertexCount = posed.positions.length / 3;
  const around = findVertexTriangles(triangles, vertexCount);
  const neighbours = findNeighbours(triangles, vertexCount);
  const positions = posed.positions.slice();
  const normals = new Float64Array(positions.length);
  const place = createSurfacePlace();
  for (const stiffness of stiffnesses) {
    updateNormals(triangles, positions, normals);
    const search = buildSurfaceSearch(positions.slice(), triangles, around);
    const offsets = new Float64Array(vertexCount);
    const counts = new Float64Array(vertexCount);
    for (let at = 0; at < points.length; at += 3) {
      findOnSurface(search, points[at], points[at + 1], points[at + 2], place);
      if (place.distanceSq > reach * reach) continue;
      const v = place.vertex * 3;
      offsets[place.vertex] +=
        normals[v] * (points[at] - place.x) +
        normals[v + 1] * (points[at + 1] - place.y) +
        normals[v + 2] * (points[at + 2] - place.z);
      counts[place.vertex]++;
    }
    const moved = smoothOffsets(offsets, counts, neighbours, stiffness);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      for (let k = 0; k < 3; k++) positions[vertex * 3 + k] += moved[vertex] * normals[vertex * 3 + k];
    }
  }
  return { positions, triangles };
}

/** Neighbours of each vertex: those of v are list[starts[v]] .. list[starts[v + 1] - 1]. */
interface Neighbours {
  readonly starts: Uint32Array;
  readonly list: Uint32Array;
}

function findNeighbours(triangles: Uint32Array, vertexCount: number): Neighbours {
  const beside: Set<number>[] = Array.from({ length: vertexCount }, () => new Set());
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      beside[triangles[at + k]].add(triangles[at + ((k + 1) % 3)]);
      beside[triangles[at + ((k + 1) % 3)]].add(triangles[at + k]);
    }
  }
  const starts = new Uint32Array(vertexCount + 1);
  beside.forEach((set, vertex) => {
    starts[vertex + 1] = starts[vertex] + set.size;
  });
  return { starts, list: Uint32Array.from(beside.flatMap((set) => [...set])) };
}

/** Offsets that fit the points and differ little between neighbours: least squares by Gauss-Seidel sweeps. */
function smoothOffsets(
  sums: Float64Array,
  counts: Float64Array,
  { starts, list }: Neighbours,
  stiffness: number,
): Float64Array {
  const offsets = new Float64Array(sums.length);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let vertex = 0; vertex < offsets.length; vertex++) {
      const degree = starts[vertex + 1] - starts[vertex];
      if (degree === 0) continue;
      let beside = 0;
      for (let at = starts[vertex]; at < starts[vertex + 1]; at++) beside += offsets[list[at]];
      const pull = stiffness / degree;
      offsets[vertex] = (sums[vertex] + pull * beside) / (counts[vertex] + stiffness);
    }
  }
  return offsets;
}
