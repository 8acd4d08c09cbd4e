/** Vertices at the same place counted once: a seam of textures cuts the data, not the surface. */
export interface WeldedVertices {
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
