/** Triangles in space, closed or not. */
export interface Surface {
  /** vertexCount x 3. */
  readonly positions: Float64Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
}
