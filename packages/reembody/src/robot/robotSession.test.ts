import type { HumanoidBone } from '@leib/core';
import { fileSetOfBytes } from '@leib/formats';
import { beforeAll, expect, test } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { poseOf, skeleton } from '../world/world.testing.js';
import { buildRobotDescription } from './reading/buildRobotDescription.js';
import { gatherRobot } from './reading/gatherRobot.js';
import { RobotSession, robotInputAt, robotOutputAt, robotShapesAt } from './robotSession.js';

// Node's, by the one function used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as {
  readFileSync(path: URL, encoding: 'utf8'): string;
};
const example = fs.readFileSync(new URL('../../assets/example-robot.xml', import.meta.url), 'utf8');

async function open(text: string, files: readonly (readonly [string, string])[] = []): Promise<RobotSession> {
  const encode = (each: string) => new TextEncoder().encode(each);
  const contents = [['robot.xml', text] as const, ...files].map(([path, each]) => [path, encode(each)] as const);
  const description = await buildRobotDescription(await gatherRobot(fileSetOfBytes('robot', contents)));
  return new RobotSession(mujoco, { description, skeleton, options: {} });
}

let mujoco: MujocoModule;
beforeAll(async () => {
  mujoco = await loadMujoco();
});

type Turns = readonly (readonly [HumanoidBone, 'x' | 'y' | 'z', number])[];

function follow(session: RobotSession, turns: Turns, seconds = 1.5): Float64Array {
  const input = new Float64Array(session.inputLength);
  const output = new Float64Array(session.outputLength);
  input[robotInputAt.dtSeconds] = 1 / 90;
  input.set(poseOf(...turns).localRotations, robotInputAt.rotations);
  for (let frame = 0; frame < seconds * 90; frame++) session.step(input, output);
  return output;
}

/** Middle of a shape that there is one of: [x, y, z]. */
function shapeAt(session: RobotSession, output: Float64Array, index: number): number[] {
  const at = robotShapesAt(session.report) + index * 7;
  return Array.from(output.slice(at, at + 3));
}

const armsDown = [
  ['leftUpperArm', 'z', -90],
  ['rightUpperArm', 'z', 90],
] as const;

test('all hinges of the example robot know their bone, and it stands on the floor', async () => {
  const session = await open(example);
  expect(session.report.joints).toHaveLength(25);
  for (const { joint, bone } of session.report.joints) expect(bone, joint).not.toBeNull();
  const output = follow(session, armsDown);
  const feet = session.shapes.flatMap(({ kind, size }, i) => (kind === 'box' && size[0] === 0.115 ? [i] : []));
  expect(feet).toHaveLength(2);
  for (const foot of feet) expect(shapeAt(session, output, foot)[1]).toBeCloseTo(0.025, 3);
  // The left one (+x of somebody who faces +z) stands left.
  expect(shapeAt(session, output, feet[0])[0]).toBeGreaterThan(0.05);
  session.dispose();
});

test('it lifts its left hand forward when the person does, and its right to the side', async () => {
  const session = await open(example);
  const hands = session.shapes.flatMap(({ kind, size }, i) => (kind === 'box' && size[0] === 0.035 ? [i] : []));
  const [left, right] = hands;
  const hanging = follow(session, armsDown);
  const before = [shapeAt(session, hanging, left), shapeAt(session, hanging, right)];
  // From the T-pose a left arm turned by -90 degrees about y points ahead; the right one stays out.
  const output = follow(session, [['leftUpperArm', 'y', -90]]);
  expect(shapeAt(session, output, left)[1]).toBeGreaterThan(before[0][1] + 0.4);
  expect(shapeAt(session, output, left)[2]).toBeGreaterThan(0.4);
  expect(shapeAt(session, output, right)[1]).toBeGreaterThan(before[1][1] + 0.4);
  expect(shapeAt(session, output, right)[0]).toBeLessThan(-0.5);
  // Its one wrist hinge cannot do what the person's wrist does, so hands are left out.
  const arms = session.report.segments.flatMap((bone, i) => (/Arm$/.test(bone) ? [i] : []));
  expect(arms).toHaveLength(4);
  for (const i of arms) expect(output[robotOutputAt.segments + i]).toBeLessThan(0.035);
  expect(output[robotOutputAt.resets]).toBe(0);
  session.dispose();
});

test('what a person spreads over spine and collarbones, it does with waist and shoulders', async () => {
  const session = await open(example);
  const head = session.shapes.findIndex(({ size }) => size[0] === 0.09);
  const [left] = session.shapes.flatMap(({ kind, size }, i) => (kind === 'box' && size[0] === 0.035 ? [i] : []));
  const upright = shapeAt(session, follow(session, []), head);
  // 45 degrees in three parts: the head goes ahead by the sine of it over its height above the waist.
  const bow: Turns = (['spine', 'chest', 'upperChest'] as const).map((bone) => [bone, 'x', 15] as const);
  const bowed = shapeAt(session, follow(session, bow), head);
  expect(bowed[2] - upright[2]).toBeGreaterThan(0.3);
  expect(upright[1] - bowed[1]).toBeGreaterThan(0.1);
  const flat = shapeAt(session, follow(session, []), left);
  const shrugged = shapeAt(session, follow(session, [['leftShoulder', 'z', 30]]), left);
  expect(shrugged[1] - flat[1]).toBeGreaterThan(0.2);
  session.dispose();
});

const withMesh = `<mujoco><compiler meshdir="meshes"/><asset><mesh name="m" file="deep/arm.obj"/></asset><worldbody>
<geom type="plane" size="5 5 1"/><body pos="0 0 1"><joint name="left_elbow" axis="0 1 0"/>
<geom type="mesh" mesh="m" rgba="1 0 0 1"/><geom type="box" size="0.1 0.1 0.1" group="3"/></body></worldbody></mujoco>`;
const tetrahedron = 'v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';

test('meshes are found in their folder; floors and shapes to collide with are not drawn', async () => {
  const session = await open(withMesh, [['meshes/deep/arm.obj', tetrahedron]]);
  expect(session.shapes.map(({ kind }) => kind)).toEqual(['mesh']);
  const [{ vertices, triangles, color }] = session.shapes;
  expect(vertices).toHaveLength(12);
  expect(triangles).toHaveLength(12);
  expect(Math.max(...triangles)).toBeLessThan(4);
  expect(color).toEqual([1, 0, 0, 1]);
  session.dispose();
});

test('a mesh that is not there is an error that names it', async () => {
  await expect(open(withMesh)).rejects.toThrow(/deep\/arm\.obj/);
});
