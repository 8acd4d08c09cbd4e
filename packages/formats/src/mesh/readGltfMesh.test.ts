import { expect, test } from 'vitest';
import { type GltfJson, readGlb, writeGlb } from '../gltf/glb.js';
import { writeGltfMesh } from '../scene/gltfOfMesh.js';
import { bumpyBall } from './meshFixtures.testing.js';
import { readGltfMesh } from './readGltfMesh.js';

const ball = bumpyBall(1);
const glb = readGlb(writeGltfMesh(ball));

/** The ball's file with parts of its JSON replaced. */
const changed = (changes: Partial<Record<string, unknown>>, binary = glb.binary): Uint8Array =>
  writeGlb({ json: { ...glb.json, ...changes } as GltfJson, binary });

test('a mesh stands where its nodes put it', () => {
  const nodes = [
    { children: [1], translation: [0, 2, 0], scale: [2, 2, 2] },
    { mesh: 0, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] },
  ];
  const { positions } = readGltfMesh(changed({ nodes }));
  for (let at = 0; at < positions.length; at += 3) {
    // A quarter turn about y takes z to x and x to -z.
    expect(positions[at]).toBeCloseTo(2 * ball.positions[at + 2], 5);
    expect(positions[at + 1]).toBeCloseTo(2 * ball.positions[at + 1] + 2, 5);
    expect(positions[at + 2]).toBeCloseTo(-2 * ball.positions[at], 5);
  }
  const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1];
  const moved = readGltfMesh(changed({ nodes: [{ mesh: 0, matrix }] })).positions;
  expect(moved[0]).toBeCloseTo(ball.positions[0] + 5, 5);
});

test('a skinned mesh stands as its bones at rest say, wherever its node is', () => {
  const count = ball.positions.length / 3;
  const old = glb.binary as Uint8Array;
  // Two bones at rest a metre apart; the inverse bind matrices say the mesh is stored ten times too large.
  const extra = new Uint8Array(count * 4 + count * 16 + 2 * 64);
  const view = new DataView(extra.buffer);
  for (let vertex = 0; vertex < count; vertex++) {
    extra[vertex * 4 + 1] = 1;
    const share = vertex / count;
    view.setFloat32(count * 4 + vertex * 16, share, true);
    view.setFloat32(count * 4 + vertex * 16 + 4, 1 - share, true);
  }
  [0, 1].forEach((bone) => {
    const at = count * 20 + bone * 64;
    for (const k of [0, 5, 10]) view.setFloat32(at + k * 4, 0.1, true);
    view.setFloat32(at + 60, 1, true);
  });
  const binary = new Uint8Array(old.length + extra.length);
  binary.set(old);
  binary.set(extra, old.length);
  const json = glb.json as Record<string, unknown[]> & GltfJson;
  const file = writeGlb({
    binary,
    json: {
      ...json,
      nodes: [{ mesh: 0, skin: 0, translation: [9, 9, 9] }, { translation: [1, 0, 0] }, { translation: [3, 0, 0] }],
      skins: [{ joints: [1, 2], inverseBindMatrices: 4 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 2, WEIGHTS_0: 3 }, indices: 1 }] }],
      accessors: [
        json.accessors[0],
        json.accessors[1],
        { bufferView: 2, componentType: 5121, count, type: 'VEC4' },
        { bufferView: 3, componentType: 5126, count, type: 'VEC4' },
        { bufferView: 4, componentType: 5126, count: 2, type: 'MAT4' },
      ],
      bufferViews: [
        ...json.bufferViews,
        { buffer: 0, byteOffset: old.length, byteLength: count * 4 },
        { buffer: 0, byteOffset: old.length + count * 4, byteLength: count * 16 },
        { buffer: 0, byteOffset: old.length + count * 20, byteLength: 128 },
      ],
      buffers: [{ byteLength: binary.length } as object],
    },
  });
  const { positions } = readGltfMesh(file);
  for (let vertex = 0; vertex < count; vertex++) {
    const share = vertex / count;
    expect(positions[vertex * 3]).toBeCloseTo(0.1 * ball.positions[vertex * 3] + share + 3 * (1 - share), 5);
    expect(positions[vertex * 3 + 1]).toBeCloseTo(0.1 * ball.positions[vertex * 3 + 1], 5);
  }
});

test('meshes are chosen by name, theirs or their node’s; the first that a node shows otherwise', () => {
  const [first] = glb.json.meshes as readonly Record<string, unknown>[];
  const meshes = [
    { ...first, name: 'unseen' },
    { ...first, name: 'body' },
    { ...first, name: '' },
  ];
  const nodes = [{ mesh: 1 }, { mesh: 2, name: 'hair' }];
  const file = changed({ meshes, nodes });
  expect(readGltfMesh(file).name).toBe('body');
  expect(readGltfMesh(file, { mesh: 'hair' }).name).toBe('hair');
  expect(readGltfMesh(file, { mesh: 'unseen' }).name).toBe('unseen');
  expect(() => readGltfMesh(file, { mesh: 'hat' })).toThrow(
    'glTF meshes: expected one of "body", "hair", "unseen", got "hat"',
  );
});

test('strips and fans, shared and separate positions, quantized and sparse ones', () => {
  const positions = Int16Array.of(0, 0, 0, 0, 32767, 0, 0, 0, 32767, 32767, 0, 0, 0, 32767, 0, 0);
  const sparseIndex = Uint8Array.of(2, 0, 0, 0);
  const binary = new Uint8Array(32 + 4 + 12);
  binary.set(new Uint8Array(positions.buffer));
  binary.set(sparseIndex, 32);
  binary.set(new Uint8Array(Float32Array.of(7, 8, 9).buffer), 36);
  const json = {
    asset: { version: '2.0' },
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, mode: 5 },
          { attributes: { POSITION: 1 }, mode: 6 },
          { attributes: { POSITION: 0 }, mode: 6 },
          { attributes: { POSITION: 1 }, mode: 0 },
        ],
      },
    ],
    accessors: [
      { bufferView: 0, componentType: 5122, normalized: true, count: 4, type: 'VEC3' },
      {
        componentType: 5126,
        count: 3,
        type: 'VEC3',
        sparse: { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 2 } },
      },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 32, byteStride: 8 },
      { buffer: 0, byteOffset: 32, byteLength: 4 },
      { buffer: 0, byteOffset: 36, byteLength: 12 },
    ],
    buffers: [{ byteLength: 48 } as object],
  };
  const mesh = readGltfMesh(writeGlb({ json, binary }));
  expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9]);
  expect([...mesh.triangles]).toEqual([0, 1, 2, 1, 3, 2, 4, 5, 6, 0, 1, 2, 0, 2, 3]);
  const base64 = btoa(String.fromCharCode(...binary));
  const text = JSON.stringify({ ...json, buffers: [{ uri: `data:application/octet-stream;base64,${base64}` }] });
  expect(readGltfMesh(new TextEncoder().encode(text))).toEqual(mesh);
});

const [accessor, indices] = glb.json.accessors as readonly Record<string, unknown>[];
const [view, indexView] = glb.json.bufferViews as readonly Record<string, unknown>[];
test.each([
  ['no mesh', { meshes: [], nodes: [] }, 'glTF meshes: the file has no mesh'],
  ['a node of nothing', { nodes: [{ mesh: 4 }] }, 'glTF nodes[0]: expected one of the 1 meshes of the file, got 4'],
  ['a circle of nodes', { nodes: [{ mesh: 0, children: [1] }, { children: [0] }] }, 'is its own ancestor'],
  ['a short matrix', { nodes: [{ mesh: 0, matrix: [1] }] }, 'glTF nodes[0]: matrix is not 16 numbers'],
  ['no attributes', { meshes: [{ primitives: [3] }] }, 'glTF meshes[0].primitives[0]: has no attributes'],
  [
    'Draco',
    { meshes: [{ primitives: [{ attributes: {}, extensions: { KHR_draco_mesh_compression: {} } }] }] },
    'is packed with Draco; save the file without compression',
  ],
  [
    'meshopt',
    { bufferViews: [{ ...view, extensions: { EXT_meshopt_compression: {} } }, indexView] },
    'is packed with EXT_meshopt_compression; save the file without compression',
  ],
  ['too many positions', { accessors: [{ ...accessor, count: 1e6 }, indices] }, 'glTF accessors[0]: needs bytes up to'],
  ['positions of nowhere', { accessors: [{ type: 'VEC3', count: 1e9, componentType: 5126 }, indices] }, 'without data'],
  [
    'corners as positions',
    { accessors: [indices, indices] },
    'glTF accessors[0]: expected VEC3 for meshes[0].primitives[0], got "SCALAR"',
  ],
  [
    'an odd type',
    { accessors: [{ ...accessor, componentType: 5130 }, indices] },
    'expected a componentType of glTF, got 5130',
  ],
  ['half a vertex', { accessors: [{ ...accessor, count: 2.5 }, indices] }, 'count: expected a whole number, got 2.5'],
  ['too few vertices', { accessors: [{ ...accessor, count: 3 }, indices] }, /expected a vertex from 0 to 2, got \d+/],
  ['another file', { buffers: [{ uri: 'body.bin' }] }, 'glTF buffers[0]: lies in another file'],
  ['a buffer of prose', { buffers: [{ uri: 'data:;base64,***' }] }, 'glTF buffers[0]: expected base64'],
])('%s is refused with place and reason', (_, changes, reason) => {
  expect(() => readGltfMesh(changed(changes))).toThrow(reason);
});
