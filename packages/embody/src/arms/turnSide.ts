import { createVec3, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';

// Sides are unit vectors across the line from shoulder to hand. Angles between them go in and out through this array,
// radians: a number that is handed to or returned from a call that is not inlined is put on the heap.
export const turn = new Float64Array(1);

// Scratch.
const between = createVec3();

/** Writes the angle about a unit axis from one side to another, in (-pi, pi], into `turn`. */
export function measureTurn(axis: ReadonlyVec3, from: ReadonlyVec3, to: ReadonlyVec3): void {
  vec3.cross(between, from, to);
  const sin = axis[0] * between[0] + axis[1] * between[1] + axis[2] * between[2];
  const cos = from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
  turn[0] = Math.atan2(sin, cos);
}

/** out = the side `from` turned about the unit axis by the angle in `turn`. `out` may be `from`. */
export function turnSide(out: Vec3, axis: ReadonlyVec3, from: ReadonlyVec3): void {
  vec3.cross(between, axis, from);
  const cos = Math.cos(turn[0]);
  const sin = Math.sin(turn[0]);
  out[0] = from[0] * cos + between[0] * sin;
  out[1] = from[1] * cos + between[1] * sin;
  out[2] = from[2] * cos + between[2] * sin;
}
