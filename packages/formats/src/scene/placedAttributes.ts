import type { GltfJson } from '../gltf/glb.js';
import { type GltfBuffers, readGltfAccessor } from '../mesh/gltfAccessor.js';
import { transformPoints } from '../mesh/gltfNodes.js';
import type { GlbBuilder } from './glbBuilder.js';
import type { MeshScene, ScenePart } from './readMeshScene.js';
import { smoothNormals } from './smoothNormals.js';

type Json = Record<string, unknown>;

/** The file that attributes are read from, and where they go. */
export interface AttributeFile {
  readonly json: GltfJson;
  readonly buffers: GltfBuffers;
  readonly builder: GlbBuilder;
}

export interface PlacedPart {
  readonly scene: MeshScene;
  readonly part: ScenePart;
  /** The primitive's attributes in the file. */
  readonly source: Json;
  readonly isSkinned: boolean;
  /** The mesh's own space to the written one, and the file's space to the written one. Affine, column-major. */
  readonly matrix: Float64Array;
  readonly toWorld: Float64Array;
}

/** Positions, normals and tangents of a part in the written file's space. */
export function placedAttributes(placed: PlacedPart, file: AttributeFile): Json {
  const { scene, part, source, isSkinned, matrix, toWorld } = placed;
  const { firstVertex: first, vertexCount: count } = part;
  const { json, buffers, builder } = file;
  const positions = scene.positions.slice(first * 3, (first + count) * 3);
  transformPoints(toWorld, positions, 0, count);
  const out: Json = { POSITION: builder.addFloats(Float32Array.from(positions), 'VEC3', true) };
  if (source.NORMAL !== undefined && isSkinned) {
    // The old skin turned the normals, too: they are made anew.
    const triangles = scene.triangles
      .slice(part.firstTriangle * 3, (part.firstTriangle + part.triangleCount) * 3)
      .map((vertex) => vertex - first);
    out.NORMAL = builder.addFloats(smoothNormals(positions, triangles), 'VEC3');
  } else if (source.NORMAL !== undefined) {
    const normals = readGltfAccessor(json, buffers, source.NORMAL, 'VEC3', 'NORMAL');
    out.NORMAL = builder.addFloats(turned(normals, 3, normalMatrix(matrix)), 'VEC3');
  }
  if (source.TANGENT !== undefined && !isSkinned) {
    const tangents = readGltfAccessor(json, buffers, source.TANGENT, 'VEC4', 'TANGENT');
    out.TANGENT = builder.addFloats(turned(tangents, 4, matrix), 'VEC4');
  }
  return out;
}

/** Morph targets: differences of positions, so only the linear part of the placement counts. */
export function placedTargets(targets: readonly Json[], matrix: Float64Array, file: AttributeFile): Json[] {
  const linear = Float64Array.from(matrix);
  linear.fill(0, 12, 15);
  return targets.map((target) => {
    const out: Json = {};
    if (target.POSITION !== undefined) {
      const deltas = readGltfAccessor(file.json, file.buffers, target.POSITION, 'VEC3', 'targets');
      transformPoints(linear, deltas, 0, deltas.length / 3);
      out.POSITION = file.builder.addFloats(Float32Array.from(deltas), 'VEC3', true);
    }
    return out;
  });
}

/** Unit vectors turned by a matrix; a fourth number stays. */
function turned(vectors: Float64Array, width: 3 | 4, m: Float64Array): Float32Array {
  const out = Float32Array.from(vectors);
  for (let at = 0; at < vectors.length; at += width) {
    const [x, y, z] = [vectors[at], vectors[at + 1], vectors[at + 2]];
    const turnedXyz = [0, 1, 2].map((k) => m[k] * x + m[4 + k] * y + m[8 + k] * z);
    const length = Math.hypot(...turnedXyz);
    for (let k = 0; k < 3; k++) out[at + k] = length > 0 ? turnedXyz[k] / length : k === 1 ? 1 : 0;
  }
  return out;
}

/** Inverse transpose of the linear part, up to a positive factor: cofactors, with the sign of the determinant. */
function normalMatrix(m: Float64Array): Float64Array {
  const sign = Math.sign(m[0] * cofactorAt(m, 0, 0) + m[4] * cofactorAt(m, 0, 1) + m[8] * cofactorAt(m, 0, 2)) || 1;
  const out = new Float64Array(16);
  for (let column = 0; column < 3; column++) {
    for (let row = 0; row < 3; row++) out[column * 4 + row] = sign * cofactorAt(m, row, column);
  }
  return out;
}

function cofactorAt(m: Float64Array, row: number, column: number): number {
  const [r1, r2] = [(row + 1) % 3, (row + 2) % 3];
  const [c1, c2] = [(column + 1) % 3, (column + 2) % 3];
  return m[c1 * 4 + r1] * m[c2 * 4 + r2] - m[c1 * 4 + r2] * m[c2 * 4 + r1];
}
