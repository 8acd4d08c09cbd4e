import type { HumanoidBone } from '../skeleton/humanoid.js';

/** How one family of rigs names its joints. Names are kept as plainName() writes them. */
export interface NameTable {
  readonly convention: string;
  /** Names that must all be there for the table to count: tells families apart that share most of their names. */
  readonly signature: readonly string[];
  /** What a file may put before every name. */
  readonly prefix: RegExp | null;
  readonly boneByName: ReadonlyMap<string, HumanoidBone>;
  /** Joints that look like something they are not; never guessed at. */
  readonly ignored: ReadonlySet<string>;
}

/** Lower case without separators: "Left Upper_Leg", "leftUpperLeg" and "LeftUpperLeg" are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.:|-]/g, '');
}

interface TableSource {
  readonly convention: string;
  readonly signature?: readonly string[];
  readonly prefix?: RegExp;
  /** The words for left and right, put where a sided name has its `*`. */
  readonly sides: readonly [left: string, right: string];
  readonly trunk: Readonly<Record<string, TrunkBone>>;
  readonly sided: Readonly<Record<string, SidedPart>>;
  readonly ignored?: readonly string[];
}

type TrunkBone = Exclude<HumanoidBone, `left${string}` | `right${string}`>;
type SidedPart = HumanoidBone extends infer Bone ? (Bone extends `left${infer Part}` ? Part : never) : never;

function buildTable(source: TableSource): NameTable {
  const boneByName = new Map<string, HumanoidBone>();
  for (const [name, bone] of Object.entries(source.trunk)) boneByName.set(plainName(name), bone);
  for (const [name, part] of Object.entries(source.sided)) {
    boneByName.set(plainName(name.replace('*', source.sides[0])), `left${part}`);
    boneByName.set(plainName(name.replace('*', source.sides[1])), `right${part}`);
  }
  const ignored = (source.ignored ?? []).flatMap((name) => source.sides.map((side) => name.replace('*', side)));
  return {
    convention: source.convention,
    signature: (source.signature ?? []).map(plainName),
    prefix: source.prefix ?? null,
    boneByName,
    ignored: new Set(ignored.map(plainName)),
  };
}

const fingerParts = ['Index', 'Middle', 'Ring', 'Little'] as const;
const thumbSegments = ['Metacarpal', 'Proximal', 'Distal'] as const;
const fingerSegments = ['Proximal', 'Intermediate', 'Distal'] as const;

/** Names of the five digits: `name(finger, segment)` with fingers 0 (thumb) .. 4 (little), segments 0 .. 2. */
function digits(name: (finger: number, segment: number) => string): Record<string, SidedPart> {
  const parts: Record<string, SidedPart> = {};
  for (let segment = 0; segment < 3; segment++) {
    parts[name(0, segment)] = `Thumb${thumbSegments[segment]}`;
    fingerParts.forEach((finger, index) => {
      parts[name(index + 1, segment)] = `${finger}${fingerSegments[segment]}`;
    });
  }
  return parts;
}

const numberedDigits = (words: readonly string[], name: (word: string, number: number) => string) =>
  digits((finger, segment) => name(words[finger], segment + 1));

const vrmTrunk = {
  hips: 'hips',
  spine: 'spine',
  chest: 'chest',
  upperChest: 'upperChest',
  neck: 'neck',
  head: 'head',
  jaw: 'jaw',
} as const;

const vrmLimbs = {
  '*Eye': 'Eye',
  '*UpperLeg': 'UpperLeg',
  '*LowerLeg': 'LowerLeg',
  '*Foot': 'Foot',
  '*Toes': 'Toes',
  '*Shoulder': 'Shoulder',
  '*UpperArm': 'UpperArm',
  '*LowerArm': 'LowerArm',
  '*Hand': 'Hand',
} as const;

const vrmFingers = ['Index', 'Middle', 'Ring', 'Little'];
const smplTrunk = {
  pelvis: 'hips',
  spine1: 'spine',
  spine2: 'chest',
  spine3: 'upperChest',
  neck: 'neck',
  head: 'head',
  jaw: 'jaw',
} as const;
const smplLimbs = {
  '*_eye_smplhf': 'Eye',
  '*_hip': 'UpperLeg',
  '*_knee': 'LowerLeg',
  '*_ankle': 'Foot',
  '*_foot': 'Toes',
  '*_collar': 'Shoulder',
  '*_shoulder': 'UpperArm',
  '*_elbow': 'LowerArm',
  '*_wrist': 'Hand',
} as const;

/** A later table wins over an earlier one only by knowing more of the names. */
export const nameTables: readonly NameTable[] = [
  buildTable({
    convention: 'VRM 1.0',
    sides: ['left', 'right'],
    trunk: vrmTrunk,
    sided: {
      ...vrmLimbs,
      ...digits((finger, segment) =>
        finger === 0 ? `*Thumb${thumbSegments[segment]}` : `*${vrmFingers[finger - 1]}${fingerSegments[segment]}`,
      ),
    },
  }),
  // The thumb of Unity and VRM 0 starts with "Proximal" at the joint that VRM 1.0 calls the metacarpal.
  buildTable({
    convention: 'Unity / VRM 0',
    sides: ['Left', 'Right'],
    trunk: vrmTrunk,
    sided: {
      ...vrmLimbs,
      ...digits((finger, segment) => `*${['Thumb', ...vrmFingers][finger]}${fingerSegments[segment]}`),
    },
  }),
  buildTable({
    convention: 'VRoid',
    sides: ['L', 'R'],
    trunk: {
      J_Bip_C_Hips: 'hips',
      J_Bip_C_Spine: 'spine',
      J_Bip_C_Chest: 'chest',
      J_Bip_C_UpperChest: 'upperChest',
      J_Bip_C_Neck: 'neck',
      J_Bip_C_Head: 'head',
    },
    sided: {
      'J_Adj_*_FaceEye': 'Eye',
      'J_Bip_*_UpperLeg': 'UpperLeg',
      'J_Bip_*_LowerLeg': 'LowerLeg',
      'J_Bip_*_Foot': 'Foot',
      'J_Bip_*_ToeBase': 'Toes',
      'J_Bip_*_Shoulder': 'Shoulder',
      'J_Bip_*_UpperArm': 'UpperArm',
      'J_Bip_*_LowerArm': 'LowerArm',
      'J_Bip_*_Hand': 'Hand',
      ...numberedDigits(['Thumb', ...vrmFingers], (word, number) => `J_Bip_*_${word}${number}`),
    },
  }),
  // Also MotionBuilder's and many BVH files' names, where the prefix is absent.
  buildTable({
    convention: 'Mixamo',
    sides: ['Left', 'Right'],
    prefix: /^mixamorig\d*/,
    trunk: { Hips: 'hips', Spine: 'spine', Spine1: 'chest', Spine2: 'upperChest', Neck: 'neck', Head: 'head' },
    sided: {
      '*Eye': 'Eye',
      '*UpLeg': 'UpperLeg',
      '*Leg': 'LowerLeg',
      '*Foot': 'Foot',
      '*ToeBase': 'Toes',
      '*Shoulder': 'Shoulder',
      '*Arm': 'UpperArm',
      '*ForeArm': 'LowerArm',
      '*Hand': 'Hand',
      ...numberedDigits(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (word, number) => `*Hand${word}${number}`),
    },
  }),
  // CMU's skeleton, converted by amc2bvh: FingerBase is the wrist, Hand only twists the forearm, Neck is mid-chest;
  // LowerBack and LHipJoint sit on the hips, and the fingers carry no motion.
  buildTable({
    convention: 'CMU BVH',
    signature: ['LowerBack', 'LeftFingerBase', 'RightFingerBase', 'Neck1'],
    sides: ['Left', 'Right'],
    trunk: { Hips: 'hips', Spine: 'spine', Spine1: 'chest', Neck: 'upperChest', Neck1: 'neck', Head: 'head' },
    sided: {
      '*UpLeg': 'UpperLeg',
      '*Leg': 'LowerLeg',
      '*Foot': 'Foot',
      '*ToeBase': 'Toes',
      '*Shoulder': 'Shoulder',
      '*Arm': 'UpperArm',
      '*ForeArm': 'LowerArm',
      '*FingerBase': 'Hand',
    },
    ignored: ['LowerBack', 'LHipJoint', 'RHipJoint', '*Hand', '*HandIndex1', 'LThumb', 'RThumb'],
  }),
  // Biovision's: joints named after the joint, not the bone.
  buildTable({
    convention: 'Biovision BVH',
    signature: ['Hips'],
    sides: ['Left', 'Right'],
    trunk: {
      Hips: 'hips',
      Chest: 'spine',
      Chest2: 'chest',
      Chest3: 'chest',
      Chest4: 'upperChest',
      Neck: 'neck',
      Head: 'head',
    },
    sided: {
      '*Hip': 'UpperLeg',
      '*Knee': 'LowerLeg',
      '*Ankle': 'Foot',
      '*Toe': 'Toes',
      '*Collar': 'Shoulder',
      '*Shoulder': 'UpperArm',
      '*Elbow': 'LowerArm',
      '*Wrist': 'Hand',
    },
  }),
  buildTable({
    convention: 'SMPL',
    signature: ['pelvis'],
    sides: ['left', 'right'],
    trunk: smplTrunk,
    sided: {
      ...smplLimbs,
      ...numberedDigits(['thumb', 'index', 'middle', 'ring', 'pinky'], (word, number) => `*_${word}${number}`),
    },
    ignored: ['*_hand'],
  }),
  buildTable({
    convention: 'SMPL',
    sides: ['L', 'R'],
    prefix: /^[mf]avg/,
    trunk: smplTrunk,
    sided: {
      ...smplLimbs,
      ...numberedDigits(['thumb', 'index', 'middle', 'ring', 'pinky'], (word, number) => `*_${word}${number}`),
    },
    ignored: ['*_hand'],
  }),
  buildTable({
    convention: 'Bandai-Namco BVH',
    signature: ['joint_Root'],
    sides: ['L', 'R'],
    trunk: vrmTrunk,
    sided: {
      'UpperLeg_*': 'UpperLeg',
      'LowerLeg_*': 'LowerLeg',
      'Foot_*': 'Foot',
      'Toes_*': 'Toes',
      'Shoulder_*': 'Shoulder',
      'UpperArm_*': 'UpperArm',
      'LowerArm_*': 'LowerArm',
      'Hand_*': 'Hand',
    },
  }),
  // Five spine bones counted downwards, limbs split in two for twist. Five toe chains: the second lies on the foot's axis.
  buildTable({
    convention: 'MakeHuman',
    signature: ['spine05', 'spine01', 'neck01'],
    sides: ['L', 'R'],
    trunk: {
      root: 'hips',
      spine05: 'spine',
      spine03: 'chest',
      spine01: 'upperChest',
      neck01: 'neck',
      head: 'head',
      jaw: 'jaw',
    },
    sided: {
      'eye.*': 'Eye',
      'upperleg01.*': 'UpperLeg',
      'lowerleg01.*': 'LowerLeg',
      'foot.*': 'Foot',
      'toe2-1.*': 'Toes',
      'clavicle.*': 'Shoulder',
      'upperarm01.*': 'UpperArm',
      'lowerarm01.*': 'LowerArm',
      'wrist.*': 'Hand',
      ...digits((finger, segment) => `finger${finger + 1}-${segment + 1}.*`),
    },
  }),
  // 3ds Max Biped, as Rocketbox (and Valve) name it. Finger0 is the thumb; Finger01 its second segment.
  buildTable({
    convention: '3ds Max Biped',
    sides: ['L', 'R'],
    prefix: /^(valvebiped)?bip\d+/,
    trunk: {
      Pelvis: 'hips',
      Spine: 'spine',
      Spine1: 'chest',
      Spine2: 'upperChest',
      Neck: 'neck',
      Neck1: 'neck',
      Head: 'head',
      Head1: 'head',
      MJaw: 'jaw',
    },
    sided: {
      '*Eye': 'Eye',
      '* Thigh': 'UpperLeg',
      '* Calf': 'LowerLeg',
      '* Foot': 'Foot',
      '* Toe0': 'Toes',
      '* Clavicle': 'Shoulder',
      '* UpperArm': 'UpperArm',
      '* Forearm': 'LowerArm',
      '* Hand': 'Hand',
      ...digits((finger, segment) => `* Finger${finger}${segment === 0 ? '' : segment}`),
    },
  }),
  buildTable({
    convention: 'Rigify',
    signature: ['spine.003', 'spine.006'],
    sides: ['L', 'R'],
    prefix: /^def/,
    trunk: {
      spine: 'hips',
      'spine.001': 'spine',
      'spine.002': 'chest',
      'spine.003': 'upperChest',
      'spine.004': 'neck',
      'spine.006': 'head',
      jaw: 'jaw',
    },
    sided: {
      'eye.*': 'Eye',
      'thigh.*': 'UpperLeg',
      'shin.*': 'LowerLeg',
      'foot.*': 'Foot',
      'toe.*': 'Toes',
      'shoulder.*': 'Shoulder',
      'upper_arm.*': 'UpperArm',
      'forearm.*': 'LowerArm',
      'hand.*': 'Hand',
      ...digits((finger, segment) =>
        finger === 0
          ? `thumb.0${segment + 1}.*`
          : `f_${['index', 'middle', 'ring', 'pinky'][finger - 1]}.0${segment + 1}.*`,
      ),
    },
  }),
  buildTable({
    convention: 'Blender (.L/.R)',
    sides: ['L', 'R'],
    prefix: /^def/,
    trunk: vrmTrunk,
    sided: {
      'eye.*': 'Eye',
      'upper_leg.*': 'UpperLeg',
      'thigh.*': 'UpperLeg',
      'lower_leg.*': 'LowerLeg',
      'shin.*': 'LowerLeg',
      'foot.*': 'Foot',
      'toes.*': 'Toes',
      'toe.*': 'Toes',
      'shoulder.*': 'Shoulder',
      'upper_arm.*': 'UpperArm',
      'lower_arm.*': 'LowerArm',
      'forearm.*': 'LowerArm',
      'hand.*': 'Hand',
    },
  }),
  buildTable({
    convention: 'Unreal',
    sides: ['l', 'r'],
    trunk: {
      pelvis: 'hips',
      spine_01: 'spine',
      spine_02: 'chest',
      spine_03: 'upperChest',
      neck_01: 'neck',
      head: 'head',
    },
    sided: {
      'thigh_*': 'UpperLeg',
      'calf_*': 'LowerLeg',
      'foot_*': 'Foot',
      'ball_*': 'Toes',
      'clavicle_*': 'Shoulder',
      'upperarm_*': 'UpperArm',
      'lowerarm_*': 'LowerArm',
      'hand_*': 'Hand',
      ...numberedDigits(['thumb', 'index', 'middle', 'ring', 'pinky'], (word, number) => `${word}_0${number}_*`),
    },
  }),
];
