import type { BodySurface } from '../bodySurface.js';
import { updateNormals } from '../shape/poseShape.js';
import { vertexAreas } from './vertexAreas.js';

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
