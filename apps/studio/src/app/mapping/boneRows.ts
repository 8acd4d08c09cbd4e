import { type HumanoidBone, humanoidBones, requiredBones } from '@leib/core';

/** Bones that are listed together. */
export interface BoneGroup {
  readonly id: 'needed' | 'more' | 'leftFingers' | 'rightFingers';
  readonly label: string;
  readonly bones: readonly HumanoidBone[];
}

const isFinger = (bone: HumanoidBone) => /Thumb|Index|Middle|Ring|Little/.test(bone);

/** Every humanoid bone once: those that a body needs, others, then fingers of each hand. */
export const boneGroups: readonly BoneGroup[] = [
  { id: 'needed', label: 'Needed', bones: requiredBones },
  {
    id: 'more',
    label: 'Shoulders, chest, toes, face',
    bones: humanoidBones.filter((bone) => !requiredBones.includes(bone) && !isFinger(bone)),
  },
  {
    id: 'leftFingers',
    label: 'Fingers of the left hand',
    bones: humanoidBones.filter((bone) => bone.startsWith('left') && isFinger(bone)),
  },
  {
    id: 'rightFingers',
    label: 'Fingers of the right hand',
    bones: humanoidBones.filter((bone) => bone.startsWith('right') && isFinger(bone)),
  },
];

/** Words for VRM's names that people say otherwise. */
const words: readonly (readonly [RegExp, string])[] = [
  [/UpperLeg$/, ' thigh'],
  [/LowerLeg$/, ' shin'],
  [/LowerArm$/, ' forearm'],
  [/UpperArm$/, ' upper arm'],
  [/Shoulder$/, ' collar bone'],
];

/** A bone's name for people: "leftUpperLeg" is "Left thigh". */
export function boneLabel(bone: HumanoidBone): string {
  let text: string = bone;
  for (const [pattern, word] of words) text = text.replace(pattern, word);
  text = text.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
