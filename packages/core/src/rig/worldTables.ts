import { buildTable, type NameTable, numberedDigits } from './nameTable.js';

/** Names of worlds and add-ons that share few words with the others. */
export const worldTables: readonly NameTable[] = [
  // MikuMikuDance. Upper and lower body hang beside each other on the centre.
  buildTable({
    convention: 'MikuMikuDance',
    signature: ['上半身', '下半身'],
    sides: ['左', '右'],
    trunk: {
      下半身: 'hips',
      上半身: 'spine',
      上半身2: 'chest',
      上半身3: 'upperChest',
      首: 'neck',
      頭: 'head',
      顎: 'jaw',
    },
    sided: {
      '*目': 'Eye',
      '*足': 'UpperLeg',
      '*ひざ': 'LowerLeg',
      '*足首': 'Foot',
      '*つま先': 'Toes',
      '*肩': 'Shoulder',
      '*腕': 'UpperArm',
      '*ひじ': 'LowerArm',
      '*手首': 'Hand',
      ...numberedDigits(['親指', '人指', '中指', '薬指', '小指'], (word, number) => {
        const first = word === '親指' ? 0 : 1;
        return `*${word}${'０１２３'[number - 1 + first]}`;
      }),
    },
  }),
  // Auto-Rig Pro for Blender: the bones that stretch carry the skin.
  buildTable({
    convention: 'Auto-Rig Pro',
    signature: ['root.x', 'spine_01.x'],
    sides: ['l', 'r'],
    trunk: {
      'root.x': 'hips',
      'spine_01.x': 'spine',
      'spine_02.x': 'chest',
      'spine_03.x': 'upperChest',
      'neck.x': 'neck',
      'head.x': 'head',
      'jawbone.x': 'jaw',
    },
    sided: {
      'eye.*': 'Eye',
      'thigh_stretch.*': 'UpperLeg',
      'leg_stretch.*': 'LowerLeg',
      'foot.*': 'Foot',
      'toes_01.*': 'Toes',
      'shoulder.*': 'Shoulder',
      'arm_stretch.*': 'UpperArm',
      'forearm_stretch.*': 'LowerArm',
      'hand.*': 'Hand',
      ...numberedDigits(['thumb', 'index', 'middle', 'ring', 'pinky'], (word, number) => `${word}${number}.*`),
    },
  }),
  // Second Life and OpenSimulator: the foot is the ball, the ankle the foot.
  buildTable({
    convention: 'Second Life',
    signature: ['mPelvis', 'mTorso'],
    sides: ['Left', 'Right'],
    trunk: {
      mPelvis: 'hips',
      mTorso: 'spine',
      mSpine3: 'chest',
      mChest: 'upperChest',
      mNeck: 'neck',
      mHead: 'head',
      mFaceJaw: 'jaw',
    },
    sided: {
      'mEye*': 'Eye',
      'mHip*': 'UpperLeg',
      'mKnee*': 'LowerLeg',
      'mAnkle*': 'Foot',
      'mFoot*': 'Toes',
      'mCollar*': 'Shoulder',
      'mShoulder*': 'UpperArm',
      'mElbow*': 'LowerArm',
      'mWrist*': 'Hand',
      ...numberedDigits(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (word, number) => `mHand${word}${number}*`),
    },
    ignored: ['mToe*'],
  }),
  // Roblox R15.
  buildTable({
    convention: 'Roblox',
    signature: ['LowerTorso', 'UpperTorso'],
    sides: ['Left', 'Right'],
    trunk: { LowerTorso: 'hips', UpperTorso: 'spine', Head: 'head' },
    sided: {
      '*UpperLeg': 'UpperLeg',
      '*LowerLeg': 'LowerLeg',
      '*Foot': 'Foot',
      '*UpperArm': 'UpperArm',
      '*LowerArm': 'LowerArm',
      '*Hand': 'Hand',
    },
  }),
];
