/** A closed triangle mesh of a body. Right-handed, Y up, metres; triangles wind counter-clockwise seen from outside. */
export interface BodySurface {
  /** Vertex positions, world space, metres. vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}
