import { buildSkeleton, type HumanoidBone, parentBone, type RawJoint, type Skeleton } from '@leib/core';

/** Tests only: a small person of our own, bone by bone in the T-pose facing +Z, metres. */
const left: readonly (readonly [string, number, number, number])[] = [
  ['UpperLeg', 0.1, 0, 0],
  ['LowerLeg', 0, -0.4, 0],
  ['Foot', 0, -0.42, 0],
  ['Toes', 0, -0.05, 0.13],
  ['Shoulder', 0.03, 0.12, 0.02],
  ['UpperArm', 0.14, 0, 0],
  ['LowerArm', 0.26, 0, 0],
  ['Hand', 0.24, 0, 0],
  ['ThumbMetacarpal', 0.03, 0, 0.02],
  ['ThumbProximal', 0.025, 0, 0.02],
  ['ThumbDistal', 0.02, 0, 0.015],
  ...(['Index', 'Middle', 'Ring', 'Little'] as const).flatMap((finger, i): [string, number, number, number][] => [
    [`${finger}Proximal`, 0.09, 0, 0.03 - 0.02 * i],
    [`${finger}Intermediate`, 0.035, 0, 0],
    [`${finger}Distal`, 0.025, 0, 0],
  ]),
];

const trunk: readonly (readonly [HumanoidBone, number, number, number])[] = [
  ['hips', 0, 0.95, 0],
  ['spine', 0, 0.1, 0],
  ['chest', 0, 0.14, 0],
  ['upperChest', 0, 0.14, 0],
  ['neck', 0, 0.16, 0.01],
  ['head', 0, 0.09, 0.02],
];

/** The whole person, or without some bones; what hung on a missing bone hangs on the next one above. */
export function personSkeleton(without: readonly HumanoidBone[] = []): Skeleton {
  const all: [HumanoidBone, number, number, number][] = [
    ...trunk.map(([bone, x, y, z]): [HumanoidBone, number, number, number] => [bone, x, y, z]),
    ...(['left', 'right'] as const).flatMap((side) =>
      left.map(([part, x, y, z]): [HumanoidBone, number, number, number] => [
        `${side}${part}` as HumanoidBone,
        side === 'left' ? x : -x,
        y,
        z,
      ]),
    ),
  ];
  const offsets = new Map(all.map(([bone, x, y, z]) => [bone, [x, y, z]]));
  const joints = all.flatMap(([bone]): RawJoint[] => {
    if (without.includes(bone)) return [];
    const offset = [...(offsets.get(bone) as number[])];
    let parent = parentBone(bone);
    while (parent !== null && without.includes(parent)) {
      const skipped = offsets.get(parent) as number[];
      for (let k = 0; k < 3; k++) offset[k] += skipped[k];
      parent = parentBone(parent);
    }
    return [{ name: bone, parent, offset: [offset[0], offset[1], offset[2]], bone }];
  });
  return buildSkeleton(joints);
}
