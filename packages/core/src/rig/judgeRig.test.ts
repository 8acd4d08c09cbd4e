import { describe, expect, test } from 'vitest';
import { type HumanoidBone, requiredBones } from '../skeleton/humanoid.js';
import { judgeRig } from './judgeRig.js';
import { findLooseLimbs, findMisplacedBones, findStrayJoints } from './looseJoints.js';
import { mapHumanoid } from './mapHumanoid.js';
import type { BoneJoints, NamedRig } from './namedRig.js';
import { boneReason } from './namedRig.js';
import { type PlacedRig, placedRig, quaternius, sidedNames } from './placedRig.testing.js';

const daz = sidedNames(
  { hips: 'hip', spine: 'abdomen', chest: 'chest' },
  {
    Shoulder: '*Collar',
    UpperArm: '*Shldr',
    LowerArm: '*ForeArm',
    Hand: '*Hand',
    UpperLeg: '*Thigh',
    LowerLeg: '*Shin',
    Foot: '*Foot',
    Toes: '*Toe',
  },
  ['l', 'r'],
);
const genesis8 = sidedNames(
  { hips: 'hip', spine: 'abdomenLower', chest: 'abdomenUpper', neck: 'neckLower' },
  {
    Shoulder: '*Collar',
    UpperArm: '*ShldrBend',
    LowerArm: '*ForearmBend',
    Hand: '*Hand',
    UpperLeg: '*ThighBend',
    LowerLeg: '*Shin',
    Foot: '*Foot',
    Toes: '*Toe',
  },
  ['l', 'r'],
);
const creator = sidedNames(
  {
    hips: 'CC_Base_Hip',
    spine: 'CC_Base_Waist',
    chest: 'CC_Base_Spine01',
    neck: 'CC_Base_NeckTwist01',
    head: 'CC_Base_Head',
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
  },
  ['L', 'R'],
);
const op3 = sidedNames(
  { hips: 'pelvis', neck: 'neck_pan', head: 'head_tilt' },
  {
    Shoulder: '*_clav',
    UpperArm: '*_sho_pitch',
    LowerArm: '*_el',
    Hand: '*_wrist',
    UpperLeg: '*_hip_pitch',
    LowerLeg: '*_knee',
    Foot: '*_ank_pitch',
    Toes: '*_toe',
  },
  ['l', 'r'],
);
const cmuHumanoid = sidedNames(
  { hips: 'pelvis', spine: 'lowerbackrx', chest: 'upperbackrx', neck: 'lowerneckrx', head: 'headrx' },
  {
    Shoulder: '*claviclery',
    UpperArm: '*humerusrz',
    LowerArm: '*radiusrx',
    Hand: '*handrz',
    UpperLeg: '*femurrz',
    LowerLeg: '*tibiarx',
    Foot: '*footrz',
    Toes: '*toesrx',
  },
  ['l', 'r'],
);
const plain = sidedNames({}, {}, ['L', 'R']);
const numbers = (_: HumanoidBone, index: number) => `Bone.${String(index * 7 + 3).padStart(3, '0')}`;

/** Bones whose joint is not the true one. */
function wrongBones(rig: PlacedRig, bones: BoneJoints): string[] {
  return rig.bones.flatMap((bone, joint) => (bone === null || bones[bone] === joint ? [] : [bone]));
}

describe('names of other makes', () => {
  test.each([
    ['Daz, Poser', daz, 'Daz / Poser'],
    ['Daz Genesis 8', genesis8, 'Daz Genesis 8'],
    ['Character Creator', creator, 'Character Creator'],
    ['Maya with a namespace', (bone: HumanoidBone) => `char:${bone}`, 'VRM 1.0'],
    ['Maya with a namespace whose colon a loader took away', (bone: HumanoidBone) => `char${bone}`, 'VRM 1.0'],
    ['Maya with a namespace and an underscore', (bone: HumanoidBone) => `char_${bone}`, 'VRM 1.0'],
    ['OP3', op3, 'unknown'],
    ['CMU humanoid', cmuHumanoid, 'unknown'],
    ['Quaternius', quaternius, 'Blender (.L/.R)'],
  ])('%s: every bone is found, and the mapping is good', (_, nameOf, convention) => {
    const rig = placedRig({ nameOf });
    const mapping = mapHumanoid(rig);
    expect(wrongBones(rig, mapping.bones)).toEqual([]);
    expect(mapping.convention).toBe(convention);
    expect(judgeRig(rig, mapping)).toMatchObject({ verdict: 'good', sentences: [], doubts: [] });
  });

  test('a limb whose joints share one word is split by where they are (Khronos rigged figure, TALOS)', () => {
    const part = { UpperArm: 1, LowerArm: 2, Hand: 3, UpperLeg: 1, LowerLeg: 2, Foot: 3, Toes: 5 };
    const nameOf = (bone: HumanoidBone) => {
      const found = /^(left|right)(.*)$/.exec(bone);
      if (!found) return { neck: 'neck_joint_1', head: 'neck_joint_2' }[bone as string] ?? `torso_joint_${bone}`;
      const limb = /Arm|Hand/.test(bone) ? 'arm' : 'leg';
      return `${limb}_joint_${found[1] === 'left' ? 'L' : 'R'}_${part[found[2] as keyof typeof part]}`;
    };
    const rig = placedRig({ nameOf, without: /Shoulder/ });
    const { bones, reasons } = mapHumanoid(rig);
    expect(wrongBones(rig, bones)).toEqual([]);
    expect(reasons.leftHand).toMatchObject({ by: 'chain', why: expect.stringContaining('joints named "arm"') });
    expect(reasons.head?.why).toBe('the topmost neck joint; none is named head');
  });

  test('hinges in one place are one joint', () => {
    const names = ['pelvis', 'spine', 'head'];
    const parents = [-1, 0, 1];
    const at = [0, 1, 0, 0, 1.2, 0, 0, 1.6, 0];
    for (const [side, x] of [['left', 1] as const, ['right', -1] as const]) {
      // Shoulder 1-3, elbow 4, wrist 5-7; hip 1-3, knee 4, ankle 5-6, as TALOS has them.
      [0.2, 0.2, 0.2, 0.45, 0.7, 0.7, 0.7].forEach((reach, i) => {
        parents.push(i === 0 ? 1 : names.length - 1);
        names.push(`arm_${side}_${i + 1}_joint`);
        at.push(x * reach, 1.4, 0);
      });
      [1, 1, 1, 0.5, 0.1, 0.1].forEach((height, i) => {
        parents.push(i === 0 ? 0 : names.length - 1);
        names.push(`leg_${side}_${i + 1}_joint`);
        at.push(x * 0.1, height, 0);
      });
    }
    const { bones } = mapHumanoid({ names, parents, restWorldPositions: at });
    const expected = {
      leftUpperArm: 'arm_left_1_joint',
      leftLowerArm: 'arm_left_4_joint',
      leftHand: 'arm_left_5_joint',
      rightUpperLeg: 'leg_right_1_joint',
      rightLowerLeg: 'leg_right_4_joint',
      rightFoot: 'leg_right_5_joint',
    };
    for (const [bone, name] of Object.entries(expected))
      expect(names[bones[bone as HumanoidBone] as number]).toBe(name);
    expect(
      judgeRig({ names, parents, restWorldPositions: at }, mapHumanoid({ names, parents, restWorldPositions: at }))
        .verdict,
    ).toBe('good');
  });
});

describe('names that say nothing', () => {
  test('a person is found by its shape, and every needed bone is doubtful', () => {
    const rig = placedRig({ nameOf: numbers });
    const mapping = mapHumanoid(rig, { byShape: true });
    expect(wrongBones(rig, mapping.bones)).toEqual([]);
    expect(mapping.reasons.hips).toMatchObject({ by: 'shape', confidence: 0.4 });
    const { verdict, doubts } = judgeRig(rig, mapping);
    expect(verdict).toBe('good');
    expect(doubts.map(({ bone }) => bone)).toEqual(expect.arrayContaining([...requiredBones]));
  });

  test('where neither feet nor face show which way it faces, the mapping is poor', () => {
    const rig = placedRig({ nameOf: numbers, without: /Toes/ });
    const mapping = mapHumanoid(rig, { byShape: true });
    expect(wrongBones(rig, mapping.bones)).toEqual([]);
    expect(judgeRig(rig, mapping)).toMatchObject({
      verdict: 'poor',
      sentences: [expect.stringContaining('nothing shows which way the body faces')],
    });
  });

  test('shape is only asked where it is wanted', () => {
    expect(mapHumanoid(placedRig({ nameOf: numbers })).bones).toEqual({});
  });

  test('a leg with a toe base and its end: the ankle is the foot', () => {
    const rig = placedRig({ nameOf: numbers });
    const ends = (['leftToes', 'rightToes'] as const).map((bone) => rig.bones.indexOf(bone));
    const longer: PlacedRig = {
      names: [...rig.names, 'Bone.901', 'Bone.902'],
      parents: [...rig.parents, ...ends],
      restWorldPositions: [...rig.restWorldPositions, 0.09, 0.02, 0.2, -0.09, 0.02, 0.2],
      bones: [...rig.bones, null, null],
    };
    expect(wrongBones(longer, mapHumanoid(longer, { byShape: true }).bones)).toEqual([]);
  });

  test('a rig that faces -Z has its left where its toes say', () => {
    const rig = placedRig({ nameOf: numbers });
    const turned = rig.restWorldPositions.map((value, i) => (i % 3 === 1 ? value : -value));
    const { bones } = mapHumanoid({ ...rig, restWorldPositions: turned }, { byShape: true });
    expect(wrongBones(rig, bones)).toEqual([]);
  });

  test('one side named: the other is its mirror image', () => {
    const rig = placedRig({ nameOf: (bone, index) => (bone.startsWith('right') ? numbers(bone, index) : bone) });
    const mapping = mapHumanoid(rig, { byShape: true });
    expect(wrongBones(rig, mapping.bones)).toEqual([]);
    expect(mapping.reasons.rightHand).toMatchObject({ by: 'mirror', why: 'mirror image of "leftHand"' });
    expect(judgeRig(rig, mapping).verdict).toBe('good');
  });
});

describe('what cannot be worn', () => {
  const refusal = (rig: NamedRig) => judgeRig(rig, mapHumanoid(rig, { byShape: true }));

  test('without arms', () => {
    const { verdict, sentences } = refusal(placedRig({ nameOf: plain, without: /Shoulder|Arm|Hand/ }));
    expect(verdict).toBe('refused');
    expect(sentences).toEqual([
      'No person was found in it; it lacks a left arm with an elbow and a right arm with an elbow.',
      'Found: hips, a spine of 2 joints, a neck, a head, 2 legs.',
    ]);
  });

  test('with one leg', () => {
    const { verdict, sentences } = refusal(placedRig({ nameOf: plain, without: /right(UpperLeg|LowerLeg|Foot|Toes)/ }));
    expect(verdict).toBe('refused');
    expect(sentences[0]).toContain('it lacks a right leg with a knee');
  });

  test('without any legs it is worn from the hips up', () => {
    expect(refusal(placedRig({ nameOf: plain, without: /Leg|Foot|Toes/ })).verdict).toBe('good');
  });

  test('a chair and a snake', () => {
    const chair: NamedRig = {
      names: ['seat', 'back', 'leg_front_L', 'leg_front_R', 'leg_rear_L', 'leg_rear_R'],
      parents: [-1, 0, 0, 0, 0, 0],
      restWorldPositions: [0, 0.5, 0, 0, 1, -0.2, 0.2, 0, 0.2, -0.2, 0, 0.2, 0.2, 0, -0.2, -0.2, 0, -0.2],
    };
    const names = Array.from({ length: 24 }, (_, i) => `segment_${i}`);
    const snake: NamedRig = {
      names: [...names.slice(0, 23), 'head'],
      parents: names.map((_, i) => i - 1),
      restWorldPositions: names.flatMap((_, i) => [0, 0.05, i * 0.1]),
    };
    expect(refusal(chair)).toMatchObject({ verdict: 'refused', isMendable: false });
    expect(refusal(snake).verdict).toBe('refused');
    expect(refusal(snake).sentences[0]).toMatch(/^No person was found in it; it lacks hips, a left arm/);
  });

  test('an animal on four legs, whatever its bones are called', () => {
    const rig = placedRig({ nameOf: plain });
    // The trunk lies along +Z at hip height, arms and legs go down to the ground.
    const level = rig.bones.flatMap((bone, joint) => {
      const [x, y, z] = rig.restWorldPositions.slice(joint * 3, joint * 3 + 3);
      if (bone === null || /Leg|Foot|Toes/.test(bone)) return [x, y, z];
      const along = y - 1;
      if (!/Arm|Hand/.test(bone)) return [x, 1, along];
      return [Math.sign(x) * 0.1, 1 - (Math.abs(x) - 0.18) * 1.7, along];
    });
    const { verdict, sentences, isMendable } = refusal({ ...rig, restWorldPositions: level });
    expect({ verdict, isMendable }).toEqual({ verdict: 'refused', isMendable: false });
    expect(sentences[0]).toMatch(/four legs/);
  });
});

describe('poor mappings', () => {
  const rig = placedRig({ nameOf: quaternius });
  const { bones } = mapHumanoid(rig);
  const judge = (changes: BoneJoints, on: PlacedRig = rig) => {
    const changed = { ...bones, ...changes };
    const reason = boneReason('user', 'set by hand');
    return judgeRig(on, { bones: changed, reasons: Object.fromEntries(Object.keys(changed).map((b) => [b, reason])) });
  };
  const kindsOf = (changes: BoneJoints, on?: PlacedRig) =>
    judge(changes, on).doubts.map(({ bone, kind }) => `${bone} ${kind}`);

  test('the true one is good', () => {
    expect(judge({})).toMatchObject({ verdict: 'good', doubts: [] });
  });

  test('shin and thigh exchanged', () => {
    const changes = { leftUpperLeg: bones.leftLowerLeg, leftLowerLeg: bones.leftUpperLeg } as BoneJoints;
    expect(kindsOf(changes)).toContain('leftLowerLeg order');
    expect(judge(changes).sentences).toContain('LeftLowerLeg: the bones above and below it stand in the wrong order.');
  });

  test('a hand above its forearm', () => {
    const changes = { leftHand: bones.leftLowerArm, leftLowerArm: bones.leftHand } as BoneJoints;
    expect(judge(changes).doubts).toContainEqual(
      expect.objectContaining({ bone: 'leftHand', sentence: 'leftLowerArm hangs on it, not the other way round' }),
    );
  });

  test('one pair crossed, and all of them', () => {
    expect(kindsOf({ leftHand: bones.rightHand, rightHand: bones.leftHand } as BoneJoints)).toContain(
      'leftHand swapped',
    );
    const all = Object.fromEntries(
      Object.entries(bones).map(([bone, joint]) => [
        bone.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left')),
        joint,
      ]),
    );
    expect(judge(all).sentences.join(' ')).toMatch(/toes point back: left and right are probably exchanged/);
  });

  test('a bone without length, and a limb out of proportion', () => {
    const move = (bone: HumanoidBone, from: HumanoidBone, share: number): PlacedRig => {
      const at = [...rig.restWorldPositions];
      const [joint, other] = [rig.bones.indexOf(bone), rig.bones.indexOf(from)];
      for (let k = 0; k < 3; k++) at[joint * 3 + k] += (at[other * 3 + k] - at[joint * 3 + k]) * share;
      return { ...rig, restWorldPositions: at };
    };
    expect(kindsOf({}, move('leftLowerArm', 'leftUpperArm', 1))).toContain('leftUpperArm length');
    expect(kindsOf({}, move('rightLowerLeg', 'rightUpperLeg', 0.9))).toContain('rightLowerLeg proportion');
    expect(kindsOf({}, move('leftHand', 'leftLowerArm', 0.9))).toContain('leftHand proportion');
  });

  test('skin far away from its bone, and a limb that moves none', () => {
    const weights = rig.names.map(() => 1);
    const centres = [...rig.restWorldPositions];
    const [hand, shin] = [rig.bones.indexOf('leftHand'), rig.bones.indexOf('leftLowerLeg')];
    const skinned = (skin: { weights: number[]; centres: number[] }) => ({ ...rig, skin }) as PlacedRig;
    expect(judge({}, skinned({ weights, centres })).verdict).toBe('good');
    const torn = [...centres];
    torn[hand * 3] = -0.7;
    expect(kindsOf({}, skinned({ weights, centres: torn }))).toEqual(['leftHand skin']);
    const bare = weights.map((weight, joint) => (joint >= shin && joint <= shin + 2 ? 0 : weight));
    expect(kindsOf({}, skinned({ weights: bare, centres }))).toEqual(['leftLowerLeg bare']);
  });
});

describe('limbs beside the body', () => {
  const rehang = (rig: PlacedRig) =>
    findLooseLimbs(rig).map(({ joint, parent }) => [rig.bones[joint], rig.bones[parent]]);

  test('legs that hang on the root beside the hips', () => {
    const rig = placedRig({ nameOf: quaternius, onRoot: /UpperLeg/ });
    expect(rehang(rig)).toEqual([
      ['leftUpperLeg', 'hips'],
      ['rightUpperLeg', 'hips'],
    ]);
  });

  test('feet that are IK bones at the root', () => {
    const rig = placedRig({ nameOf: quaternius, onRoot: /Foot/ });
    expect(rehang(rig)).toEqual([
      ['leftFoot', 'leftLowerLeg'],
      ['rightFoot', 'rightLowerLeg'],
    ]);
  });

  test('bones that were assigned by hand are hung below each other', () => {
    const rig = placedRig({ nameOf: numbers, onRoot: /UpperLeg|Foot/ });
    const bones = Object.fromEntries(rig.bones.flatMap((bone, joint) => (bone ? [[bone, joint]] : [])));
    expect(findMisplacedBones(rig, bones).map(({ joint, parent }) => [rig.bones[joint], rig.bones[parent]])).toEqual([
      ['leftUpperLeg', 'hips'],
      ['leftFoot', 'leftLowerLeg'],
      ['rightUpperLeg', 'hips'],
      ['rightFoot', 'rightLowerLeg'],
    ]);
  });

  test('a whole body needs nothing', () => {
    expect(rehang(placedRig({ nameOf: quaternius }))).toEqual([]);
  });

  test('skin on a joint above the hips follows the hips, a palm at the wrist the hand', () => {
    const rig = placedRig({ nameOf: quaternius });
    const palm = rig.names.length;
    const placed: PlacedRig = {
      names: [...rig.names, 'Palm2.L'],
      parents: [...rig.parents, rig.bones.indexOf('leftLowerArm')],
      restWorldPositions: [...rig.restWorldPositions, 0.69, 1.44, 0],
      bones: [...rig.bones, null],
    };
    const { bones } = mapHumanoid(placed);
    expect(
      findStrayJoints(
        placed,
        bones,
        placed.names.map(() => true),
      ),
    ).toEqual([
      { joint: 0, parent: bones.hips },
      { joint: palm, parent: bones.leftHand },
    ]);
  });
});
