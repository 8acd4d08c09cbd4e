import type { Ground, GroundSphere, SphereContact } from '@leib/embody';

/** A mirror as something that one cannot walk through, seen from above, the stage's metres. */
export interface Glass {
  /** Middle of the glass. */
  readonly x: number;
  readonly z: number;
  /** Unit: away from the glass on the side that reflects. */
  readonly normalX: number;
  readonly normalZ: number;
  readonly halfWidth: number;
}

/** The glass of a mirror that stands this way and this far from the start, facing it. */
export function glassAt(yaw: number, distance: number, width: number): Glass {
  const [x, z] = [Math.sin(yaw), Math.cos(yaw)];
  return { x: x * distance, z: z * distance, normalX: -x, normalZ: -z, halfWidth: width / 2 };
}

/** Whether somebody is on the back of the glass, or in it. */
export function isBehindGlass({ x, z, normalX, normalZ, halfWidth }: Glass, atX: number, atZ: number): boolean {
  const [dx, dz] = [atX - x, atZ - z];
  return dx * normalX + dz * normalZ < IN_GLASS && Math.abs(dx * normalZ - dz * normalX) < halfWidth + STOP;
}

/** A head nearer than this to the glass is in it, metres. */
const IN_GLASS = 0.12;
/** How near to the glass a walk ends, metres. */
const STOP = 0.32;

/**
 * Moves a walker who is too near to the glass back, along its normal: they slide along it, and stay on the side on which
 * they are. `walker` is written in place; returns whether it was moved.
 */
export function stopAtGlass(glass: Glass, walker: { x: number; z: number }, metres = 1): boolean {
  const { normalX, normalZ, halfWidth } = glass;
  const dx = walker.x - glass.x;
  const dz = walker.z - glass.z;
  const across = dx * normalZ - dz * normalX;
  const before = dx * normalX + dz * normalZ;
  const stop = STOP * metres;
  if (Math.abs(across) > halfWidth + stop || Math.abs(before) >= stop) return false;
  const push = (before < 0 ? -stop : stop) - before;
  walker.x += normalX * push;
  walker.z += normalZ * push;
  return true;
}

/** The ground with the glass as an obstacle, for people who get about by stick; null: there is no glass. */
export function groundWithGlass(groundOf: () => Ground, glassOf: () => Glass | null): Ground {
  const walker = { x: 0, z: 0 };
  return {
    query: (x, z, belowY, out) => groundOf().query(x, z, belowY, out),
    sphereContact(sphere: GroundSphere, out: SphereContact) {
      if (groundOf().sphereContact?.(sphere, out)) return true;
      const glass = glassOf();
      if (!glass) return false;
      [walker.x, walker.z] = [sphere.centre[0], sphere.centre[2]];
      if (!stopAtGlass(glass, walker)) return false;
      const x = walker.x - sphere.centre[0];
      const z = walker.z - sphere.centre[2];
      out.depth = Math.hypot(x, z);
      if (out.depth < 1e-9) return false;
      out.normal[0] = x / out.depth;
      out.normal[1] = 0;
      out.normal[2] = z / out.depth;
      return true;
    },
  };
}
