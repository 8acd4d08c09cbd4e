import { createPose, humanoidBones, type Pose, quat, updateWorldPose } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { fileSetOfBytes, fileSetOfFiles, storedZip } from '@leib/formats';
import { Mesh, type MeshStandardMaterial, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { buildTestRig, type TestRigOptions } from '../testing.js';
import { buildRigidRig, gltfFiles, redPixel } from './avatarFiles.testing.js';
import { fbxText } from './fbxFile.testing.js';
import { type Avatar, loadAvatar } from './loadAvatar.js';
import { AvatarError } from './readSource.js';
import { avatarGlb } from './writeAvatarMotion.js';

const encode = (text: string) => new TextEncoder().encode(text);

/** Every vertex of an avatar as it is drawn, sorted. */
function drawn(avatar: Avatar): Vector3[] {
  avatar.root.updateMatrixWorld(true);
  const vertices: Vector3[] = [];
  avatar.root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    for (let i = 0; i < node.geometry.getAttribute('position').count; i++)
      vertices.push(node.getVertexPosition(i, new Vector3()).applyMatrix4(node.matrixWorld));
  });
  return vertices;
}

/** A wild pose: the same for every avatar with the same bones. */
function wild(avatar: Avatar, seed: number): Pose {
  const pose = createPose(avatar.skeleton);
  const random = seededRandom(seed);
  for (const [bone] of humanoidBones.entries()) {
    const [x, y, z, angle] = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const joint = avatar.skeleton.boneToJoint[bone];
    if (joint < 0) continue;
    const local = pose.localRotations.subarray(joint * 4, joint * 4 + 4);
    quat.setAxisAngle(local, new Vector3(x, y, z).normalize().toArray(), angle);
  }
  pose.rootPosition.set([random(), 1, random()]);
  updateWorldPose(avatar.skeleton, pose);
  return pose;
}

/** Largest distance from a vertex of one to the nearest vertex of the other, in poses of many seeds. */
function farthest(avatar: Avatar, expected: Avatar): number {
  let far = 0;
  for (let seed = 1; seed <= 5; seed++) {
    avatar.applyPose(wild(avatar, seed));
    expected.applyPose(wild(expected, seed));
    const others = drawn(expected);
    for (const vertex of drawn(avatar))
      far = Math.max(far, Math.min(...others.map((other) => other.distanceTo(vertex))));
  }
  return far;
}

/** Loads both and compares them: the person comes out the same whatever the file is. */
async function expectSamePerson(source: Parameters<typeof loadAvatar>[0], options: TestRigOptions): Promise<Avatar> {
  const avatar = await loadAvatar(source);
  const expected = await loadAvatar(buildTestRig(options));
  expect(avatar.report.bones.map(({ node }) => node !== null)).toEqual(
    expected.report.bones.map(({ node }) => node !== null),
  );
  expect(avatar.report.judgement).toBe('good');
  expect(farthest(avatar, expected)).toBeLessThan(2e-3);
  expected.dispose();
  return avatar;
}

function pictureOf(avatar: Avatar): MeshStandardMaterial['map'] {
  let found: MeshStandardMaterial | null = null;
  avatar.root.traverse((node) => {
    if (node instanceof Mesh) found = node.material as MeshStandardMaterial;
  });
  return (found as MeshStandardMaterial | null)?.map ?? null;
}

describe('.gltf with its files', () => {
  const options: TestRigOptions = { names: 'mixamo', hasRolls: true };
  const files = gltfFiles(options);
  const zip = storedZip(files.map(([name, bytes]) => ({ name, bytes })));

  test('several files, a zip and a zip in a file give the same person with its picture', async () => {
    const sources = [fileSetOfBytes('person', files), await zip.arrayBuffer(), new File([zip], 'person.zip')];
    for (const source of sources) {
      const avatar = await expectSamePerson(source, options);
      expect(avatar.report).toMatchObject({ format: 'gltf', name: 'person', warnings: [] });
      expect(pictureOf(avatar)?.image).toMatchObject({ width: 1 });
      avatar.dispose();
    }
  });

  test('without its picture it is loaded and says so; without its data all missing files are named', async () => {
    const avatar = await loadAvatar(fileSetOfBytes('person', files.slice(0, 2)));
    expect(avatar.report.warnings).toEqual([
      'Shown without pictures that did not come with it: "./textures/skin.png"; open it together with them, its folder or a zip.',
    ]);
    expect(pictureOf(avatar)).toBe(null);
    avatar.dispose();
    await expect(loadAvatar(new File([files[0][1]], 'person.gltf'))).rejects.toThrow(
      '"person.gltf": expected 2 files that it refers to, got none of that name: data%20files/Person.bin, ./textures/skin.png; open',
    );
  });

  test('of several avatars one is chosen; the same one in another kind of file is not asked about', async () => {
    const glb = new Uint8Array(buildTestRig(options));
    const set = fileSetOfBytes('pack', [
      ['a/Ann.glb', glb],
      ['a/ann.fbx', encode('x')],
      ['b/Bob.vrm', glb],
      ['b/a.obj', encode('v 0 0 0')],
    ]);
    const error = await loadAvatar(set).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AvatarError);
    expect((error as AvatarError).candidates).toEqual(['a/Ann.glb', 'b/Bob.vrm']);
    const avatar = await loadAvatar(set, { file: 'b/Bob.vrm' });
    expect(avatar.report.name).toBe('Bob');
    avatar.dispose();
  });

  test('a folder with only a model that has no skeleton says why it is no avatar', async () => {
    const set = await fileSetOfFiles([new File(['o cube\nv 0 0 0\n'], 'cube.obj'), new File(['newmtl a'], 'cube.mtl')]);
    await expect(loadAvatar(set)).rejects.toThrow('"cube.obj" is an OBJ model, and OBJ files have no skeleton');
  });
});

test('meshes packed with Draco and pictures packed as KTX2 are unpacked', async () => {
  // buildTestRig({ names: 'mixamo' }) through glTF-Transform's draco(), with a picture of 8 x 8 pixels by ktx2-encoder.
  const file = await (await fetch(new URL('./packedRig.fixtures.glb', import.meta.url))).arrayBuffer();
  const avatar = await expectSamePerson(file, { names: 'mixamo' });
  expect(pictureOf(avatar)).toMatchObject({ isCompressedTexture: expect.anything() });
  expect(pictureOf(avatar)?.mipmaps?.[0] ?? pictureOf(avatar)?.image).toMatchObject({ width: 8, height: 8 });
  avatar.dispose();
  const lost = loadAvatar(file, { decoders: { draco: 'http://127.0.0.1:9/nowhere' } });
  await expect(lost).rejects.toThrow(/^The decoder for Draco could not be fetched: .*; give the folder/);
});

describe('rigid parts instead of a skin', () => {
  test.each([
    ['VRM 1.0', { format: 'vrm1', names: 'numbers' }],
    ['VRM 0', { format: 'vrm0', names: 'vroid' }],
    ['VRM 1.0 with rolls and lowered arms', { format: 'vrm1', names: 'numbers', hasRolls: true, armDrop: 0.7 }],
    ['glTF with named nodes', { names: 'mixamo', hasRolls: true, unitsPerMetre: 100 }],
  ] satisfies [string, TestRigOptions][])(
    '%s: every part goes where the skin of the same person goes',
    async (_, options) => {
      (await expectSamePerson(buildRigidRig(options), options)).dispose();
    },
  );
});

describe('FBX', () => {
  const options: TestRigOptions = { names: 'mixamo', unitsPerMetre: 100 };

  test.each([
    ['in centimetres', {}],
    ['with bones that are turned', { hasRolls: true }],
    ['in the first frame of a dance', { isDancing: true, hasRolls: true }],
    ['Z up', { isZUp: true }],
    ['Z up and dancing', { isZUp: true, isDancing: true, hasRolls: true }],
    ['several meshes on one skeleton', { meshCount: 3 }],
    ['in metres, as it says', { unitScaleFactor: 100, unitsPerMetre: 1 }],
    ['in metres, though it says centimetres', { unitsPerMetre: 1 }],
  ])('%s: the same person', async (_, fbx) => {
    const avatar = await expectSamePerson(encode(fbxText({ ...options, ...fbx })).buffer, options);
    expect(avatar.report).toMatchObject({ format: 'fbx', convention: expect.stringMatching(/mixamo/i), warnings: [] });
    expect(avatar.skeleton.jointCount).toBe(21);
    avatar.dispose();
  });

  test('names keep their colon beside the one that three makes of them', async () => {
    const avatar = await loadAvatar(encode(fbxText(options)).buffer);
    expect(avatar.bones[0].userData.name).toBe('mixamorig:Hips');
    avatar.dispose();
  });

  test('its picture is found beside it, its material is lit as others are', async () => {
    const text = encode(fbxText({ ...options, picture: 'C:\\\\work\\\\Skin.PNG' }));
    const avatar = await loadAvatar(
      fileSetOfBytes('x', [
        ['x/a.fbx', text],
        ['x/maps/skin.png', redPixel],
      ]),
    );
    expect(avatar.report.warnings).toEqual([]);
    expect(pictureOf(avatar)?.image).toMatchObject({ width: 1 });
    const alone = await loadAvatar(text.buffer);
    expect(alone.report.warnings.join()).toMatch(/without pictures that did not come with it: "Skin.PNG"/);
    expect(pictureOf(alone)).toBe(null);
    for (const each of [avatar, alone]) each.dispose();
  });

  test('as GLB it is the same person', async () => {
    const glb = await avatarGlb(encode(fbxText({ ...options, hasRolls: true })).buffer);
    const avatar = await expectSamePerson(glb, options);
    expect(avatar.report.format).toBe('gltf');
    avatar.dispose();
  });
});
