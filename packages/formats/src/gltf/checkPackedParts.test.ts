import { expect, test, vi } from 'vitest';
import { dataUri } from './addGltfAnimation.js';
import { checkPackedParts } from './checkPackedParts.js';
import { avifHead, jpegHead, ktx2Head, pngHead, webpHeads } from './pictures.testing.js';

const draco = (method: number, ...counts: readonly number[]) =>
  Uint8Array.from(
    [...'DRACO'].map((letter) => letter.charCodeAt(0)).concat([2, 2, 1, method, 0, 0], counts, Array(20).fill(0)),
  );
const fileOf = (bytes: Uint8Array, part: object) => ({
  asset: { version: '2.0' },
  bufferViews: [{ buffer: 0, byteLength: bytes.length }],
  ...part,
});
const image = { images: [{ bufferView: 0 }] };
const mesh = { meshes: [{ primitives: [{ extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } }] }] };
const huge = [255, 255, 255, 255, 15];

test.each([
  [
    'PNG',
    pngHead(60_000, 16),
    image,
    'glTF images[0]: expected a picture of at most 16384 x 16384 pixels, got 60000 x 16',
  ],
  ['KTX2', ktx2Head(60_000, 16), image, 'got 60000 x 16'],
  ['JPEG', jpegHead(16, 60_000), image, 'got 16 x 60000'],
  ['WebP', webpHeads.canvas(60_000, 16), image, 'got 60000 x 16'],
  ['AVIF', avifHead(60_000, 16), image, 'got 60000 x 16'],
  [
    'WebP of many pixels',
    webpHeads.lossless(16_000, 16_000),
    image,
    'glTF images[0]: expected at most 67108864 pixels of a picture (16000 x 16000), got 256000000',
  ],
  [
    'many JPEG of a size that one may have',
    jpegHead(8192, 8192),
    { images: Array.from({ length: 9 }, () => ({ bufferView: 0 })) },
    'glTF images[8]: expected at most 536870912 pixels of all pictures up to here, got 603979776',
  ],
  ['sequential Draco', draco(0, ...huge, 3), mesh, 'glTF meshes[0].primitives[0]: expected at most'],
  ['Draco of edges', draco(1, 0, 3, ...huge), mesh, 'vertices and triangles, got 4294967295'],
])('%s that announces too much is refused before it is unpacked', (_, bytes, part, reason) => {
  expect(() => checkPackedParts(fileOf(bytes, part), bytes)).toThrow(reason);
});

test.each([
  ['PNG', pngHead(4096, 4096), image],
  ['KTX2', ktx2Head(4096, 4096), image],
  ['JPEG', jpegHead(8192, 8192), image],
  ['WebP', webpHeads.lossy(4096, 4096), image],
  ['Draco', draco(1, 0, 100, 100), mesh],
])('%s of an ordinary size passes', (_, bytes, part) => {
  expect(() => checkPackedParts(fileOf(bytes, part), bytes)).not.toThrow();
});

test('pictures of a glTF without a second part are checked, in the picture’s own address and in a buffer’s', () => {
  const uri = dataUri(jpegHead(60_000, 16));
  const byteLength = jpegHead(60_000, 16).length;
  const asset = { version: '2.0' };
  const inBuffer = { asset, ...image, buffers: [{ byteLength, uri }], bufferViews: [{ buffer: 0, byteLength }] };
  for (const json of [{ asset, images: [{ uri }] }, inBuffer]) {
    expect(() => checkPackedParts(json, null)).toThrow('images[0]: expected a picture of at most');
  }
  expect(() => checkPackedParts({ asset, images: [{ uri: 'a.jpg' }, { uri: 'data:,' }] }, null)).not.toThrow();
});

test('a buffer of which there are many pictures is unpacked once', () => {
  const bytes = pngHead(16, 16);
  const unpack = vi.spyOn(globalThis, 'atob');
  const buffers = [{ byteLength: bytes.length, uri: dataUri(bytes) }];
  const images = Array.from({ length: 1000 }, () => ({ bufferView: 0 }));
  checkPackedParts({ ...fileOf(bytes, { images }), buffers }, null);
  expect(unpack).toHaveBeenCalledTimes(1);
  unpack.mockRestore();
});
