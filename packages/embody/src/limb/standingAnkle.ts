import { footShape, jointOfBone, restFloorY, type Skeleton } from '@leib/core';

/** Ankles at rest that differ by more than this share of the head's height are of a body that rests on one leg. */
const UNEVEN = 0.01;

/**
 * Height of an ankle whose foot is flat on the ground that the rest pose stands on (y, metres): by its skin, where that
 * was measured. Else, where one hip is raised at rest, the leg of that side ends above the ground: its foot is as high as
 * the other one, which stands.
 */
export function standingAnkleY(skeleton: Skeleton, side: 'left' | 'right'): number {
  const shape = footShape(skeleton, side);
  if (shape) return restFloorY(skeleton) + shape.ankleHeight;
  const heightOf = (bone: 'leftFoot' | 'rightFoot' | 'head') => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? Number.NaN : skeleton.restWorldPositions[joint * 3 + 1];
  };
  const own = heightOf(`${side}Foot`);
  const other = heightOf(side === 'left' ? 'rightFoot' : 'leftFoot');
  return own - other > UNEVEN * (heightOf('head') - other) ? other : own;
}
