import { boneNumber } from '../skeleton/humanoid.js';
import type { Skeleton } from '../skeleton/skeleton.js';

export interface LegMeasures {
  /** Height of the hips above the lowest foot joint at rest, metres: how long the legs are as far as standing goes. */
  readonly hipsAboveFeet: number;
  /** Height of the lowest foot joint above the floor, metres; null where the rest pose does not stand on y = 0. */
  readonly soleHeight: number | null;
}

/** Joints of ankles and toes, as far as a skeleton has them. */
export function footJoints({ boneToJoint }: Skeleton): number[] {
  return (['leftFoot', 'rightFoot', 'leftToes', 'rightToes'] as const)
    .map((bone) => boneToJoint[boneNumber[bone]])
    .filter((joint) => joint >= 0);
}

/** Height of the lowest foot joint at rest, metres; infinite for a skeleton without feet. */
export function lowestFootHeight(skeleton: Skeleton): number {
  return Math.min(...footJoints(skeleton).map((joint) => skeleton.restWorldPositions[joint * 3 + 1]));
}

/** Legs of a skeleton at rest; null for one that has none. */
export function legMeasures(skeleton: Skeleton, soleHeight?: number): LegMeasures | null {
  const { boneToJoint, restWorldPositions } = skeleton;
  const lowest = lowestFootHeight(skeleton);
  const hips = boneToJoint[boneNumber.hips];
  if (!Number.isFinite(lowest) || hips < 0) return null;
  const hipsAboveFeet = restWorldPositions[hips * 3 + 1] - lowest;
  if (hipsAboveFeet <= 0) return null;
  // Ankles are within two fifths of the leg of the floor, in boots too; a BVH at the origin has them a whole leg below it.
  const isStanding = lowest > -0.05 * hipsAboveFeet && lowest < 0.4 * hipsAboveFeet;
  return { hipsAboveFeet, soleHeight: soleHeight ?? (isStanding ? lowest : null) };
}
