import type { HumanoidBone } from '@leib/core';
import { fileSetOfBytes } from '@leib/formats';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadMujoco } from '../../engine/loadMujoco.js';
import type { MujocoModule } from '../../engine/mujoco.js';
import { HELD_HAND, inputAt, OBJECT_SIZE, outputAt } from '../../session/remoteFrame.js';
import { RemoteSession } from '../../session/remoteSession.js';
import { defaultRemoteBodySettings } from '../../settings/remoteBodySettings.js';
import { poseOf, skeleton } from '../../world/world.testing.js';
import type { WorldObject } from '../../world/worldObject.js';
import { buildRobotDescription } from '../reading/buildRobotDescription.js';
import { gatherRobot } from '../reading/gatherRobot.js';
import { robotAnglesAt, robotOutputAt, robotShapesAt } from '../robotSession.js';
import { type RobotBase, RobotGuest } from './robotGuest.js';

// Node's, by the one function used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as { readFileSync(path: URL): Uint8Array };
const example = fs.readFileSync(new URL('../../../assets/example-robot.xml', import.meta.url));
const floor: WorldObject = { kind: 'floor', name: 'floor', height: 0 };

let mujoco: MujocoModule;
let session: RemoteSession;
let guest: RobotGuest;
let input: Float64Array;
let output: Float64Array;
beforeAll(async () => {
  mujoco = await loadMujoco();
});
afterEach(() => session.dispose());

interface Place {
  readonly x: number;
  readonly z: number;
  readonly yaw: number;
}

const exampleFiles: Parameters<typeof fileSetOfBytes>[1] = [['robot.xml', example]];

async function open(base: RobotBase, place: Place, objects = [floor], files = exampleFiles): Promise<void> {
  const description = await buildRobotDescription(await gatherRobot(fileSetOfBytes('robot', files)));
  const body = { skeleton, skin: null, settings: defaultRemoteBodySettings };
  session = new RemoteSession(mujoco, { bodies: [body], objects });
  guest = new RobotGuest(mujoco, { description, skeleton, options: {}, base, place });
  session.setRobot(guest);
  input = new Float64Array(session.layout.inputLength);
  output = new Float64Array(session.layout.outputLength);
}

const armsDown = [
  ['leftUpperArm', 'z', -80],
  ['rightUpperArm', 'z', 80],
] as const;

type Turns = readonly (readonly [HumanoidBone, 'x' | 'y' | 'z', number])[];

function hold(seconds: number, ...turns: Turns): void {
  const pose = poseOf(...turns);
  input[inputAt.dtSeconds] = 1 / 90;
  input.set(pose.rootPosition, inputAt.targetRootPosition);
  input.set(pose.localRotations, inputAt.targetRotations);
  for (let frame = 0; frame < seconds * 90; frame++) session.step(input, output);
}

/** Place of a shape: [x, y, z]. */
function shapeAt(index: number): number[] {
  const at = session.layout.robot + robotShapesAt(guest.report) + index * 7;
  return Array.from(output.slice(at, at + 3));
}
const shapes = (pick: (size: readonly number[], kind: string) => boolean) =>
  guest.shapes.flatMap(({ kind, size }, i) => (pick(size, kind) ? [i] : []));
const angleOf = (joint: string) => {
  const number = guest.report.joints.findIndex((each) => each.joint === joint);
  return output[session.layout.robot + robotAnglesAt(guest.report, guest.shapes.length) + number];
};

test('held, a robot follows the first person in their world, stands on the floor at its place, and stays through changes', async () => {
  await open('held', { x: 1.5, z: 0, yaw: 0 });
  hold(1.5, ...armsDown, ['leftLowerArm', 'y', -60]);
  expect((output[session.layout.robot + robotOutputAt.largestAngle] * 180) / Math.PI).toBeLessThan(8);
  const feet = shapes((size, kind) => kind === 'box' && size[0] === 0.115);
  for (const foot of feet) expect(shapeAt(foot)[1]).toBeCloseTo(0.025, 2);
  expect((shapeAt(feet[0])[0] + shapeAt(feet[1])[0]) / 2).toBeCloseTo(1.5, 2);
  const elbow = angleOf('left_elbow');
  expect(Math.abs(elbow)).toBeGreaterThan(0.7);
  session.setSettings({ ...defaultRemoteBodySettings, totalMass: 80 });
  output = new Float64Array(session.layout.outputLength);
  hold(0.02, ...armsDown, ['leftLowerArm', 'y', -60]);
  expect(angleOf('left_elbow')).toBeCloseTo(elbow, 1);
  session.setRobot(null);
  expect(session.layout.outputLength).toBe(session.layout.robot);
});

test('a person’s arm that swings into the robot is held back by it, and touches it', async () => {
  // Arm's length away, to the left.
  await open('held', { x: 0.62, z: 0.1, yaw: 0 });
  input[inputAt.wantsContacts] = 1;
  hold(1, ...armsDown);
  hold(1.2, ['rightUpperArm', 'z', 80], ['leftUpperArm', 'y', -5]);
  expect(output[outputAt.contactCount]).toBeGreaterThan(0);
  expect((output[outputAt.maxError] * 180) / Math.PI).toBeGreaterThan(4);
  expect(output[outputAt.resets] + output[outputAt.nans]).toBe(0);
});

test('a hand that closes by the robot’s hand shakes it', async () => {
  // Face to face, so that the right hands meet in the middle.
  await open('held', { x: -0.56, z: 1.2, yaw: Math.PI });
  const reaching = [
    ['leftUpperArm', 'z', -80],
    ['rightUpperArm', 'y', 80],
  ] as const;
  hold(1.5, ...reaching);
  input[inputAt.rightGrip] = 1;
  hold(0.1, ...reaching);
  expect(output[outputAt.rightHeld]).toBe(HELD_HAND - 1);
  input[inputAt.rightGrip] = 0;
  hold(0.1, ...reaching);
  expect(output[outputAt.rightHeld]).toBe(-1);
});

test('with its base free its own legs carry it, and without a floor it falls', async () => {
  await open('free', { x: 1.5, z: 0, yaw: 0 });
  const head = shapes((size, kind) => kind === 'ellipsoid' && size[2] === 0.11)[0];
  hold(2, ...armsDown);
  expect(shapeAt(head)[1]).toBeGreaterThan(1.2);
  session.setObjects([]);
  output = new Float64Array(session.layout.outputLength);
  hold(1, ...armsDown);
  expect(shapeAt(head)[1]).toBeLessThan(0);
});

test('with its base free it begins as the person stands, on its feet, and is not thrown up by its own legs', async () => {
  await open('free', { x: 1.5, z: 0, yaw: 0 });
  const head = shapes((size, kind) => kind === 'ellipsoid' && size[2] === 0.11)[0];
  const feet = shapes((size, kind) => kind === 'box' && size[0] === 0.115);
  const squat: Turns = (['left', 'right'] as const).flatMap((side) => [
    [`${side}UpperLeg`, 'x', -50] as const,
    [`${side}LowerLeg`, 'x', 100] as const,
    [`${side}Foot`, 'x', -50] as const,
  ]);
  hold(0.05, ...armsDown, ...squat);
  const begun = shapeAt(head)[1];
  // Faster than the hinges may turn.
  expect(Math.abs(angleOf('left_knee'))).toBeGreaterThan(1.4);
  for (const foot of feet) expect(shapeAt(foot)[1]).toBeCloseTo(0.025, 2);
  let highest = 0;
  for (let i = 0; i < 60; i++) {
    hold(0.01, ...armsDown, ...squat);
    highest = Math.max(highest, shapeAt(head)[1]);
  }
  expect(highest).toBeLessThan(begun + 0.03);
});

test('with its base free it gets up again where it has fallen, when it is asked to', async () => {
  await open('free', { x: 1.5, z: 0, yaw: 0 });
  const head = shapes((size, kind) => kind === 'ellipsoid' && size[2] === 0.11)[0];
  hold(1, ...armsDown);
  const standing = shapeAt(head)[1];
  // Somebody sits down in the air: the legs carry nothing any more.
  const sitting: Turns = [
    ['leftUpperLeg', 'x', -90],
    ['rightUpperLeg', 'x', -90],
  ];
  hold(2.5, ...armsDown, ...sitting);
  hold(2, ...armsDown);
  expect(shapeAt(head)[1]).toBeLessThan(standing - 0.5);
  input[inputAt.standsUp] = 1;
  hold(1 / 90, ...armsDown);
  input[inputAt.standsUp] = 0;
  hold(2, ...armsDown);
  expect(shapeAt(head)[1]).toBeCloseTo(standing, 1);
});

test('with its base free it begins on a raised floor', async () => {
  await open('free', { x: 1.5, z: 0, yaw: 0 }, [{ ...floor, height: 0.4 }]);
  const feet = shapes((size, kind) => kind === 'box' && size[0] === 0.115);
  hold(0.05, ...armsDown);
  for (const foot of feet) expect(shapeAt(foot)[1]).toBeCloseTo(0.425, 2);
});

test('a mesh is touched where it is: its convex hull, not the box around it', async () => {
  // A pyramid with its corners to the four sides and its top in the middle: the box around it is mostly empty.
  const pyramid = `v 0.3 0 0\nv 0 0.3 0\nv -0.3 0 0\nv 0 -0.3 0\nv 0 0 0.6
f 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 2 1 3\nf 3 1 4\n`;
  // A sheet without any thickness, too, which no engine takes for a mesh.
  const sheet = 'v 0 0 0.1\nv 0.1 0 0.1\nv 0.1 0.1 0.1\nv 0 0.1 0.1\nf 1 2 3\nf 1 3 4\n';
  const mjcf = `<mujoco><default><mesh scale="7 7 7"/></default><asset><mesh name="m" file="m.obj" scale="1 1 1"/>
<mesh name="s" file="s.obj" scale="1 1 1"/></asset><worldbody><body><joint name="left_elbow" axis="0 0 1"/>
<inertial pos="0 0 0.1" mass="5" diaginertia="1 1 1"/><geom type="mesh" mesh="m"/><geom type="mesh" mesh="s"/>
</body></worldbody></mujoco>`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const ball = (name: string, x: number, z: number): WorldObject => {
    return { kind: 'ball', name, radius: 0.05, position: [1.5 + x, 0.9, z], mass: 0.5 };
  };
  await open(
    'held',
    { x: 1.5, z: 0, yaw: 0 },
    [floor, ball('beside', 0.24, 0.24), ball('above', 0.05, 0)],
    [
      ['robot.xml', bytes(mjcf)],
      ['m.obj', bytes(pyramid)],
      ['s.obj', bytes(sheet)],
    ],
  );
  hold(0.6, ...armsDown);
  const places = [1, 2].map((thing) => session.layout.objects + thing * OBJECT_SIZE);
  const [beside, above] = places.map((at) => [output[at] - 1.5, output[at + 1], output[at + 2]]);
  expect(beside[0]).toBeCloseTo(0.24, 3);
  expect(beside[1]).toBeLessThan(0.06);
  // It has slid down a side.
  expect(above[0]).toBeGreaterThan(0.25);
});
