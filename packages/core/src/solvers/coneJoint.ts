import { clampJointLimit } from '../limits/jointLimit.js';
import { createQuat, quat } from '../math/index.js';
import { readBallRotation, writeBallAngles } from './ballAngles.js';
import type { ArticulatedChain } from './chainTypes.js';

// Scratch of clampConeJoint(), which writes it before it reads it.
const local = createQuat();

/** Brings the angles of a joint into its cone; those of a joint without one stay. Returns whether they had to move. */
export function clampConeJoint(chain: ArticulatedChain, angles: Float64Array, joint: number): boolean {
  const cone = chain.cones[joint];
  if (cone === null) return false;
  readBallRotation(chain, angles, joint, local);
  if (chain.areConesInverse) quat.conjugate(local, local);
  if (!clampJointLimit(cone, local, local)) return false;
  if (chain.areConesInverse) quat.conjugate(local, local);
  writeBallAngles(chain, joint, local, angles);
  return true;
}
