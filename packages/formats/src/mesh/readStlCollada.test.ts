import { expect, test } from 'vitest';
import { readCollada } from './readCollada.js';
import { readMesh } from './readMesh.js';

const encode = (text: string) => new TextEncoder().encode(text);

const ascii = `solid a thing
 facet normal 0 0 1
  outer loop
   vertex 0 0 0
   vertex 1e0 0 0
   vertex 0 -1.5 0
  endloop
 endfacet
endsolid`;

test('STL as text and as bytes hold the same', async () => {
  const view = new DataView(new ArrayBuffer(84 + 50));
  // Binary files may begin with "solid", too.
  new Uint8Array(view.buffer).set(encode('solid made by a program'));
  view.setUint32(80, 1, true);
  for (const [i, value] of [0, 0, 0, 1, 0, 0, 0, -1.5, 0].entries()) view.setFloat32(84 + 12 + i * 4, value, true);
  const [text, binary] = [await readMesh(encode(ascii)), await readMesh(new Uint8Array(view.buffer))];
  expect([...text.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, -1.5, 0]);
  expect([...binary.positions]).toEqual([...text.positions]);
  expect([...text.triangles]).toEqual([0, 1, 2]);
});

test('STL whose numbers are none, or whose facet lacks a vertex, is refused', async () => {
  await expect(readMesh(encode(ascii.replace('1e0', 'one')))).rejects.toThrow('STL line 5: expected three numbers');
  await expect(readMesh(encode(ascii.replace('   vertex 0 0 0\n', '')))).rejects.toThrow('got 2 vertices in all');
});

const collada = (up: string, faces: string) => `<?xml version="1.0"?><COLLADA xmlns="c" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>${up}</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><phong><diffuse><color>1 0.5 0 1</color></diffuse></phong></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array count="12">0 0 0 100 0 0 100 200 0 0 200 0</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>${faces}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><matrix>1 0 0 0 0 1 0 0 0 0 1 300 0 0 0 1</matrix>
<node><rotate>0 0 1 90</rotate><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="x" target="#m"/></technique_common></bind_material></instance_geometry></node></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;
const polylist = `<polylist count="1" material="x"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/><vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist>`;
const triangles = `<triangles count="2" material="x"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p></triangles>`;

test.each([
  ['polylist', polylist],
  ['triangles', triangles],
])('COLLADA %s are placed as the scene says, in metres, z up', (_, faces) => {
  const mesh = readCollada(encode(collada('Z_UP', faces)));
  expect([...mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  const expected = [0, 0, 3, 0, 1, 3, -2, 1, 3, -2, 0, 3];
  for (const [i, value] of mesh.positions.entries()) expect(value).toBeCloseTo(expected[i], 9);
  expect(mesh.colors).toEqual([[1, 0.5, 0, 1]]);
  const turned = readCollada(encode(collada('Y_UP', faces)));
  // y up becomes z up: y is z, z is -y.
  for (let i = 0; i < 12; i += 3) {
    expect(turned.positions[i + 1]).toBeCloseTo(-mesh.positions[i + 2], 9);
    expect(turned.positions[i + 2]).toBeCloseTo(mesh.positions[i + 1], 9);
  }
});

test('COLLADA without a surface, or with an index beyond its vertices, is refused', () => {
  expect(() => readCollada(encode(collada('Z_UP', '')))).toThrow('expected a surface');
  expect(() => readCollada(encode(collada('Z_UP', triangles.replace('0 2 3', '0 2 9'))))).toThrow('below 4, got 9');
});

test.each([
  [
    'parts of a surface',
    `<geometry id="g"><mesh>${'<triangles/>'.repeat(20_000)}</mesh></geometry>`,
    '<instance_geometry url="#g"/>'.repeat(1000),
  ],
  ['elements of a node', `<node id="g">${'<extra/>'.repeat(20_000)}</node>`, '<instance_node url="#g"/>'.repeat(1000)],
])('%s that are shown a thousand times are refused', (_, shared, shown) => {
  const scene = `<library_visual_scenes><visual_scene><node>${shown}</node></visual_scene></library_visual_scenes>`;
  const bytes = new TextEncoder().encode(`<COLLADA>${shared}${scene}</COLLADA>`);
  expect(() => readCollada(bytes)).toThrow('COLLADA: expected at most 10000000 elements, each as often as it is shown');
});
