import { createGlbBuilder } from './glbBuilder.js';
import { smoothNormals } from './smoothNormals.js';

export interface ColouredMesh {
  readonly name: string;
  /** vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
  /** sRGB of each vertex, 0..1; null: white. vertexCount x 3. */
  readonly colours: Float32Array | null;
}

/** A mesh that code made as GLB: one node, its vertices and triangles in their order, smooth, with its colours. */
export function writeColouredMesh({ name, positions, triangles, colours }: ColouredMesh): Uint8Array<ArrayBuffer> {
  const builder = createGlbBuilder();
  const attributes = {
    POSITION: builder.addFloats(Float32Array.from(positions), 'VEC3', true),
    NORMAL: builder.addFloats(smoothNormals(positions, triangles), 'VEC3'),
    ...(colours && { COLOR_0: builder.addFloats(Float32Array.from(colours, toLinear), 'VEC3') }),
  };
  const indices = builder.addIndices(triangles);
  return builder.write({
    asset: { version: '2.0', generator: 'leib' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name, mesh: 0 }],
    materials: [{ pbrMetallicRoughness: { metallicFactor: 0, roughnessFactor: 0.72 } }],
    meshes: [{ name, primitives: [{ attributes, indices, material: 0 }] }],
  });
}

/** sRGB to linear light, as glTF wants COLOR_0. IEC 61966-2-1. */
function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
