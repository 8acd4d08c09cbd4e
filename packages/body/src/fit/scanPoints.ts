import type { BodySurface } from '../bodySurface.js';
import { updateNormals } from '../shape/poseShape.js';
import { vertexAreas } from './vertexAreas.js';

/** Points of a scan that are looked at. */
export interface ScanPoints {
  /** Metres. count x 3. */
  readonly points: Float64Array;
  /** Unit normals; zero where a point has none. count x 3. */
  readonly normals: Float64Array;
  /** Area that each stands for, only in proportion to each other; all zero in a cloud of points. */
  readonly areas: Float64Array;
}

/** At most so many of a scan's points, spread over all of it: every so-manyeth. */
export function pickScanPoints({ positions, triangles }: BodySurface, mostPoints: number): ScanPoints {
  const normals = new Float64Array(positions.length);
  updateNormals(triangles, positions, normals);
  return thinScanPoints({ points: positions, normals, areas: vertexAreas(positions, triangles) }, mostPoints);
}

/** Fewer of the same points. */
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
