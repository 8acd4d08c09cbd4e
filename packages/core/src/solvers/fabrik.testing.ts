import { createVec3, type ReadonlyVec3, vec3 } from '../math/index.js';
import type { FabrikChain, FabrikOutput, FabrikState } from './fabrikChain.js';

/** Tests only: what the laws about FABRIK, plain and limited, look at. */

export function createFabrikOutput(): FabrikOutput {
  return { reached: false, iterations: 0, error: 0 };
}

export function jointAt({ positions }: FabrikState, joint: number): ReadonlyVec3 {
  return createVec3(...positions.subarray(joint * 3, joint * 3 + 3));
}

/** Largest difference of a bone from its length, metres. */
export function boneLengthError(chain: FabrikChain, state: FabrikState): number {
  let worst = 0;
  for (let bone = 0; bone < chain.boneCount; bone++) {
    const length = vec3.distance(jointAt(state, bone), jointAt(state, bone + 1));
    worst = Math.max(worst, Math.abs(length - chain.lengths[bone]));
  }
  return worst;
}
