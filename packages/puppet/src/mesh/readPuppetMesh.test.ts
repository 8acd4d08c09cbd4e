import { InputError } from '@leib/core';
import { writeGltfMesh, writeObj, writePly } from '@leib/formats';
import { expect, test } from 'vitest';
import { readPuppetMesh } from './readPuppetMesh.js';

/** A box of 180 units, as a person in centimetres, on x and z around 10. */
const positions = Float64Array.from({ length: 24 }, (_, i) => {
  const corner = Math.floor(i / 3);
  return [corner & 1 ? 60 : -40, corner & 2 ? 180 : 0, corner & 4 ? 30 : -10][i % 3];
});
const triangles = Uint32Array.of(0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7);
const mesh = { name: 'box', positions, triangles, groups: [] };
const text = (value: string) => new TextEncoder().encode(value);
const obj = new TextDecoder().decode(writeObj(mesh));

test.each([
  ['GLB', writeGltfMesh(mesh)],
  ['OBJ', writeObj(mesh)],
  ['PLY', writePly(mesh)],
])('%s: without a placement the model becomes metres and stands in the middle of the floor', async (_, bytes) => {
  const { mesh: read, placement, report } = await readPuppetMesh(bytes, null);
  expect(placement.scale).toBe(0.01);
  expect(report.size.map((value) => Number(value.toFixed(6)))).toEqual([1, 1.8, 0.4]);
  expect(report).toMatchObject({ placeCount: 8, triangleCount: 8, guessedUnit: 'cm', notFiniteTriangles: 0 });
  expect(report.notes).toEqual(['By its size the model is in cm; it was scaled to metres.']);
  const xs = read.positions.filter((__, i) => i % 3 === 0);
  expect(Math.min(...xs) + Math.max(...xs)).toBeCloseTo(0, 6);
});

test.each([1e-6, 1e4])('a model of %f units becomes 1 m long and says so', async (scale) => {
  const scaled = { ...mesh, positions: positions.map((value) => (value / 180) * scale) };
  const { placement, report } = await readPuppetMesh(writePly(scaled), null);
  expect(placement.scale * scale).toBeCloseTo(1, 6);
  expect(report.size[1]).toBeCloseTo(1, 6);
  expect(report).toMatchObject({ guessedUnit: null, notes: [expect.stringContaining('it was scaled by')] });
});

test("scale, turn and position of the puppet's file are applied in that order", async () => {
  const quarter = Math.SQRT1_2;
  const placement = { scale: 0.1, rotation: [0, quarter, 0, quarter], position: [1, 2, 3] } as const;
  const { mesh: read } = await readPuppetMesh(writeGltfMesh(mesh), {
    ...placement,
    rotation: [0, quarter, 0, quarter],
    position: [1, 2, 3],
  });
  // x -> -z, z -> x: corner 0 is (-40, 0, -10).
  expect(Array.from(read.vertexPositions.subarray(0, 3), (value) => Number(value.toFixed(9)))).toEqual([0, 2, 7]);
});

test('triangles with a corner that is NaN or infinite are left out and counted, in every kind of file', async () => {
  const broken = positions.slice();
  broken[7 * 3] = Number.NaN;
  const files = [
    writeGltfMesh({ ...mesh, positions: broken }),
    writePly({ ...mesh, positions: broken }),
    text(obj.replace(/^v 60 180 30$/m, 'v nan 180 30')),
    text(obj.replace(/^v 60 180 30$/m, 'v 60 -inf 30')),
    text(obj.replace(/^v 60 180 30$/m, 'v 60 180 1e999')),
  ];
  for (const bytes of files) {
    const { mesh: read, report } = await readPuppetMesh(bytes, null);
    expect(report.notFiniteTriangles).toBe(2);
    expect(report.notes[0]).toBe('2 of 8 triangles have a corner that is NaN or infinite and were left out.');
    expect(read.vertexPositions.every(Number.isFinite)).toBe(true);
    expect(read.triangles).toHaveLength(18);
    // Every triangle of the file keeps its number, so that materials still fit.
    expect(read.vertexTriangles).toHaveLength(24);
    expect(read.placeCount).toBe(7);
  }
});

const point = (value: number) => new Float64Array(24).fill(value);
test.each([
  [
    'only NaN',
    writeGltfMesh({ ...mesh, positions: point(Number.NaN) }),
    'mesh: expected a triangle with finite corners, got 8 with NaN or infinity; export the model again',
  ],
  [
    'no area',
    writeGltfMesh({ ...mesh, positions: point(1) }),
    'mesh: expected a triangle with an area, got none; export the model again',
  ],
  ['no faces (OBJ)', text('v 0 0 0\nv 1 0 0\n'), 'file: expected triangles, got points only'],
  ['no vertices (OBJ)', text('o empty\n'), 'OBJ: has no vertices'],
  ['an index out of range', text('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n'), 'OBJ line 4: a corner names vertex 9 of 3'],
  ['no words of a model', text('hello'), 'file: expected a mesh as OBJ, PLY, STL, COLLADA, GLB, VRM or glTF'],
  ['nothing', new Uint8Array(0), 'file: expected a mesh as OBJ, PLY, STL, COLLADA, GLB, VRM or glTF'],
  ['a GLB cut off', writeGltfMesh(mesh).subarray(0, 40), 'glTF byte 40: the file is cut off'],
])('%s is refused in one sentence', async (_, bytes, reason) => {
  const refused = readPuppetMesh(bytes, null);
  await expect(refused).rejects.toThrow(InputError);
  await expect(refused).rejects.toThrow(reason);
});

test('a model beyond what can be simulated is carried by fewer places, and the report says so', async () => {
  const side = 150;
  const many = Float64Array.from({ length: side * side * 3 }, (_, i) => {
    const vertex = Math.floor(i / 3);
    return [vertex % side, 0, Math.floor(vertex / side)][i % 3] / side;
  });
  const faces = Uint32Array.from({ length: (side - 1) * (side - 1) * 3 }, (_, i) => {
    const cell = Math.floor(i / 3);
    return Math.floor(cell / (side - 1)) * side + (cell % (side - 1)) + [0, side, 1][i % 3];
  });
  const { mesh: read, report } = await readPuppetMesh(writePly({ ...mesh, positions: many, triangles: faces }), null);
  // One corner of the sheet belongs to no triangle.
  expect(report.vertexCount).toBe(side * side - 1);
  expect(report.reducedFrom).toBe(side * side - 1);
  expect(read.placeCount).toBeLessThanOrEqual(20_000);
  expect(report.notes).toContainEqual(
    expect.stringMatching(/^22499 places are more than can be simulated; \d+ of them carry/),
  );
});
