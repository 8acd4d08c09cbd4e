import { refusalOf } from '@leib/core';
import { readGlb, withGltfJson, writeGlb, writeGltfMesh } from '@leib/formats';
import { expect, test } from 'vitest';
import { openPuppet, puppetFromGltf, puppetIntoGltf } from './openPuppet.js';
import { writePuppet } from './parsePuppet.js';
import { samplePuppet } from './puppetFile.testing.js';

const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const triangles = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
const plain = readGlb(writeGltfMesh({ name: 'newt', positions, triangles, groups: [] }));
/** A model with things in it that Leib does not know. */
const model = writeGlb({
  json: {
    ...plain.json,
    scenes: [{ nodes: [0], extras: { maker: 'someone' } }],
    scene: 0,
    materials: [{ name: 'wet', extensions: { VENDOR_wet: { depth: 3 } } }],
    extensionsUsed: ['VENDOR_wet'],
  },
  binary: plain.binary,
});
const own = { ...samplePuppet(), mesh: { ...samplePuppet().mesh, uri: null } };
const notBeside = () => Promise.reject(new Error('nothing lies beside'));

test('a GLB with the puppet inside gives it back, and everything else is as it was', () => {
  const bytes = puppetIntoGltf(model, samplePuppet());
  expect(puppetFromGltf(bytes)).toEqual({ ok: true, value: own });
  expect(readGlb(bytes).binary).toEqual(readGlb(model).binary);
  const { scenes, ...rest } = readGlb(bytes).json;
  const { scenes: before, ...restBefore } = readGlb(model).json;
  expect(rest).toEqual(restBefore);
  expect(scenes).toEqual([{ nodes: [0], extras: { maker: 'someone', leibPuppet: own } }]);
  // Twice is the same as once: no second puppet, no growing file.
  expect(puppetIntoGltf(bytes, samplePuppet())).toEqual(bytes);
});

test('chunks of a GLB that we do not know stay byte for byte', () => {
  const extra = Uint8Array.of(4, 0, 0, 0, 0x58, 0x58, 0x58, 0x58, 1, 2, 3, 4);
  const longer = new Uint8Array(model.length + extra.length);
  longer.set(model);
  longer.set(extra, model.length);
  new DataView(longer.buffer).setUint32(8, longer.length, true);
  const bytes = puppetIntoGltf(longer, samplePuppet());
  expect(bytes.subarray(-extra.length)).toEqual(extra);
  expect(withGltfJson(longer, readGlb(longer).json)).toEqual(longer);
});

test('glTF as JSON, and a file without scenes, hold a puppet too', () => {
  const text = new TextEncoder().encode(JSON.stringify({ asset: { version: '2.0' } }));
  expect(puppetFromGltf(text)).toBe(null);
  expect(puppetFromGltf(puppetIntoGltf(text, samplePuppet()))).toEqual({ ok: true, value: own });
});

test('a broken puppet inside is refused with its place in the glTF file', () => {
  const json = {
    asset: { version: '2.0' },
    scenes: [{}, { extras: { leibPuppet: { ...own, format: 'leib-puppet/9' } } }],
  };
  const refused = puppetFromGltf(new TextEncoder().encode(JSON.stringify(json)));
  expect(refused && refusalOf(refused)).toMatch(/^scenes\[1\]\.extras\.leibPuppet\.format: expected "leib-puppet\/1"/);
});

test('a puppet opens with its model: from one GLB, or as JSON with the model beside it', async () => {
  const fromGlb = await openPuppet(puppetIntoGltf(model, samplePuppet()), notBeside);
  expect(fromGlb.mesh.placeCount).toBe(4);
  const text = new TextEncoder().encode(writePuppet(samplePuppet()));
  const asked: string[] = [];
  const fromJson = await openPuppet(text, async (uri) => {
    asked.push(uri);
    return model;
  });
  expect(asked).toEqual(['newt.glb']);
  expect(fromJson.mesh.positions).toEqual(fromGlb.mesh.positions);
});

test.each([
  ['a model without a puppet', model, 'expected a puppet in extras.leibPuppet of a scene'],
  [
    'JSON without a model',
    new TextEncoder().encode(writePuppet(own)),
    "mesh.uri: expected the name of the model's file",
  ],
  [
    'paint of another model',
    puppetIntoGltf(model, { ...own, skin: { ...own.skin, paint: { placeCount: 2, regions: 'AAE=' } } }),
    'skin.paint.placeCount: expected 4, as many as the model has places, got 2',
  ],
])('%s is refused in one sentence', async (_, bytes, reason) => {
  await expect(openPuppet(bytes, notBeside)).rejects.toThrow(reason);
});
