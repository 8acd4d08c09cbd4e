import { type Quat, quat, type ReadonlyQuat, type ReadonlyVec3, type Vec3 } from '../math/index.js';
import { type AngleRange, checkAngleRange, LIMIT_SLACK } from './angleRange.js';
import { clampTwist, isTwistInside, unitAxis } from './twistRange.js';

/** A joint that turns about one axis only: elbow, knee, finger. */
export interface Hinge {
  /** Unit axis, parent space. */
  readonly axis: Vec3;
  readonly range: AngleRange;
}

export function buildHinge(axis: ReadonlyVec3, range: AngleRange): Hinge {
  checkAngleRange('hinge', range);
  return { axis: unitAxis('hinge', axis), range: { ...range } };
}

/** Is the rotation one about the axis, by an angle of the range? */
export function isInsideHinge(hinge: Hinge, rotation: ReadonlyQuat): boolean {
  const { axis } = hinge;
  const x = rotation[0];
  const y = rotation[1];
  const z = rotation[2];
  const acrossX = y * axis[2] - z * axis[1];
  const acrossY = z * axis[0] - x * axis[2];
  const acrossZ = x * axis[1] - y * axis[0];
  // A rotation off the axis by a small angle has half of that as the part of (x, y, z) across it.
  if (4 * (acrossX * acrossX + acrossY * acrossY + acrossZ * acrossZ) > LIMIT_SLACK * LIMIT_SLACK) return false;
  return isTwistInside(hinge.range, axis, rotation);
}

/**
 * Writes the nearest rotation the hinge allows, and returns whether it had to move. The angle between a rotation
 * and one about the axis grows with the difference of their twists alone, so the clamped twist is the nearest.
 * `out` may be `rotation`.
 */
export function clampHinge(hinge: Hinge, rotation: ReadonlyQuat, out: Quat): boolean {
  if (isInsideHinge(hinge, rotation)) {
    quat.copy(out, rotation);
    return false;
  }
  clampTwist(hinge.range, hinge.axis, rotation, out);
  return true;
}
