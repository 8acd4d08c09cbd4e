import { fileSetOfBytes } from '@leib/formats';
import { expect, test } from 'vitest';
import { fileOfSet, sortDropped } from './droppedSet.js';

const sorted = (...paths: string[]) => {
  const { single, together } = sortDropped(
    fileSetOfBytes(
      'dropped',
      paths.map((path) => [path, new Uint8Array(3)]),
    ),
  );
  return { single: single.map(({ path }) => path), together: together?.files.map(({ path }) => path) ?? null };
};

test.each([
  ['one file', ['a.gltf'], ['a.gltf'], null],
  ['the only file of a folder', ['x/a.vrm'], ['x/a.vrm'], null],
  ['motions', ['a.bvh', 'b.mcap'], ['a.bvh', 'b.mcap'], null],
  ['an avatar and a motion', ['a.vrm', 'b.bvh'], ['b.bvh', 'a.vrm'], null],
  ['a model with its files', ['a.gltf', 'a.bin', 'a.png'], [], ['a.bin', 'a.gltf', 'a.png']],
  ['a model with its files and a motion', ['a.gltf', 'a.bin', 'walk.bvh.gz'], ['walk.bvh.gz'], ['a.bin', 'a.gltf']],
  ['a folder with everything', ['x/a.gltf', 'x/a.bin', 'x/walk.bvh'], [], ['x/a.bin', 'x/a.gltf', 'x/walk.bvh']],
])('%s', (_, paths, single, together) => {
  expect(sorted(...paths)).toEqual({ single, together });
});

test('a file of a set keeps its name without the folders', async () => {
  const file = await fileOfSet(fileSetOfBytes('x', [['x/y/a.bvh', Uint8Array.of(1, 2)]]).files[0]);
  expect([file.name, file.size]).toEqual(['a.bvh', 2]);
});
