import { expect, test } from 'vitest';
import { readObj } from './readObj.js';

const read = (text: string) => readObj(new TextEncoder().encode(text));
const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

test('corners with textures and normals, negative ones, continued lines, comments, all kinds of blanks', () => {
  const { positions, triangles } = read(
    `# a square\r\n  v 0 0 0\r\nv 1 0.0 -0e0\nv\t1.0 1 0 0.5 0.5 0.5\rv 0 1 \\\n 0\nvt 0 0\nvn 0 0 1\n` +
      'usemtl skin\ns off\nf 1/1/1 2//1 3/1\nf -4 -2 -1\nl 1 2\n',
  );
  expect([...positions]).toEqual([0, 0, 0, 1, 0, -0, 1, 1, 0, 0, 1, 0]);
  expect([...triangles]).toEqual([0, 1, 2, 0, 2, 3]);
});

test('a face may come before its vertices, unless it counts back', () => {
  expect([...read(`f 1 2 3\n${square}`).triangles]).toEqual([0, 1, 2]);
  expect(() => read(`f -1 -2 -3\n${square}`)).toThrow('OBJ line 1: a corner names vertex -1, but only 0 came before');
});

test('groups and objects keep their triangles', () => {
  const { name, groups } = read(`o person\n${square}g empty\ng skirt top\nf 1 2 3 4\ng hem\nf 1 2 3\n`);
  expect(name).toBe('person');
  expect(groups).toEqual([
    { name: 'skirt top', firstTriangle: 0, triangleCount: 2 },
    { name: 'hem', firstTriangle: 2, triangleCount: 1 },
  ]);
});

/** Area of every triangle seen from +z, signed. */
function areas(positions: Float64Array, triangles: Uint32Array): number[] {
  return Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => triangles[t * 3 + k] * 3);
    const [ux, uy, vx, vy] = [
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[c] - positions[a],
      positions[c + 1] - positions[a + 1],
    ];
    return (ux * vy - uy * vx) / 2;
  });
}

test.each([
  ['an arrow head from its tip', '0 0, 4 -3, 2 0, 4 3', 6],
  ['an arrow head from its notch', '2 0, 4 3, 0 0, 4 -3', 6],
  ['the letter L', '0 0, 3 0, 3 1, 1 1, 1 4, 0 4', 6],
  ['a comb', '0 0, 7 0, 7 3, 6 3, 6 1, 5 1, 5 3, 4 3, 4 1, 3 1, 3 3, 2 3, 2 1, 1 1, 1 3, 0 3', 15],
])('%s is cut without folding over', (_, outline, area) => {
  const points = outline.split(', ');
  const { positions, triangles } = read(
    `${points.map((point) => `v ${point} 0`).join('\n')}\nf ${points.map((_p, i) => i + 1).join(' ')}\n`,
  );
  const pieces = areas(positions, triangles);
  expect(pieces.length).toBe(points.length - 2);
  expect(Math.min(...pieces)).toBeGreaterThanOrEqual(0);
  expect(pieces.reduce((a, b) => a + b)).toBeCloseTo(area, 9);
});

test('a polygon of thirty thousand corners is not cut for hours', () => {
  const count = 30_000;
  const points = Array.from({ length: count }, (_, i) => `v ${Math.cos(i)} ${Math.sin(i)} 0`).join('\n');
  const face = Array.from({ length: count }, (_, i) => i + 1).join(' ');
  expect(read(`${points}\nf ${face}\n`).triangles.length).toBe((count - 2) * 3);
});

test.each([
  ['v 0 0\n', 'OBJ line 1: z of a vertex is nothing'],
  ['v 0 zero 0\n', 'OBJ line 1: y of a vertex is "zero"'],
  ['v 0 nan 0\n', 'OBJ line 1: y of a vertex is "nan"'],
  ['v 0 1e999 0\n', 'OBJ line 1: y of a vertex is "1e999"'],
  ['# only words\n', 'OBJ: has no vertices'],
  [`${square}f 1 2\n`, 'OBJ line 5: expected a face of 3 or more corners, got 2'],
  [`${square}\nf 0 1 2\n`, 'OBJ line 6: a corner names vertex 0; OBJ counts from 1'],
  [`${square}f 1 2 5\n`, 'OBJ line 5: a corner names vertex 5 of 4'],
  [`${square}f 1 2 99999999999\n`, 'OBJ line 5: a corner is "99999999999"'],
  [`${square}f 1 2 x\n`, 'OBJ line 5: a corner is "x"'],
  [`${square}f 1 2 -5\n`, 'OBJ line 5: a corner names vertex -5, but only 4 came before'],
])('%j is refused with line and reason', (text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
