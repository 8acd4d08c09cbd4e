import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { FormatError } from '../formatError.js';
import { gzip } from '../io/unpack.js';
import { writeGltfMesh } from '../scene/gltfOfMesh.js';
import type { Mesh } from './mesh.js';
import { bumpyBall } from './meshFixtures.testing.js';
import { readMesh } from './readMesh.js';
import { writeObj, writePly } from './writeObj.js';

/** Every way of writing a mesh, and how far a coordinate may be off when read again. */
const writers: readonly (readonly [string, (mesh: Mesh) => Uint8Array<ArrayBuffer>, number])[] = [
  ['OBJ', writeObj, 6e-10],
  ['ascii PLY', (mesh) => writePly(mesh, { encoding: 'ascii' }), 0],
  ['little-endian PLY', (mesh) => writePly(mesh), 0],
  ['big-endian PLY', (mesh) => writePly(mesh, { encoding: 'binary_big_endian' }), 0],
  ['GLB', writeGltfMesh, 1.3e-7],
];

function expectSame(back: Mesh, mesh: Mesh, within: number): void {
  expect(back.positions.length).toBe(mesh.positions.length);
  const worst = back.positions.reduce((most, v, i) => Math.max(most, Math.abs(v - mesh.positions[i])), 0);
  expect(worst).toBeLessThanOrEqual(within);
  expect(back.triangles).toEqual(mesh.triangles);
}

describe.each(writers)('%s', (kind, write, within) => {
  test.each(seeds(5))('read(write(mesh)) is the mesh, vertex by vertex (seed %i)', async (seed) => {
    const mesh = bumpyBall(seed);
    expectSame(await readMesh(write(mesh)), mesh, within);
    expectSame(await readMesh(await gzip(write(mesh))), mesh, within);
  });

  test('a cloud of points keeps its points', async () => {
    const cloud: Mesh = { ...bumpyBall(1), triangles: new Uint32Array() };
    expectSame(await readMesh(write(cloud)), cloud, within);
  });

  test('groups come back where the format has them', async () => {
    const groups = [
      { name: 'lower half', firstTriangle: 0, triangleCount: 60 },
      { name: 'upper half', firstTriangle: 60, triangleCount: bumpyBall(2).triangles.length / 3 - 60 },
    ];
    const back = await readMesh(write({ ...bumpyBall(2), groups }));
    expect(back.groups).toEqual(kind.includes('PLY') ? [] : groups);
    expect(back.name).toBe(kind.includes('PLY') ? '' : 'ball');
  });

  test('cut off anywhere, a file is refused in one sentence or still a mesh, never anything else', async () => {
    const bytes = write(bumpyBall(3, 5, 6));
    let refusedCount = 0;
    for (let length = 0; length < bytes.length; length += 7) {
      const reason = await reasonFor(bytes.subarray(0, length));
      if (reason !== null) refusedCount++;
    }
    // A text may end after any of its lines, a binary file may not.
    expect(refusedCount).toBeGreaterThan(kind === 'OBJ' ? 2 : bytes.length / 7 - 2 - (kind === 'ascii PLY' ? 1 : 0));
  });

  test('with bytes changed at random it is refused or read, and never hangs', async () => {
    const random = seededRandom(4);
    const bytes = write(bumpyBall(4, 5, 6));
    for (let round = 0; round < 300; round++) {
      const damaged = bytes.slice();
      for (let k = 0; k < 1 + (round % 5); k++) {
        // The beginning, where counts and types stand, more often than the rest.
        const at = Math.floor(random() ** 3 * bytes.length);
        damaged[at] = Math.floor(random() * 256);
      }
      await reasonFor(damaged);
    }
  });
});

/** Why a file is refused; null where it is read, and then it is a sound mesh. */
async function reasonFor(bytes: Uint8Array): Promise<string | null> {
  try {
    const { positions, triangles } = await readMesh(bytes);
    expect(positions.every(Number.isFinite)).toBe(true);
    expect(triangles.every((index) => index < positions.length / 3)).toBe(true);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).message).not.toContain('\n');
    return (error as FormatError).message;
  }
}

test.each([
  ['nothing', '', 'an empty file'],
  ['a poem', 'Shall I compare thee\nto a summer’s day?\n', 'a file of another kind'],
  ['bytes', '\u0000\u0001\u0002\u0003', 'a file of another kind'],
])('%s is no mesh', async (_, text, got) => {
  expect(await reasonFor(new TextEncoder().encode(text))).toBe(
    `file: expected a mesh as OBJ, PLY, STL, COLLADA, GLB, VRM or glTF, got ${got}; export it as one of these`,
  );
});
