import type { BaseMesh } from './baseMesh.ts';
import { smoothNormals } from './part.ts';
import { keptBones } from './rig.ts';
import type { DenseWeights } from './skinWeights.ts';

/** A triangle mesh in the making: vertices can be added, and each triangle belongs to a region. Metres. */
export interface Surface {
  readonly positions: number[];
  /**
   * One dense row per vertex: a weight for each kept bone, x, y, z of each face morph, the place on the bare body,
   * and the place under the hair (dress.ts). All of it interpolates.
   */
  readonly rows: Float64Array[];
  readonly uvs: number[];
  readonly triangles: SurfaceTriangle[];
}

export interface SurfaceTriangle {
  readonly vertices: readonly [number, number, number];
  /** Texture corners, indices into uvs. */
  readonly uvs: readonly [number, number, number];
  region: string;
}

/** Quads -> triangles over the shorter diagonal. */
export function surfaceFromQuads(
  mesh: BaseMesh,
  positions: Float64Array,
  weights: DenseWeights,
  morphs: readonly Float64Array[],
): Surface {
  const boneCount = keptBones.length;
  const surface: Surface = { positions: [...positions], rows: [], uvs: [...mesh.uvs], triangles: [] };
  for (let vertex = 0; vertex * 3 < positions.length; vertex++) {
    const deltas = morphs.flatMap((morph) => [...morph.subarray(vertex * 3, vertex * 3 + 3)]);
    surface.rows.push(
      Float64Array.from([
        ...weights.subarray(vertex * boneCount, (vertex + 1) * boneCount),
        ...deltas,
        ...positions.subarray(vertex * 3, vertex * 3 + 3),
        ...positions.subarray(vertex * 3, vertex * 3 + 3),
      ]),
    );
  }
  for (let at = 0; at < mesh.quads.length; at += 4) {
    const [a, b, c, d] = mesh.quads.subarray(at, at + 4);
    const [ta, tb, tc, td] = mesh.quadUvs.subarray(at, at + 4);
    if (distance(surface, a, c) <= distance(surface, b, d)) {
      surface.triangles.push({ vertices: [a, b, c], uvs: [ta, tb, tc], region: '' });
      surface.triangles.push({ vertices: [a, c, d], uvs: [ta, tc, td], region: '' });
    } else {
      surface.triangles.push({ vertices: [a, b, d], uvs: [ta, tb, td], region: '' });
      surface.triangles.push({ vertices: [b, c, d], uvs: [tb, tc, td], region: '' });
    }
  }
  return surface;
}

export function vertexCountOf(surface: Surface): number {
  return surface.rows.length;
}

export function pointOf(surface: Surface, vertex: number): [number, number, number] {
  const at = vertex * 3;
  return [surface.positions[at], surface.positions[at + 1], surface.positions[at + 2]];
}

function distance(surface: Surface, a: number, b: number): number {
  const [p, q] = [pointOf(surface, a), pointOf(surface, b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Middle of a triangle. */
export function centreOf(surface: Surface, triangle: SurfaceTriangle): [number, number, number] {
  const centre: [number, number, number] = [0, 0, 0];
  for (const vertex of triangle.vertices) {
    const point = pointOf(surface, vertex);
    for (let k = 0; k < 3; k++) centre[k] += point[k] / 3;
  }
  return centre;
}

/** Unit normals of the whole surface, across regions, or of some of its triangles. vertexCount x 3. */
export function normalsOf(surface: Surface, triangles: readonly SurfaceTriangle[] = surface.triangles): Float64Array {
  return smoothNormals(
    surface.positions,
    triangles.flatMap(({ vertices }) => vertices),
  );
}
