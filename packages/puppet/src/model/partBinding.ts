/** Parts per place at the most. */
export const BOUND_PARTS = 4;

/** Which parts carry each place of a mesh ("cut"). A place that no part reaches goes with the whole puppet. */
export interface PartBinding {
  /** Joints of the puppet's skeleton (0: the whole puppet, part i + 1), heaviest first; unused ones 0. placeCount x 4. */
  readonly joints: Uint8Array;
  /** Sum 1 for each place. placeCount x 4. */
  readonly weights: Float32Array;
}
