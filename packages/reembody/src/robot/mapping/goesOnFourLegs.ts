import type { HumanoidBone } from '@leib/core';
import { farEnd } from './limbPath.js';
import type { RobotTree } from './robotTree.js';
import { dot, lengthOf, meanOf, minus, type Triple } from './triple.js';

/** Below this angle between trunk and legs, and between arms and legs, a robot goes on all fours, radians. */
const TRUNK_ANGLE = 2.1;
const LIMB_ANGLE = 0.7;
/** Front legs are at least this part of the hind legs' length. */
const LENGTH_SHARE = 0.6;

/** Whether what looks like arms are legs: the trunk lies across the legs, and both pairs of limbs point the same way. */
export function goesOnFourLegs(tree: RobotTree, bones: readonly (HumanoidBone | null)[]): boolean {
  const legs = middleLimb(tree, bones, 'Leg');
  const arms = middleLimb(tree, bones, 'Arm');
  if (legs === null || arms === null) return false;
  const along = minus(legs.end, legs.start);
  const armAlong = minus(arms.end, arms.start);
  const trunk = minus(arms.start, legs.start);
  const isLong = lengthOf(armAlong) > LENGTH_SHARE * lengthOf(along);
  return isLong && angleBetween(trunk, along) < TRUNK_ANGLE && angleBetween(along, armAlong) < LIMB_ANGLE;
}

/** From where to where the limbs of both sides go on the whole. */
function middleLimb(
  tree: RobotTree,
  bones: readonly (HumanoidBone | null)[],
  kind: 'Arm' | 'Leg',
): { readonly start: Triple; readonly end: Triple } | null {
  const first = (['left', 'right'] as const).map((side) => bones.indexOf(`${side}Upper${kind}`));
  if (first.includes(-1)) return null;
  const starts = first.map((hinge) => tree.hinges[hinge].anchor);
  const ends = first.map((hinge, i) => farEnd(tree, hinge, starts[i]) ?? starts[i]);
  return { start: meanOf(starts), end: meanOf(ends) };
}

function angleBetween(a: Triple, b: Triple): number {
  return Math.acos(Math.min(1, Math.max(-1, dot(a, b) / Math.max(1e-9, lengthOf(a) * lengthOf(b)))));
}
