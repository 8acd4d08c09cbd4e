import type { ReadonlyVec3, Vec3 } from '@leib/core';

/** A mirror that stands on the floor and faces the origin; metres and radians of the same space as the eyes. */
export interface MirrorPlace {
  /** Which way from the origin, and how far. */
  readonly yaw: number;
  readonly distance: number;
  readonly width: number;
  readonly height: number;
}

/** Where eyes see themselves in a mirror; false where they are behind it or beside the glass. */
export function reflectEyes(out: Vec3, eyes: ReadonlyVec3, { yaw, distance, width, height }: MirrorPlace): boolean {
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)];
  const before = distance - (eyes[0] * sin + eyes[2] * cos);
  const beside = eyes[0] * cos - eyes[2] * sin;
  out[0] = eyes[0] + 2 * before * sin;
  out[1] = eyes[1];
  out[2] = eyes[2] + 2 * before * cos;
  // The ray to the own image meets the glass at right angles.
  return before > 0.05 && Math.abs(beside) < width / 2 && eyes[1] > 0 && eyes[1] < height;
}
