import { createVec3, solveTwoBoneIk, unitTowards, vec3 } from '@leib/core';
import type { ArmState } from './armsState.js';
import type { ArmModel } from './buildArms.js';

// Scratch.
const input = {
  rootWorld: createVec3(),
  targetWorld: createVec3(),
  poleWorld: createVec3(),
  upperLength: 0,
  lowerLength: 0,
};
const output = { midWorld: createVec3(), endWorld: createVec3(), reached: false };

/** Elbow and hand on the side that was chosen, by the law of cosines; the line from shoulder to hand with them. */
export function bendArm({ limb }: ArmModel, state: ArmState): void {
  unitTowards(state.axisWorld, state.shoulderWorld, state.handWorld);
  vec3.copy(input.rootWorld, state.shoulderWorld);
  vec3.copy(input.targetWorld, state.handWorld);
  vec3.copy(input.poleWorld, state.sideWorld);
  input.upperLength = limb.upper.length;
  input.lowerLength = limb.lower.length;
  solveTwoBoneIk(input, output);
  vec3.copy(state.elbowWorld, output.midWorld);
  vec3.copy(state.endWorld, output.endWorld);
  updateRadius(state);
}

/** Distance of the elbow from the line from shoulder to hand, once elbow and side are known. */
export function updateRadius(state: ArmState): void {
  const { shoulderWorld: from, elbowWorld: to, sideWorld: side } = state;
  state.radius = (to[0] - from[0]) * side[0] + (to[1] - from[1]) * side[1] + (to[2] - from[2]) * side[2];
}
