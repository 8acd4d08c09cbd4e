import { expect, test } from 'vitest';
import { readPly } from './readPly.js';

const read = (text: string) => readPly(new TextEncoder().encode(text));
const vertices = 'property float x\nproperty float y\nproperty float z\n';
const square = (elements: string, data: string) =>
  `ply\nformat ascii 1.0\ncomment a square\nelement vertex 4\n${vertices}${elements}end_header\n` +
  `0 0 0\n1 0 0\n1 1 0\n0 1 0\n${data}`;

test('other elements and properties are passed over, polygons are cut, either name of the list is known', () => {
  const { positions, triangles } = read(
    'ply\r\nformat ascii 1.0\r\nobj_info scanned\r\nelement camera 1\r\nproperty double fov\r\nproperty list uchar int ids\r\n' +
      'element vertex 4\r\nproperty uchar red\r\nproperty double z\r\nproperty double y\r\nproperty double x\r\n' +
      'element face 2\r\nproperty list uchar int vertex_index\r\nproperty float quality\r\nend_header\r\n' +
      '0.5 2 7 8\r\n\r\n255 0 0 0\r\n255 0 0 1\r\n255 0 1 1\r\n255 0 1 0\r\n4 0 1 2 3 0.5\r\n3 3 2 1 1\r\n',
  );
  expect([...positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
  expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3, 3, 2, 1]);
});

test('triangle strips keep one way round and end at -1', () => {
  const { triangles } = read(
    square('element tristrips 1\nproperty list int int vertex_indices\n', '9 0 1 3 2 -1 0 1 2 3\n'),
  );
  expect([...triangles]).toEqual([0, 1, 3, 1, 2, 3, 0, 1, 2, 1, 3, 2]);
});

test('a binary file with floats, shorts and an element to pass over', () => {
  const header = new TextEncoder().encode(
    'ply\nformat binary_big_endian 1.0\nelement patch 2\nproperty short a\nproperty uint b\n' +
      `element vertex 3\n${vertices}element face 1\nproperty list uint8 uint16 vertex_indices\nend_header\n`,
  );
  const bytes = new Uint8Array(header.length + 2 * 6 + 3 * 12 + 7);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  let at = header.length + 12;
  for (const value of [0, 0, 0, 1.5, 0, 0, 0, 1, -2]) {
    view.setFloat32(at, value);
    at += 4;
  }
  view.setUint8(at, 3);
  [2, 1, 0].forEach((index, k) => {
    view.setUint16(at + 1 + 2 * k, index);
  });
  const { positions, triangles } = readPly(bytes);
  expect([...positions]).toEqual([0, 0, 0, 1.5, 0, 0, 0, 1, -2]);
  expect([...triangles]).toEqual([2, 1, 0]);
  expect(() => readPly(bytes.subarray(0, -1))).toThrow(/^PLY byte \d+: the file is cut off in face 0$/);
  view.setFloat32(header.length + 12, Number.NaN);
  expect(() => readPly(bytes)).toThrow(/^PLY byte \d+: vertex 0 is not finite$/);
});

test('counts that the file cannot hold reserve nothing', () => {
  for (const encoding of ['ascii', 'binary_little_endian']) {
    const text = `ply\nformat ${encoding} 1.0\nelement vertex 4000000000\n${vertices}end_header\n0 0 0\n`;
    expect(() => read(text)).toThrow('the file is cut off, it cannot hold 4000000000 of vertex');
  }
  // Nothing to read in each of them: passed over without counting to four thousand millions.
  expect(read(square('element ghost 4000000000\n', '')).positions.length).toBe(12);
});

const faces = 'element face 1\nproperty list uchar int vertex_indices\n';
test.each([
  ['PLY\n', 'PLY line 1: does not begin with "ply"'],
  ['ply\nformat ascii 2.0\n', 'PLY line 2: expected version 1.0, got "2.0"'],
  ['ply\nformat text 1.0\n', 'PLY line 2: expected a format of ascii'],
  ['ply\nelement vertex 1\n', 'PLY line 2: the header has no "end_header"'],
  ['ply\nend_header\n', 'PLY line 2: the header ends without "format"'],
  ['ply\nformat ascii 1.0\nproperty float x\n', 'PLY line 3: "property" before any "element"'],
  ['ply\nformat ascii 1.0\nelement vertex many\n', 'PLY line 3: expected a count of element "vertex", got "many"'],
  ['ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\n', 'PLY line 4: expected a type of PLY, got "real"'],
  ['ply\nformat ascii 1.0\nelement vertex 1\nproperty float\n', 'PLY line 4: a property without a name'],
  ['ply\nformat ascii 1.0\nhello\n', 'PLY line 3: "hello" in the header'],
  ['ply\nformat ascii 1.0\nend_header\n', 'PLY: has no vertices'],
  ['ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n', 'element vertex: has no property y'],
  [square(faces, '3 0 1 4\n'), 'PLY face 0: names vertex 4; there are 0 to 3'],
  [square(faces, '3 0 1 -1\n'), 'PLY face 0: names vertex -1; there are 0 to 3'],
  [square(faces, '3 0 1 -2\n'), 'PLY line 15: face 0 names vertex -2'],
  [square(faces, '2 0 1\n'), 'PLY line 15: expected a face of 3 or more corners, got 2'],
  [square(faces, '3 0 1\n'), 'PLY line 15: a number of face 0 is nothing'],
  [square(faces, '3 0 1 2 3\n'), 'PLY line 15: "3" after the last of face 0'],
  [square(faces, '-1\n'), 'PLY line 15: a list of -1 in face 0'],
  [square(faces, ''), 'the file is cut off'],
  [square('element face 1\nproperty uchar red\n', '3\n'), 'PLY element face: has no list vertex_indices'],
])('%j is refused with line and reason', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
