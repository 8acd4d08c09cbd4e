import type { HumanoidBone } from '@leib/core';

/** Parts that are edited, delayed and tuned together. */
export const bodyGroups = [
  'hips',
  'torso',
  'head',
  'leftArm',
  'rightArm',
  'leftHand',
  'rightHand',
  'leftFingers',
  'rightFingers',
  'leftLeg',
  'rightLeg',
  'leftFoot',
  'rightFoot',
] as const;

export type BodyGroup = (typeof bodyGroups)[number];

/** Bones that the user has put together. */
export interface CustomGroup {
  readonly bones: readonly HumanoidBone[];
  /** Delay of their targets, seconds, over that of the body group they belong to; null: as that. */
  readonly delaySeconds: number | null;
}
/** Most of them, and longest name. */
export const MAX_CUSTOM_GROUPS = 16;
export const MAX_GROUP_NAME = 40;

/** The group a bone belongs to. */
export function groupOfBone(bone: HumanoidBone): BodyGroup {
  switch (bone) {
    case 'hips':
      return 'hips';
    case 'spine':
    case 'chest':
    case 'upperChest':
      return 'torso';
    case 'neck':
    case 'head':
    case 'jaw':
    case 'leftEye':
    case 'rightEye':
      return 'head';
  }
  const side = bone.startsWith('left') ? 'left' : 'right';
  const part = bone.slice(side.length);
  switch (part) {
    case 'Shoulder':
    case 'UpperArm':
    case 'LowerArm':
      return `${side}Arm`;
    case 'Hand':
      return `${side}Hand`;
    case 'UpperLeg':
    case 'LowerLeg':
      return `${side}Leg`;
    case 'Foot':
    case 'Toes':
      return `${side}Foot`;
  }
  return `${side}Fingers`;
}
