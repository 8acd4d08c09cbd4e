import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storedZip } from '@leib/formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileSet } from './readFileSet.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leib-files-'));
  await mkdir(join(folder, 'model', 'maps'), { recursive: true });
  await writeFile(join(folder, 'model', 'a.gltf'), '{}');
  await writeFile(join(folder, 'model', 'maps', 'skin.png'), 'pixels');
  await writeFile(join(folder, 'model', '.hidden'), '');
  const zip = storedZip([{ name: 'a.gltf', bytes: new TextEncoder().encode('{}') }]);
  await writeFile(join(folder, 'model.zip'), new Uint8Array(await zip.arrayBuffer()));
});
afterAll(() => rm(folder, { recursive: true }));

const pathsOf = async (...path: string[]) => {
  const { set, chosen } = await readFileSet(join(folder, ...path));
  return { name: set.name, paths: set.files.map((file) => file.path), chosen };
};

test('a folder with its folders, a zip, and a file with its neighbours', async () => {
  const paths = ['a.gltf', 'maps/skin.png'];
  expect(await pathsOf('model')).toEqual({ name: 'model', paths, chosen: null });
  expect(await pathsOf('model', 'a.gltf')).toEqual({ name: 'model', paths, chosen: 'a.gltf' });
  expect(await pathsOf('model.zip')).toEqual({ name: 'model.zip', paths: ['a.gltf'], chosen: null });
  const { set } = await readFileSet(join(folder, 'model'));
  expect(new TextDecoder().decode(await set.files[1].read())).toBe('pixels');
});

test('what is not there is said in one sentence', async () => {
  await expect(readFileSet(join(folder, 'none'))).rejects.toThrow(
    'expected a readable file, got no such file or folder',
  );
});
