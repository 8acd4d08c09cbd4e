import { readGlb, writeGlb, writeGltfMesh } from '@leib/formats';
import { expect, test } from 'vitest';
import { readScan } from './comparedFiles.js';

const mesh = {
  name: 'half',
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2),
  groups: [],
};

/** The same mesh at two places. */
function twoMeshes(): Uint8Array {
  const { json, binary } = readGlb(writeGltfMesh(mesh));
  const scene = { nodes: [0, 1] };
  const nodes = [{ mesh: 0 }, { mesh: 0, translation: [0, 0.5, 0] }];
  return writeGlb({ json: { ...json, scene: 0, scenes: [scene], nodes }, binary });
}

test('every mesh of a glTF file belongs to the scan', async () => {
  const { surface } = await readScan(twoMeshes());
  expect([surface.positions.length / 3, surface.triangles.length / 3]).toEqual([6, 2]);
  expect(Math.max(...surface.positions)).toBe(1.5);
});
