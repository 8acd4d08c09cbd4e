import { expect, test } from 'vitest';
import { bumpyBall } from '../mesh/meshFixtures.testing.js';
import { writeGltfMesh } from '../scene/gltfOfMesh.js';
import { checkGltf } from './checkGltf.js';
import { type GltfJson, readGlb } from './glb.js';

const { json, binary } = readGlb(writeGltfMesh(bumpyBall(1)));
const bytes = binary?.length ?? 0;
const list = (name: string) => (json[name] ?? []) as readonly object[];
const changed = (changes: object): GltfJson => ({ ...json, ...changes });
const first = (name: string, change: object) =>
  changed({ [name]: [{ ...list(name)[0], ...change }, ...list(name).slice(1)] });

test('what we write ourselves passes', () => {
  expect(() => checkGltf(json, binary)).not.toThrow();
});

test.each<readonly [GltfJson, string]>([
  [changed({ skins: 3 }), 'glTF skins: expected a list, got 3'],
  [changed({ extensionsUsed: [null] }), 'glTF extensionsUsed[0]: expected text, got null'],
  [first('nodes', { mesh: 7 }), 'glTF nodes[0].mesh: expected one of the 1 meshes of the file, got 7'],
  [first('nodes', { mesh: '__proto__' }), 'nodes[0].mesh: expected one of the 1 meshes of the file, got "__proto__"'],
  [first('nodes', { children: [0] }), 'glTF nodes[0]: is its own ancestor'],
  [first('nodes', { translation: [0, 0] }), 'glTF nodes[0].translation: expected 3 numbers, got a list'],
  [first('accessors', { componentType: 1 }), 'glTF accessors[0].componentType: expected one of 5120, 5121'],
  [first('accessors', { count: 1e9 }), 'of its bufferView at most, got'],
  [first('accessors', { count: 1e9, bufferView: undefined }), 'numbers that only sparse entries fill, got 3000000000'],
  [first('bufferViews', { byteLength: 1e9 }), `bufferViews[0]: expected it to end at byte ${bytes}, got`],
  [first('meshes', { primitives: undefined }), 'glTF meshes[0].primitives: expected a value, got nothing'],
  [changed({ materials: [{ normalTexture: { index: 3 } }] }), 'normalTexture.index: expected one of the 0 textures'],
  [changed({ nodes: Array(40_000).fill({ mesh: 0 }) }), 'expected at most'],
  [
    changed({ nodes: Array.from({ length: 600 }, (_, i) => (i < 599 ? { children: [i + 1] } : {})) }),
    '500 levels of nodes',
  ],
  [
    changed({ meshes: [{ primitives: Array(200).fill({ attributes: {} }) }], nodes: Array(100).fill({ mesh: 0 }) }),
    'expected at most 16384 parts of meshes that its nodes show, got 20000',
  ],
  [
    changed({ skins: [{ joints: Array(700).fill(0) }], nodes: Array(200).fill({ skin: 0 }) }),
    'expected at most 131072 joints of the skins that its nodes have, got 140000',
  ],
  [changed({ scenes: Array(65).fill({ nodes: [0] }) }), 'glTF: expected at most 64 scenes, got 65'],
  [changed({ scenes: [{ nodes: [0, 0] }] }), 'glTF scenes[0].nodes: has a node twice'],
  [first('nodes', { name: 'a '.repeat(600) }), 'nodes[0].name: expected a name of at most 1000 letters, got 1200'],
  [changed({ nodes: Array(70_000).fill({}) }), 'expected at most 65536 nodes, got 70000'],
])('%# is refused with place and reason', (file, reason) => {
  expect(() => checkGltf(file, binary)).toThrow(reason);
});
