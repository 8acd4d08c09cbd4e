import { buildTable, type NameTable, numberedDigits } from './nameTable.js';

/** Names of programs that make whole characters: Poser, Daz Studio, Character Creator. */
export const characterTables: readonly NameTable[] = [
  // Poser, and Daz Genesis 1 and 2. The hip carries trunk and legs.
  buildTable({
    convention: 'Daz / Poser',
    signature: ['abdomen', 'lShldr'],
    sides: ['l', 'r'],
    trunk: { hip: 'hips', abdomen: 'spine', abdomen2: 'chest', chest: 'upperChest', neck: 'neck', head: 'head' },
    sided: {
      '*Eye': 'Eye',
      '*Thigh': 'UpperLeg',
      '*Shin': 'LowerLeg',
      '*Foot': 'Foot',
      '*Toe': 'Toes',
      '*Collar': 'Shoulder',
      '*Shldr': 'UpperArm',
      '*ForeArm': 'LowerArm',
      '*Hand': 'Hand',
      ...numberedDigits(['Thumb', 'Index', 'Mid', 'Ring', 'Pinky'], (word, number) => `*${word}${number}`),
    },
  }),
  // Daz Genesis 3 and 8: limbs are split into a bone that bends and one that twists below it.
  buildTable({
    convention: 'Daz Genesis 8',
    signature: ['abdomenLower', 'lShldrBend'],
    sides: ['l', 'r'],
    trunk: {
      hip: 'hips',
      abdomenLower: 'spine',
      abdomenUpper: 'chest',
      chestLower: 'upperChest',
      neckLower: 'neck',
      head: 'head',
      lowerJaw: 'jaw',
    },
    sided: {
      '*Eye': 'Eye',
      '*ThighBend': 'UpperLeg',
      '*Shin': 'LowerLeg',
      '*Foot': 'Foot',
      '*Toe': 'Toes',
      '*Collar': 'Shoulder',
      '*ShldrBend': 'UpperArm',
      '*ForearmBend': 'LowerArm',
      '*Hand': 'Hand',
      ...numberedDigits(['Thumb', 'Index', 'Mid', 'Ring', 'Pinky'], (word, number) => `*${word}${number}`),
    },
    ignored: ['pelvis', '*ThighTwist', '*ShldrTwist', '*ForearmTwist', '*Metatarsals', 'chestUpper', 'neckUpper'],
  }),
  // Reallusion Character Creator 3 and 4. Hip and pelvis lie in one place; the legs hang on the pelvis.
  buildTable({
    convention: 'Character Creator',
    signature: ['CC_Base_Hip'],
    sides: ['L', 'R'],
    trunk: {
      CC_Base_Hip: 'hips',
      CC_Base_Waist: 'spine',
      CC_Base_Spine01: 'chest',
      CC_Base_Spine02: 'upperChest',
      CC_Base_NeckTwist01: 'neck',
      CC_Base_Head: 'head',
      CC_Base_JawRoot: 'jaw',
    },
    sided: {
      'CC_Base_*_Eye': 'Eye',
      'CC_Base_*_Thigh': 'UpperLeg',
      'CC_Base_*_Calf': 'LowerLeg',
      'CC_Base_*_Foot': 'Foot',
      'CC_Base_*_ToeBase': 'Toes',
      'CC_Base_*_Clavicle': 'Shoulder',
      'CC_Base_*_Upperarm': 'UpperArm',
      'CC_Base_*_Forearm': 'LowerArm',
      'CC_Base_*_Hand': 'Hand',
      ...numberedDigits(['Thumb', 'Index', 'Mid', 'Ring', 'Pinky'], (word, number) => `CC_Base_*_${word}${number}`),
    },
    ignored: ['CC_Base_Pelvis', 'CC_Base_NeckTwist02'],
  }),
];
