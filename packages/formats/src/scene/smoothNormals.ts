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

/** Vertices at the same place counted once: a seam of textures cuts the data, not the surface. */
interface WeldedVertices {
  /** Number of different places. */
  readonly count: number;
  /** Place of each vertex. */
  readonly placeOf: Uint32Array;
  /** One vertex of each place. */
  readonly vertexOf: Uint32Array;
}

/** Finds vertices with equal coordinates (to single precision, as files hold them). */
export function weldVertices(positions: ArrayLike<number>): WeldedVertices {
  const vertexCount = positions.length / 3;
  const floats = new Float32Array(positions);
  for (let i = 0; i < floats.length; i++) floats[i] += 0; // -0 and 0 are one place
  const words = new Uint32Array(floats.buffer);
  let capacity = 16;
  while (capacity < vertexCount * 2) capacity *= 2;
  const table = new Int32Array(capacity).fill(-1);
  const placeOf = new Uint32Array(vertexCount);
  const vertexOf = new Uint32Array(vertexCount);
  let count = 0;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const x = words[vertex * 3];
    const y = words[vertex * 3 + 1];
    const z = words[vertex * 3 + 2];
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (capacity - 1);
    for (;;) {
      const place = table[slot];
      if (place < 0) {
        table[slot] = count;
        vertexOf[count] = vertex;
        placeOf[vertex] = count++;
        break;
      }
      const at = vertexOf[place] * 3;
      if (words[at] === x && words[at + 1] === y && words[at + 2] === z) {
        placeOf[vertex] = place;
        break;
      }
      slot = (slot + 1) & (capacity - 1);
    }
  }
  return { count, placeOf, vertexOf: vertexOf.slice(0, count) };
}
