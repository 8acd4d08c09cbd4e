import { expect, test } from 'vitest';
import { type HumanoidBone, humanoidBones, mirrorBone, parentBone, requiredBones } from '../skeleton/humanoid.js';
import { smplBones } from '../skeleton/smplJoints.js';
import { mapHumanoid } from './mapHumanoid.js';
import { depthOf, isAncestor, type NamedRig } from './namedRig.js';
import {
  bandaiTree,
  bipedTree,
  bothSides,
  cmuTree,
  makeHumanTree,
  mixamoTree,
  rigFromTree,
  rigifyTree,
  smplShortTree,
  smplTree,
  unityTree,
  unrealTree,
  vrm1Tree,
  vroidTree,
} from './rigFixtures.testing.js';

const namesOf = (rig: NamedRig) => {
  const { bones } = mapHumanoid(rig);
  return Object.fromEntries(Object.entries(bones).map(([bone, joint]) => [bone, rig.names[joint]]));
};

const prefixed = (prefix: string) => {
  const rig = rigFromTree(mixamoTree);
  return { ...rig, names: rig.names.map((name) => prefix + name) };
};
const fingerBones = humanoidBones.filter((bone) => /Thumb|Index|Middle|Ring|Little/.test(bone));
const bodyBones: readonly HumanoidBone[] = smplBones;

const families: [name: string, rig: NamedRig, convention: string, bones: readonly HumanoidBone[]][] = [
  ['VRM 1.0', rigFromTree(vrm1Tree), 'VRM 1.0', humanoidBones],
  [
    'Unity',
    rigFromTree(unityTree),
    'Unity / VRM 0',
    [...bodyBones.filter((bone) => bone !== 'upperChest'), ...fingerBones.filter((bone) => bone.includes('Thumb'))],
  ],
  ['VRoid', rigFromTree(vroidTree), 'VRoid', [...bodyBones, ...fingerBones, 'leftEye', 'rightEye']],
  ['Mixamo', rigFromTree(mixamoTree), 'Mixamo', [...bodyBones, ...fingerBones]],
  ['Mixamo with prefix', prefixed('mixamorig:'), 'Mixamo', [...bodyBones, ...fingerBones]],
  ['Mixamo in three.js', prefixed('mixamorig'), 'Mixamo', [...bodyBones, ...fingerBones]],
  ['Mixamo, second of a file', prefixed('mixamorig1:'), 'Mixamo', [...bodyBones, ...fingerBones]],
  ['CMU', rigFromTree(cmuTree), 'CMU BVH', bodyBones],
  ['SMPL-X', rigFromTree(smplTree), 'SMPL', [...bodyBones, ...fingerBones, 'jaw', 'leftEye', 'rightEye']],
  ['SMPL', rigFromTree(smplShortTree), 'SMPL', bodyBones],
  ['Bandai-Namco', rigFromTree(bandaiTree), 'Bandai-Namco BVH', bodyBones.filter((bone) => bone !== 'upperChest')],
  ['MakeHuman', rigFromTree(makeHumanTree), 'MakeHuman', humanoidBones],
  ['Rocketbox', rigFromTree(bipedTree), '3ds Max Biped', humanoidBones],
  ['Rigify', rigFromTree(rigifyTree), 'Rigify', [...bodyBones, ...fingerBones]],
  ['Unreal', rigFromTree(unrealTree), 'Unreal', [...bodyBones, ...fingerBones]],
];

test.each(families)('%s is recognised by its table, nothing guessed', (_, rig, convention, bones) => {
  const mapping = mapHumanoid(rig);
  expect(mapping.convention).toBe(convention);
  expect(mapping.guessed).toEqual([]);
  expect(Object.keys(mapping.bones).sort()).toEqual([...bones].sort());
  expect(mapping.missing).toEqual(humanoidBones.filter((bone) => !bones.includes(bone)));
});

test.each(families)('%s: no joint twice, parents are ancestors, left and right are partners', (_, rig) => {
  const { bones } = mapHumanoid(rig);
  const joints = Object.values(bones);
  expect(new Set(joints).size).toBe(joints.length);
  for (const [bone, joint] of Object.entries(bones) as [HumanoidBone, number][]) {
    const mirrored = bones[mirrorBone(bone)];
    if (mirrored !== joint) expect(depthOf(rig, mirrored as number)).toBe(depthOf(rig, joint));
    const parent = parentBone(bone);
    if (parent && bones[parent] !== undefined && !bone.endsWith('Shoulder')) {
      expect(isAncestor(rig, bones[parent], joint)).toBe(true);
    }
  }
});

test("CMU's 22 joints: the finger base is the wrist, the hand only twists, Neck is mid-chest", () => {
  const names = namesOf(rigFromTree(cmuTree));
  expect(smplBones.map((bone) => names[bone])).toEqual([
    'Hips',
    'LeftUpLeg',
    'RightUpLeg',
    'Spine',
    'LeftLeg',
    'RightLeg',
    'Spine1',
    'LeftFoot',
    'RightFoot',
    'Neck',
    'LeftToeBase',
    'RightToeBase',
    'Neck1',
    'LeftShoulder',
    'RightShoulder',
    'Head',
    'LeftArm',
    'RightArm',
    'LeftForeArm',
    'RightForeArm',
    'LeftFingerBase',
    'RightFingerBase',
  ]);
});

test("a VRM 0 thumb's Proximal is VRM 1.0's metacarpal", () => {
  const names = namesOf(rigFromTree(unityTree));
  expect(names.leftThumbMetacarpal).toBe('LeftThumbProximal');
  expect(names.leftThumbProximal).toBe('LeftThumbIntermediate');
  expect(names.rightThumbDistal).toBe('RightThumbDistal');
});

test('a shoulder is an upper arm to SMPL and a collar bone to Mixamo', () => {
  expect(namesOf(rigFromTree(smplTree)).leftUpperArm).toBe('left_shoulder');
  expect(namesOf(rigFromTree(mixamoTree)).leftShoulder).toBe('LeftShoulder');
});

test('names nobody ever saw are guessed by words and hierarchy, and reported', () => {
  const rig = rigFromTree(`Reference(Hero_Pelvis(Hero_Torso_A(Hero_Torso_B(Hero_Neck(Hero_Head),
    ${bothSides('Hero_*_Shoulder(Hero_*_Elbow(Hero_*_ForearmTwist, Hero_*_Wrist(Hero_*_Pointer_A(Hero_*_Pointer_B))))', 'Lft', 'Rgt')})),
    ${bothSides('Hero_*_Thigh(Hero_*_Knee(Hero_*_Ankle(Hero_*_Ball)))', 'Lft', 'Rgt')}))`);
  const mapping = mapHumanoid(rig);
  expect(mapping.convention).toBe('unknown');
  expect(namesOf(rig)).toMatchObject({
    hips: 'Hero_Pelvis',
    spine: 'Hero_Torso_A',
    chest: 'Hero_Torso_B',
    neck: 'Hero_Neck',
    head: 'Hero_Head',
    leftUpperArm: 'Hero_Lft_Shoulder',
    leftLowerArm: 'Hero_Lft_Elbow',
    rightHand: 'Hero_Rgt_Wrist',
    rightUpperLeg: 'Hero_Rgt_Thigh',
    rightLowerLeg: 'Hero_Rgt_Knee',
    rightFoot: 'Hero_Rgt_Ankle',
    leftToes: 'Hero_Lft_Ball',
    leftIndexProximal: 'Hero_Lft_Pointer_A',
    leftIndexIntermediate: 'Hero_Lft_Pointer_B',
  });
  expect(mapping.guessed).toHaveLength(Object.keys(mapping.bones).length);
  expect(mapping.guessed.find(({ bone }) => bone === 'leftUpperArm')).toEqual({
    bone: 'leftUpperArm',
    jointName: 'Hero_Lft_Shoulder',
    why: 'named "shoulder", place in its chain',
  });
  expect(mapping.missing).toContain('leftShoulder');
});

test('collar + shoulder + forearm: the shoulder is the upper arm; shoulder + arm + forearm: it is not', () => {
  const arm = (chain: string) =>
    namesOf(
      rigFromTree(
        `pelvis(belly(neck(head), ${bothSides(chain, 'L', 'R')}), ${bothSides('thigh_*(calf_*(foot_*))', 'L', 'R')})`,
      ),
    );
  expect(arm('collar_*(shoulder_*(elbow_*(wrist_*)))').leftUpperArm).toBe('shoulder_L');
  expect(arm('shoulder_*(arm_*(elbow_*(hand_*)))')).toMatchObject({
    leftShoulder: 'shoulder_L',
    leftUpperArm: 'arm_L',
  });
  expect(arm('arm1_*(arm2_*(hand_*))')).toMatchObject({ rightUpperArm: 'arm1_R', rightLowerArm: 'arm2_R' });
});

test('an odd toe in an otherwise known rig is the only guess', () => {
  const rig = rigFromTree(mixamoTree);
  const names = rig.names.map((name) => name.replace('ToeBase', 'Toe'));
  const mapping = mapHumanoid({ ...rig, names });
  expect(mapping.convention).toBe('Mixamo');
  expect(mapping.guessed.map(({ bone }) => bone)).toEqual(['leftToes', 'rightToes']);
});

test('joints without a side in their names get it from where they are', () => {
  const rig = rigFromTree('pelvis(torso(head, arm.a(elbow.a(hand.a)), arm.b(elbow.b(hand.b))))');
  const x = rig.names.map((name) => (name.endsWith('.a') ? -0.5 : name.endsWith('.b') ? 0.5 : 0));
  const restWorldPositions = x.flatMap((across, joint) => [across, 1 + joint * 0.01, 0]);
  const { bones, guessed } = mapHumanoid({ ...rig, restWorldPositions });
  expect(bones.leftHand).toBe(rig.names.indexOf('hand.b'));
  expect(bones.rightUpperArm).toBe(rig.names.indexOf('arm.a'));
  expect(guessed.find(({ bone }) => bone === 'leftHand')?.why).toContain('side from where it is');
});

test('a guess that crosses the sides is dropped', () => {
  const rig = rigFromTree(mixamoTree);
  const names = rig.names.map((name) => name.replace('ToeBase', 'Toe'));
  const side = (name: string) => (name.startsWith('Left') ? 0.2 : name.startsWith('Right') ? -0.2 : 0);
  const restWorldPositions = names.flatMap((name, joint) => [
    name.endsWith('Toe') ? -side(name) : side(name),
    1 + joint * 0.01,
    0,
  ]);
  const mapping = mapHumanoid({ ...rig, names, restWorldPositions });
  expect(mapping.missing).toEqual(expect.arrayContaining(['leftToes', 'rightToes']));
});

test('hips without a name are where both legs hang', () => {
  const rig = rigFromTree(`B0(B1(spine(head)), ${bothSides('thigh_*(knee_*(foot_*))', 'L', 'R')})`);
  expect(namesOf(rig).hips).toBe('B0');
});

test.each([
  ['legs', 'UpLeg', /Leg|Foot|Toe/],
  ['fingers', 'Hand(?=.)', /Hand\w/],
])('a rig without %s works and says so', (_, __, pattern) => {
  const full = rigFromTree(mixamoTree);
  const kept = full.names.flatMap((name, joint) => (pattern.test(name) ? [] : [joint]));
  const rig = {
    names: kept.map((joint) => full.names[joint]),
    parents: kept.map((joint) => kept.indexOf(full.parents[joint])),
  };
  const mapping = mapHumanoid(rig);
  expect(mapping.convention).toBe('Mixamo');
  expect(mapping.bones.leftHand).toBe(rig.names.indexOf('LeftHand'));
  const gone = mapHumanoid(full);
  for (const [bone, joint] of Object.entries(gone.bones) as [HumanoidBone, number][]) {
    expect(mapping.missing.includes(bone)).toBe(pattern.test(full.names[joint]));
  }
});

test('a joint in the wrong place is not taken for its bone', () => {
  const rig = rigFromTree(mixamoTree);
  const parents = [...rig.parents];
  parents[rig.names.indexOf('LeftForeArm')] = rig.names.indexOf('Hips');
  const { bones } = mapHumanoid({ ...rig, parents });
  expect(bones.leftUpperArm).toBeDefined();
  expect(bones.leftLowerArm).toBeUndefined();
});

test('nothing humanoid: everything is missing, nothing throws', () => {
  const mapping = mapHumanoid(rigFromTree('table(leg_socket, drawer(knob))'));
  expect(mapping).toMatchObject({ bones: {}, convention: 'unknown', guessed: [] });
  expect(mapping.missing).toHaveLength(55);
  expect(mapHumanoid({ names: [], parents: [] }).missing).toEqual(expect.arrayContaining([...requiredBones]));
});

test('a broken rig is refused with its place', () => {
  expect(() => mapHumanoid({ names: ['a', 'b'], parents: [-1] })).toThrow('parents: expected 2, one per name, got 1');
  expect(() => mapHumanoid({ names: ['a', 'b'], parents: [1, -1] })).toThrow(
    'joints[0] "a": expected -1 or a parent that is listed before it, got 1',
  );
  expect(() => mapHumanoid({ names: ['a'], parents: [-1], restWorldPositions: [1] })).toThrow(
    'restWorldPositions: expected 3 numbers, got 1',
  );
});

test('names that every object has are names of joints like any other', () => {
  const rig = rigFromTree(mixamoTree);
  const found = mapHumanoid(rig).bones;
  const odd = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
  const extra = { ...rig, names: [...rig.names, ...odd], parents: [...rig.parents, ...odd.map(() => 0)] };
  expect(mapHumanoid(extra as NamedRig).bones).toEqual(found);
});
