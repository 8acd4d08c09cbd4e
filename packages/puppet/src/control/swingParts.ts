import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import type { ControlModel } from './handControl.js';

// Scratch, written before it is read in every call.
const rotation = createQuat();
const arm = createVec3();

/**
 * Parts in which a hand sits turn about its rotation point: they are shifted by what a turn about their own pivot lacks.
 * `localRotations` are those of the joints (part i: joint i + 1); the shifts are added to `offsets`, parts x 3.
 */
export function swingParts({ swings }: ControlModel, localRotations: Float64Array, offsets: Float64Array): void {
  for (let i = 0; i < swings.length; i++) {
    const swing = swings[i];
    const joint = (swing.part + 1) * 4;
    const at = swing.part * 3;
    for (let k = 0; k < 4; k++) rotation[k] = localRotations[joint + k];
    vec3.transformQuat(arm, swing.arm, quat.normalize(rotation, rotation));
    for (let k = 0; k < 3; k++) offsets[at + k] += arm[k] - swing.arm[k];
  }
}
