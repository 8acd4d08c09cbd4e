import type { HumanoidBone } from '@leib/core';

/** Tests only: how programs and people name the bones of a body. */

type Parts = Readonly<Record<string, string>>;

const fingerWords = ['Thumb', 'Index', 'Middle', 'Ring', 'Little'] as const;
const segments: Readonly<Record<string, number>> = { Metacarpal: 1, Proximal: 1, Intermediate: 2, Distal: 3 };

/** `*` stands for the side; fingers by `finger(0..4, 1..3)`. */
function scheme(
  [left, right]: readonly [string, string],
  trunk: Parts,
  sided: Parts,
  finger: (finger: number, segment: number) => string,
): (bone: HumanoidBone) => string {
  return (bone) => {
    const side = /^(left|right)(.*)$/.exec(bone);
    if (!side) return trunk[bone] ?? bone;
    const digit = /^(Thumb|Index|Middle|Ring|Little)(.*)$/.exec(side[2]);
    const number = digit ? fingerWords.indexOf(digit[1] as 'Thumb') : -1;
    const segment = digit
      ? segments[digit[2]] + (number === 0 && digit[2] !== 'Metacarpal' ? (digit[2] === 'Proximal' ? 1 : 0) : 0)
      : 0;
    const name = digit ? finger(number, segment) : (sided[side[2]] ?? side[2]);
    return name.replaceAll('*', side[1] === 'left' ? left : right);
  };
}

const words =
  (list: readonly string[], name: (word: string, segment: number) => string) => (finger: number, segment: number) =>
    name(list[finger], segment);

const mixamo = scheme(
  ['Left', 'Right'],
  { hips: 'Hips', spine: 'Spine', chest: 'Spine1', upperChest: 'Spine2', neck: 'Neck', head: 'Head' },
  {
    Shoulder: '*Shoulder',
    UpperArm: '*Arm',
    LowerArm: '*ForeArm',
    Hand: '*Hand',
    UpperLeg: '*UpLeg',
    LowerLeg: '*Leg',
    Foot: '*Foot',
    Toes: '*ToeBase',
    Eye: '*Eye',
  },
  words(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (word, segment) => `*Hand${word}${segment}`),
);
const biped = (prefix: string, gap: string) =>
  scheme(
    ['L', 'R'],
    {
      hips: `${prefix}Pelvis`,
      spine: `${prefix}Spine`,
      chest: `${prefix}Spine1`,
      upperChest: `${prefix}Spine2`,
      neck: `${prefix}Neck`,
      head: `${prefix}Head`,
      jaw: `${prefix}MJaw`,
    },
    Object.fromEntries(
      Object.entries({
        Shoulder: 'Clavicle',
        UpperArm: 'UpperArm',
        LowerArm: 'Forearm',
        Hand: 'Hand',
        UpperLeg: 'Thigh',
        LowerLeg: 'Calf',
        Foot: 'Foot',
        Toes: 'Toe0',
        Eye: 'Eye',
      }).map(([part, word]) => [part, `${prefix}*${gap}${word}`]),
    ),
    (finger, segment) => `${prefix}*${gap}Finger${finger}${segment === 1 ? '' : segment - 1}`,
  );
const creator = scheme(
  ['L', 'R'],
  {
    hips: 'CC_Base_Hip',
    spine: 'CC_Base_Waist',
    chest: 'CC_Base_Spine01',
    upperChest: 'CC_Base_Spine02',
    neck: 'CC_Base_NeckTwist01',
    head: 'CC_Base_Head',
    jaw: 'CC_Base_JawRoot',
  },
  {
    Shoulder: 'CC_Base_*_Clavicle',
    UpperArm: 'CC_Base_*_Upperarm',
    LowerArm: 'CC_Base_*_Forearm',
    Hand: 'CC_Base_*_Hand',
    UpperLeg: 'CC_Base_*_Thigh',
    LowerLeg: 'CC_Base_*_Calf',
    Foot: 'CC_Base_*_Foot',
    Toes: 'CC_Base_*_ToeBase',
    Eye: 'CC_Base_*_Eye',
  },
  words(['Thumb', 'Index', 'Mid', 'Ring', 'Pinky'], (word, segment) => `CC_Base_*_${word}${segment}`),
);
const daz = scheme(
  ['l', 'r'],
  { hips: 'hip', spine: 'abdomen', chest: 'abdomen2', upperChest: 'chest', neck: 'neck', head: 'head' },
  {
    Shoulder: '*Collar',
    UpperArm: '*Shldr',
    LowerArm: '*ForeArm',
    Hand: '*Hand',
    UpperLeg: '*Thigh',
    LowerLeg: '*Shin',
    Foot: '*Foot',
    Toes: '*Toe',
    Eye: '*Eye',
  },
  words(['Thumb', 'Index', 'Mid', 'Ring', 'Pinky'], (word, segment) => `*${word}${segment}`),
);
const genesis9 = scheme(
  ['l', 'r'],
  { hips: 'hip', spine: 'spine1', chest: 'spine2', upperChest: 'spine3', neck: 'neck1', head: 'head', jaw: 'lowerjaw' },
  {
    Shoulder: '*_shoulder',
    UpperArm: '*_upperarm',
    LowerArm: '*_forearm',
    Hand: '*_hand',
    UpperLeg: '*_thigh',
    LowerLeg: '*_shin',
    Foot: '*_foot',
    Toes: '*_toes',
    Eye: '*_eye',
  },
  words(['thumb', 'index', 'mid', 'ring', 'pinky'], (word, segment) => `*_${word}${segment}`),
);
const rigify = (prefix: string) =>
  scheme(
    ['L', 'R'],
    {
      hips: `${prefix}spine`,
      spine: `${prefix}spine.001`,
      chest: `${prefix}spine.002`,
      upperChest: `${prefix}spine.003`,
      neck: `${prefix}spine.004`,
      head: `${prefix}spine.006`,
      jaw: `${prefix}jaw`,
    },
    {
      Shoulder: `${prefix}shoulder.*`,
      UpperArm: `${prefix}upper_arm.*`,
      LowerArm: `${prefix}forearm.*`,
      Hand: `${prefix}hand.*`,
      UpperLeg: `${prefix}thigh.*`,
      LowerLeg: `${prefix}shin.*`,
      Foot: `${prefix}foot.*`,
      Toes: `${prefix}toe.*`,
      Eye: `${prefix}eye.*`,
    },
    words(['thumb', 'f_index', 'f_middle', 'f_ring', 'f_pinky'], (word, segment) => `${prefix}${word}.0${segment}.*`),
  );
const blender = scheme(
  ['L', 'R'],
  { upperChest: 'UpperChest' },
  Object.fromEntries(
    ['Shoulder', 'UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot', 'Toes', 'Eye'].map((part) => [
      part,
      `${part}.*`,
    ]),
  ),
  words(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (word, segment) => `${word}${segment}.*`),
);
const unreal = scheme(
  ['l', 'r'],
  { hips: 'pelvis', spine: 'spine_01', chest: 'spine_02', upperChest: 'spine_03', neck: 'neck_01', head: 'head' },
  {
    Shoulder: 'clavicle_*',
    UpperArm: 'upperarm_*',
    LowerArm: 'lowerarm_*',
    Hand: 'hand_*',
    UpperLeg: 'thigh_*',
    LowerLeg: 'calf_*',
    Foot: 'foot_*',
    Toes: 'ball_*',
    Eye: 'eye_*',
  },
  words(['thumb', 'index', 'middle', 'ring', 'pinky'], (word, segment) => `${word}_0${segment}_*`),
);
const vroid = scheme(
  ['L', 'R'],
  {
    hips: 'J_Bip_C_Hips',
    spine: 'J_Bip_C_Spine',
    chest: 'J_Bip_C_Chest',
    upperChest: 'J_Bip_C_UpperChest',
    neck: 'J_Bip_C_Neck',
    head: 'J_Bip_C_Head',
  },
  {
    ...Object.fromEntries(
      ['Shoulder', 'UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'].map((part) => [
        part,
        `J_Bip_*_${part}`,
      ]),
    ),
    Toes: 'J_Bip_*_ToeBase',
    Eye: 'J_Adj_*_FaceEye',
  },
  words(fingerWords, (word, segment) => `J_Bip_*_${word}${segment}`),
);
const mmd = scheme(
  ['左', '右'],
  { hips: '下半身', spine: '上半身', chest: '上半身2', upperChest: '上半身3', neck: '首', head: '頭', jaw: '顎' },
  {
    Shoulder: '*肩',
    UpperArm: '*腕',
    LowerArm: '*ひじ',
    Hand: '*手首',
    UpperLeg: '*足',
    LowerLeg: '*ひざ',
    Foot: '*足首',
    Toes: '*つま先',
    Eye: '*目',
  },
  (finger, segment) =>
    `*${['親指', '人指', '中指', '薬指', '小指'][finger]}${'０１２３'[finger === 0 ? segment - 1 : segment]}`,
);
const advancedSkeleton = scheme(
  ['L', 'R'],
  {
    hips: 'Root_M',
    spine: 'Spine1_M',
    chest: 'Spine2_M',
    upperChest: 'Chest_M',
    neck: 'Neck_M',
    head: 'Head_M',
    jaw: 'Jaw_M',
  },
  {
    Shoulder: 'Scapula_*',
    UpperArm: 'Shoulder_*',
    LowerArm: 'Elbow_*',
    Hand: 'Wrist_*',
    UpperLeg: 'Hip_*',
    LowerLeg: 'Knee_*',
    Foot: 'Ankle_*',
    Toes: 'Toes_*',
    Eye: 'Eye_*',
  },
  words(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (word, segment) => `${word}Finger${segment}_*`),
);
const autoRigPro = scheme(
  ['l', 'r'],
  {
    hips: 'root.x',
    spine: 'spine_01.x',
    chest: 'spine_02.x',
    upperChest: 'spine_03.x',
    neck: 'neck.x',
    head: 'head.x',
    jaw: 'jawbone.x',
  },
  {
    Shoulder: 'shoulder.*',
    UpperArm: 'arm_stretch.*',
    LowerArm: 'forearm_stretch.*',
    Hand: 'hand.*',
    UpperLeg: 'thigh_stretch.*',
    LowerLeg: 'leg_stretch.*',
    Foot: 'foot.*',
    Toes: 'toes_01.*',
    Eye: 'eye.*',
  },
  words(['thumb', 'index', 'middle', 'ring', 'pinky'], (word, segment) => `${word}${segment}.*`),
);
const secondLife = scheme(
  ['Left', 'Right'],
  {
    hips: 'mPelvis',
    spine: 'mTorso',
    chest: 'mSpine3',
    upperChest: 'mChest',
    neck: 'mNeck',
    head: 'mHead',
    jaw: 'mFaceJaw',
  },
  {
    Shoulder: 'mCollar*',
    UpperArm: 'mShoulder*',
    LowerArm: 'mElbow*',
    Hand: 'mWrist*',
    UpperLeg: 'mHip*',
    LowerLeg: 'mKnee*',
    Foot: 'mAnkle*',
    Toes: 'mFoot*',
    Eye: 'mEye*',
  },
  words(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (word, segment) => `mHand${word}${segment}*`),
);
const french = scheme(
  ['G', 'D'],
  {
    hips: 'bassin',
    spine: 'colonne1',
    chest: 'colonne2',
    upperChest: 'thorax',
    neck: 'cou',
    head: 'tete',
    jaw: 'machoire',
  },
  {
    Shoulder: 'clavicule_*',
    UpperArm: 'epaule_*',
    LowerArm: 'coude_*',
    Hand: 'poignet_*',
    UpperLeg: 'hanche_*',
    LowerLeg: 'genou_*',
    Foot: 'cheville_*',
    Toes: 'orteils_*',
    Eye: 'oeil_*',
  },
  words(['pouce', 'indexdoigt', 'majeur', 'annulaire', 'auriculaire'], (word, segment) => `${word}${segment}_*`),
);
const plainVrm = (bone: HumanoidBone) => bone as string;

export const wildNames: Readonly<Record<string, (bone: HumanoidBone, number: number) => string>> = {
  'VRM 1.0': plainVrm,
  'Maya namespace': (bone) => `char:${bone}`,
  'two namespaces, one within the other': (bone) => `scene:hero:${mixamo(bone)}`,
  'namespace without its colon': (bone) => `char_${bone}`,
  Mixamo: (bone) => `mixamorig:${mixamo(bone)}`,
  'Mixamo, numbered': (bone) => `mixamorig12:${mixamo(bone)}`,
  'Mixamo without a prefix (Ready Player Me)': mixamo,
  'Mixamo, as Sketchfab writes it': (bone, number) =>
    `mixamorig:${mixamo(bone)}_${String(number + 2).padStart(2, '0')}`,
  'Daz, Poser': daz,
  'Daz Genesis 9': genesis9,
  'Character Creator': creator,
  'Character Creator, as Sketchfab writes it': (bone, number) => `${creator(bone)}_0${number + 1}`,
  Rigify: rigify(''),
  'Rigify, deforming bones': rigify('DEF-'),
  'Rigify, original bones': rigify('ORG-'),
  'Rigify, as Sketchfab writes it': (bone, number) => `${rigify('DEF-')(bone)}_0${number + 1}`,
  'Blender .L and .R': blender,
  'Blender, a copy': (bone) => `${blender(bone)}.001`,
  '3ds Max Biped': biped('Bip01 ', ' '),
  '3ds Max Biped with underscores': biped('Bip001_', '_'),
  'Source engine': biped('ValveBiped.Bip01_', '_'),
  'Unreal mannequin': unreal,
  VRoid: vroid,
  MikuMikuDance: mmd,
  'Advanced Skeleton': advancedSkeleton,
  'Auto-Rig Pro': autoRigPro,
  'Second Life': secondLife,
  French: french,
  'numbered joints': (_, number) => `joint_${number}`,
  'no words at all': (_, number) => `Object_${(number * 7) % 100}`,
};
