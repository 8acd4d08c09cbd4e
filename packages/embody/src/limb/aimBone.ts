import { createVec3, lookRotation, type Quat, quat, type ReadonlyVec3, unitTowards } from '@leib/core';
import type { AimedBone } from './limbModel.js';

// Scratch.
const direction = createVec3();

/** World rotation of a bone that leads from one point to another and bends about a hinge. */
export function aimBone(
  out: Quat,
  bone: AimedBone,
  fromWorld: ReadonlyVec3,
  toWorld: ReadonlyVec3,
  hingeWorld: ReadonlyVec3,
): void {
  unitTowards(direction, fromWorld, toWorld);
  lookRotation(out, direction, hingeWorld);
  quat.multiply(out, out, bone.restAimInverse);
}
