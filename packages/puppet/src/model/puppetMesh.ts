import { type MeshScene, weldVertices } from '@leib/formats';

/** A model's surface in model space, with vertices at the same place counted once. */
export interface PuppetMesh {
  /** The file it came from, for materials and for writing it again; null where it was made by code. */
  readonly scene: MeshScene | null;
  /** Every vertex of the file, model space, metres. vertexCount x 3. */
  readonly vertexPositions: Float64Array;
  /** Three vertices per triangle, all triangles of the file in its order. */
  readonly vertexTriangles: Uint32Array;
  /** Place of each vertex: what is bound, moved and simulated are places. vertexCount entries. */
  readonly placeOf: Uint32Array;
  readonly placeCount: number;
  /** Places at rest. placeCount x 3. */
  readonly positions: Float64Array;
  /** Three places per triangle; triangles without area are left out. */
  readonly triangles: Uint32Array;
  /** sRGB of each vertex, 0..1; null where the file's materials say it. vertexCount x 3. */
  readonly colours: Float32Array | null;
  /** How vertices ride on places where the file has more of them than can be simulated; null: each at its place. */
  readonly detail: MeshDetail | null;
}

/** The places alone: what they are, and what joins them. */
export type PlaceSurface = Pick<PuppetMesh, 'placeCount' | 'positions' | 'triangles'>;

/** Vertices of a fine surface, carried by the triangles of a coarse one. */
export interface MeshDetail {
  /** Three places that carry each vertex. vertexCount x 3. */
  readonly carriers: Uint32Array;
  /** Their shares, sum 1. vertexCount x 3. */
  readonly shares: Float32Array;
  /**
   * What is left from the point of the shares to the vertex, at rest, metres: along the first edge of the carriers,
   * across it in their plane, along their normal. vertexCount x 3.
   */
  readonly offsets: Float32Array;
}

/** The mesh of vertices and triangles that code made, or that a reader has checked: finite, indices in range. */
export function puppetMeshOf(
  vertexPositions: Float64Array,
  vertexTriangles: Uint32Array,
  colours: Float32Array | null = null,
): PuppetMesh {
  const { count, placeOf, vertexOf } = weldVertices(vertexPositions);
  const positions = new Float64Array(count * 3);
  for (let place = 0; place < count; place++) {
    const at = vertexOf[place] * 3;
    for (let k = 0; k < 3; k++) positions[place * 3 + k] = vertexPositions[at + k];
  }
  const triangles = withoutEmpty(positions, vertexTriangles, placeOf);
  const own = { vertexPositions, vertexTriangles, placeOf, placeCount: count, positions, triangles };
  return { scene: null, ...own, colours, detail: null };
}

/** Triangles of places; those whose corners coincide or lie in one line are left out. */
function withoutEmpty(positions: Float64Array, vertexTriangles: Uint32Array, placeOf: Uint32Array): Uint32Array {
  const triangles = new Uint32Array(vertexTriangles.length);
  let length = 0;
  for (let t = 0; t + 2 < vertexTriangles.length; t += 3) {
    const a = placeOf[vertexTriangles[t]];
    const b = placeOf[vertexTriangles[t + 1]];
    const c = placeOf[vertexTriangles[t + 2]];
    if (a === b || b === c || c === a || !hasArea(positions, a * 3, b * 3, c * 3)) continue;
    triangles[length] = a;
    triangles[length + 1] = b;
    triangles[length + 2] = c;
    length += 3;
  }
  return triangles.slice(0, length);
}

/** Thinner than a millionth of its longest side: such a triangle has no normal that can be relied on. */
const THINNEST = 1e-6;

function hasArea(positions: Float64Array, a: number, b: number, c: number): boolean {
  const [ux, uy, uz] = [
    positions[b] - positions[a],
    positions[b + 1] - positions[a + 1],
    positions[b + 2] - positions[a + 2],
  ];
  const [vx, vy, vz] = [
    positions[c] - positions[a],
    positions[c + 1] - positions[a + 1],
    positions[c + 2] - positions[a + 2],
  ];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const longestSq = Math.max(ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz);
  return nx * nx + ny * ny + nz * nz > THINNEST * THINNEST * longestSq * longestSq;
}

/**
 * Where the vertices are when the places are at `positions` (placeCount x 3); written to `out`, vertexCount x 3. Vertices
 * of a reduced mesh keep their offset from the triangle that carries them.
 */
export function placeVertices(mesh: PuppetMesh, positions: ArrayLike<number>, out: Float32Array | Float64Array): void {
  const { placeOf, detail } = mesh;
  if (detail !== null) {
    carryVertices(detail, positions, out);
    return;
  }
  for (let vertex = 0; vertex < placeOf.length; vertex++) {
    const to = vertex * 3;
    const from = placeOf[vertex] * 3;
    out[to] = positions[from];
    out[to + 1] = positions[from + 1];
    out[to + 2] = positions[from + 2];
  }
}

function carryVertices(
  { carriers, shares, offsets }: MeshDetail,
  p: ArrayLike<number>,
  out: Float32Array | Float64Array,
): void {
  for (let at = 0; at < carriers.length; at += 3) {
    const a = carriers[at] * 3;
    const b = carriers[at + 1] * 3;
    const c = carriers[at + 2] * 3;
    const s = shares[at];
    const t = shares[at + 1];
    const u = shares[at + 2];
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const edge = inverseLength(ux, uy, uz);
    const normal = inverseLength(nx, ny, nz);
    const along = offsets[at] * edge;
    const across = offsets[at + 1] * edge * normal;
    const up = offsets[at + 2] * normal;
    out[at] = s * p[a] + t * p[b] + u * p[c] + along * ux + across * (ny * uz - nz * uy) + up * nx;
    out[at + 1] = s * p[a + 1] + t * p[b + 1] + u * p[c + 1] + along * uy + across * (nz * ux - nx * uz) + up * ny;
    out[at + 2] = s * p[a + 2] + t * p[b + 2] + u * p[c + 2] + along * uz + across * (nx * uy - ny * ux) + up * nz;
  }
}

/** 1 / length, and 0 for no length: a triangle that the skin has pressed flat carries its vertices without an offset. */
export function inverseLength(x: number, y: number, z: number): number {
  const lengthSq = x * x + y * y + z * z;
  return lengthSq > 0 ? 1 / Math.sqrt(lengthSq) : 0;
}

/** Normal of the triangle whose corners begin at `t`, as long as twice its area. */
export function doubleArea(p: Float64Array, triangles: Uint32Array, t: number): [number, number, number] {
  const a = triangles[t] * 3;
  const b = triangles[t + 1] * 3;
  const c = triangles[t + 2] * 3;
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}
