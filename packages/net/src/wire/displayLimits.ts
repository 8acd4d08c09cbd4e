/** What a scene and its frames may hold. */
export const displayLimits = {
  agents: 256,
  kinds: 16,
  viewers: 8,
  /** Streams beside the body's angles in one frame, and numbers in one of them. */
  streams: 512,
  streamValues: 128,
  /** Largest coordinate, metres. */
  metres: 1000,
} as const;
