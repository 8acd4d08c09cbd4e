import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';

/** A body segment as a point mass on the line between two joints. */
export interface MassPoint {
  readonly from: number;
  readonly to: number;
  /** How far from `from` to `to`. */
  readonly along: number;
  /** Part of the body's mass. */
  readonly mass: number;
  readonly isTrunk: boolean;
}

type Segment = readonly [from: HumanoidBone, to: HumanoidBone, along: number, mass: number];

/**
 * Segment masses and centres, mean of women and men. de Leva, "Adjustments to Zatsiorsky-Seluyanov's segment inertia
 * parameters", J. Biomechanics 29(9), 1996, table 4. The head's centre lies above its joint, which ends the line here.
 */
const trunkSegments: readonly Segment[] = [
  ['neck', 'head', 1, 0.068],
  ['hips', 'neck', 0.56, 0.43],
];
const limbSegments: readonly Segment[] = (['left', 'right'] as const).flatMap((side): Segment[] => [
  [`${side}UpperArm`, `${side}LowerArm`, 0.58, 0.0263],
  [`${side}LowerArm`, `${side}Hand`, 0.46, 0.015],
  [`${side}LowerArm`, `${side}Hand`, 1, 0.0058],
  [`${side}UpperLeg`, `${side}LowerLeg`, 0.39, 0.1447],
  [`${side}LowerLeg`, `${side}Foot`, 0.44, 0.0457],
  [`${side}Foot`, `${side}Toes`, 0.4, 0.0133],
]);

/** The segments a rig has; without a neck the trunk reaches to the head. */
export function massPoints(skeleton: Skeleton): readonly MassPoint[] {
  const jointOf = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 && bone === 'neck' ? jointOfBone(skeleton, 'head') : joint;
  };
  return [...trunkSegments, ...limbSegments].flatMap(([fromBone, toBone, along, mass]): MassPoint[] => {
    const [from, to] = [jointOf(fromBone), jointOf(toBone)];
    return from < 0 || to < 0 ? [] : [{ from, to, along, mass, isTrunk: fromBone === 'neck' || fromBone === 'hips' }];
  });
}
