import { createQuat, createVec3, quat, type ReadonlyVec3, type Vec3, vec3 } from '@leib/core';
import type { ArmState } from './armsState.js';
import type { ArmModel } from './buildArms.js';

// Scratch.
const inverse = createQuat();
const chestJoint = createVec3();
const local = createVec3();
const sum = createVec3();

/**
 * How far the fields move an elbow, world space (thesis ch. 4.4, algorithm 4.3): each whose radius it is in by
 * strength * cos(distance / radius * pi / 2), away from its centre or towards it; the sum over all.
 */
export function sumMagnets(arm: ArmModel, state: ArmState, elbowWorld: ReadonlyVec3, out: Vec3): void {
  const { fields } = arm;
  quat.conjugate(inverse, state.chestRotation);
  vec3.transformQuat(chestJoint, arm.collarOffset, state.chestRotation);
  vec3.subtract(chestJoint, state.collarWorld, chestJoint);
  vec3.subtract(local, elbowWorld, chestJoint);
  vec3.transformQuat(local, local, inverse);
  vec3.set(sum, 0, 0, 0);
  for (let at = 0; at < fields.length; at += 5) {
    const x = local[0] - fields[at];
    const y = local[1] - fields[at + 1];
    const z = local[2] - fields[at + 2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const radius = fields[at + 3];
    // At its centre a field has no direction.
    if (distance > radius || distance < 1e-9) continue;
    const size = (fields[at + 4] * Math.cos(((distance / radius) * Math.PI) / 2)) / distance;
    sum[0] += x * size;
    sum[1] += y * size;
    sum[2] += z * size;
  }
  vec3.transformQuat(out, sum, state.chestRotation);
}
