import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGlb, storedZip } from '@leib/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileSet, readWhole } from './readWhole.js';

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

describe('readWhole', () => {
  const choice = { what: 'model', extensions: ['gltf', 'obj'] };
  const gltf = (uri: string) =>
    encode(JSON.stringify({ asset: { version: '2.0' }, buffers: [{ uri, byteLength: 4 }] }));
  const encode = (text: string) => new TextEncoder().encode(text);
  const whole = (...path: string[]) => readWhole(join(folder, ...path), choice);

  beforeAll(async () => {
    await mkdir(join(folder, 'apart'));
    await writeFile(join(folder, 'apart', 'a.gltf'), gltf('a.bin'));
    await writeFile(join(folder, 'apart', 'a.bin'), 'body');
    const zip = storedZip([
      { name: 'x/a.gltf', bytes: gltf('../A.BIN') },
      { name: 'a.bin', bytes: encode('body') },
      { name: 'y/b.obj', bytes: encode('v 0 0 0') },
    ]);
    await writeFile(join(folder, 'pack.zip'), new Uint8Array(await zip.arrayBuffer()));
  });

  test.each([
    ['a glTF with the data beside it', ['apart', 'a.gltf']],
    ['the only model of a folder', ['apart']],
    ['a file inside a zip', ['pack.zip', 'x', 'a.gltf']],
  ])('%s is one GLB', async (_, path) => {
    const { bytes, name } = await whole(...path);
    expect(name).toBe('a.gltf');
    expect(new TextDecoder().decode(readGlb(bytes).binary ?? undefined)).toBe('body');
  });

  test('of several the message names what to write; what is missing is named', async () => {
    await expect(whole('pack.zip')).rejects.toThrow(
      /expected one model, got 2; name one: .*pack\.zip\/x\/a\.gltf, .*b\.obj/,
    );
    await writeFile(join(folder, 'model', 'lost.gltf'), gltf('lost.bin'));
    await expect(whole('model', 'lost.gltf')).rejects.toThrow(
      /lost\.gltf: .*expected 1 file that it refers to.* lost\.bin/,
    );
    await expect(whole('pack.zip', 'none.obj')).rejects.toThrow(
      /expected a file "none.obj" in it, got x\/a\.gltf, y\/b\.obj/,
    );
  });
});
