import type { HumanoidBone } from '@leib/core';

/** Joint vertex sets and the bone tree of MakeHuman's default rig. */
export interface SourceRig {
  /** Vertices whose mean is the joint, by joint name (`<bone>____head`, `<bone>____tail`). */
  readonly joints: Readonly<Record<string, readonly number[]>>;
  readonly bones: Readonly<Record<string, { readonly parent: string | null }>>;
}

export function readSourceRig(file: Buffer): SourceRig {
  return JSON.parse(file.toString('utf8')) as SourceRig;
}

/** A kept bone: what it is called in VRM, which source bone it starts at. */
export interface KeptBone {
  readonly bone: HumanoidBone;
  readonly parent: HumanoidBone | null;
  /** Source joints whose mean is this bone's joint. */
  readonly joints: readonly string[];
  /** Source bones whose weights become this bone's; a bone not named anywhere goes to its nearest named ancestor. */
  readonly weightsOf: readonly string[];
}

const fingers = [
  ['Index', 2],
  ['Middle', 3],
  ['Ring', 4],
  ['Little', 5],
] as const;

function sideBones(side: 'left' | 'right'): KeptBone[] {
  const s = side === 'left' ? 'L' : 'R';
  const head = (name: string) => `${name}.${s}____head`;
  const bone = (name: string, parent: string, source: string, weightsOf: string[] = []): KeptBone => ({
    bone: `${side}${name}` as HumanoidBone,
    parent: (parent.startsWith('=') ? parent.slice(1) : `${side}${parent}`) as HumanoidBone,
    joints: [head(source)],
    weightsOf: [source, ...weightsOf].map((name) => `${name}.${s}`),
  });
  const toes = [1, 2, 3, 4, 5].map((toe) => `toe${toe}-1`);
  return [
    // The eyeballs are our own; what little skin the source moves with the eye stays with the head.
    { ...bone('Eye', '=head', 'eye'), weightsOf: [] },
    bone('UpperLeg', '=hips', 'upperleg01'),
    bone('LowerLeg', 'UpperLeg', 'lowerleg01'),
    bone('Foot', 'LowerLeg', 'foot'),
    { ...bone('Toes', 'Foot', 'toe1-1', toes.slice(1)), joints: toes.slice(0, 4).map(head) },
    bone('Shoulder', '=upperChest', 'clavicle'),
    bone('UpperArm', 'Shoulder', 'upperarm01'),
    bone('LowerArm', 'UpperArm', 'lowerarm01'),
    bone('Hand', 'LowerArm', 'wrist'),
    bone('ThumbMetacarpal', 'Hand', 'finger1-1'),
    bone('ThumbProximal', 'ThumbMetacarpal', 'finger1-2'),
    bone('ThumbDistal', 'ThumbProximal', 'finger1-3'),
    ...fingers.flatMap(([name, digit]) => [
      bone(`${name}Proximal`, 'Hand', `finger${digit}-1`),
      bone(`${name}Intermediate`, `${name}Proximal`, `finger${digit}-2`),
      bone(`${name}Distal`, `${name}Intermediate`, `finger${digit}-3`),
    ]),
  ];
}

const trunkBone = (bone: HumanoidBone, parent: HumanoidBone | null, source: string, weightsOf: string[]): KeptBone => ({
  bone,
  parent,
  joints: [`${source}____head`],
  weightsOf,
});

/** All 55 VRM bones, in the order of core's humanoidBones. spine05 is the sacrum, so it stays with the hips. */
export const keptBones: readonly KeptBone[] = [
  trunkBone('hips', null, 'spine05', ['root', 'spine05', 'pelvis.L', 'pelvis.R']),
  trunkBone('spine', 'hips', 'spine04', ['spine04', 'spine03']),
  trunkBone('chest', 'spine', 'spine02', ['spine02']),
  trunkBone('upperChest', 'chest', 'spine01', ['spine01']),
  trunkBone('neck', 'upperChest', 'neck01', ['neck01', 'neck02', 'neck03']),
  trunkBone('head', 'neck', 'head', ['head']),
  trunkBone('jaw', 'head', 'jaw', ['jaw']),
  ...sideBones('left'),
  ...sideBones('right'),
];

export const boneIndex: Readonly<Record<string, number>> = Object.fromEntries(
  keptBones.map((kept, index) => [kept.bone, index]),
);

/** Kept bone that each source bone's weights go to. */
export function keptBoneOf(rig: SourceRig, sourceBone: string): number {
  for (let name: string | null = sourceBone; name !== null; name = rig.bones[name].parent) {
    const at = keptBones.findIndex((kept) => kept.weightsOf.includes(name as string));
    if (at >= 0) return at;
    if (!rig.bones[name]) throw new Error(`rig: bone "${name}" is not in the tree.`);
  }
  throw new Error(`rig: bone "${sourceBone}" has no kept ancestor.`);
}
