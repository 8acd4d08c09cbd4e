import type { PuppetMesh } from '@leib/puppet';

/** Vertices that share one normal: those at the same place whose surfaces meet without an edge. */
export interface NormalGroups {
  readonly groupCount: number;
  /** Of each vertex. */
  readonly groupOf: Uint32Array;
  /** Three groups per triangle. */
  readonly groupTriangles: Uint32Array;
}

/** Surfaces that meet at a sharper angle than this keep their edge, where the file does not say it by its normals. */
const CREASE = Math.cos(0.9);
/** Normals of a file that differ by more are an edge that its maker wanted. */
const SAME_NORMAL = Math.cos(0.09);

/** @param fileNormals of the vertices, where the file has them; only differences between vertices at one place count */
export function buildNormalGroups(mesh: PuppetMesh, fileNormals: ArrayLike<number> | null): NormalGroups {
  const vertexCount = mesh.vertexPositions.length / 3;
  const normals = fileNormals ?? restNormals(mesh);
  const least = fileNormals ? SAME_NORMAL : CREASE;
  const groupOf = new Uint32Array(vertexCount);
  /** First vertex of each group, and the groups of each place. */
  const firsts: number[] = [];
  const groupsOfPlace: (number[] | undefined)[] = [];
  const placeOf = mesh.detail === null ? mesh.placeOf : placesOf(mesh.vertexPositions);
  const isEmpty = (vertex: number) => dot(normals, vertex, vertex) < 0.5;
  const vertices = Array.from({ length: vertexCount }, (_, vertex) => vertex);
  // Vertices whose triangles are all empty (the poles of many balls) come last: they take the normal of their place.
  for (const vertex of [...vertices.filter((each) => !isEmpty(each)), ...vertices.filter(isEmpty)]) {
    groupsOfPlace[placeOf[vertex]] ??= [];
    const groups = groupsOfPlace[placeOf[vertex]] as number[];
    let group = isEmpty(vertex) ? groups[0] : groups.find((each) => dot(normals, firsts[each], vertex) >= least);
    if (group === undefined) {
      group = firsts.length;
      firsts.push(vertex);
      groups.push(group);
    }
    groupOf[vertex] = group;
  }
  return { groupCount: firsts.length, groupOf, groupTriangles: mesh.vertexTriangles.map((vertex) => groupOf[vertex]) };
}

function dot(normals: ArrayLike<number>, a: number, b: number): number {
  return (
    normals[a * 3] * normals[b * 3] + normals[a * 3 + 1] * normals[b * 3 + 1] + normals[a * 3 + 2] * normals[b * 3 + 2]
  );
}

/** Unit normals of the vertices from their own triangles, at rest; zero where these have no area. */
function restNormals({ vertexPositions, vertexTriangles }: PuppetMesh): Float64Array {
  const normals = new Float64Array(vertexPositions.length);
  addTriangleNormals(vertexPositions, vertexTriangles, vertexTriangles, normals);
  makeUnit(normals, normals.length / 3, 0);
  return normals;
}

/** A number for each distinct place of the vertices. */
function placesOf(positions: Float64Array): Uint32Array {
  const numbers = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = `${positions[vertex * 3]} ${positions[vertex * 3 + 1]} ${positions[vertex * 3 + 2]}`;
    const place = numbers.get(key) ?? numbers.size;
    numbers.set(key, place);
    return place;
  });
}

/** Normals of all vertices where they are now. `sums` is overwritten: groupCount x 3. */
export function updateVertexNormals(
  groups: NormalGroups,
  vertexTriangles: Uint32Array,
  positions: Float32Array,
  sums: Float64Array,
  outNormals: Float32Array,
): void {
  const { groupCount, groupOf, groupTriangles } = groups;
  sums.fill(0);
  addTriangleNormals(positions, vertexTriangles, groupTriangles, sums);
  // A point without area still needs a direction to be lit from: up.
  makeUnit(sums, groupCount, 1);
  for (let vertex = 0; vertex < groupOf.length; vertex++) {
    const to = vertex * 3;
    const from = groupOf[vertex] * 3;
    outNormals[to] = sums[from];
    outNormals[to + 1] = sums[from + 1];
    outNormals[to + 2] = sums[from + 2];
  }
}

/** Adds each triangle's normal, as long as its area is large, to its three corners. */
function addTriangleNormals(
  p: Float32Array | Float64Array,
  triangles: Uint32Array,
  corners: Uint32Array,
  out: Float64Array,
): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t] * 3;
    const b = triangles[t + 1] * 3;
    const c = triangles[t + 2] * 3;
    const ux = p[b] - p[a];
    const uy = p[b + 1] - p[a + 1];
    const uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a];
    const vy = p[c + 1] - p[a + 1];
    const vz = p[c + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    for (let k = 0; k < 3; k++) {
      const at = corners[t + k] * 3;
      out[at] += nx;
      out[at + 1] += ny;
      out[at + 2] += nz;
    }
  }
}

function makeUnit(vectors: Float64Array, count: number, yOfEmpty: number): void {
  for (let at = 0; at < count * 3; at += 3) {
    const x = vectors[at];
    const y = vectors[at + 1];
    const z = vectors[at + 2];
    const length = Math.sqrt(x * x + y * y + z * z);
    vectors[at] = length > 0 ? x / length : 0;
    vectors[at + 1] = length > 0 ? y / length : yOfEmpty;
    vectors[at + 2] = length > 0 ? z / length : 0;
  }
}
