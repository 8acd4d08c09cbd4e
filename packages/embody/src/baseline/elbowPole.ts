import { createVec3, type ReadonlyVec3, unitAcross, type Vec3, vec3 } from '@leib/core';

const wish = createVec3();

/**
 * Which way an elbow points, from where the hand is and how it is held. All in axes of the chest with the lateral side
 * +X (mirrored for the right arm), +Y up, +Z ahead; unit vectors.
 *
 * From the hand's place alone: down, back and out; the more the hand is raised, the more out and ahead. A hand also
 * tells by its fingers where its forearm comes from, since wrists like to be straight: on the hips they point inwards,
 * so the elbow sticks out. That counts for less than the first, so the two can never cancel and the elbow never flips.
 */
export function elbowPole(out: Vec3, toHand: ReadonlyVec3, fingers: ReadonlyVec3): Vec3 {
  const up = Math.max(0, toHand[1]);
  const across = Math.max(0, -toHand[0]);
  vec3.set(wish, 0.4 + 0.6 * up, -1 + 0.35 * up, -0.55 + 0.8 * up + 0.25 * across);
  unitAcross(out, toHand, wish);
  const along = vec3.dot(fingers, toHand);
  for (let k = 0; k < 3; k++) out[k] -= 0.8 * (fingers[k] - along * toHand[k]);
  return out;
}
