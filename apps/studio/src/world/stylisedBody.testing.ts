import { buildSkeleton, humanoidBones, jointOfBone, type RawJoint, type Skeleton } from '@leib/core';

/** Tests only: bodies as cartoons and games have them. Factors of the default body's lengths, and the size of the whole. */
export interface Stylisation {
  readonly legs: number;
  readonly trunk: number;
  readonly arms: number;
  readonly size: number;
}

export const stylisations: Readonly<Record<string, Stylisation>> = {
  'an ordinary person': { legs: 1, trunk: 1, arms: 1, size: 1 },
  'short legs': { legs: 0.4, trunk: 0.8, arms: 0.6, size: 1 },
  'a toy of 0.4 m': { legs: 0.45, trunk: 0.7, arms: 0.7, size: 0.4 },
  'a giant of 3 m': { legs: 1.2, trunk: 0.9, arms: 1.2, size: 1.75 },
  'long arms, short legs': { legs: 0.6, trunk: 1.1, arms: 1.4, size: 1 },
};

/** The body with other lengths, on the floor: ankles as high as their share of the size. */
export function styliseBody(skeleton: Skeleton, { legs, trunk, arms, size }: Stylisation): Skeleton {
  const { jointCount, parents, restOffsets, restWorldPositions } = skeleton;
  const boneOf = new Map(humanoidBones.map((bone) => [jointOfBone(skeleton, bone), bone]));
  const factorOf = (joint: number) => {
    const bone = boneOf.get(joint) ?? '';
    if (/LowerLeg|Foot$/.test(bone)) return legs;
    if (/LowerArm|Hand$/.test(bone)) return arms;
    return /pine|hest|neck|head/.test(bone) ? trunk : 1;
  };
  const ankle = jointOfBone(skeleton, 'leftFoot');
  const legLength =
    restWorldPositions[jointOfBone(skeleton, 'leftUpperLeg') * 3 + 1] - restWorldPositions[ankle * 3 + 1];
  const joints: RawJoint[] = Array.from({ length: jointCount }, (_, joint) => {
    const factor = factorOf(joint) * size;
    const [x, y, z] = restOffsets.subarray(joint * 3, joint * 3 + 3);
    const drop = parents[joint] < 0 ? (1 - legs) * legLength : 0;
    return {
      name: `joint ${joint}`,
      parent: parents[joint] < 0 ? null : `joint ${parents[joint]}`,
      offset: [x * factor, (y - drop) * factor, z * factor],
      bone: boneOf.get(joint) ?? null,
    };
  });
  return buildSkeleton(joints);
}
