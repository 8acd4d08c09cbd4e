import {
  createPose,
  type HumanoidBone,
  humanoidBones,
  type Pose,
  quat,
  type Skeleton,
  updateWorldPose,
} from '@leib/core';
import { type Object3D, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { buildTestRig, type TestRigOptions } from '../testing.js';
import { openAvatarRig } from './avatarRig.js';
import { type Avatar, loadAvatar } from './loadAvatar.js';

const rigs: Record<string, TestRigOptions> = {
  'VRM 1.0': { format: 'vrm1', names: 'vroid' },
  'VRM 1.0 with rolls and lowered arms': { format: 'vrm1', names: 'numbers', hasRolls: true, armDrop: 0.7 },
  'VRM 0, facing -Z': { format: 'vrm0', names: 'vroid' },
  'Mixamo in centimetres with bone rolls': { names: 'mixamo', unitsPerMetre: 100, hasRolls: true },
  'Blender armature, Z up inside, centimetres': {
    names: 'mixamo',
    unitsPerMetre: 100,
    hasRolls: true,
    hasArmature: true,
  },
  'Mixamo in an A-pose, facing +X': { names: 'mixamo', hasRolls: true, armDrop: 0.8, yaw: Math.PI / 2 },
  'legs and feet beside the body': { names: 'mixamo', loose: /UpperLeg|Foot/, hasRolls: true },
  'names that say nothing': { names: 'numbers', hasRolls: true },
  'without legs': { names: 'mixamo', hasLegs: false },
};

function worldOf(avatar: Avatar, joint: number): Vector3 {
  return avatar.bones[joint].getWorldPosition(new Vector3());
}

function farthestBone(avatar: Avatar, pose: Pose): number {
  avatar.root.updateMatrixWorld(true);
  let farthest = 0;
  for (let joint = 0; joint < avatar.skeleton.jointCount; joint++) {
    const expected = new Vector3().fromArray(pose.worldPositions, joint * 3);
    farthest = Math.max(farthest, worldOf(avatar, joint).distanceTo(expected));
  }
  return farthest;
}

/** Every joint turned by up to a radian, the body anywhere in the room. Seeded by the joint number. */
function wildPose(skeleton: Skeleton, seed: number): Pose {
  const pose = createPose(skeleton);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    if (skeleton.jointToBone[joint] < 0) continue;
    const s = seed * 17 + joint;
    const local = pose.localRotations.subarray(joint * 4, joint * 4 + 4);
    quat.setAxisAngle(local, [Math.sin(s), Math.sin(2 * s + 1), Math.sin(3 * s + 2)], Math.sin(5 * s));
    quat.normalize(local, local);
  }
  pose.rootPosition.set([Math.sin(seed), 1 + 0.2 * Math.cos(seed), 2 * Math.sin(2 * seed)]);
  updateWorldPose(skeleton, pose);
  return pose;
}

describe.each(Object.entries(rigs))('%s', (_, options) => {
  test('bones go where forward kinematics says', async () => {
    const avatar = await loadAvatar(buildTestRig(options));
    const pose = createPose(avatar.skeleton);
    avatar.applyPose(pose);
    expect(farthestBone(avatar, pose)).toBeLessThan(1e-4);
    for (let seed = 1; seed <= 20; seed++) {
      const wild = wildPose(avatar.skeleton, seed);
      avatar.applyPose(wild);
      expect(farthestBone(avatar, wild)).toBeLessThan(1e-4);
    }
    avatar.dispose();
  });

  test('stands upright on the floor, facing +Z, in metres, before any pose', async () => {
    const avatar = await loadAvatar(buildTestRig(options));
    avatar.root.updateMatrixWorld(true);
    const at = (bone: (typeof humanoidBones)[number]) =>
      worldOf(avatar, avatar.skeleton.boneToJoint[humanoidBones.indexOf(bone)]);
    expect(at('hips').distanceTo(new Vector3(0, 1, 0))).toBeLessThan(0.01);
    expect(at('head').y).toBeCloseTo(1.58, 2);
    expect(at('leftUpperArm').x).toBeCloseTo(0.18, 3);
    expect(at('rightUpperArm').x).toBeCloseTo(-0.18, 3);
    if (options.hasLegs !== false) {
      expect(at('leftToes').z).toBeGreaterThan(at('leftFoot').z + 0.1);
      expect(avatar.report.statureMetres).toBeCloseTo(1.82, 1);
    }
    avatar.dispose();
  });
});

test('reports what it found and did', async () => {
  const vrm1 = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'numbers' }));
  expect(vrm1.report).toMatchObject({ format: 'vrm1', name: 'Tester 1', guessed: [], warnings: [] });
  expect(vrm1.report.triangles).toBe(21 * 12);
  expect(vrm1.report.missing).toContain('jaw');
  const vrm0 = await loadAvatar(buildTestRig({ format: 'vrm0', names: 'numbers' }));
  expect(vrm0.report).toMatchObject({ format: 'vrm0', name: 'Tester 0', warnings: [] });
  const mixamo = await loadAvatar(buildTestRig({ names: 'mixamo', unitsPerMetre: 100, armDrop: 0.6 }));
  expect(mixamo.report.format).toBe('gltf');
  expect(mixamo.report.convention).toMatch(/mixamo/i);
  expect(mixamo.report.warnings.join(' ')).toMatch(/centimetres/);
  expect(mixamo.report.corrected.map(({ what }) => what)).toContain('leftUpperArm');
  const legless = await loadAvatar(buildTestRig({ names: 'mixamo', hasLegs: false }));
  expect(legless.report.warnings.join(' ')).toMatch(/no legs/);
  for (const avatar of [vrm1, vrm0, mixamo, legless]) avatar.dispose();
});

test('a VRM without legs loads as well', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid', hasLegs: false }));
  expect(avatar.report.warnings.join(' ')).toMatch(/no legs/);
  avatar.dispose();
});

test('a NaN in a pose never reaches the bones: the last good pose stays', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1' }));
  const good = wildPose(avatar.skeleton, 3);
  avatar.applyPose(good);
  const bad = wildPose(avatar.skeleton, 4);
  bad.localRotations[9] = Number.NaN;
  avatar.applyPose(bad);
  const lost = wildPose(avatar.skeleton, 5);
  lost.rootPosition[1] = Number.POSITIVE_INFINITY;
  avatar.applyPose(lost);
  expect(avatar.refusedPoseCount).toBe(2);
  expect(farthestBone(avatar, good)).toBeLessThan(1e-4);
  avatar.dispose();
});

test('the avatar moves with its root', async () => {
  const avatar = await loadAvatar(buildTestRig({ names: 'mixamo', unitsPerMetre: 100, hasRolls: true }));
  const pose = wildPose(avatar.skeleton, 7);
  avatar.root.position.set(3, 0, -2);
  avatar.applyPose(pose);
  avatar.root.updateMatrixWorld(true);
  const expected = new Vector3().fromArray(pose.worldPositions, 9).add(avatar.root.position);
  expect(worldOf(avatar, 3).distanceTo(expected)).toBeLessThan(1e-4);
  avatar.dispose();
});

test('spring bones move, and the pose does not hold them', async () => {
  const avatar = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'vroid', hasSpring: true }));
  const strand = avatar.root.getObjectByName('strand1') as Object3D;
  const rest = strand.quaternion.clone();
  const pose = createPose(avatar.skeleton);
  for (let frame = 0; frame < 60; frame++) {
    pose.rootPosition[0] = Math.sin(frame / 5) * 0.3;
    avatar.applyPose(pose);
    avatar.update(1 / 60);
  }
  expect(strand.quaternion.angleTo(rest)).toBeGreaterThan(0.05);
  avatar.update(Number.NaN);
  expect(Number.isFinite(strand.quaternion.x)).toBe(true);
  avatar.dispose();
});

test('a wrong mapping can be put right by hand', async () => {
  const file = buildTestRig({ names: 'mixamo' });
  const avatar = await loadAvatar(file, {
    bones: { leftToes: null, chest: 'mixamorigSpine', spine: 'mixamorigSpine1' },
  });
  expect(avatar.report.missing).toContain('leftToes');
  const { skeleton } = avatar;
  expect(skeleton.names[skeleton.boneToJoint[humanoidBones.indexOf('chest')]]).toBe('mixamorigSpine');
  await expect(loadAvatar(file, { bones: { jaw: 'nothing' } })).rejects.toThrow(/jaw should be "nothing"/);
  avatar.dispose();
});

test('says of every bone what it is and why, and what is doubtful', async () => {
  const vrm = await loadAvatar(buildTestRig({ format: 'vrm1', names: 'numbers' }));
  expect(vrm.report).toMatchObject({ judgement: 'good', problems: [] });
  expect(vrm.report.bones).toHaveLength(humanoidBones.length);
  expect(vrm.report.bones.find(({ bone }) => bone === 'leftHand')).toEqual({
    bone: 'leftHand',
    node: 'node8',
    reason: { by: 'file', why: 'the file says so (VRM 1.0)', confidence: 1 },
    doubt: null,
  });
  const plain = await loadAvatar(buildTestRig({ names: 'numbers' }));
  expect(plain.report).toMatchObject({ judgement: 'good', problems: [] });
  expect(plain.report.bones.find(({ bone }) => bone === 'hips')).toMatchObject({
    node: 'node0',
    reason: { by: 'shape', confidence: 0.4 },
    doubt: 'found only by place, not by name',
  });
  for (const avatar of [vrm, plain]) avatar.dispose();
});

test('legs and feet beside the body are joined to it, and the report says so', async () => {
  const avatar = await loadAvatar(buildTestRig({ names: 'mixamo', loose: /UpperLeg|Foot/ }));
  const { skeleton, report } = avatar;
  expect(report.judgement).toBe('good');
  expect(report.warnings.join(' ')).toMatch(/Joined to the body: left upper leg, left foot/);
  const jointOf = (bone: HumanoidBone) => skeleton.boneToJoint[humanoidBones.indexOf(bone)];
  expect(skeleton.parents[jointOf('leftUpperLeg')]).toBe(jointOf('hips'));
  expect(skeleton.parents[jointOf('rightFoot')]).toBe(jointOf('rightLowerLeg'));
  avatar.dispose();
});

test('a body that is too tall for a person is scaled, with a reason', async () => {
  const avatar = await loadAvatar(buildTestRig({ names: 'mixamo', unitsPerMetre: 2.6 }));
  expect(avatar.report.eyeHeightMetres).toBeCloseTo(1.59, 3);
  expect(avatar.report.warnings.join(' ')).toMatch(
    /Scaled to eyes at 1.59 m: they are \d\.\d+ high, which no person's are/,
  );
  avatar.dispose();
});

test('a rig is opened and judged without being worn', async () => {
  const rig = await openAvatarRig(buildTestRig({ names: 'numbers', without: /rightLowerLeg/ }));
  expect(rig.judge().judgement).toMatchObject({ verdict: 'refused', isMendable: true });
  expect(rig.rig.names).toContain('node12');
  const crossed = (await openAvatarRig(buildTestRig({ names: 'mixamo' }))).judge({
    leftHand: 'mixamorigRightHand',
    rightHand: 'mixamorigLeftHand',
  });
  expect(crossed.mapping.reasons.leftHand).toMatchObject({ by: 'user', confidence: 1 });
  expect(crossed.judgement.doubts).toContainEqual(expect.objectContaining({ bone: 'leftHand', kind: 'swapped' }));
  rig.dispose();
});

test('the same person comes out of a .gltf text, a File and an address', async () => {
  const glb = buildTestRig({ names: 'mixamo' });
  const jsonLength = new DataView(glb).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(glb, 20, jsonLength)));
  const binary = new Uint8Array(glb, 28 + jsonLength);
  json.buffers[0].uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...binary))}`;
  const url = URL.createObjectURL(new Blob([glb]));
  const sources = [glb, new File([JSON.stringify(json)], 'person.gltf'), new File([glb], 'person.glb'), url];
  const names = [];
  for (const source of sources) {
    const avatar = await loadAvatar(source);
    expect(avatar.skeleton.jointCount).toBe(21);
    expect(avatar.report.triangles).toBe(21 * 12);
    names.push(avatar.report.name);
    avatar.dispose();
  }
  expect(names.slice(1, 3)).toEqual(['person', 'person']);
  URL.revokeObjectURL(url);
});
