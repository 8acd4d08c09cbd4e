import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { fileSetOfBytes } from './fileSet.js';
import { ChoiceError, chooseFile, filesWithExtension, findFile, requireFiles } from './findFile.js';
import { fileSetOfDrop, fileSetOfFiles, fileSetOfZip } from './openFiles.js';
import { storedZip } from './zipFile.js';

const setOf = (...paths: string[]) =>
  fileSetOfBytes(
    'model',
    paths.map((path) => [path, new TextEncoder().encode(path)]),
  );

const found = (paths: readonly string[], reference: string, from?: string) =>
  findFile(setOf(...paths), reference, from)?.path ?? null;

describe('findFile', () => {
  const robot = ['h1/h1.xml', 'h1/assets/pelvis.stl', 'h1/Textures/Skin Färbung.png'];

  test.each([
    ['assets/pelvis.stl', 'h1/assets/pelvis.stl'],
    ['./assets/pelvis.stl', 'h1/assets/pelvis.stl'],
    ['../h1/assets/./pelvis.stl', 'h1/assets/pelvis.stl'],
    ['assets\\pelvis.stl', 'h1/assets/pelvis.stl'],
    ['Assets/PELVIS.STL', 'h1/assets/pelvis.stl'],
    ['package://h1/assets/pelvis.stl', 'h1/assets/pelvis.stl'],
    ['package://h1_description/meshes/assets/pelvis.stl', 'h1/assets/pelvis.stl'],
    ['C:\\Users\\me\\robot\\pelvis.stl', 'h1/assets/pelvis.stl'],
    ['/home/me/pelvis.stl', 'h1/assets/pelvis.stl'],
    ['../../../pelvis.stl', 'h1/assets/pelvis.stl'],
    ['Textures/Skin%20F%C3%A4rbung.png', 'h1/Textures/Skin Färbung.png'],
    ['textures/skin färbung.png'.normalize('NFD'), 'h1/Textures/Skin Färbung.png'],
    ['assets/thigh.stl', null],
    ['pelvis', null],
  ])('%s is %s', (reference, path) => {
    expect(found(robot, reference, 'h1/h1.xml')).toBe(path);
  });

  test('a percent sign that belongs to the name is one', () => {
    expect(found(['100%.png', 'a%20b.png', 'a b.png'], '100%.png')).toBe('100%.png');
    expect(found(['100%.png', 'a%20b.png', 'a b.png'], 'a%20b.png')).toBe('a%20b.png');
  });

  test('the path decides before the name, the case of the letters last', () => {
    const paths = ['a/skin.png', 'b/skin.png', 'b/Skin.png'];
    expect(found(paths, 'skin.png', 'b/model.gltf')).toBe('b/skin.png');
    expect(found(paths, 'Skin.png', 'b/model.gltf')).toBe('b/Skin.png');
    expect(found(paths, 'a/skin.png', 'b/model.gltf')).toBe('a/skin.png');
    expect(found(paths, 'SKIN.png', 'b/model.gltf')).toBe(null);
  });

  test('of files with the same name the one nearest to the file that refers, else none', () => {
    const paths = ['red/maps/skin.png', 'blue/maps/skin.png', 'other/model.fbx'];
    expect(found(paths, 'D:\\work\\skin.png', 'blue/model.fbx')).toBe('blue/maps/skin.png');
    expect(found(paths, 'D:\\work\\skin.png', 'other/model.fbx')).toBe(null);
  });

  test.each(seeds(50))('every file is found from every other by its relative path (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const name = () => 'abc'.charAt(Math.floor(random() * 3));
    const path = () => Array.from({ length: 1 + Math.floor(random() * 4) }, name).join('/');
    const paths = [...new Set(Array.from({ length: 12 }, path))].map((each, i) => `${each}/${i % 3}.bin`);
    const set = setOf(...new Set(paths));
    for (const { path: from } of set.files) {
      for (const { path: to } of set.files) {
        const up = from.split('/').slice(1);
        const relative = [...up.map(() => '..'), ...to.split('/')].join(random() < 0.5 ? '/' : '\\');
        expect(findFile(set, relative, from)?.path).toBe(to);
      }
    }
  });

  test('all missing files are named at once', () => {
    const require = () =>
      requireFiles(setOf('a.gltf', 'a.bin'), ['a.bin', 'b.png', 'c.png', 'b.png'], { from: 'a.gltf' });
    expect(require).toThrow(
      'file a.gltf: expected 2 files that it refers to, got none of that name: b.png, c.png; open',
    );
    expect([...requireFiles(setOf('x/a.gltf', 'x/a.bin'), ['A.bin'], { from: 'x/a.gltf' }).values()]).toMatchObject([
      { path: 'x/a.bin' },
    ]);
  });
});

describe('chooseFile', () => {
  const kinds = { what: 'avatar', extensions: ['vrm', 'gltf'] };

  test('the only candidate is taken, of several the user chooses', () => {
    expect(chooseFile(setOf('a.png', 'deep/b.VRM'), kinds).path).toBe('deep/b.VRM');
    const several = setOf('deep/a.gltf', 'z.gltf', 'b.png');
    expect(() => chooseFile(several, kinds)).toThrow(ChoiceError);
    expect(() => chooseFile(several, kinds)).toThrow(
      'file model: expected one avatar, got 2: z.gltf, deep/a.gltf; choose',
    );
    expect(chooseFile(several, { ...kinds, chosen: 'deep/a.gltf' }).path).toBe('deep/a.gltf');
    expect(filesWithExtension(several, ['png', 'gltf']).map(({ path }) => path)).toEqual([
      'b.png',
      'z.gltf',
      'deep/a.gltf',
    ]);
  });

  test('without a candidate the message says what is there', () => {
    expect(() => chooseFile(setOf('a.png', 'b.obj'), kinds)).toThrow(
      'file model: expected one avatar (.vrm, .gltf), got 2 files of .png, .obj',
    );
    expect(() => chooseFile(setOf(), kinds)).toThrow('got no file at all');
    expect(() => chooseFile(setOf('a.vrm'), { ...kinds, chosen: 'b.vrm' })).toThrow(
      'expected a file "b.vrm" in it, got a.vrm',
    );
  });
});

describe('where sets come from', () => {
  const text = async (bytes: Promise<Uint8Array> | undefined) => new TextDecoder().decode(await bytes);
  const contents = [
    { name: 'top/model.gltf', bytes: Uint8Array.of(123, 125) },
    { name: 'top/maps/Häute.png', bytes: new TextEncoder().encode('pixels') },
    { name: '__MACOSX/top/._model.gltf', bytes: Uint8Array.of(0) },
    { name: 'top/.DS_Store', bytes: Uint8Array.of(0) },
  ];

  test('a zip: its files without what the system left behind; as a chosen file, too', async () => {
    const zip = storedZip(contents);
    const bytes = new Uint8Array(await zip.arrayBuffer());
    for (const set of [fileSetOfZip(bytes, 'a.zip'), await fileSetOfFiles([new File([zip], 'a.zip')])]) {
      expect(set.name).toBe('a.zip');
      expect(set.files.map(({ path }) => path)).toEqual(['top/maps/Häute.png', 'top/model.gltf']);
      expect(await text(findFile(set, 'maps/Häute.png', 'top/model.gltf')?.read())).toBe('pixels');
    }
  });

  test.each(['../outside.txt', 'a/../../outside.txt', '..\\outside.txt'])(
    'a zip with a path %s is refused',
    async (name) => {
      const bytes = new Uint8Array(await storedZip([{ name, bytes: Uint8Array.of(1) }]).arrayBuffer());
      expect(() => fileSetOfZip(bytes, 'evil.zip')).toThrow('file evil.zip: expected paths inside of it, got');
    },
  );

  test('too many files, and twice the same path, are refused', () => {
    expect(() => setOf(...Array.from({ length: 20_001 }, (_, i) => `${i}.txt`))).toThrow('at most 20000 files');
    expect(() => setOf('a/b.txt', 'a\\b.txt')).toThrow('expected different paths, got "a/b.txt" twice');
  });

  test('a chosen folder keeps its folders', async () => {
    const file = Object.defineProperty(new File(['{}'], 'model.gltf'), 'webkitRelativePath', {
      value: 'knight/model.gltf',
    });
    const set = await fileSetOfFiles([file, new File(['x'], 'model.bin')]);
    expect(set.name).toBe('knight');
    expect(set.files.map(({ path }) => path)).toEqual(['knight/model.gltf', 'model.bin']);
  });

  test('a dropped folder is read to its end, portion by portion', async () => {
    const entryOf = (path: string): FileSystemEntry =>
      ({
        isFile: true,
        fullPath: `/${path}`,
        file: (give: (file: File) => void) => give(new File([path], path)),
      }) as never;
    const portions = [['knight/a.gltf'], ['knight/maps/b.png', 'knight/maps/c.png'], []].map((each) =>
      each.map(entryOf),
    );
    const folder = {
      isFile: false,
      createReader: () => ({ readEntries: (give: (all: FileSystemEntry[]) => void) => give(portions.shift() ?? []) }),
    };
    const items = [{ kind: 'file', webkitGetAsEntry: () => folder }, { kind: 'string' }];
    const set = await fileSetOfDrop({ items, files: [] } as never);
    expect(set.files.map(({ path }) => path)).toEqual(['knight/a.gltf', 'knight/maps/b.png', 'knight/maps/c.png']);
    expect(await text(set.files[2].read())).toBe('knight/maps/c.png');
  });
});
