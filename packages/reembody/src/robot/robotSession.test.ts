import type { HumanoidBone } from '@leib/core';
import { beforeAll, expect, test } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { poseOf, skeleton } from '../world/world.testing.js';
import { RobotSession, robotInputAt, robotOutputAt } from './robotSession.js';

// Node's, by the one function used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as {
  readFileSync(path: URL, encoding: 'utf8'): string;
};
const example = fs.readFileSync(new URL('../../assets/example-robot.xml', import.meta.url), 'utf8');

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
function shapeAt(output: Float64Array, index: number): number[] {
  const at = robotOutputAt.shapes + index * 7;
  return Array.from(output.slice(at, at + 3));
}

const armsDown = [
  ['leftUpperArm', 'z', -90],
  ['rightUpperArm', 'z', 90],
] as const;

test('all hinges of the example robot know their bone, and it stands on the floor', () => {
  const session = new RobotSession(mujoco, { description: example, skeleton, options: {} });
  expect(session.report.unmapped).toEqual([]);
  expect(session.report.mapped).toHaveLength(25);
  const output = follow(session, armsDown);
  const feet = session.shapes.flatMap(({ kind, size }, i) => (kind === 'box' && size[0] === 0.115 ? [i] : []));
  expect(feet).toHaveLength(2);
  for (const foot of feet) expect(shapeAt(output, foot)[1]).toBeCloseTo(0.025, 3);
  // The left one (+x of somebody who faces +z) stands left.
  expect(shapeAt(output, feet[0])[0]).toBeGreaterThan(0.05);
  session.dispose();
});

test('it lifts its left hand forward when the person does, and its right to the side', () => {
  const session = new RobotSession(mujoco, { description: example, skeleton, options: {} });
  const hands = session.shapes.flatMap(({ kind, size }, i) => (kind === 'box' && size[0] === 0.035 ? [i] : []));
  const [left, right] = hands;
  const hanging = follow(session, armsDown);
  const before = [shapeAt(hanging, left), shapeAt(hanging, right)];
  // From the T-pose a left arm turned by -90 degrees about y points ahead; the right one stays out.
  const output = follow(session, [['leftUpperArm', 'y', -90]]);
  expect(shapeAt(output, left)[1]).toBeGreaterThan(before[0][1] + 0.4);
  expect(shapeAt(output, left)[2]).toBeGreaterThan(0.4);
  expect(shapeAt(output, right)[1]).toBeGreaterThan(before[1][1] + 0.4);
  expect(shapeAt(output, right)[0]).toBeLessThan(-0.5);
  expect(output[robotOutputAt.largestError]).toBeLessThan(0.05);
  expect(output[robotOutputAt.resets]).toBe(0);
  session.dispose();
});

test('what a person spreads over spine and collarbones, it does with waist and shoulders', () => {
  const session = new RobotSession(mujoco, { description: example, skeleton, options: {} });
  const head = session.shapes.findIndex(({ size }) => size[0] === 0.09);
  const [left] = session.shapes.flatMap(({ kind, size }, i) => (kind === 'box' && size[0] === 0.035 ? [i] : []));
  const upright = shapeAt(follow(session, []), head);
  // 45 degrees in three parts: the head goes ahead by the sine of it over its height above the waist.
  const bow: Turns = (['spine', 'chest', 'upperChest'] as const).map((bone) => [bone, 'x', 15] as const);
  const bowed = shapeAt(follow(session, bow), head);
  expect(bowed[2] - upright[2]).toBeGreaterThan(0.3);
  expect(upright[1] - bowed[1]).toBeGreaterThan(0.1);
  const flat = shapeAt(follow(session, []), left);
  const shrugged = shapeAt(follow(session, [['leftShoulder', 'z', 30]]), left);
  expect(shrugged[1] - flat[1]).toBeGreaterThan(0.2);
  session.dispose();
});

const withMesh = `<mujoco><compiler meshdir="meshes"/><asset><mesh name="m" file="deep/arm.obj"/></asset><worldbody>
<geom type="plane" size="5 5 1"/><body pos="0 0 1"><joint name="left_elbow" axis="0 1 0"/>
<geom type="mesh" mesh="m" rgba="1 0 0 1"/><geom type="box" size="0.1 0.1 0.1" group="3"/></body></worldbody></mujoco>`;
const tetrahedron = 'v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';

test('meshes come as files without folders; floors and shapes to collide with are not drawn', () => {
  const files = new Map([['arm.obj', new TextEncoder().encode(tetrahedron)]]);
  const session = new RobotSession(mujoco, { description: withMesh, skeleton, options: { files } });
  expect(session.shapes.map(({ kind }) => kind)).toEqual(['mesh']);
  const [{ vertices, triangles, color }] = session.shapes;
  expect(vertices).toHaveLength(12);
  expect(triangles).toHaveLength(12);
  expect(Math.max(...triangles)).toBeLessThan(4);
  expect(color).toEqual([1, 0, 0, 1]);
  session.dispose();
});

test('a mesh that is not there is an error that names it', () => {
  expect(() => new RobotSession(mujoco, { description: withMesh, skeleton, options: {} })).toThrow(/arm\.obj/);
});
