import { expect, test } from 'vitest';
import { readGltfMesh } from '../mesh/readGltfMesh.js';
import { writeGltfMesh } from '../scene/gltfOfMesh.js';
import { embedGltfBuffers } from './addGltfAnimation.js';
import { readGlb } from './glb.js';

const triangle = {
  name: 'triangle',
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2),
  groups: [],
};
const glb = writeGltfMesh(triangle);
const { json, binary } = readGlb(glb);
const asText = (uri: string) => {
  const buffers = [{ ...(json.buffers as object[])[0], uri }];
  return new TextEncoder().encode(JSON.stringify({ ...json, buffers }));
};

test('data beside a glTF comes into it; its name is decoded', async () => {
  const asked: string[] = [];
  const whole = await embedGltfBuffers(asText('the%20data.bin'), async (name) => {
    asked.push(name);
    return binary as Uint8Array;
  });
  expect(asked).toEqual(['the data.bin']);
  expect((await readGltfMesh(whole)).positions).toEqual(triangle.positions);
});

test('what has its data inside, or is not glTF, stays as it is', async () => {
  const refuse = () => Promise.reject(new Error('expected nothing to be read'));
  const obj = new TextEncoder().encode('v 0 0 0\n');
  expect(await embedGltfBuffers(glb, refuse)).toBe(glb);
  expect(await embedGltfBuffers(obj, refuse)).toBe(obj);
});

test.each(['../secret', '/etc/passwd', 'https://example.org/a.bin', 'a/../../b', '%E0', ''])(
  '%s is not read',
  async (uri) => {
    const read = embedGltfBuffers(asText(uri), async () => new Uint8Array());
    await expect(read).rejects.toThrow('buffers[0].uri: expected the name of a file beside it');
  },
);
