import { fileSetOfBytes, readXml } from '@leib/formats';
import { expect, test } from 'vitest';
import { buildRobotDescription } from './buildRobotDescription.js';
import { gatherRobot } from './gatherRobot.js';
import { readDefaults } from './mjcfDefaults.js';
import { prepareMjcf } from './prepareMjcf.js';
import { checkRobotPlaces, checkRobotSize } from './robotLimits.js';
import { readRobotMesh } from './robotMesh.js';
import { urdfToMjcf } from './urdfToMjcf.js';
import { copyOf } from './xmlEditing.js';

const check = (inside: string) =>
  checkRobotSize('robot.xml', copyOf(readXml(`<mujoco><worldbody>${inside}</worldbody></mujoco>`)));

test.each([
  ['<geom/>'.repeat(10_001), 'robot.xml: expected at most 10000 <geom> elements, got 10001 or more'],
  ['<body><joint/></body>'.repeat(501), 'expected at most 500 <joint> elements'],
  ['<replicate count="200"><replicate count="200"><geom/></replicate></replicate>', 'expected at most 10000 <geom>'],
  ['<replicate count="1e9"><geom/></replicate>', '<replicate>: expected a count from 1 to 10000, got "1e9"'],
  ['<body>'.repeat(61) + '</body>'.repeat(61), 'expected at most 60 links below each other, got more'],
  ['<site/>'.repeat(50_001), 'expected at most 50000 elements, got 50001 or more'],
  // The engine copies these as well.
  [
    '<replicate count="1000"><replicate count="1000"/></replicate>',
    'expected at most 50000 elements, got 1001002 or more',
  ],
])('%# is refused before the engine builds it', (inside, reason) => {
  expect(() => check(inside)).toThrow(reason);
});

test.each([
  'supersphere" params="5000 1 1',
  'cone" params="1000000 1',
  'plate" params="1 65',
  'wedge" params="4 4 1e9',
])('a mesh that the engine would make with %s is refused, in defaults as well', (shape) => {
  const mesh = `<mesh builtin="${shape}"/>`;
  for (const section of [`<asset>${mesh}</asset>`, `<default><default>${mesh}</default></default>`]) {
    const root = copyOf(readXml(`<mujoco>${section}<worldbody/></mujoco>`));
    expect(() => checkRobotSize('robot.xml', root)).toThrow('<mesh>: expected a resolution of at most 64, got "');
  }
});

test('a robot with some copies passes', () => {
  expect(() => check('<replicate count="10"><body><joint/><geom/></body></replicate>')).not.toThrow();
});

test('links far away, or nowhere, are refused', () => {
  expect(() => checkRobotPlaces('r', [0, 999, -999])).not.toThrow();
  expect(() => checkRobotPlaces('r', [0, 1e30])).toThrow('r: expected links within 1000 m, got one at 1.00e+30 m');
  expect(() => checkRobotPlaces('r', [Number.NaN])).toThrow('got one at NaN');
});

test('URDF: a chain without end, and more links than a robot has', () => {
  const joint = (i: number) =>
    `<link name="l${i}"/><joint name="j${i}" type="fixed"><parent link="l${i}"/><child link="l${i + 1}"/></joint>`;
  const robot = (count: number) =>
    readXml(`<robot>${Array.from({ length: count }, (_, i) => joint(i)).join('')}</robot>`);
  expect(() => urdfToMjcf(robot(100))).toThrow('expected at most 60 links below each other');
  expect(() => urdfToMjcf(robot(3000))).toThrow('expected at most 2000 links, got 3000');
});

test('includes that double stop', async () => {
  const file = (i: number) =>
    `<mujoco><worldbody/><include file="${i + 1}.xml"/><include file="${i + 1}.xml"/></mujoco>`;
  const files = Array.from(
    { length: 20 },
    (_, i) => [`${i}.xml`, new TextEncoder().encode(i < 19 ? file(i) : '<mujoco/>')] as const,
  );
  await expect(gatherRobot(fileSetOfBytes('r', files), { chosen: '0.xml' })).rejects.toThrow(
    'expected at most 201 included files, got 202',
  );
});

test('a mesh of MuJoCo that promises more than it has is refused', async () => {
  const transform = { scale: [1, 1, 1], position: [0, 0, 0], rotation: [1, 0, 0, 0] };
  for (const counts of [
    [1e9, 0, 0, 0],
    [-1, 0, 0, 0],
    [0, 0, 0, 1e9],
  ]) {
    const bytes = new Uint8Array(Int32Array.from(counts).buffer);
    await expect(readRobotMesh(bytes, 'a.msh', transform)).rejects.toThrow('expected a mesh of MuJoCo of');
  }
});

test('classes copy what the classes around them have: few enough of both', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=""`).join(' ');
  const defaults = (inside: string) => readDefaults(copyOf(readXml(`<mujoco><default>${inside}</default></mujoco>`)));
  expect(
    defaults(`<geom ${attributes(900)}/><default class="a"/>`)
      .get('a')
      ?.get('geom'),
  ).toHaveProperty('a899');
  expect(() => defaults(`<geom ${attributes(1000)}/>`)).toThrow(
    'expected a class of at most 1000 attributes, got 1001',
  );
  expect(() => defaults(`<geom ${attributes(600)}/><default class="a"><joint ${attributes(600)}/></default>`)).toThrow(
    'expected a class of at most 1000 attributes, got 1202',
  );
  expect(() => defaults('<default class="a"/>'.repeat(1001))).toThrow('expected at most 1000 classes, got more');
});

test('rounds of the solver that a file asks for are not made, and sites are left out', () => {
  const text =
    '<mujoco><option iterations="2000000000" tolerance="0"/><worldbody><body><geom size="1"/><site/></body></worldbody></mujoco>';
  const { mjcf } = prepareMjcf('r', copyOf(readXml(text)), new Map());
  expect(mjcf).not.toContain('iterations');
  expect(mjcf).not.toContain('site');
  expect(mjcf).toContain('<option timestep=');
});

test('parts that share one mesh, each in a size of its own, are as many copies as there is room for', async () => {
  const mesh = new TextEncoder().encode(`v 0 0 0\nv 1 0 0\nv 0 1 0\n${'v 1 1 1\n'.repeat(9_000)}f 1 2 3\n`);
  const parts = (count: number) =>
    buildRobotDescription({
      name: 'r',
      description: `<mujoco><asset>${Array.from({ length: count }, (_, i) => `<mesh name="m${i}" file="a.obj"/>`).join('')}</asset><worldbody/></mujoco>`,
      meshes: new Map([['a.obj', mesh]]),
      missing: [],
    });
  await expect(parts(50)).resolves.toMatchObject({ notes: [] });
  await expect(parts(1000)).rejects.toThrow('numbers of all meshes');
});
