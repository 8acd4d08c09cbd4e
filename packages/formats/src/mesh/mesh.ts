/** Triangles that the file keeps under one name, as they lie in `triangles`. */
export interface MeshGroup {
  readonly name: string;
  readonly firstTriangle: number;
  readonly triangleCount: number;
}

/** A surface as a file holds it: its own axes and unit, its own order of vertices. */
export interface Mesh {
  /** The file's own word for it; empty where it has none. */
  readonly name: string;
  /** vertexCount x 3, in the file's order. */
  readonly positions: Float64Array;
  /** Three vertex indices a triangle; none in a cloud of points. */
  readonly triangles: Uint32Array;
  /** Named runs of triangles, in order; triangles outside of any belong to none. */
  readonly groups: readonly MeshGroup[];
}
