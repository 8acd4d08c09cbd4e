const sides = ['left', 'right'] as const;
const fingers = ['index', 'middle', 'ring', 'little'] as const;
type Side = (typeof sides)[number];
type Finger = (typeof fingers)[number];

/** The 55 humanoid bones of VRM 1.0. */
export type HumanoidBone =
  | 'hips'
  | 'spine'
  | 'chest'
  | 'upperChest'
  | 'neck'
  | 'head'
  | 'jaw'
  | `${Side}Eye`
  | `${Side}${'UpperLeg' | 'LowerLeg' | 'Foot' | 'Toes'}`
  | `${Side}${'Shoulder' | 'UpperArm' | 'LowerArm' | 'Hand'}`
  | `${Side}Thumb${'Metacarpal' | 'Proximal' | 'Distal'}`
  | `${Side}${Capitalize<Finger>}${'Proximal' | 'Intermediate' | 'Distal'}`;

const capitalised = <Word extends string>(word: Word) =>
  (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<Word>;

const limbBones = (side: Side): HumanoidBone[] => [
  `${side}Eye`,
  `${side}UpperLeg`,
  `${side}LowerLeg`,
  `${side}Foot`,
  `${side}Toes`,
  `${side}Shoulder`,
  `${side}UpperArm`,
  `${side}LowerArm`,
  `${side}Hand`,
  `${side}ThumbMetacarpal`,
  `${side}ThumbProximal`,
  `${side}ThumbDistal`,
  ...fingers.flatMap((finger): HumanoidBone[] => [
    `${side}${capitalised(finger)}Proximal`,
    `${side}${capitalised(finger)}Intermediate`,
    `${side}${capitalised(finger)}Distal`,
  ]),
];

/** Every bone, parents before children. The index of a bone in this list is its number everywhere. */
export const humanoidBones: readonly HumanoidBone[] = [
  'hips',
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  'jaw',
  ...sides.flatMap(limbBones),
];

/** Number of each bone: `boneNumber.leftHand`. */
export const boneNumber = Object.fromEntries(humanoidBones.map((bone, index) => [bone, index])) as Readonly<
  Record<HumanoidBone, number>
>;

/** VRM 1.0 requires these; the others may be missing and everything still works. */
export const requiredBones: readonly HumanoidBone[] = [
  'hips',
  'spine',
  'head',
  ...sides.flatMap((side): HumanoidBone[] => [
    `${side}UpperLeg`,
    `${side}LowerLeg`,
    `${side}Foot`,
    `${side}UpperArm`,
    `${side}LowerArm`,
    `${side}Hand`,
  ]),
];

/** The bone each bone hangs on when no bone between them is missing; null for the hips. */
export function parentBone(bone: HumanoidBone): HumanoidBone | null {
  const trunk = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'] as const;
  const inTrunk = (trunk as readonly string[]).indexOf(bone);
  if (inTrunk === 0) return null;
  if (inTrunk > 0) return trunk[inTrunk - 1] ?? null;
  if (bone === 'jaw' || bone.endsWith('Eye')) return 'head';
  const side: Side = bone.startsWith('left') ? 'left' : 'right';
  const part = bone.slice(side.length);
  switch (part) {
    case 'UpperLeg':
      return 'hips';
    case 'LowerLeg':
      return `${side}UpperLeg`;
    case 'Foot':
      return `${side}LowerLeg`;
    case 'Toes':
      return `${side}Foot`;
    case 'Shoulder':
      return 'upperChest';
    case 'UpperArm':
      return `${side}Shoulder`;
    case 'LowerArm':
      return `${side}UpperArm`;
    case 'Hand':
      return `${side}LowerArm`;
    case 'ThumbMetacarpal':
      return `${side}Hand`;
    case 'ThumbProximal':
      return `${side}ThumbMetacarpal`;
    case 'ThumbDistal':
      return `${side}ThumbProximal`;
  }
  if (part.endsWith('Proximal')) return `${side}Hand`;
  if (part.endsWith('Intermediate')) return `${side}${part.replace('Intermediate', 'Proximal')}` as HumanoidBone;
  return `${side}${part.replace('Distal', 'Intermediate')}` as HumanoidBone;
}

/** The same bone on the other side; the trunk is its own mirror image. */
export function mirrorBone(bone: HumanoidBone): HumanoidBone {
  if (bone.startsWith('left')) return bone.replace('left', 'right') as HumanoidBone;
  if (bone.startsWith('right')) return bone.replace('right', 'left') as HumanoidBone;
  return bone;
}
