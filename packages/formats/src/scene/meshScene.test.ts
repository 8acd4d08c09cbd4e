import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { readGlb, writeGlb } from '../gltf/glb.js';
import { bumpyBall } from '../mesh/meshFixtures.testing.js';
import { writeObj } from '../mesh/writeObj.js';
import { createGlbBuilder } from './glbBuilder.js';
import type { MeshScene } from './readMeshScene.js';
import { readMeshScene, withoutObjects } from './readMeshScene.js';
import { smoothNormals, weldVertices } from './smoothNormals.js';
import { type SceneSkin, writeSkinnedScene } from './writeSkinnedScene.js';

const ball = bumpyBall(4);
const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
/** Twice as large, a quarter turn about X, moved. */
const placement = Float64Array.of(2, 0, 0, 0, 0, 0, 2, 0, 0, -2, 0, 0, 1, 2, 3, 1);

/** Two balls, the second mirrored by its node, with texture coordinates, a material that has an extension, and an empty. */
function twoBalls(): Uint8Array {
  const builder = createGlbBuilder();
  const positions = Float32Array.from(ball.positions);
  const attributes = {
    POSITION: builder.addFloats(positions, 'VEC3', true),
    NORMAL: builder.addFloats(smoothNormals(ball.positions, ball.triangles), 'VEC3'),
    COLOR_0: builder.addFloats(new Float32Array(positions.length).fill(0.5), 'VEC3'),
  };
  builder.addFloats(new Float32Array(3000), 'VEC3'); // named by nothing
  return builder.write({
    asset: { version: '2.0' },
    extensionsUsed: ['KHR_materials_unlit', 'KHR_lights_punctual'],
    scene: 0,
    scenes: [{ nodes: [0, 1, 2] }],
    nodes: [
      { name: 'body', mesh: 0 },
      { name: 'head', mesh: 0, scale: [-1, 1, 1], translation: [4, 0, 0] },
      { name: 'leftElbow', translation: [7, 8, 9] },
    ],
    meshes: [
      {
        primitives: [{ attributes, indices: builder.addIndices(ball.triangles), material: 0 }],
        extras: { made: 'here' },
      },
    ],
    materials: [{ name: 'skin', extensions: { KHR_materials_unlit: {} } }],
  });
}

function oneBoneSkin({ positions }: MeshScene): SceneSkin {
  const vertexCount = positions.length / 3;
  const vertexWeights = new Float32Array(vertexCount * 4);
  for (let vertex = 0; vertex < vertexCount; vertex++) vertexWeights[vertex * 4] = 1;
  return {
    name: 'person',
    boneNames: ['hips', 'head'],
    parents: [-1, 0],
    joints: [1, 2, 3, 1, 4, 3],
    vertexBones: new Uint8Array(vertexCount * 4),
    vertexWeights,
  };
}

test('every surface of a file comes in one frame, with names and places of its objects', async () => {
  const scene = await readMeshScene(twoBalls());
  const count = ball.positions.length / 3;
  expect(scene.positions).toHaveLength(count * 6);
  expect(scene.positions[count * 3]).toBeCloseTo(4 - ball.positions[0], 5);
  expect(scene.triangles).toHaveLength(ball.triangles.length * 2);
  expect(scene.objects[2]).toMatchObject({ name: 'leftElbow', position: [7, 8, 9], size: 0 });
  const alone = withoutObjects(scene, new Set([0]));
  expect(alone.positions).toEqual(scene.positions.slice(count * 3));
  expect(Math.max(...alone.triangles)).toBe(count - 1);
});

test("a skinned scene stands where it was placed, keeps its look, and passes Khronos' validator", async () => {
  const scene = await readMeshScene(twoBalls());
  const bytes = writeSkinnedScene(scene, placement, oneBoneSkin(scene));
  const { issues } = await validateBytes(bytes);
  // The validator also names what nothing uses: old positions, data that no part names.
  expect(issues.messages).toEqual([]);

  const { json } = readGlb(bytes);
  expect(json.extensionsUsed).toEqual(['KHR_materials_unlit']);
  expect(json.materials).toEqual([{ name: 'skin', extensions: { KHR_materials_unlit: {} } }]);
  expect((json.nodes as { name: string }[]).map(({ name }) => name)).toEqual(['hips', 'head', 'body', 'head mesh']);

  const again = await readMeshScene(bytes);
  for (let at = 0; at < scene.positions.length; at += 3) {
    const [x, y, z] = scene.positions.subarray(at, at + 3);
    expect(again.positions[at]).toBeCloseTo(2 * x + 1, 4);
    expect(again.positions[at + 1]).toBeCloseTo(-2 * z + 2, 4);
    expect(again.positions[at + 2]).toBeCloseTo(2 * y + 3, 4);
  }
});

test('a mirrored part keeps its outside outside', async () => {
  const scene = await readMeshScene(twoBalls());
  const again = await readMeshScene(writeSkinnedScene(scene, identity, oneBoneSkin(scene)));
  const half = again.triangles.length / 2;
  expect(volume(again.positions, again.triangles.subarray(0, half))).toBeGreaterThan(1);
  expect(volume(again.positions, again.triangles.subarray(half))).toBeGreaterThan(1);
});

test('OBJ: groups become objects, normals are made', async () => {
  const named = {
    ...ball,
    groups: [
      { name: 'trunk', firstTriangle: 0, triangleCount: 40 },
      { name: 'leg', firstTriangle: 40, triangleCount: ball.triangles.length / 3 - 40 },
    ],
  };
  const scene = await readMeshScene(writeObj(named));
  expect(scene.objects.map(({ name }) => name)).toEqual(['trunk', 'leg']);
  expect(weldVertices(scene.positions).count).toBe(ball.positions.length / 3);
  const bytes = writeSkinnedScene(scene, identity, oneBoneSkin(scene));
  expect((await validateBytes(bytes)).issues.messages).toEqual([]);
});

test('damaged files are refused in one sentence', async () => {
  const { json, binary } = readGlb(twoBalls());
  const cut = writeGlb({ json, binary: (binary as Uint8Array).slice(0, 100) });
  await expect(readMeshScene(cut)).rejects.toThrow(/^glTF .*needs bytes up to/);
  const empty = writeGlb({ json: { ...json, nodes: [] }, binary });
  await expect(readMeshScene(empty)).rejects.toThrow('glTF meshes: expected triangles, got none');
});

function volume(positions: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(triangles[t + k] * 3, triangles[t + k] * 3 + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}
