import type { NamedRig } from './namedRig.js';

/** Tests only: rigs of many families, written as trees. Not part of the public door. */

/** "Hips(Spine(Head) Leg)" -> names and parents. `*` in a subtree `{...}` stands for both words for the sides. */
export function rigFromTree(tree: string): NamedRig & { readonly parents: number[]; readonly names: string[] } {
  const names: string[] = [];
  const parents: number[] = [];
  const open: number[] = [];
  for (const [token] of tree.matchAll(/[()]|[^()\n,]+/g)) {
    const name = token.trim();
    if (name === '(') open.push(names.length - 1);
    else if (name === ')') open.pop();
    else if (name !== '') {
      parents.push(open.at(-1) ?? -1);
      names.push(name);
    }
  }
  return { names, parents };
}

/** The same subtree for both sides, `*` replaced. */
export function bothSides(tree: string, left: string, right: string): string {
  return `${tree.replaceAll('*', left)}, ${tree.replaceAll('*', right)}`;
}

const digitsOf = (names: readonly string[], segment: (finger: string, number: number) => string) =>
  names.map((finger) => `${segment(finger, 1)}(${segment(finger, 2)}(${segment(finger, 3)}))`).join(', ');

const mixamoHand = digitsOf(['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'], (finger, n) => `*Hand${finger}${n}`);
export const mixamoTree = `Hips(Spine(Spine1(Spine2(Neck(Head(HeadTop_End)),
  ${bothSides(`*Shoulder(*Arm(*ForeArm(*Hand(${mixamoHand}))))`, 'Left', 'Right')}))),
  ${bothSides('*UpLeg(*Leg(*Foot(*ToeBase(*Toe_End))))', 'Left', 'Right')})`;

export const cmuTree = `Hips(LHipJoint(LeftUpLeg(LeftLeg(LeftFoot(LeftToeBase)))),
  RHipJoint(RightUpLeg(RightLeg(RightFoot(RightToeBase)))),
  LowerBack(Spine(Spine1(Neck(Neck1(Head)),
  LeftShoulder(LeftArm(LeftForeArm(LeftHand(LeftFingerBase(LeftHandIndex1), LThumb)))),
  RightShoulder(RightArm(RightForeArm(RightHand(RightFingerBase(RightHandIndex1), RThumb))))))))`;

export const vrm1Tree = `hips(spine(chest(upperChest(neck(head(jaw, leftEye, rightEye)),
  ${bothSides(
    `*Shoulder(*UpperArm(*LowerArm(*Hand(*ThumbMetacarpal(*ThumbProximal(*ThumbDistal)),
     ${['Index', 'Middle', 'Ring', 'Little'].map((f) => `*${f}Proximal(*${f}Intermediate(*${f}Distal))`).join(', ')}))))`,
    'left',
    'right',
  )}))), ${bothSides('*UpperLeg(*LowerLeg(*Foot(*Toes)))', 'left', 'right')})`;

export const unityTree = `Armature(Hips(Spine(Chest(Neck(Head),
  ${bothSides('*Shoulder(*UpperArm(*LowerArm(*Hand(*ThumbProximal(*ThumbIntermediate(*ThumbDistal))))))', 'Left', 'Right')})),
  ${bothSides('*UpperLeg(*LowerLeg(*Foot(*Toes)))', 'Left', 'Right')}))`;

export const vroidTree = `Root(J_Bip_C_Hips(J_Bip_C_Spine(J_Bip_C_Chest(J_Bip_C_UpperChest(
  J_Bip_C_Neck(J_Bip_C_Head(J_Adj_L_FaceEye, J_Adj_R_FaceEye, J_Sec_Hair1)),
  ${bothSides(
    `J_Bip_*_Shoulder(J_Bip_*_UpperArm(J_Bip_*_LowerArm(J_Bip_*_Hand(
     ${digitsOf(['Thumb', 'Index', 'Middle', 'Ring', 'Little'], (f, n) => `J_Bip_*_${f}${n}`)}))))`,
    'L',
    'R',
  )}))),
  ${bothSides('J_Bip_*_UpperLeg(J_Bip_*_LowerLeg(J_Bip_*_Foot(J_Bip_*_ToeBase)))', 'L', 'R')}))`;

export const smplTree = `pelvis(${bothSides('*_hip(*_knee(*_ankle(*_foot)))', 'left', 'right')},
  spine1(spine2(spine3(neck(head(jaw, left_eye_smplhf, right_eye_smplhf)),
  ${bothSides(
    `*_collar(*_shoulder(*_elbow(*_wrist(
     ${digitsOf(['index', 'middle', 'pinky', 'ring', 'thumb'], (f, n) => `*_${f}${n}`)}))))`,
    'left',
    'right',
  )}))))`;

export const smplShortTree = `m_avg_Pelvis(${bothSides('m_avg_*_Hip(m_avg_*_Knee(m_avg_*_Ankle(m_avg_*_Foot)))', 'L', 'R')},
  m_avg_Spine1(m_avg_Spine2(m_avg_Spine3(m_avg_Neck(m_avg_Head),
  ${bothSides('m_avg_*_Collar(m_avg_*_Shoulder(m_avg_*_Elbow(m_avg_*_Wrist(m_avg_*_Hand))))', 'L', 'R')}))))`;

export const bandaiTree = `joint_Root(Hips(Spine(Chest(Neck(Head),
  ${bothSides('Shoulder_*(UpperArm_*(LowerArm_*(Hand_*)))', 'L', 'R')})),
  ${bothSides('UpperLeg_*(LowerLeg_*(Foot_*(Toes_*)))', 'L', 'R')}))`;

export const makeHumanTree = `root(spine05(spine04(spine03(spine02(breast.L, breast.R, spine01(
  neck01(neck02(neck03(head(jaw(tongue00), special05.L(eye.L), special05.R(eye.R), levator02.L)))),
  ${bothSides(
    `clavicle.*(shoulder01.*(upperarm01.*(upperarm02.*(lowerarm01.*(lowerarm02.*(wrist.*(
     finger1-1.*(finger1-2.*(finger1-3.*)),
     ${[2, 3, 4, 5].map((f) => `metacarpal${f - 1}.*(finger${f}-1.*(finger${f}-2.*(finger${f}-3.*)))`).join(', ')})))))))`,
    'L',
    'R',
  )}))))),
  ${bothSides('pelvis.*(upperleg01.*(upperleg02.*(lowerleg01.*(lowerleg02.*(foot.*(toe1-1.*(toe1-2.*), toe2-1.*(toe2-2.*), toe3-1.*))))))', 'L', 'R')})`;

export const bipedTree = `Bip01(Bip01 Pelvis(Bip01 Spine(Bip01 Spine1(Bip01 Spine2(Bip01 Neck(Bip01 Head(Bip01 MJaw, Bip01 LEye, Bip01 REye),
  ${bothSides(
    `Bip01 * Clavicle(Bip01 * UpperArm(Bip01 * Forearm(Bip01 * Hand(
     ${[0, 1, 2, 3, 4].map((f) => `Bip01 * Finger${f}(Bip01 * Finger${f}1(Bip01 * Finger${f}2(Bip01 * Finger${f}Nub)))`).join(', ')}))))`,
    'L',
    'R',
  )}))),
  ${bothSides('Bip01 * Thigh(Bip01 * Calf(Bip01 * Foot(Bip01 * Toe0)))', 'L', 'R')})))`;

export const rigifyTree = `DEF-spine(DEF-pelvis.L, DEF-pelvis.R, DEF-spine.001(DEF-spine.002(DEF-spine.003(
  DEF-spine.004(DEF-spine.005(DEF-spine.006)),
  ${bothSides(
    `DEF-shoulder.*(DEF-upper_arm.*(DEF-upper_arm.*.001(DEF-forearm.*(DEF-forearm.*.001(DEF-hand.*(
     ${digitsOf(['thumb', 'f_index', 'f_middle', 'f_ring', 'f_pinky'], (f, n) => `DEF-${f}.0${n}.*`)}))))))`,
    'L',
    'R',
  )}))),
  ${bothSides('DEF-thigh.*(DEF-thigh.*.001(DEF-shin.*(DEF-shin.*.001(DEF-foot.*(DEF-toe.*)))))', 'L', 'R')})`;

export const unrealTree = `root(pelvis(spine_01(spine_02(spine_03(neck_01(head),
  ${bothSides(
    `clavicle_*(upperarm_*(lowerarm_*(hand_*(${digitsOf(['thumb', 'index', 'middle', 'ring', 'pinky'], (f, n) => `${f}_0${n}_*`)}), lowerarm_twist_01_*), upperarm_twist_01_*))`,
    'l',
    'r',
  )}))),
  ${bothSides('thigh_*(calf_*(calf_twist_01_*, foot_*(ball_*)), thigh_twist_01_*)', 'l', 'r')}))`;
