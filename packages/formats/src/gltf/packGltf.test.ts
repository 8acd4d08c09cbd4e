import { describe, expect, test } from 'vitest';
import { fileSetOfBytes } from '../files/fileSet.js';
import { findFile } from '../files/findFile.js';
import { readGlb, writeGlb } from './glb.js';
import { packGltf } from './packGltf.js';

const encode = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

const person = {
  asset: { version: '2.0' },
  buffers: [
    { uri: 'data%20one.bin', byteLength: 5 },
    { uri: `data:application/octet-stream;base64,${btoa('inside!')}`, byteLength: 7 },
    { byteLength: 64, extensions: { EXT_meshopt_compression: { fallback: true } } },
  ],
  bufferViews: [
    { buffer: 0, byteOffset: 1, byteLength: 4 },
    { buffer: 1, byteLength: 7 },
    { buffer: 2, byteLength: 64, extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 2, byteLength: 3 } } },
  ],
  images: [{ uri: 'maps/Skin.png' }, { uri: 'maps/lost.png' }, { bufferView: 1, mimeType: 'image/png' }],
  textures: [{ source: 0 }, { source: 1 }],
  materials: [
    { pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 1 } } },
    { normalTexture: { index: 1 }, extensions: { KHR_materials_clearcoat: { clearcoatTexture: { index: 1 } } } },
  ],
};

const files: [string, Uint8Array][] = [
  ['model/person.gltf', encode(person)],
  ['model/data one.bin', encode('bytes')],
  ['model/maps/skin.png', encode('pixels')],
];

const packed = async (contents: [string, Uint8Array][], path = 'model/person.gltf') => {
  const set = fileSetOfBytes('model', contents);
  const file = findFile(set, path);
  if (file === null) throw new Error(path);
  return packGltf(file, set);
};

describe('packGltf', () => {
  test('data and pictures lie in one file, where its views say', async () => {
    const { bytes, missingPictures } = await packed(files);
    expect(missingPictures).toEqual(['maps/lost.png']);
    const { json, binary } = readGlb(bytes);
    const views = json.bufferViews as { buffer: number; byteOffset: number; byteLength: number }[];
    const textOf = ({ byteOffset, byteLength }: (typeof views)[0]) =>
      new TextDecoder().decode(binary?.subarray(byteOffset, byteOffset + byteLength));
    expect([views[0], views[1], views[3]].map(textOf)).toEqual(['ytes', 'inside!', 'pixels']);
    expect(json.images).toEqual([
      { bufferView: 3, mimeType: 'image/png' },
      { uri: 'maps/lost.png' },
      { bufferView: 1, mimeType: 'image/png' },
    ]);
    expect(json.buffers).toEqual([{ byteLength: binary?.length }, person.buffers[2]]);
    expect(views[2]).toMatchObject({
      buffer: 1,
      extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 2 } },
    });
  });

  test('a texture without its picture is taken out of the materials, others stay', async () => {
    const { json } = readGlb((await packed(files)).bytes);
    expect(json.materials).toEqual([
      { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } },
      { extensions: { KHR_materials_clearcoat: {} } },
    ]);
  });

  test('without its data it is refused, and everything that is missing is named', async () => {
    await expect(packed([files[0], files[2]])).rejects.toThrow(
      'file model/person.gltf: expected 2 files that it refers to, got none of that name: data%20one.bin, maps/lost.png; open',
    );
  });

  test('a GLB with pictures outside gets them; a whole file stays as it is', async () => {
    const glb = writeGlb({
      json: {
        asset: { version: '2.0' },
        buffers: [{ byteLength: 4 }],
        bufferViews: [{ buffer: 0, byteLength: 4 }],
        images: [{ uri: 'a.png' }],
      },
      binary: encode('body'),
    });
    const { json, binary } = readGlb(
      (
        await packed(
          [
            ['x/a.glb', glb],
            ['x/a.png', encode('pixels')],
          ],
          'x/a.glb',
        )
      ).bytes,
    );
    expect(new TextDecoder().decode(binary?.subarray(0, 10))).toBe('bodypixels');
    expect(json.bufferViews).toEqual([
      { buffer: 0, byteOffset: 0, byteLength: 4 },
      { buffer: 0, byteOffset: 4, byteLength: 6 },
    ]);
    const whole = encode({ asset: { version: '2.0' } });
    expect((await packed([['a.gltf', whole]], 'a.gltf')).bytes).toBe(whole);
  });
});
