import { type HumanoidBone, humanoidBones, type Skeleton } from '@leib/core';

/** Parts of the body that can come from different takes, by name. A file may add its own. */
export type BodyGroups = Readonly<Record<string, readonly HumanoidBone[]>>;

const trunk: readonly HumanoidBone[] = ['spine', 'chest', 'upperChest'];
const head: readonly HumanoidBone[] = ['neck', 'head', 'jaw', 'leftEye', 'rightEye'];
const armEnds = ['Shoulder', 'UpperArm', 'LowerArm'] as const;
const legEnds = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const;
const sides = ['left', 'right'] as const;

const arm = (side: 'left' | 'right'): HumanoidBone[] => armEnds.map((end): HumanoidBone => `${side}${end}`);

/** Hand and fingers: all of a side that is neither arm, leg nor eye. */
const hand = (side: 'left' | 'right'): HumanoidBone[] =>
  humanoidBones.filter(
    (bone) =>
      bone.startsWith(side) &&
      !bone.endsWith('Eye') &&
      !arm(side).includes(bone) &&
      !legEnds.some((end) => bone === `${side}${end}`),
  );

/** The groups that every combination knows. Together they hold every bone once. */
export const bodyGroups = {
  pelvis: ['hips'],
  legs: sides.flatMap((side) => legEnds.map((end): HumanoidBone => `${side}${end}`)),
  trunk,
  head,
  leftArm: arm('left'),
  rightArm: arm('right'),
  leftHand: hand('left'),
  rightHand: hand('right'),
} as const satisfies BodyGroups;

/** Joints of a skeleton that belong to bones; a joint without a bone belongs to the nearest bone above it. */
export function jointsOfBones({ jointCount, jointToBone, parents }: Skeleton, bones: ReadonlySet<HumanoidBone>) {
  const isMember = new Uint8Array(jointCount);
  for (let joint = 0; joint < jointCount; joint++) {
    const bone = humanoidBones[jointToBone[joint]];
    if (bone !== undefined) isMember[joint] = bones.has(bone) ? 1 : 0;
    else if (parents[joint] >= 0) isMember[joint] = isMember[parents[joint]];
  }
  return isMember;
}
