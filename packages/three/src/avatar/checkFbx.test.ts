import { expect, test } from 'vitest';
import { checkFbx } from './checkFbx.js';

const textFbx = (content: string) =>
  new TextEncoder().encode(`; FBX 7.4.0 project file\nFBXVersion: 7400\n${content}`).buffer as ArrayBuffer;

/** Binary FBX 7.4 of one node with one array of doubles. */
async function binaryFbx(name: string, content: Uint8Array, count: number): Promise<ArrayBuffer> {
  const stream = new Blob([content as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate'));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = new TextEncoder().encode(name);
  const bytes = new Uint8Array(27 + 13 + letters.length + 13 + packed.length);
  bytes.set(new TextEncoder().encode('Kaydara FBX Binary  '));
  const view = new DataView(bytes.buffer);
  view.setUint32(23, 7400, true);
  view.setUint32(27, bytes.length, true);
  view.setUint32(31, 1, true);
  bytes[39] = letters.length;
  bytes.set(letters, 40);
  const at = 40 + letters.length;
  bytes[at] = 'd'.charCodeAt(0);
  [count, 1, packed.length].forEach((value, i) => {
    view.setUint32(at + 1 + i * 4, value, true);
  });
  bytes.set(packed, at + 13);
  return bytes.buffer;
}

test('names that all objects have are refused, as text and in binary', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const reason = `expected nodes with names of FBX, got "${name}"`;
    await expect(checkFbx(textFbx(`Objects:  {\n\t${name}: 5, "x", "y" {\n\t}\n}`), '"a.fbx"')).rejects.toThrow(reason);
    await expect(checkFbx(await binaryFbx(name, new Uint8Array(8), 1), '"a.fbx"')).rejects.toThrow(reason);
  }
  await expect(checkFbx(textFbx('Objects:  {\n\tModel: 5, "constructor", "y" {\n\t}\n}'), '"a.fbx"')).resolves.toBe(
    undefined,
  );
});

test('packed data may not be more than it says, nor say more than is allowed', async () => {
  await expect(checkFbx(await binaryFbx('a', new Uint8Array(8000), 1000), '"a.fbx"')).resolves.toBe(undefined);
  await expect(checkFbx(await binaryFbx('a', new Uint8Array(800_000), 10), '"a.fbx"')).rejects.toThrow(
    'unpacks to more than its 80 bytes',
  );
  await expect(checkFbx(await binaryFbx('a', new Uint8Array(80), 1e8), '"a.fbx"')).rejects.toThrow(
    /expected at most 67 MB when it is unpacked, got 800 MB/,
  );
});

test('nodes are nested to a bounded depth', async () => {
  const nested = Array.from({ length: 70 }, (_, i) => `${'\t'.repeat(i)}Model: ${i} {`).join('\n');
  await expect(checkFbx(textFbx(nested), '"a.fbx"')).rejects.toThrow('expected at most 64 levels of nodes, got more');
});

test('a file that is cut off is left to the loader', async () => {
  const whole = await binaryFbx('a', new Uint8Array(80), 10);
  for (const length of [0, 20, 27, 30, 45, 60])
    await expect(checkFbx(whole.slice(0, length), '"a.fbx"')).resolves.toBe(undefined);
});
