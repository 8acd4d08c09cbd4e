/// <reference path="../../../formats/src/scene/gltfValidator.testing.d.ts" />
import { createPose, type Motion, quat, type Skeleton, updateWorldPose } from '@leib/core';
import { readGlb, writeGlb } from '@leib/formats';
import { validateBytes } from 'gltf-validator';
import { AnimationMixer, type Object3D, Quaternion, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, test } from 'vitest';
import { buildTestRig, type TestRigOptions } from '../testing.js';
import { loadAvatar } from './loadAvatar.js';
import { describeTerms, writeAvatarMotion } from './writeAvatarMotion.js';

const HZ = 30;
const FRAMES = 13;

/** Every bone turns by its own angle, the body walks. */
function wildMotion(skeleton: Skeleton): Motion {
  const size = skeleton.jointCount * 4;
  const localRotations = new Float64Array(FRAMES * size);
  const rootPositions = new Float64Array(FRAMES * 3);
  const axis = (joint: number) => {
    const [x, y, z] = [Math.sin(joint), Math.cos(joint), Math.sin(2 * joint + 1)];
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length] as const;
  };
  for (let frame = 0; frame < FRAMES; frame++) {
    rootPositions.set([0.1 * Math.sin(frame), 0.9, frame / HZ], frame * 3);
    for (let joint = 0; joint < skeleton.jointCount; joint++) {
      const angle = skeleton.jointToBone[joint] < 0 ? 0 : 0.8 * Math.sin(frame / 4 + joint);
      localRotations.set(quat.setAxisAngle(quat.create(), axis(joint), angle), frame * size + joint * 4);
    }
  }
  return { name: 'wild', skeleton, hz: HZ, frameCount: FRAMES, rootPositions, localRotations };
}

/** Largest distance, metres, and angle, degrees, of any bone from the avatar as loadAvatar() shows it. */
async function compare(file: ArrayBuffer, written: Uint8Array, motion: Motion) {
  const avatar = await loadAvatar(file);
  const gltf = await new GLTFLoader().parseAsync(written.slice().buffer as ArrayBuffer, '');
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  const played = avatar.bones.map((bone) => gltf.scene.getObjectByName(bone.name) as Object3D);
  const pose = createPose(avatar.skeleton);
  let farthest = 0;
  let widest = 0;
  // The last key is where the player begins anew.
  for (let frame = 0; frame < FRAMES - 1; frame++) {
    pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
    const size = pose.localRotations.length;
    pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(avatar.skeleton, pose);
    avatar.applyPose(pose);
    avatar.root.updateMatrixWorld(true);
    mixer.setTime(frame / HZ);
    gltf.scene.updateMatrixWorld(true);
    avatar.bones.forEach((bone, joint) => {
      farthest = Math.max(farthest, place(bone).distanceTo(place(played[joint])));
      widest = Math.max(widest, (turn(bone).angleTo(turn(played[joint])) * 180) / Math.PI);
    });
  }
  avatar.dispose();
  return { farthest, widest };
}

async function errorsOf(bytes: Uint8Array): Promise<string[]> {
  const { messages, numErrors } = (await validateBytes(bytes)).issues;
  // Errors come first.
  return messages.slice(0, numErrors).map(({ code }) => code);
}

const place = (node: Object3D) => node.getWorldPosition(new Vector3());
const turn = (node: Object3D) => node.getWorldQuaternion(new Quaternion());

const rigs: Record<string, TestRigOptions> = {
  'VRM 1.0 with rolls and lowered arms': { format: 'vrm1', names: 'vroid', hasRolls: true, armDrop: 0.7 },
  'VRM 0, facing -Z': { format: 'vrm0', names: 'vroid' },
  'Blender armature, Z up inside, centimetres': {
    names: 'mixamo',
    unitsPerMetre: 100,
    hasRolls: true,
    hasArmature: true,
  },
  'legs and feet beside the body': { names: 'mixamo', loose: /UpperLeg|Foot/, hasRolls: true },
};

describe.each(Object.entries(rigs))('%s', (_, options) => {
  test('plays in three.js as it was shown, is valid, and has lost nothing', async () => {
    const file = buildTestRig(options);
    const avatar = await loadAvatar(file);
    const motion = wildMotion(avatar.skeleton);
    const written = await writeAvatarMotion(file, motion);
    // Joints in several trees are an error of the file itself.
    expect(await errorsOf(written)).toEqual(await errorsOf(new Uint8Array(file)));
    const { farthest, widest } = await compare(file, written, motion);
    expect(farthest).toBeLessThan(1e-3);
    expect(widest).toBeLessThan(0.1);
    const [before, after] = [new Uint8Array(file), written].map((bytes) => readGlb(bytes));
    for (const part of ['meshes', 'skins', 'materials', 'extensions', 'extensionsUsed']) {
      expect(after.json[part]).toEqual(before.json[part]);
    }
    expect(after.binary?.subarray(0, before.binary?.length)).toEqual(before.binary);
  });
});

test('animations of the file stay behind the new one, and nodes given as a matrix move', async () => {
  const { json, binary } = readGlb(new Uint8Array(buildTestRig({ names: 'mixamo' })));
  const nodes = json.nodes as { name: string; translation?: number[]; matrix?: number[] }[];
  const hand = nodes.findIndex(({ name }) => name.endsWith('LeftHand'));
  const { translation: [x, y, z] = [0, 0, 0], ...others } = nodes[hand];
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
  const { rotation: _rotation, ...withoutTurn } = others as { rotation?: unknown; name: string };
  const changed = nodes.map((node, i) => (i === hand ? { ...withoutTurn, matrix } : node));
  const file = writeGlb({ json: { ...json, nodes: changed }, binary }).buffer as ArrayBuffer;
  const avatar = await loadAvatar(file);
  const motion = wildMotion(avatar.skeleton);
  const once = await writeAvatarMotion(file, motion);
  expect(await errorsOf(once)).toEqual([]);
  expect((await compare(file, once, motion)).widest).toBeLessThan(0.1);
  const twice = await writeAvatarMotion(once.buffer, { ...motion, name: 'again' });
  const { animations } = readGlb(twice).json as { animations: readonly { name: string }[] };
  expect(animations.map(({ name }) => name)).toEqual(['again', 'wild']);
});

const meta = (extensions: Record<string, unknown>) =>
  writeGlb({ json: { asset: { version: '2.0' }, extensions }, binary: null }).buffer as ArrayBuffer;

test('what a VRM file’s licence forbids is said in one sentence', () => {
  const all = { modification: 'allowModificationRedistribution', allowRedistribution: true };
  expect(describeTerms(meta({ VRMC_vrm: { meta: all } }))).toBeNull();
  expect(describeTerms(meta({}))).toBeNull();
  expect(describeTerms(meta({ VRMC_vrm: { meta: { authors: ['Kim'] } } }))).toBe(
    'The avatar’s licence does not allow changed copies or handing them on; ask its author (Kim) before you use the export.',
  );
  const changes = { modification: 'allowModification', allowRedistribution: true };
  expect(describeTerms(meta({ VRMC_vrm: { meta: changes } }))).toContain('does not allow handing them on;');
  expect(describeTerms(meta({ VRM: { meta: { licenseName: 'CC0' } } }))).toBeNull();
  expect(describeTerms(meta({ VRM: { meta: { licenseName: 'CC_BY_ND' } } }))).toContain('changed copies');
});
