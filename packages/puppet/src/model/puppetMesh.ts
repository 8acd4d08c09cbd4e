import type { MeshScene } from '@leib/formats';

/** A model's surface in model space, with vertices at the same place counted once. */
export interface PuppetMesh {
  /** The file it came from, for materials and for writing it again; null where it was made by code. */
  readonly scene: MeshScene | null;
  /** Every vertex of the file, model space, metres. vertexCount x 3. */
  readonly vertexPositions: Float64Array;
  /** Three vertices per triangle. */
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
}
