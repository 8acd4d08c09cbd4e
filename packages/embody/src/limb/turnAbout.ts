import { createVec3, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';

// Scratch.
const across = createVec3();

/** Angle about a unit axis from one unit vector across it to another, radians in (-pi, pi]. */
export function angleAbout(axis: ReadonlyVec3, from: ReadonlyVec3, to: ReadonlyVec3): number {
  vec3.cross(across, from, to);
  const sin = axis[0] * across[0] + axis[1] * across[1] + axis[2] * across[2];
  const cos = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  return Math.atan2(sin, cos);
}

/** out = `from`, a unit vector across the unit axis, turned about the axis by an angle. `out` may be `from`. */
export function turnAbout(out: Vec3, axis: ReadonlyVec3, from: ReadonlyVec3, angle: number): void {
  vec3.cross(across, axis, from);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  out[0] = from[0] * cos + across[0] * sin;
  out[1] = from[1] * cos + across[1] * sin;
  out[2] = from[2] * cos + across[2] * sin;
}
