import { writeGlb } from '@leib/formats';
import { deflated, joined, zipOf } from '../readers/smallFiles.js';
import { type Bomb, fill, textBomb } from './bomb.js';

const xmlHead = '<mujoco><worldbody><body name="a"><joint name="j"/><geom size="1"/>';
const xmlTail = '</body></worldbody></mujoco>';

/** Shapes: counts without data, things that share things, trees without end. */
export const modelBombs: readonly Bomb[] = [
  textBomb('stars of 250 corners', 'OBJ', () => {
    const corners = Array.from({ length: 250 }, (_, i) => `v ${Math.cos(i * 2.4)} ${Math.sin(i * 2.4)} 0\n`).join('');
    return corners + fill(`f${Array.from({ length: 250 }, (_, i) => ` ${i + 1}`).join('')}\n`, corners);
  }),
  textBomb(
    'one face of a million corners',
    'OBJ',
    () => `v 0 0 0\nv 1 0 0\nv 0 1 0\nf${fill(' 1', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf  ')}`,
  ),
  textBomb('groups of nothing', 'OBJ', () => `v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n${fill('g\n').slice(40)}`),
  textBomb('lines that go on', 'OBJ', () => `v 0 0 0\nf 1 1 1 ${fill('\\\n').slice(40)}`),
  textBomb(
    'four billion vertices',
    'PLY',
    () =>
      'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n',
  ),
  textBomb(
    'four billion elements without properties',
    'PLY',
    () =>
      'ply\nformat ascii 1.0\nelement z 4000000000\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n',
  ),
  textBomb(
    'a list of a billion',
    'PLY',
    () =>
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1000000000 0 0 0\n',
  ),
  textBomb('nodes that double', 'COLLADA', () => {
    const nodes = Array.from(
      { length: 60 },
      (_, i) => `<node id="n${i}"><instance_node url="#n${i + 1}"/><instance_node url="#n${i + 1}"/></node>`,
    );
    return `<COLLADA><library_visual_scenes><visual_scene id="s">${nodes.join('')}<node id="n60"/></visual_scene></library_visual_scenes></COLLADA>`;
  }),
  textBomb('one geometry, 30 000 times', 'COLLADA', () => {
    const numbers = '0 '.repeat(1_000_000);
    const geometry = `<geometry id="g"><mesh><source id="p"><float_array id="a">${numbers}</float_array></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>`;
    return `<COLLADA>${geometry}<library_visual_scenes><visual_scene id="s"><node>${'<instance_geometry url="#g"/>'.repeat(30_000)}</node></visual_scene></library_visual_scenes></COLLADA>`;
  }),
  textBomb(
    'an offset of -1',
    'COLLADA',
    () =>
      '<COLLADA><geometry id="g"><mesh><source id="p"><float_array>0 0 0 0 0 0 0 0 0</float_array></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles><input semantic="VERTEX" source="#v" offset="-1"/><p>0 1 2 0 1 2</p></triangles></mesh></geometry><library_visual_scenes><visual_scene><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes></COLLADA>',
  ),
  textBomb('comments that do not end', 'XML', () => fill('<!--')),
  textBomb('quotes that do not end', 'XML', () => `<a ${fill(`x='`, '<a ')}`),
  textBomb('opened and not closed', 'XML', () => fill('<a>')),
  textBomb('brackets', 'XML', () => fill('<')),
  textBomb('words instead of attributes', 'XML', () => `<a ${fill('a ', '<a />')}/>`),
  textBomb('a million elements', 'XML', () => `<a>${fill('<b/>', '<a></a>')}</a>`),
  textBomb('blanks in a tag', 'XML', () => `<a${fill(' ', '<a=/>')}=/>`),
  { name: '10 000 primitives on one accessor', reader: 'glTF mesh', make: () => glbMesh(100_000, 10_000) },
  { name: '20 000 nodes that show one mesh', reader: 'glTF mesh', make: () => glbMesh(100_000, 1, 20_000) },
  {
    name: 'a billion entries without data',
    reader: 'glTF mesh',
    make: () => glbMesh(10, 1, 1, { count: 1e9, bufferView: undefined }),
  },
  { name: 'nodes in a circle', reader: 'glTF mesh', make: () => glbMesh(10, 1, 3, {}, 'circle') },
  { name: '60 000 nodes below each other', reader: 'glTF mesh', make: () => glbMesh(10, 1, 60_000, {}, 'chain') },
  {
    name: 'JSON of brackets',
    reader: 'glTF mesh',
    make: () => jsonGlb(`{"asset":{"version":"2.0"},"extras":${'['.repeat(2_000_000)}`),
  },
  { name: '10 000 primitives on one accessor', reader: 'avatar GLB', make: () => glbMesh(100_000, 10_000) },
  { name: '20 000 nodes that show one mesh', reader: 'avatar GLB', make: () => glbMesh(100_000, 1, 20_000) },
  {
    name: '5000 morph targets on one accessor',
    reader: 'avatar GLB',
    make: () => glbMesh(100_000, 1, 1, {}, 'flat', 5000),
  },
  {
    name: 'a billion entries without data',
    reader: 'avatar GLB',
    make: () => glbMesh(10, 1, 1, { count: 1e9, bufferView: undefined }),
  },
  { name: 'nodes in a circle', reader: 'avatar GLB', make: () => glbMesh(10, 1, 3, {}, 'circle') },
  { name: '60 000 nodes below each other', reader: 'avatar GLB', make: () => glbMesh(10, 1, 60_000, {}, 'chain') },
  { name: '60 000 nodes beside each other', reader: 'avatar GLB', make: () => glbMesh(10, 1, 60_000) },
  {
    name: 'JSON of brackets',
    reader: 'avatar GLB',
    make: () => jsonGlb(`{"asset":{"version":"2.0"},"extras":${'['.repeat(2_000_000)}`),
  },
  { name: '5000 movements on one accessor', reader: 'avatar GLB', make: glbMovements },
  { name: '100 MB behind 100 kB', reader: 'avatar FBX', make: packedFbx },
  textBomb('blank lines', 'avatar FBX', () => fill('\n', '; FBX 7.4.0 project file\n').replace(/^/, '; FBX 7.4.0\n')),
  textBomb('blank lines with blanks', 'avatar FBX', () => `v 0 0 0\n${fill(' \n', 'v 0 0 0\n')}`),
  textBomb('nodes below each other', 'avatar FBX', () => {
    const lines = Array.from({ length: 2800 }, (_, i) => `${'\t'.repeat(i)}Model: ${i}, "Model::a", "LimbNode" {`);
    return `; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\n${lines.join('\n')}`;
  }),
  textBomb('100 000 models', 'avatar FBX', () => {
    const models = Array.from({ length: 50_000 }, (_, i) => `\tModel: ${i}, "Model::a", "LimbNode" {\n\t}`);
    const links = Array.from({ length: 50_000 }, (_, i) => `\tC: "OO",${i},0`);
    return `; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\nObjects:  {\n${models.join('\n')}\n}\nConnections:  {\n${links.join('\n')}\n}\n`;
  }),
  textBomb(
    'a line of a million numbers',
    'avatar FBX',
    () =>
      `; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\nObjects:  {\n\tGeometry: 1, "Geometry::a", "Mesh" {\n\t\tVertices: *9 {\n\t\t\ta: ${'0,'.repeat(2_300_000)}0\n\t\t}\n\t}\n}\n`,
  ),
  {
    name: '600 MB of zeros',
    reader: 'zip',
    make: () => zipOf([{ name: 'a.bin', bytes: new Uint8Array(600_000_000), isDeflated: true }]),
  },
  {
    name: 'a size that is not so',
    reader: 'zip',
    make: () => zipOf([{ name: 'a.bin', bytes: new Uint8Array(60_000_000), isDeflated: true, claimedSize: 1000 }]),
  },
  {
    name: '40 000 entries',
    reader: 'zip',
    make: () =>
      zipOf(Array.from({ length: 40_000 }, (_, i) => ({ name: `${i}`, bytes: new Uint8Array(1), isDeflated: false }))),
  },
  { name: '10 000 pictures of one file', reader: 'zip', make: picturesOfOneFile },
  { name: '60 000 nodes that show one mesh', reader: 'puppet mesh', make: () => glbMesh(1000, 1, 60_000) },
  { name: 'a mesh of 300 000 vertices', reader: 'puppet mesh', make: () => glbMesh(300_000, 1) },
  textBomb(
    '100 000 parts',
    'puppet',
    () => `{"format":"leib-puppet/1","parts":[${fill('{"name":"a"},', ' '.repeat(60))}{}]}`,
  ),
  textBomb('brackets', 'puppet', () => fill('[')),
  textBomb(
    'copies of copies',
    'robot MJCF',
    () => `${xmlHead}${'<replicate count="100">'.repeat(9)}<geom size="1"/>${'</replicate>'.repeat(9)}${xmlTail}`,
  ),
  textBomb(
    '100 000 bodies',
    'robot MJCF',
    () => `${xmlHead}${fill('<body><joint/><geom size="1"/></body>', xmlHead + xmlTail)}${xmlTail}`,
  ),
  textBomb(
    '57 bodies below each other',
    'robot MJCF',
    () => `${xmlHead}${'<body><joint/><geom size="1"/>'.repeat(57)}${'</body>'.repeat(57)}${xmlTail}`,
  ),
  textBomb(
    '400 joints',
    'robot MJCF',
    () => `${xmlHead}${'<body pos="0 0 1"><joint/><geom size="1"/></body>'.repeat(400)}${xmlTail}`,
  ),
  ...['supersphere" params="5000 1 1', 'cone" params="1000000 1', 'wedge" params="1000 1000 90 90 0.5'].map((shape) =>
    textBomb(
      `a mesh of the engine's own: ${shape}`,
      'robot MJCF',
      () => `<mujoco><asset><mesh name="m" builtin="${shape}"/></asset>${xmlHead.slice(8)}${xmlTail}`,
    ),
  ),
  textBomb('a memory of 900 GB', 'robot MJCF', () => `<mujoco><size memory="900G"/>${xmlHead.slice(8)}${xmlTail}`),
  textBomb(
    'cloth of a million points',
    'robot MJCF',
    () =>
      `${xmlHead}<flexcomp type="grid" count="100 100 100" spacing="1 1 1" name="f"/><composite type="cable" count="100000 1 1"/>${xmlTail}`,
  ),
  textBomb(
    '20 000 links',
    'robot URDF',
    () =>
      `<robot name="a">${Array.from({ length: 20_000 }, (_, i) => `<link name="l${i}"/><joint name="j${i}" type="revolute"><parent link="l0"/><child link="l${i + 1}"/></joint>`).join('')}</robot>`,
  ),
  textBomb(
    '4000 links below each other',
    'robot URDF',
    () =>
      `<robot name="a">${Array.from({ length: 4000 }, (_, i) => `<link name="l${i}"/><joint name="j${i}" type="revolute"><parent link="l${i}"/><child link="l${i + 1}"/></joint>`).join('')}</robot>`,
  ),
];

function glbMesh(
  vertexCount: number,
  primitiveCount: number,
  nodeCount = 1,
  accessor: object = {},
  tree: 'flat' | 'chain' | 'circle' = 'flat',
  targetCount = 0,
): Uint8Array {
  const binary = new Uint8Array(vertexCount * 12);
  const places = new Float32Array(binary.buffer);
  for (let i = 0; i < places.length; i++) places[i] = Math.sin(i);
  const nodes = Array.from({ length: nodeCount }, (_, i) => ({
    mesh: 0,
    ...(tree !== 'flat' && (i + 1 < nodeCount || tree === 'circle') && { children: [(i + 1) % nodeCount] }),
  }));
  const targets = targetCount > 0 ? { targets: Array.from({ length: targetCount }, () => ({ POSITION: 0 })) } : {};
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: tree === 'flat' ? nodes.map((_, i) => i) : [0] }],
    nodes,
    meshes: [
      { primitives: Array.from({ length: primitiveCount }, () => ({ attributes: { POSITION: 0 }, ...targets })) },
    ],
    buffers: [{ byteLength: binary.length }],
    bufferViews: [{ buffer: 0, byteLength: binary.length }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: vertexCount - (vertexCount % 3), type: 'VEC3', ...accessor },
    ],
  };
  return writeGlb({ json, binary });
}

/** The loader makes numbers of their own of the bytes of each. */
function glbMovements(): Uint8Array {
  const keys = 20_000;
  const channelCount = 5000;
  const binary = new Uint8Array(keys * 8);
  new Float32Array(binary.buffer, 0, keys).forEach((_, i, times) => {
    times[i] = i / 100;
  });
  const nodes = [{ mesh: 0 }, ...Array.from({ length: channelCount }, () => ({}))];
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 2 } }] }],
    buffers: [{ byteLength: binary.length }],
    bufferViews: [
      { buffer: 0, byteLength: keys * 4 },
      { buffer: 0, byteOffset: keys * 4, byteLength: keys * 4 },
    ],
    accessors: [
      { bufferView: 0, componentType: 5126, count: keys, type: 'SCALAR' },
      { bufferView: 1, componentType: 5121, normalized: true, count: keys, type: 'VEC4' },
      { bufferView: 0, componentType: 5126, count: 3000, type: 'VEC3' },
    ],
    animations: [
      {
        channels: Array.from({ length: channelCount }, (_, i) => ({
          sampler: i,
          target: { node: i + 1, path: 'rotation' },
        })),
        samplers: Array.from({ length: channelCount }, () => ({ input: 0, output: 1 })),
      },
    ],
  };
  return writeGlb({ json, binary });
}

function jsonGlb(text: string): Uint8Array {
  const json = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = new DataView(new ArrayBuffer(20));
  [0x46546c67, 2, 20 + json.length, json.length, 0x4e4f534a].forEach((value, i) => {
    head.setUint32(i * 4, value, true);
  });
  return joined(new Uint8Array(head.buffer), json);
}

/** Binary FBX: one node with an array that unpacks to a thousand times what it says. */
async function packedFbx(): Promise<Uint8Array> {
  const packed = await deflated(new Uint8Array(100_000_000), 'deflate');
  const head = new Uint8Array(27);
  head.set(new TextEncoder().encode('Kaydara FBX Binary  \0'));
  new DataView(head.buffer).setUint32(23, 7400, true);
  const node = new DataView(new ArrayBuffer(13 + 1 + 13));
  node.setUint32(0, 27 + 27 + packed.length, true);
  node.setUint32(4, 1, true);
  node.setUint8(12, 1);
  node.setUint8(13, 'a'.charCodeAt(0));
  node.setUint8(14, 'd'.charCodeAt(0));
  [10, 1, packed.length].forEach((value, i) => {
    node.setUint32(15 + i * 4, value, true);
  });
  return joined(head, new Uint8Array(node.buffer), packed, new Uint8Array(400));
}

function picturesOfOneFile(): Promise<Uint8Array> {
  const images = Array.from({ length: 10_000 }, () => ({ uri: 'a.png' }));
  const json = { asset: { version: '2.0' }, images, buffers: [] };
  return zipOf([
    { name: 'a.gltf', bytes: new TextEncoder().encode(JSON.stringify(json)), isDeflated: true },
    { name: 'a.png', bytes: new Uint8Array(30_000_000), isDeflated: true },
  ]);
}
