import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import type { BodyProportions } from './bodyProportions.js';

const sides = ['left', 'right'] as const;

/** Lengths of a skeleton; null for segments that it lacks. */
export type MeasuredSkeleton = { readonly [Name in keyof BodyProportions]: number | null };

/** Lengths of a skeleton's bones, left and right averaged. Without `floorY` the floor is at its lowest joint. */
export function measureSkeleton(skeleton: Skeleton, floorY: number = lowestJoint(skeleton)): MeasuredSkeleton {
  const pair = (a: string, b: string) => {
    const lengths = sides.map((side) =>
      distanceBetween(skeleton, `${side}${a}` as HumanoidBone, `${side}${b}` as HumanoidBone),
    );
    return lengths[0] === null || lengths[1] === null ? null : (lengths[0] + lengths[1]) / 2;
  };
  const ankle = jointOfBone(skeleton, 'leftFoot');
  return {
    stature: null,
    upperArm: pair('UpperArm', 'LowerArm'),
    forearm: pair('LowerArm', 'Hand'),
    thigh: pair('UpperLeg', 'LowerLeg'),
    shank: pair('LowerLeg', 'Foot'),
    shoulderWidth: distanceBetween(skeleton, 'leftUpperArm', 'rightUpperArm'),
    hipWidth: distanceBetween(skeleton, 'leftUpperLeg', 'rightUpperLeg'),
    trunk: distanceBetween(skeleton, 'hips', 'head'),
    ankleHeight: ankle < 0 ? null : skeleton.restWorldPositions[ankle * 3 + 1] - floorY,
  };
}

/** All lengths of a skeleton, a personal body's for instance; null when a segment is missing. */
export function proportionsOfSkeleton(skeleton: Skeleton, stature: number, floorY?: number): BodyProportions | null {
  const measured = { ...measureSkeleton(skeleton, floorY), stature };
  return Object.values(measured).every((length) => length !== null) ? (measured as BodyProportions) : null;
}

export function lowestJoint({ restWorldPositions }: Skeleton): number {
  return restWorldPositions.reduce((low, value, i) => (i % 3 === 1 ? Math.min(low, value) : low), Infinity);
}

function distanceBetween(skeleton: Skeleton, a: HumanoidBone, b: HumanoidBone): number | null {
  const [i, j] = [jointOfBone(skeleton, a), jointOfBone(skeleton, b)];
  if (i < 0 || j < 0) return null;
  const at = skeleton.restWorldPositions;
  return Math.hypot(at[i * 3] - at[j * 3], at[i * 3 + 1] - at[j * 3 + 1], at[i * 3 + 2] - at[j * 3 + 2]);
}
