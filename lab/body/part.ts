/** One drawable piece with its own material: what becomes a glTF primitive. Metres, T-pose facing +Z. */
export interface Part {
  readonly name: string;
  readonly material: string;
  /** vertexCount x 3. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  /** Texture coordinates, origin at the upper left as in glTF. vertexCount x 2, or null. */
  readonly uvs: Float64Array | null;
  /** Linear colour factors. vertexCount x 3, or null for plain white. */
  readonly colors: Float64Array | null;
  /** Kept bones that move the vertex, and how much. vertexCount x 4. */
  readonly bones: Uint8Array;
  readonly weights: Float64Array;
  readonly triangles: Uint32Array;
  /** Displacements of each face morph, in the order of faceMorphs. vertexCount x 3 each; empty where nothing moves. */
  readonly morphs: readonly Float64Array[];
}

/** Bones and weights of one vertex, at most four. */
export type Influence = readonly (readonly [bone: number, weight: number])[];

/** A part from plain lists, with smooth normals; bones by position. */
export function buildPart(
  name: string,
  material: string,
  positions: readonly number[],
  triangles: readonly number[],
  influence: (x: number, y: number, z: number) => Influence,
): Part {
  const vertexCount = positions.length / 3;
  const bones = new Uint8Array(vertexCount * 4);
  const weights = new Float64Array(vertexCount * 4);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const at = vertex * 3;
    const strongest = influence(positions[at], positions[at + 1], positions[at + 2])
      .filter(([, weight]) => weight > 1e-4)
      .sort(([, a], [, b]) => b - a);
    const sum = strongest.reduce((total, [, weight]) => total + weight, 0);
    strongest.forEach(([bone, weight], k) => {
      bones[vertex * 4 + k] = bone;
      weights[vertex * 4 + k] = weight / sum;
    });
  }
  return {
    name,
    material,
    positions: Float64Array.from(positions),
    normals: smoothNormals(positions, triangles),
    uvs: null,
    colors: null,
    bones,
    weights,
    triangles: Uint32Array.from(triangles),
    morphs: [],
  };
}

/** Turns all triangles of a closed mesh round if it is inside out, in place. */
export function orientOutwards(p: readonly number[], triangles: number[]): void {
  let volume = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at] * 3, triangles[at + 1] * 3, triangles[at + 2] * 3];
    volume += p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]);
    volume += p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]);
    volume += p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  if (volume >= 0) return;
  for (let at = 0; at < triangles.length; at += 3) {
    [triangles[at + 1], triangles[at + 2]] = [triangles[at + 2], triangles[at + 1]];
  }
}

/** Area-weighted unit normals. vertexCount x 3. */
export function smoothNormals(p: readonly number[], triangles: Iterable<number>): Float64Array {
  const normals = new Float64Array(p.length);
  const corners = [...triangles];
  for (let at = 0; at < corners.length; at += 3) {
    const [a, b, c] = [corners[at] * 3, corners[at + 1] * 3, corners[at + 2] * 3];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (const corner of [a, b, c]) for (let k = 0; k < 3; k++) normals[corner + k] += normal[k];
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at], normals[at + 1], normals[at + 2]);
    if (length > 0) for (let k = 0; k < 3; k++) normals[at + k] /= length;
  }
  return normals;
}
