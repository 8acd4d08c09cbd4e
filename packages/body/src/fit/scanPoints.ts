import type { BodySurface } from '../bodySurface.js';
import { updateNormals } from '../shape/poseShape.js';

/** Points of a scan that a fit uses. */
export interface ScanPoints {
  /** Metres. count x 3. */
  readonly points: Float64Array;
  /** Unit normals; zero where a point has none. count x 3. */
  readonly normals: Float64Array;
  /** Area around each point, in any unit; all 0 for a point cloud. One per point. */
  readonly areas: Float64Array;
}

/** At most `mostPoints` points of a scan, picked at regular intervals. */
export function pickScanPoints({ positions, triangles }: BodySurface, mostPoints: number): ScanPoints {
  const normals = new Float64Array(positions.length);
  updateNormals(triangles, positions, normals);
  return thinScanPoints({ points: positions, normals, areas: vertexAreas(positions, triangles) }, mostPoints);
}

/** At most `mostPoints` of the points, picked at regular intervals. */
export function thinScanPoints(scan: ScanPoints, mostPoints: number): ScanPoints {
  const count = scan.areas.length;
  if (count <= mostPoints) return scan;
  const pick = (values: Float64Array, width: number) => {
    const out = new Float64Array(mostPoints * width);
    for (let i = 0; i < mostPoints; i++) {
      const from = Math.floor((i * count) / mostPoints) * width;
      for (let k = 0; k < width; k++) out[i * width + k] = values[from + k];
    }
    return out;
  };
  return { points: pick(scan.points, 3), normals: pick(scan.normals, 3), areas: pick(scan.areas, 1) };
}

/** Area of each vertex: a third of the triangles around it. */
export function vertexAreas(p: Float64Array, triangles: Uint32Array): Float64Array {
  const areas = new Float64Array(p.length / 3);
  for (let at = 0; at < triangles.length; at += 3) {
    const area = triangleArea(p, triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3) / 3;
    for (let k = 0; k < 3; k++) areas[triangles[at + k]] += area;
  }
  return areas;
}

/** Area of a triangle; a, b and c are offsets of the corners' x in `p`. */
export function triangleArea(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
}
