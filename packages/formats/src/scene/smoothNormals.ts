import { weldVertices } from './weldVertices.js';

/**
 * Vertex normals: the mean of the faces around a place, each by its area. Places without a face point up;
 * faces with a corner that is not finite do not count.
 */
export function smoothNormals(positions: Float64Array, triangles: Uint32Array): Float32Array {
  const { count, placeOf } = weldVertices(positions);
  const sums = new Float64Array(count * 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ux, uy, uz] = edge(positions, a, b);
    const [vx, vy, vz] = edge(positions, a, c);
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    if (!Number.isFinite(nx + ny + nz)) continue;
    for (let corner = 0; corner < 3; corner++) {
      const at = placeOf[triangles[t + corner]] * 3;
      sums[at] += nx;
      sums[at + 1] += ny;
      sums[at + 2] += nz;
    }
  }
  const normals = new Float32Array(positions.length);
  for (let vertex = 0; vertex < placeOf.length; vertex++) {
    const at = placeOf[vertex] * 3;
    const length = Math.hypot(sums[at], sums[at + 1], sums[at + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[vertex * 3 + k] = sums[at + k] / length;
    else normals[vertex * 3 + 1] = 1;
  }
  return normals;
}

function edge(positions: Float64Array, from: number, to: number): [number, number, number] {
  return [
    positions[to] - positions[from],
    positions[to + 1] - positions[from + 1],
    positions[to + 2] - positions[from + 2],
  ];
}
