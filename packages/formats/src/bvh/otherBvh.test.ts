import {
  buildRetarget,
  createPose,
  createQuat,
  DEG,
  type HumanoidBone,
  humanoidBones,
  jointOfBone,
  type Motion,
  type Pose,
  quat,
  requiredBones,
  retargetPose,
  updateWorldPose,
  vec3,
  yawOf,
} from '@leib/core';
import { seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { person } from '../fixtures.testing.js';
import { upAxes } from '../upAxis.js';
import { type BvhMotion, type BvhMotionOptions, motionFromBvh } from './motionFromBvh.js';
import {
  asOtherProgram,
  type Doing,
  movingPerson,
  type OtherWay,
  underReference,
  withPositions,
} from './otherBvh.testing.js';
import { parseBvh } from './parseBvh.js';
import { type BvhWriteOptions, writeBvh } from './writeBvh.js';

function read(text: string, options: BvhMotionOptions = {}): BvhMotion {
  return motionFromBvh(parseBvh(new TextEncoder().encode(text)), options);
}

function readAs(motion: Motion, way: OtherWay, write: BvhWriteOptions = {}, options: BvhMotionOptions = {}): BvhMotion {
  return read(writeBvh(asOtherProgram(motion, way), write), options);
}

function poseAt(motion: Motion, frame: number): Pose {
  const pose = createPose(motion.skeleton);
  const size = motion.skeleton.jointCount * 4;
  pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
  pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
  updateWorldPose(motion.skeleton, pose);
  return pose;
}

/** Poses of a motion on fixtures' person, by the bones that were found: what an avatar does that wears it. */
function wearer(motion: Motion): (frame: number) => Pose {
  const retarget = buildRetarget(motion.skeleton, person);
  return (frame) => {
    const out = createPose(person);
    retargetPose(retarget, poseAt(motion, frame), out);
    return out;
  };
}

const boneOf = (name: string) => person.names.indexOf(name);
const bodyParts: readonly (readonly [HumanoidBone, HumanoidBone])[] = [
  ['hips', 'spine'],
  ['spine', 'chest'],
  ['chest', 'neck'],
  ['neck', 'head'],
  ...(['left', 'right'] as const).flatMap((side) =>
    (
      [
        ['UpperArm', 'LowerArm'],
        ['LowerArm', 'Hand'],
        ['UpperLeg', 'LowerLeg'],
        ['LowerLeg', 'Foot'],
        ['Foot', 'Toes'],
      ] as const
    ).map(([from, to]) => [`${side}${from}`, `${side}${to}`] as const),
  ),
];

/** Largest distance of a joint, metres, and largest angles of bones and of turns about them, after the heading of the first frame is removed. */
function compare(truth: Motion, back: Motion) {
  const [trueAt, backAt] = [wearer(truth), wearer(back)];
  const yawAt = (pose: Pose) => yawOf(pose.worldRotations.subarray(0, 4));
  const heading = yawAt(backAt(0)) - yawAt(trueAt(0));
  const turnBack = quat.setAxisAngle(createQuat(), [0, 1, 0], -heading);
  const found = { position: 0, direction: 0, roll: 0, worst: '' };
  for (let frame = 0; frame < truth.frameCount; frame += 11) {
    const [a, b] = [trueAt(frame), backAt(frame)];
    for (const bone of humanoidBones) {
      const joint = jointOfBone(person, bone);
      if (joint < 0) continue;
      const place = vec3.sub([0, 0, 0], at(b, joint), at(b, 0));
      vec3.transformQuat(place, place, turnBack);
      const wanted = vec3.sub([0, 0, 0], at(a, joint), at(a, 0));
      found.position = Math.max(found.position, vec3.distance(place, wanted));
      const turn = quat.multiply(createQuat(), turnBack, b.worldRotations.subarray(joint * 4, joint * 4 + 4));
      const roll = quat.getAngle(turn, a.worldRotations.subarray(joint * 4, joint * 4 + 4) as never);
      if (roll > found.roll) Object.assign(found, { roll, worst: bone });
    }
    for (const [from, to] of bodyParts) {
      const along = (pose: Pose) => vec3.sub([0, 0, 0], at(pose, boneOf(to)), at(pose, boneOf(from)));
      const turned = along(b);
      vec3.transformQuat(turned, turned, turnBack);
      found.direction = Math.max(found.direction, vec3.angle(turned, along(a)));
    }
  }
  return found;
}

function at(pose: Pose, joint: number): [number, number, number] {
  const [x, y, z] = pose.worldPositions.subarray(joint * 3, joint * 3 + 3);
  return [x, y, z];
}

/** Joints of a file that the reader keeps under their names: how far they are from the truth, metres, and their bones, radians. */
function compareJoints(truth: Motion, back: Motion, nameOf: (name: string) => string = (name) => name) {
  const heading = (motion: Motion, name: (of: string) => string) => {
    const pose = poseAt(motion, 0);
    const of = (bone: string) => at(pose, motion.skeleton.names.indexOf(name(bone)));
    const across = vec3.sub([0, 0, 0], of('leftUpperLeg'), of('rightUpperLeg'));
    return Math.atan2(-across[2], across[0]);
  };
  const turnBack = quat.setAxisAngle(createQuat(), [0, 1, 0], heading(truth, (name) => name) - heading(back, nameOf));
  const found = { position: 0, direction: 0 };
  for (let frame = 0; frame < truth.frameCount; frame += 11) {
    const [a, b] = [poseAt(truth, frame), poseAt(back, frame)];
    person.names.forEach((name, joint) => {
      const other = back.skeleton.names.indexOf(nameOf(name));
      if (other < 0 || joint === 0) return;
      const place = vec3.sub([0, 0, 0], at(b, other), at(b, 0));
      const bone = vec3.sub([0, 0, 0], at(b, other), at(b, back.skeleton.parents[other]));
      const wanted = vec3.sub([0, 0, 0], at(a, joint), at(a, 0));
      const wantedBone = vec3.sub([0, 0, 0], at(a, joint), at(a, person.parents[joint]));
      vec3.transformQuat(place, place, turnBack);
      found.position = Math.max(found.position, vec3.distance(place, wanted));
      found.direction = Math.max(found.direction, vec3.angle(vec3.transformQuat(bone, bone, turnBack), wantedBone));
    });
  }
  return found;
}

const rests = ['alongX', 'randomTurns', 'random'] as const;

describe('a body whose OFFSETs are no body', () => {
  test.each(
    rests.flatMap((rest) => seeds(4).map((seed) => [rest, upAxes[(seed * 5 + rest.length) % 6], seed] as const)),
  )('is found in its frames: rest %s, %s up, seed %i', (rest, up, seed) => {
    const truth = movingPerson(seed);
    const { motion, report } = readAs(truth, { rest, up, seed });
    expect(report.up).toEqual({ axis: up, from: 'frames', isSure: true });
    expect(report.rest.from).toBe('frames');
    expect(report.rest.whyNotOffsets).not.toBeNull();
    expect(report.isMirrored).toBe(false);
    const joints = compareJoints(truth, motion);
    expect(joints.position).toBeLessThan(0.01);
    expect(joints.direction).toBeLessThan(2 * DEG);
    // On an avatar: its bones, and their turns about themselves. What is left is how this person holds the back.
    const avatar = compare(truth, motion);
    expect(avatar.position, avatar.worst).toBeLessThan(0.02);
    expect(avatar.direction, avatar.worst).toBeLessThan(5 * DEG);
    expect(avatar.roll, avatar.worst).toBeLessThan(12 * DEG);
  });

  test.each<[Doing, number]>([
    ['sit', 30],
    ['crawl', 12],
    ['cartwheel', 12],
    ['stand', 12],
    ['lie', 12],
  ])('who does %s is upright in the end', (doing, within) => {
    const truth = movingPerson(3, doing);
    const { motion } = readAs(truth, { rest: 'alongX' });
    expect(compareJoints(truth, motion).position).toBeLessThan(0.01);
    expect(compare(truth, motion).roll).toBeLessThan(within * DEG);
  });

  test('stands in the first frame as a T-pose: that frame is the rest pose, and exact', () => {
    const walk = movingPerson(5);
    const localRotations = walk.localRotations.slice();
    for (let i = 0; i < person.jointCount * 4; i++) localRotations[i] = i % 4 === 3 ? 1 : 0;
    const truth = { ...walk, localRotations };
    const { motion, report } = readAs(truth, { rest: 'alongX', up: 'z' }, {}, { skipFirstFrames: 0 });
    expect(report.rest.from).toBe(0);
    expect(compare(truth, motion).roll).toBeLessThan(0.01 * DEG);
  });

  test('has one frame only', () => {
    const truth = movingPerson(2, 'walk', 1);
    const { motion, report } = readAs(truth, { rest: 'alongX', up: 'z' });
    expect(report.up.axis).toBe('z');
    expect(compareJoints(truth, motion).position).toBeLessThan(1e-6);
    expect(compare(truth, motion).direction).toBeLessThan(20 * DEG);
  });
});

describe('up', () => {
  const doings: readonly Doing[] = ['walk', 'stand', 'lie', 'crawl', 'sit', 'cartwheel'];
  test.each(doings.flatMap((doing) => upAxes.map((up) => [doing, up] as const)))(
    'of who does %s in a file with %s up, rest pose included',
    (doing, up) => {
      const truth = movingPerson(7, doing);
      const { motion, report } = readAs(truth, { up });
      expect(report.up.axis).toBe(up);
      expect(report.rest).toEqual({ from: 'offsets', isGiven: false, whyNotOffsets: null });
      expect(compare(truth, motion).roll).toBeLessThan(0.01 * DEG);
    },
  );

  test('of frames counts, not that of a rest pose that stands along another axis', () => {
    const truth = movingPerson(4);
    const turned = asOtherProgram(truth, { rest: 'random', up: 'z' });
    // The rest pose of the truth with the world of the other: what a Z-up program writes that keeps a Y-up T-pose.
    const plain = asOtherProgram(truth, {});
    const toZ = quat.setAxisAngle(createQuat(), [1, 0, 0], Math.PI / 2);
    const localRotations = plain.localRotations.slice();
    for (let at = 0; at < localRotations.length; at += person.jointCount * 4) {
      localRotations.set(quat.multiply(createQuat(), toZ, localRotations.subarray(at, at + 4)), at);
    }
    const { motion, report } = read(writeBvh({ ...plain, localRotations, rootPositions: turned.rootPositions }));
    expect(report.up).toEqual({ axis: 'z', from: 'frames', isSure: true });
    expect(report.rest.from).toBe('offsets');
    expect(compare(truth, motion).roll).toBeLessThan(0.01 * DEG);
  });
});

describe('what else files differ in', () => {
  const walk = movingPerson(9);

  test.each([1, 10, 100, 1000, 1 / 0.0254, 1 / 0.3048])('%f units per metre', (unitsPerMetre) => {
    for (const rest of [undefined, 'alongX'] as const) {
      const { motion, report } = readAs(walk, rest ? { rest } : {}, { unitsPerMetre });
      expect(report.unit.scale).toBeCloseTo(1 / unitsPerMetre, 6);
      expect(compareJoints(walk, motion).position).toBeLessThan(0.01);
    }
  });

  test('a skeleton of no unit is given a person’s size', () => {
    const { motion, report } = readAs(walk, {}, { unitsPerMetre: 0.4 });
    expect(report.unit.name).toContain('unknown unit');
    const head = jointOfBone(motion.skeleton, 'head');
    expect(motion.skeleton.restWorldPositions[head * 3 + 1]).toBeGreaterThan(1.3);
    expect(motion.skeleton.restWorldPositions[head * 3 + 1]).toBeLessThan(1.7);
  });

  test.each(['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'] as const)('turns in the order %s', (order) => {
    const { motion } = readAs(walk, { rest: 'random', up: 'z' }, { order });
    expect(compareJoints(walk, motion).position).toBeLessThan(0.01);
  });

  test.each(['reference', 'Armature', 'BVH:reference'])('a joint "%s" above the hips', (name) => {
    const { motion, report } = read(underReference(writeBvh(asOtherProgram(walk, { rest: 'alongX', up: 'z' })), name));
    expect(report.notes.join()).toContain(name);
    expect(compareJoints(walk, motion).position).toBeLessThan(0.01);
    expect(compare(walk, motion).roll).toBeLessThan(12 * DEG);
  });

  test.each(['replace', 'add'] as const)('positions on every joint, meant to %s the OFFSET', (meaning) => {
    const text = withPositions(writeBvh(asOtherProgram(walk, { rest: 'alongX', up: 'z' })), meaning);
    const { motion, report } = read(underReference(text, 'joint_Root'));
    expect(report.positions).toBe(meaning);
    expect(report.rest.from).toBe('frames');
    expect(compareJoints(walk, motion).position).toBeLessThan(0.01);
    expect(compare(walk, motion).roll).toBeLessThan(12 * DEG);
  });

  test('a root whose OFFSET is where it started, far from the middle of the room', () => {
    const text = writeBvh(asOtherProgram(walk, { rest: 'alongX' }));
    const far = text.replace(/OFFSET 0\.0+ 0\.0+ 0\.0+/, 'OFFSET -35 92 -300');
    const { motion, report } = read(far);
    expect(report.positions).toBe('replace');
    walk.rootPositions.forEach((value, i) => {
      expect(motion.rootPositions[i]).toBeCloseTo(value, 5);
    });
  });

  test.each(rests)('a mirrored file with rest %s is put right, and says so', (rest) => {
    const { motion, report } = readAs(walk, { rest, isMirrored: true, up: 'z' });
    expect(report.isMirrored).toBe(true);
    expect(report.notes.join()).toContain('exchanged');
    expect(compareJoints(walk, motion).position).toBeLessThan(0.01);
    const { motion: kept } = readAs(walk, { isMirrored: true }, {}, { isMirrored: false });
    expect(compareJoints(walk, kept).position).toBeGreaterThan(0.1);
  });

  test('up, rest, unit and bones can be given', () => {
    const options = { up: 'z', rest: 'frames', scale: 0.02, bones: { head: null, neck: 'head' } } as const;
    const { motion, report } = readAs(walk, {}, {}, options);
    expect(report.up).toEqual({ axis: 'z', from: 'given', isSure: true });
    expect(report.rest.from).toBe('frames');
    expect(report.unit).toMatchObject({ scale: 0.02, isGuessed: false });
    expect(jointOfBone(motion.skeleton, 'head')).toBe(-1);
    expect(motion.skeleton.names[jointOfBone(motion.skeleton, 'neck')]).toBe('head');
    expect(() => readAs(walk, {}, {}, { bones: { head: 'tail' } })).toThrow(
      /bones, head: expected a joint of the file/,
    );
    expect(() => readAs(walk, {}, {}, { up: 'w' as 'z' })).toThrow(/up: expected one of x, y, z/);
  });
});

describe('a rig that ends early', () => {
  test.each([
    ['neck', 'head', /JOINT head[^J]*?OFFSET (\S+ \S+ \S+)[\s\S]*?End Site[^}]*\}\s*\}/],
    ['leftLowerArm', 'leftHand', /JOINT leftHand[^J]*?OFFSET (\S+ \S+ \S+)[\s\S]*?End Site[^}]*\}\s*\}/],
  ] as const)('at %s has the %s at its End Site', (last, bone, joint) => {
    const truth = movingPerson(6);
    const text = writeBvh(truth);
    const order = [...text.matchAll(/(?:ROOT|JOINT) (\S+)/g)].map(([, name]) => name);
    const at = 6 + 3 * (order.indexOf(bone) - 1);
    const cut = text
      .replace(joint, (_, offset) => `End Site { OFFSET ${offset} }`)
      .replace(/^[-\d].*$/gm, (line) => {
        const values = line.split(' ');
        return values.length < 10 ? line : [...values.slice(0, at), ...values.slice(at + 3)].join(' ');
      });
    const { motion, report } = read(cut);
    expect(motion.skeleton.names[jointOfBone(motion.skeleton, bone)]).toBe(`${last}End`);
    expect(report.mapping.guessed.map((guess) => guess.bone)).toContain(bone);
    expect(report.mapping.missing.filter((missing) => requiredBones.includes(missing))).toEqual([]);
    const [a, b] = [poseAt(truth, 20), poseAt(motion, 20)];
    expect(vec3.distance(at3(a, truth, bone), at3(b, motion, bone))).toBeLessThan(1e-4);
  });

  function at3(pose: Pose, { skeleton }: Motion, bone: HumanoidBone) {
    return at(pose, jointOfBone(skeleton, bone));
  }
});

describe('names', () => {
  const sided = (left: string, right: string, parts: Readonly<Record<string, string>>) => (name: string) => {
    const side = name.startsWith('left') ? left : right;
    const part = name.replace(/^(left|right)/, '');
    return (parts[name] ?? parts[part] ?? name).replace('*', side);
  };
  const families: Readonly<Record<string, (name: string) => string>> = {
    'Daz / Poser': sided('l', 'r', {
      hips: 'hip', spine: 'abdomen', chest: 'chest', Shoulder: '*Collar', UpperArm: '*Shldr', LowerArm: '*ForeArm',
      Hand: '*Hand', UpperLeg: '*Thigh', LowerLeg: '*Shin', Foot: '*Foot', Toes: '*Toe',
    }), // biome-ignore format: a table
    'Character Creator': sided('L', 'R', {
      hips: 'CC_Base_Hip', spine: 'CC_Base_Waist', chest: 'CC_Base_Spine01', neck: 'CC_Base_NeckTwist01', head: 'CC_Base_Head',
      Shoulder: 'CC_Base_*_Clavicle', UpperArm: 'CC_Base_*_Upperarm', LowerArm: 'CC_Base_*_Forearm', Hand: 'CC_Base_*_Hand',
      UpperLeg: 'CC_Base_*_Thigh', LowerLeg: 'CC_Base_*_Calf', Foot: 'CC_Base_*_Foot', Toes: 'CC_Base_*_ToeBase',
    }), // biome-ignore format: a table
    'MotionBuilder': sided('Left', 'Right', {
      hips: 'Hips', spine: 'Spine', chest: 'Spine1', neck: 'Neck', head: 'Head', Shoulder: '*Shoulder', UpperArm: '*Arm',
      LowerArm: '*ForeArm', Hand: '*Hand', UpperLeg: '*UpLeg', LowerLeg: '*Leg', Foot: '*Foot', Toes: '*ToeBase',
    }), // biome-ignore format: a table
    'Biped': sided('L', 'R', {
      hips: 'Bip01 Pelvis', spine: 'Bip01 Spine', chest: 'Bip01 Spine1', neck: 'Bip01 Neck', head: 'Bip01 Head',
      Shoulder: 'Bip01 * Clavicle', UpperArm: 'Bip01 * UpperArm', LowerArm: 'Bip01 * Forearm', Hand: 'Bip01 * Hand',
      UpperLeg: 'Bip01 * Thigh', LowerLeg: 'Bip01 * Calf', Foot: 'Bip01 * Foot', Toes: 'Bip01 * Toe0',
    }), // biome-ignore format: a table
    'Bandai-Namco': sided('L', 'R', {
      hips: 'Hips', spine: 'Spine', chest: 'Chest', neck: 'Neck', head: 'Head', Shoulder: 'Shoulder_*', UpperArm: 'UpperArm_*',
      LowerArm: 'LowerArm_*', Hand: 'Hand_*', UpperLeg: 'UpperLeg_*', LowerLeg: 'LowerLeg_*', Foot: 'Foot_*', Toes: 'Toes_*',
    }), // biome-ignore format: a table
    'MikuMikuDance': sided('左', '右', {
      hips: '下半身', spine: '上半身', chest: '上半身2', neck: '首', head: '頭', Shoulder: '*肩', UpperArm: '*腕', LowerArm: '*ひじ',
      Hand: '*手首', UpperLeg: '*足', LowerLeg: '*ひざ', Foot: '*足首', Toes: '*つま先',
    }), // biome-ignore format: a table
    'SMPL': sided('left', 'right', {
      hips: 'pelvis', spine: 'spine1', chest: 'spine2', neck: 'neck', head: 'head', Shoulder: '*_collar', UpperArm: '*_shoulder',
      LowerArm: '*_elbow', Hand: '*_wrist', UpperLeg: '*_hip', LowerLeg: '*_knee', Foot: '*_ankle', Toes: '*_foot',
    }), // biome-ignore format: a table
    'Biovision': sided('Left', 'Right', {
      hips: 'Hips', spine: 'Chest', chest: 'Chest2', neck: 'Neck', head: 'Head', Shoulder: '*Collar', UpperArm: '*Shoulder',
      LowerArm: '*Elbow', Hand: '*Wrist', UpperLeg: '*Hip', LowerLeg: '*Knee', Foot: '*Ankle', Toes: '*Toe',
    }), // biome-ignore format: a table
  };

  test.each(Object.keys(families))('of %s, every bone along +X', (family) => {
    const truth = movingPerson(11);
    const renamed = families[family];
    const { motion, report } = readAs(truth, { rest: 'alongX', up: 'z', renamed });
    expect(report.mapping.missing.filter((bone) => requiredBones.includes(bone))).toEqual([]);
    expect(report.mapping.missing).not.toContain('leftToes');
    expect(compareJoints(truth, motion, renamed).position).toBeLessThan(0.01);
    expect(compare(truth, motion).roll).toBeLessThan(12 * DEG);
  });
});
