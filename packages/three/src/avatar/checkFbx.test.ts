import { expect, test } from 'vitest';
import { checkFbx } from './checkFbx.js';

const textFbx = (content: string) =>
  new TextEncoder().encode(`; FBX 7.4.0 project file\nFBXVersion: 7400\n${content}`).buffer as ArrayBuffer;

/** Binary FBX 7.4 of one node with one packed array. */
async function binaryFbx(name: string, content: Uint8Array, count: number, kind = 'd'): Promise<ArrayBuffer> {
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
  bytes[at] = kind.charCodeAt(0);
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
  await expect(
    checkFbx(textFbx('Objects:  {\n\tModel: 5, "constructor", "y" {\n\t}\n}'), '"a.fbx"'),
  ).resolves.toBeInstanceOf(ArrayBuffer);
});

test('packed data may not be more than it says, nor say more than is allowed', async () => {
  await expect(checkFbx(await binaryFbx('a', new Uint8Array(8000), 1000), '"a.fbx"')).resolves.toBeInstanceOf(
    ArrayBuffer,
  );
  await expect(checkFbx(await binaryFbx('a', new Uint8Array(800_000), 10), '"a.fbx"')).rejects.toThrow(
    'unpacks to more than its 80 bytes',
  );
  await expect(checkFbx(await binaryFbx('a', new Uint8Array(80), 1e8), '"a.fbx"')).rejects.toThrow(
    /expected at most 3[45] MB when it is unpacked, got 800 MB/,
  );
});

test('nodes are nested to a bounded depth', async () => {
  const nested = Array.from({ length: 70 }, (_, i) => `${'\t'.repeat(i)}Model: ${i} {`).join('\n');
  await expect(checkFbx(textFbx(nested), '"a.fbx"')).rejects.toThrow('expected at most 64 levels of nodes, got more');
});

test('a file that is cut off is left to the loader', async () => {
  const whole = await binaryFbx('a', new Uint8Array(80), 10);
  for (const length of [0, 20, 27, 30, 45, 60])
    await expect(checkFbx(whole.slice(0, length), '"a.fbx"')).resolves.toBeInstanceOf(ArrayBuffer);
});

test('a polygon has a bounded number of corners, as text and packed: the loader takes the square of them', async () => {
  const ring = (count: number) => Int32Array.from({ length: count }, (_, i) => (i === count - 1 ? -count : i));
  const text = (count: number) => textFbx(`\tPolygonVertexIndex: *${count} {\n\t\ta: ${ring(count).join(',')}\n\t}\n`);
  const packed = (count: number) => binaryFbx('PolygonVertexIndex', new Uint8Array(ring(count).buffer), count, 'i');
  for (const make of [text, packed]) {
    await expect(checkFbx(await make(900), '"a.fbx"')).resolves.toBeInstanceOf(ArrayBuffer);
    await expect(checkFbx(await make(1100), '"a.fbx"')).rejects.toThrow('polygons of at most 1000 corners, got more');
  }
});

test('corners of all shapes that a mesh turns into are counted', async () => {
  const mesh = `PolygonVertexIndex: *3 {\n a: ${'0,1,-3,'.repeat(10_000)}0\n}\n`;
  const shapes = (count: number) =>
    textFbx(mesh + 'Deformer: 1, "SubDeformer::", "BlendShapeChannel" {\n}\n'.repeat(count));
  await expect(checkFbx(shapes(100), '"a.fbx"')).resolves.toBeInstanceOf(ArrayBuffer);
  await expect(checkFbx(shapes(1000), '"a.fbx"')).rejects.toThrow('corners of all its shapes together');
});

test('movements and curves are taken out: the loader would make keys and points of them without end', async () => {
  const content =
    '\tAnimationCurve: 1, "AnimCurve::", "" {\n\t}\n\tAnimationCurveNode: 2\n\tModel: 3, "a", "NurbsCurve" {\n\t}\n';
  const used = new TextDecoder().decode(await checkFbx(textFbx(content), '"a.fbx"'));
  expect(used).toContain('\tXnimationCurve: 1');
  expect(used).toContain('\tAnimationCurveNode: 2');
  expect(used).toContain('"XurbsCurve"');
});
