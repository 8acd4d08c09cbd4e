import { randomPoints, writeE57 } from '../../../../../packages/formats/dist/testing.js';
import { packedGlb, smallStl } from '../readers/smallFiles.js';
import { type Bomb, textBomb } from './bomb.js';

const list = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i)).join('');
const some = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const arm = '<worldbody><body name="a"><joint name="j" frictionloss="1"/><geom size="1"/>';
const mjcf = (before: string, inside = '') => `<mujoco>${before}${arm}${inside}</body></worldbody></mujoco>`;
const copies = (count: number, inside: string) =>
  `${`<replicate count="${count}">`.repeat(3)}${inside}${'</replicate>'.repeat(3)}`;

const collada = (geometry: string, shown: string) =>
  `<COLLADA>${geometry}<library_visual_scenes><visual_scene><node>${shown}</node></visual_scene></library_visual_scenes></COLLADA>`;
const vertices =
  '<source id="p"><float_array>0 0 0 1 0 0 0 1 0</float_array></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>';
const triangle = '<triangles material="m"><input semantic="VERTEX" source="#v"/><p>0 1 2</p></triangles>';

const triangleGltf = (more: object) =>
  packedGlb(
    {
      asset: { version: '2.0' },
      scene: 0,
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      buffers: [{ byteLength: 36 }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
      ...more,
    },
    new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer),
  );

/** Text that does not look like the beginning of a binary file to three's loader. */
const fbxHead = `; FBX 7.4.0 project file\n${`; ${'x'.repeat(70)}\n`.repeat(6)}FBXHeaderExtension:  {\n\tFBXVersion: 7400\n}\n`;
const fbx = (objects: string, links: string) => `${fbxHead}Objects:  {\n${objects}}\nConnections:  {\n${links}\n}\n`;
const fbxList = (name: string, values: readonly unknown[]) =>
  `\t\t${name}: *${values.length} {\n\t\t\ta: ${values.join(',')}\n\t\t}\n`;
const fbxNode = (kind: string, id: number, name: string, type: string, inside = '') =>
  `\t${kind}: ${id}, "${name}::a", "${type}" {\n${inside}\t}\n`;
const ring = (count: number) => Array.from({ length: count }, (_, i) => (i === count - 1 ? -count : i));
const star = (i: number) => [Math.cos(i * 2.4) * (i % 2 === 0 ? 1 : 9), Math.sin(i * 2.4), 0].map((x) => x.toFixed(3));

const studyOf = (conditions: number, settings: number) =>
  JSON.stringify({
    format: 'leib-study/1',
    id: 'a',
    title: 'a',
    participants: 1,
    languages: ['en'],
    ethics: { text: 'a' },
    consent: { text: 'a', points: ['b'] },
    flow: [
      {
        kind: 'block',
        id: 'b',
        repeat: 100,
        conditions: Array.from({ length: conditions }, (_, i) => ({
          id: `c${i}`,
          set: { task: Object.fromEntries(Array.from({ length: settings }, (_, k) => [`s${k}`, k])) },
        })),
        flow: [0, 1, 2, 3].map((i) => ({ kind: 'task', id: `t${i}`, task: 'explore', seconds: 1 })),
      },
    ],
  });

/** Short lists that a file uses again and again: what is shown, copied or asked for as often as they say. */
export const repeatedBombs: readonly Bomb[] = [
  textBomb('40 000 classes with 40 000 attributes each', 'robot MJCF', () =>
    mjcf(
      `<default><geom ${list(40_000, (i) => `a${i}="" `)}/>${list(40_000, (i) => `<default class="c${i}"/>`)}</default>`,
    ),
  ),
  textBomb('9000 shapes of a class with 60 000 attributes', 'robot MJCF', () =>
    mjcf(`<default><geom ${list(60_000, (i) => `a${i}="" `)}/></default>`, '<geom size="1"/>'.repeat(9000)),
  ),
  textBomb('copies of sites', 'robot MJCF', () => mjcf('', copies(1000, '<site/>'))),
  textBomb('copies of nothing', 'robot MJCF', () => mjcf('', copies(10_000, ''))),
  textBomb('100 000 sites', 'robot MJCF', () => mjcf('', '<site/>'.repeat(100_000))),
  textBomb('two billion rounds of the solver without a tolerance', 'robot MJCF', () =>
    mjcf(
      '<option solver="PGS" iterations="2000000000" tolerance="0" noslip_iterations="2000000000" noslip_tolerance="0"/>',
    ),
  ),
  { name: 'a thousand parts of one file', reader: 'robot mesh', make: () => smallStl(20_000) },
  textBomb('60 000 empty pieces, 30 000 times', 'COLLADA', () =>
    collada(
      `<geometry id="g"><mesh>${'<triangles/>'.repeat(60_000)}</mesh></geometry>`,
      '<instance_geometry url="#g"/>'.repeat(30_000),
    ),
  ),
  textBomb('a node with 30 000 places, 40 000 times', 'COLLADA', () =>
    collada(
      `<node id="n">${'<translate>1 2 3</translate>'.repeat(30_000)}</node>`,
      '<instance_node url="#n"/>'.repeat(40_000),
    ),
  ),
  textBomb('colours that are looked for among 200 000', 'COLLADA', () =>
    collada(
      `<geometry id="g"><mesh>${vertices}${triangle.repeat(10_000)}</mesh></geometry>`,
      `<instance_geometry url="#g"><bind_material><technique_common>${'<a/>'.repeat(200_000)}</technique_common></bind_material></instance_geometry>`,
    ),
  ),
  {
    name: '30 000 nodes that show 20 000 parts of nothing',
    reader: 'avatar GLB',
    make: () =>
      triangleGltf({
        scenes: [{ nodes: Array.from({ length: 30_000 }, (_, i) => i) }],
        nodes: some(30_000, { mesh: 0 }),
        meshes: [{ primitives: some(20_000, { attributes: { NORMAL: 0 } }) }],
      }),
  },
  {
    name: '88 000 scenes',
    reader: 'avatar GLB',
    make: () => triangleGltf({ scenes: some(88_000, { nodes: [0] }) }),
  },
  {
    name: 'a scene that has one node 750 000 times',
    reader: 'avatar GLB',
    make: () => triangleGltf({ scenes: [{ nodes: some(750_000, 0) }] }),
  },
  {
    name: 'a bone with a name of 1.5 MB',
    reader: 'avatar GLB',
    make: () => triangleGltf({ nodes: [{ mesh: 0, name: 'a '.repeat(750_000) }] }),
  },
  {
    name: '5000 springs, each with 10 000 balls twenty times',
    reader: 'avatar VRM 1',
    make: () =>
      triangleGltf({
        nodes: [{ mesh: 0, children: [1, 2] }, {}, {}],
        extensionsUsed: ['VRMC_vrm', 'VRMC_springBone'],
        extensions: {
          VRMC_vrm: { specVersion: '1.0', humanoid: { humanBones: { hips: { node: 0 } } } },
          VRMC_springBone: {
            specVersion: '1.0',
            colliders: some(10_000, { node: 1, shape: { sphere: { radius: 1 } } }),
            colliderGroups: [{ colliders: Array.from({ length: 10_000 }, (_, i) => i) }],
            springs: some(5000, { joints: [{ node: 1 }, { node: 2 }], colliderGroups: some(20, 0) }),
          },
        },
      }),
  },
  textBomb('a polygon of 60 000 corners', 'avatar FBX', () =>
    fbx(
      fbxNode(
        'Geometry',
        1,
        'Geometry',
        'Mesh',
        fbxList('Vertices', Array.from({ length: 60_000 }, (_, i) => star(i)).flat()) +
          fbxList('PolygonVertexIndex', ring(60_000)),
      ) + fbxNode('Model', 2, 'Model', 'Mesh'),
      '\tC: "OO",1,2\n\tC: "OO",2,0',
    ),
  ),
  textBomb('a curve of order 3000', 'avatar FBX', () =>
    fbx(
      fbxNode(
        'Geometry',
        1,
        'Geometry',
        'NurbsCurve',
        `\t\tOrder: 3000\n\t\tForm: "Open"\n${fbxList('Points', some(40_000, 1))}${fbxList(
          'KnotVector',
          Array.from({ length: 13_000 }, (_, i) => i),
        )}`,
      ) + fbxNode('Model', 2, 'Model', 'Mesh'),
      '\tC: "OO",1,2\n\tC: "OO",2,0',
    ),
  ),
  textBomb('a turn by 1e11 degrees in one second', 'avatar FBX', () =>
    fbx(
      fbxNode('AnimationStack', 10, 'AnimStack', '') +
        fbxNode('AnimationLayer', 11, 'AnimLayer', '') +
        fbxNode('AnimationCurveNode', 12, 'AnimCurveNode', '') +
        [13, 14, 15]
          .map((id) =>
            fbxNode(
              'AnimationCurve',
              id,
              'AnimCurve',
              '',
              fbxList('KeyTime', [0, 46_186_158_000]) + fbxList('KeyValueFloat', [0, 1e11]),
            ),
          )
          .join('') +
        fbxNode('Model', 2, 'Model', 'LimbNode'),
      `\tC: "OO",2,0\n\tC: "OO",11,10\n\tC: "OO",12,11\n\tC: "OP",12,2, "Lcl Rotation"\n${['X', 'Y', 'Z'].map((axis, i) => `\tC: "OP",${13 + i},12, "d|${axis}"`).join('\n')}`,
    ),
  ),
  textBomb('3000 shapes of a mesh of 18 000 corners', 'avatar FBX', () => {
    const corners = Array.from({ length: 18_000 }, (_, i) => (i % 3 === 2 ? -(i % 6000) - 1 : i % 6000));
    const places = Array.from({ length: 18_000 }, (_, i) => i % 10);
    const shape = (i: number) =>
      fbxNode('Deformer', 100 + i, 'SubDeformer', 'BlendShapeChannel', fbxList('FullWeights', [100])) +
      fbxNode('Geometry', 10_000 + i, 'Geometry', 'Shape', fbxList('Indexes', [0]) + fbxList('Vertices', [1, 0, 0]));
    return fbx(
      fbxNode('Geometry', 1, 'Geometry', 'Mesh', fbxList('Vertices', places) + fbxList('PolygonVertexIndex', corners)) +
        fbxNode('Model', 2, 'Model', 'Mesh') +
        fbxNode('Deformer', 3, 'Deformer', 'BlendShape') +
        list(3000, shape),
      `\tC: "OO",1,2\n\tC: "OO",2,0\n\tC: "OO",3,1\n${list(3000, (i) => `\tC: "OO",${100 + i},3\n\tC: "OO",${10_000 + i},${100 + i}\n`)}`,
    );
  }),
  {
    name: '3000 scan positions of the same bytes',
    reader: 'scan',
    make: () => writeE57(randomPoints(20_000, 5), [0, 0, 0], 3000),
  },
  textBomb('4000 steps that copy 10 000 settings', 'study', () => studyOf(10, 10_000)),
];
