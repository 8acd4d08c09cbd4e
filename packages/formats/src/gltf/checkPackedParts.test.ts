import { expect, test } from 'vitest';
import { checkPackedParts } from './checkPackedParts.js';

const picture = (start: readonly number[], at: number, isLittle: boolean, size: number) => {
  const bytes = new Uint8Array(64);
  bytes.set(start);
  const view = new DataView(bytes.buffer);
  view.setUint32(at, size, isLittle);
  view.setUint32(at + 4, 16, isLittle);
  return bytes;
};
const png = (size: number) => picture([0x89, 0x50, 0x4e, 0x47], 16, false, size);
const ktx2 = (size: number) => picture([0xab, 0x4b, 0x54, 0x58], 20, true, size);
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
  ['PNG', png(60_000), image, 'glTF images[0]: expected a picture of at most 16384 x 16384 pixels, got 60000 x 16'],
  ['KTX2', ktx2(60_000), image, 'got 60000 x 16'],
  ['sequential Draco', draco(0, ...huge, 3), mesh, 'glTF meshes[0].primitives[0]: expected at most'],
  ['Draco of edges', draco(1, 0, 3, ...huge), mesh, 'vertices and triangles, got 4294967295'],
])('%s that announces too much is refused before it is unpacked', (_, bytes, part, reason) => {
  expect(() => checkPackedParts(fileOf(bytes, part), bytes)).toThrow(reason);
});

test.each([
  ['PNG', png(4096), image],
  ['KTX2', ktx2(4096), image],
  ['Draco', draco(1, 0, 100, 100), mesh],
])('%s of an ordinary size passes', (_, bytes, part) => {
  expect(() => checkPackedParts(fileOf(bytes, part), bytes)).not.toThrow();
});
