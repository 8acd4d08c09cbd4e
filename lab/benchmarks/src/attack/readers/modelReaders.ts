import { defaultSkeleton } from '@leib/body';
import {
  fileSetOfBytes,
  fileSetOfZip,
  packGltf,
  readCollada,
  readMesh,
  readMeshScene,
  readXml,
  writeGltfMesh,
  writeObj,
  writePly,
} from '@leib/formats';
import { openPoints, rangeSourceOf } from '@leib/formats/scan';
import { openPuppet, parsePuppet, writePuppet } from '@leib/puppet';
import { loadMujoco } from '@leib/reembody/mujoco';
import { buildRobotDescription, gatherRobot, RobotSession } from '@leib/reembody/robot';
import { loadAvatar } from '@leib/three';
import { buildTestRig } from '@leib/three/testing';
import { loadLazChunks } from '../../../../../apps/cli/dist/scan/lazChunks.js';
import type { ReaderUnderTest } from '../../../../../packages/core/dist/check/testing.js';
import { randomPoints, writeE57 } from '../../../../../packages/formats/dist/testing.js';
import { loadExamplePuppet } from '../../puppet/examplePuppet.js';
import { gltfToMutate, textFile } from './motionReaders.js';
import {
  smallCollada,
  smallFbx,
  smallStl,
  smallUrdf,
  smallZip,
  tetrahedron,
  textStl,
  wordyMjcf,
} from './smallFiles.js';

/** Readers of shapes: meshes, avatars, puppets, robots, and zips around them. */
export async function modelReaders(): Promise<ReaderUnderTest[]> {
  const mesh = { ...tetrahedron, groups: [{ name: 'all', firstTriangle: 0, triangleCount: 4 }] };
  const glb = writeGltfMesh(mesh);
  return [
    { name: 'OBJ', files: [textFile(new TextDecoder().decode(writeObj(mesh)))], read: readBoth },
    {
      name: 'PLY',
      files: [
        textFile(new TextDecoder().decode(writePly(mesh, { encoding: 'ascii' }))),
        { bytes: writePly(mesh), kinds: ['bytes'] },
      ],
      read: readBoth,
    },
    { name: 'STL', files: [{ bytes: smallStl(), kinds: ['bytes'] }, textFile(textStl())], read: readBoth },
    { name: 'COLLADA', files: [textFile(smallCollada)], read: readCollada },
    { name: 'glTF mesh', files: gltfToMutate(glb), read: readBoth },
    { name: 'XML', files: [textFile(wordyMjcf)], read: (bytes) => readXml(new TextDecoder().decode(bytes)) },
    { name: 'zip', files: [{ bytes: await smallZip(glb), kinds: ['bytes'] }], read: readZip },
    ...avatarReaders(),
    ...(await puppetReaders()),
    ...(await robotReaders()),
  ];
}

async function readBoth(bytes: Uint8Array): Promise<unknown> {
  await readMesh(bytes);
  return readMeshScene(bytes);
}

async function readZip(bytes: Uint8Array): Promise<unknown> {
  const set = fileSetOfZip(bytes, 'a.zip');
  const whole: unknown[] = [];
  for (const file of set.files) {
    whole.push(/gl(b|tf)$/.test(file.path) ? await packGltf(file, set) : await file.read());
  }
  return whole;
}

function avatarReaders(): ReaderUnderTest[] {
  const read = async (bytes: Uint8Array<ArrayBuffer>) => (await loadAvatar(bytes.buffer)).dispose();
  const rig = (format: 'gltf' | 'vrm0' | 'vrm1') =>
    new Uint8Array(buildTestRig({ format, ...(format === 'gltf' ? { names: 'mixamo' } : { hasSpring: true }) }));
  return [
    { name: 'avatar GLB', files: gltfToMutate(rig('gltf')), read },
    { name: 'avatar VRM 0', files: gltfToMutate(rig('vrm0')), read },
    { name: 'avatar VRM 1', files: gltfToMutate(rig('vrm1')), read },
    { name: 'avatar FBX', files: [textFile(smallFbx())], read },
  ];
}

async function puppetReaders(): Promise<ReaderUnderTest[]> {
  const { file } = await loadExamplePuppet('lamp');
  const model = writeGltfMesh(tetrahedron);
  const text = writePuppet({ ...file, mesh: { ...file.mesh, uri: 'lamp.glb' } });
  return [
    {
      name: 'puppet',
      files: [textFile(text, 'json', 'json', 'text')],
      read: (bytes) => parsePuppet(new TextDecoder().decode(bytes)),
    },
    {
      name: 'puppet mesh',
      files: gltfToMutate(model),
      read: (bytes) => openPuppet(textFile(text).bytes, async () => bytes),
    },
  ];
}

/** A robot all of whose parts have one mesh, each in a size of its own. */
async function readRobotParts(bytes: Uint8Array): Promise<unknown> {
  const parts = Array.from({ length: 1000 }, (_, i) => `<mesh name="m${i}" file="part.stl" scale="1 1 ${i + 1}"/>`);
  const xml = `<mujoco><asset>${parts.join('')}</asset><worldbody><body/></worldbody></mujoco>`;
  const files = [['robot.xml', new TextEncoder().encode(xml)] as const, ['part.stl', bytes] as const];
  const { notes } = await buildRobotDescription(await gatherRobot(fileSetOfBytes('robot', files)));
  // A mesh that cannot be read is left out, and said.
  return notes.length > 0 ? { ok: false, reason: notes.join() } : { ok: true };
}

async function readPoints(bytes: Uint8Array): Promise<number> {
  const file = await openPoints(rangeSourceOf('scan', bytes), loadLazChunks);
  let count = 0;
  for await (const batch of file.batches()) count += batch.count;
  return count;
}

async function robotReaders(): Promise<ReaderUnderTest[]> {
  const mujoco = await loadMujoco();
  const read = (name: string) => async (bytes: Uint8Array) => {
    const set = fileSetOfBytes('robot', [
      [name, bytes],
      ['part.stl', smallStl()],
    ]);
    const description = await buildRobotDescription(await gatherRobot(set));
    new RobotSession(mujoco, { description, skeleton: defaultSkeleton, options: {} }).dispose();
  };
  return [
    { name: 'robot MJCF', files: [textFile(wordyMjcf, 'text')], read: read('robot.xml') },
    { name: 'robot URDF', files: [textFile(smallUrdf(), 'text')], read: read('robot.urdf') },
    { name: 'robot mesh', files: [{ bytes: smallStl(), kinds: ['bytes'] }], read: readRobotParts },
    { name: 'scan', files: [{ bytes: writeE57(randomPoints(300, 5)), kinds: ['bytes'] }], read: readPoints },
  ];
}
