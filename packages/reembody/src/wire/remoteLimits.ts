/** Limits of one client, so that none can slow a server down for the others. */
export const remoteLimits = {
  /** Joints of a skeleton, vertices of a skin, things of a room. */
  joints: 512,
  vertices: 20_000,
  objects: 64,
  /** Bodies of one client; a world has room for MAX_SESSION_BODIES. */
  bodies: 5,
  /** From joint to joint, and any size or place of a thing, metres. */
  metres: 100,
  /** Bytes of one message: a skin of that many vertices, and the JSON before it. */
  messageBytes: 2_000_000,
} as const;
