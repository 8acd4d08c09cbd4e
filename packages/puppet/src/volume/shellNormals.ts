import { doubleArea, type PlaceSurface } from '../model/puppetMesh.js';

/** What triangles join: places of one number are one shell. */
export interface MeshShells {
  /** The first place of each place's shell. placeCount. */
  readonly shellOf: Uint32Array;
}

/** Joins places over triangles; `joins` may leave edges out. */
export function joinPlaces(
  placeCount: number,
  triangles: Uint32Array,
  joins: (a: number, b: number) => boolean = () => true,
): MeshShells {
  const above = new Uint32Array(placeCount);
  for (let place = 0; place < placeCount; place++) above[place] = place;
  const find = (place: number) => {
    let at = place;
    while (above[at] !== at) {
      above[at] = above[above[at]];
      at = above[at];
    }
    return at;
  };
  const join = (a: number, b: number) => {
    if (!joins(a, b)) return;
    const p = find(a);
    const q = find(b);
    if (p !== q) above[Math.max(p, q)] = Math.min(p, q);
  };
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    join(triangles[t], triangles[t + 1]);
    join(triangles[t + 1], triangles[t + 2]);
    join(triangles[t + 2], triangles[t]);
  }
  for (let place = 0; place < placeCount; place++) above[place] = find(place);
  return { shellOf: above };
}

/**
 * Outward normals of places, unit length; zero where a place has no face. A shell whose triangles are turned inside out
 * encloses a negative volume: its normals are turned round. placeCount x 3.
 */
export function shellNormals({ positions, triangles, placeCount }: PlaceSurface): Float64Array {
  const { shellOf } = joinPlaces(placeCount, triangles);
  const normals = new Float64Array(placeCount * 3);
  const volumes = new Float64Array(placeCount);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [nx, ny, nz] = doubleArea(positions, triangles, t);
    const first = triangles[t] * 3;
    const shell = shellOf[triangles[t]];
    // Seen from a place of the shell, so that an open one far from the origin keeps its sign.
    const dx = positions[first] - positions[shell * 3];
    const dy = positions[first + 1] - positions[shell * 3 + 1];
    const dz = positions[first + 2] - positions[shell * 3 + 2];
    volumes[shell] += dx * nx + dy * ny + dz * nz;
    for (let k = t; k < t + 3; k++) {
      const to = triangles[k] * 3;
      normals[to] += nx;
      normals[to + 1] += ny;
      normals[to + 2] += nz;
    }
  }
  for (let place = 0; place < placeCount; place++) {
    const at = place * 3;
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
    const scale = length > 0 ? (volumes[shellOf[place]] < 0 ? -1 : 1) / length : 0;
    for (let k = 0; k < 3; k++) normals[at + k] *= scale;
  }
  return normals;
}
