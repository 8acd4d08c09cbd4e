import { createQuat, createVec3, quat, type ReadonlyVec3, vec3 } from '@leib/core';

/** Rounding error of the angle: a gap smaller than this share of the reach does not tilt the hips. */
const ROUNDING = 1e-5;

// Scratch.
const bone = createVec3();
const wanted = createVec3();
const axis = createVec3();
const delta = createQuat();
const current = createQuat();

/**
 * Tilts the hips, row 0, no farther than needed for the spine above them, rows 1 to `last`, to lead from `hips` to `to`:
 * people have a joint more in their loins than most rigs, and rather than being pulled off their place the hips give
 * way. Rows as in bendToReach().
 */
export function tiltToReach(
  rotations: Float64Array,
  bones: Float64Array,
  last: number,
  hips: ReadonlyVec3,
  to: ReadonlyVec3,
): void {
  let reach = 0;
  for (let at = 3; at <= last * 3; at += 3) {
    reach += Math.sqrt(bones[at] * bones[at] + bones[at + 1] * bones[at + 1] + bones[at + 2] * bones[at + 2]);
  }
  reach *= 1 + ROUNDING;
  for (let k = 0; k < 3; k++) {
    bone[k] = bones[k];
    wanted[k] = to[k] - hips[k];
  }
  const length = vec3.length(bone);
  const distance = vec3.length(wanted);
  if (length < 1e-6 || distance < 1e-6) return;
  // reach^2 = length^2 + distance^2 - 2 length distance cos: the widest angle at which the rest still reaches.
  const cosWidest = (length * length + distance * distance - reach * reach) / (2 * length * distance);
  const cosNow = vec3.dot(bone, wanted) / (length * distance);
  if (cosNow >= cosWidest) return;
  const angle = Math.acos(Math.max(-1, cosNow)) - Math.acos(cosWidest < 1 ? cosWidest : 1);
  vec3.cross(axis, bone, wanted);
  const size = vec3.length(axis);
  if (size < 1e-9) return;
  for (let k = 0; k < 3; k++) delta[k] = (axis[k] / size) * Math.sin(angle / 2);
  delta[3] = Math.cos(angle / 2);
  vec3.transformQuat(bone, bone, delta);
  for (let k = 0; k < 3; k++) bones[k] = bone[k];
  for (let k = 0; k < 4; k++) current[k] = rotations[k];
  quat.multiply(current, delta, current);
  for (let k = 0; k < 4; k++) rotations[k] = current[k];
}
