import { type HumanoidBone, jointOfBone, type Pose, updateWorldPose } from '@leib/core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setRemoteTarget } from '../control/setRemoteTarget.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { personSkeleton } from '../person.testing.js';
import { defaultRemoteBodySettings, type RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { stepRemoteWorld } from '../world/stepRemoteWorld.js';
import { dance, poseOf, skeleton } from '../world/world.testing.js';
import type { WorldObject } from '../world/worldObject.js';
import { HELD_HAND, inputAt, outputAt, PUSH_BODY } from './remoteFrame.js';
import { RemoteSession } from './remoteSession.js';

let mujoco: MujocoModule;
let session: RemoteSession;
let input: Float64Array;
let output: Float64Array;

beforeAll(async () => {
  mujoco = await loadMujoco();
});
afterEach(() => session.dispose());

const floor: readonly WorldObject[] = [{ kind: 'floor', name: 'floor', height: 0 }];
const onSpring: RemoteBodySettings = {
  ...defaultRemoteBodySettings,
  control: { ...defaultRemoteBodySettings.control, root: 'spring' },
};

function open(settings: readonly RemoteBodySettings[], objects: readonly WorldObject[] = []): void {
  session = new RemoteSession(mujoco, {
    bodies: settings.map((each) => ({ skeleton, skin: null, settings: each })),
    objects,
  });
  fit();
}

function fit(): void {
  input = new Float64Array(session.layout.inputLength);
  output = new Float64Array(session.layout.outputLength);
}

function step(...poses: readonly Pose[]): void {
  for (const [i, pose] of poses.entries()) {
    const at = session.layout.bodies[i].input;
    input.set(pose.rootPosition, at + inputAt.targetRootPosition);
    input.set(pose.localRotations, at + inputAt.targetRotations);
  }
  input[inputAt.dtSeconds] = 1 / 90;
  session.step(input, output);
}

const armsDown = [
  ['leftUpperArm', 'z', -75],
  ['rightUpperArm', 'z', 75],
] as const;

type Turns = readonly (readonly [HumanoidBone, 'x' | 'y' | 'z', number])[];

function at(x: number, z = 0, ...turns: Turns): Pose {
  const pose = poseOf(...turns);
  pose.rootPosition[0] = x;
  pose.rootPosition[2] = z;
  updateWorldPose(skeleton, pose);
  return pose;
}

function partAt(body: number, bone: string): number[] {
  const part = session.bodies[body].parts.findIndex((each) => each.bone === bone);
  const from = session.layout.bodies[body].places + part * 7;
  return Array.from(output.slice(from, from + 3));
}

const value = (body: number, index: number) => output[session.layout.bodies[body].output + index];

test('a session of one body has the very bits of a world of one body', () => {
  open([defaultRemoteBodySettings], floor);
  const world = new RemoteWorld(mujoco, session.bodies, floor);
  for (let frame = 0; frame < 120; frame++) {
    const pose = dance(frame / 90);
    step(pose);
    setRemoteTarget(world.bodies[0], pose);
    stepRemoteWorld(world, 1 / 90);
  }
  const rotations = output.slice(outputAt.rotations, outputAt.rotations + skeleton.jointCount * 4);
  expect(rotations).toEqual(world.bodies[0].pose.localRotations);
  world.dispose();
});

test('bodies far from each other do what each does alone', () => {
  open([onSpring]);
  for (let frame = 0; frame < 90; frame++) step(dance(frame / 90));
  const alone = partAt(0, 'leftHand');
  session.dispose();
  open([onSpring, defaultRemoteBodySettings, onSpring]);
  for (let frame = 0; frame < 90; frame++) step(dance(frame / 90), at(9), at(-9));
  for (let k = 0; k < 3; k++) expect(partAt(0, 'leftHand')[k]).toBeCloseTo(alone[k], 6);
});

test('two bodies that are pushed into each other do not pass through each other', () => {
  open([onSpring, onSpring], floor);
  for (let frame = 0; frame < 360; frame++) {
    // Each wants to where the other stands, and beyond.
    const gone = Math.min(1, frame / 180);
    step(at(-0.6 + 1.0 * gone, 0, ...armsDown), at(0.6 - 1.0 * gone, 0, ...armsDown));
    expect(partAt(1, 'chest')[0] - partAt(0, 'chest')[0]).toBeGreaterThan(0.1);
    expect(partAt(1, 'hips')[0] - partAt(0, 'hips')[0]).toBeGreaterThan(0.1);
  }
  expect(value(0, outputAt.resets) + value(0, outputAt.nans) + value(1, outputAt.nans)).toBe(0);
});

test('a slap moves the arm that it meets, and the contact is written', () => {
  open([defaultRemoteBodySettings, defaultRemoteBodySettings]);
  const [hitter, hit] = [at(0), at(1.35)];
  input[inputAt.wantsContacts] = 1;
  let farthest = 0;
  let told = 0;
  for (let frame = 0; frame < 90; frame++) {
    const angle = 60 * Math.sin((Math.PI * frame) / 45);
    step(at(0, 0, ['leftUpperArm', 'y', -angle]), hit);
    farthest = Math.max(farthest, Math.abs(partAt(1, 'rightHand')[2]));
    told = Math.max(told, value(1, outputAt.writtenContacts));
  }
  expect(hitter.rootPosition[0]).toBe(0);
  expect(farthest).toBeGreaterThan(0.03);
  expect(told).toBeGreaterThan(0);
});

test('each has a delay and settings of its own', () => {
  open([defaultRemoteBodySettings, { ...defaultRemoteBodySettings, totalMass: 40, latency: { leftArm: 0.3 } }]);
  input[inputAt.latencySeconds] = 0.1;
  for (let frame = 0; frame < 60; frame++) step(at(0), at(3));
  expect(value(0, outputAt.effectiveDelay)).toBeCloseTo(0.1, 6);
  expect(value(1, outputAt.effectiveDelay)).toBeCloseTo(0.3, 6);
  session.setSettings({ ...defaultRemoteBodySettings, totalMass: 90 }, [0]);
  expect(session.bodies.map(({ settings }) => settings.totalMass)).toEqual([90, 40]);
});

test('hands are shaken: one takes the other’s, leads it, and lets it go', () => {
  open([defaultRemoteBodySettings, defaultRemoteBodySettings]);
  const hand = skeleton.restWorldPositions[jointOfBone(skeleton, 'leftHand') * 3];
  // Fingertips to fingertips: one's left to the other's right.
  const apart = 2 * hand + 0.14;
  for (let frame = 0; frame < 45; frame++) step(at(0), at(apart));
  input[inputAt.leftGrip] = 1;
  step(at(0), at(apart));
  expect(value(0, outputAt.leftHeld)).toBe(HELD_HAND - 1);
  expect(value(1, outputAt.rightHeld)).toBe(-1);
  const before = partAt(1, 'rightHand');
  for (let frame = 0; frame < 60; frame++) step(at(0, 0, ['leftUpperArm', 'z', Math.min(15, frame)]), at(apart));
  expect(partAt(1, 'rightHand')[1]).toBeGreaterThan(before[1] + 0.02);
  input[inputAt.leftGrip] = 0;
  for (let frame = 0; frame < 90; frame++) step(at(-Math.min(0.4, frame / 90)), at(apart));
  expect(value(0, outputAt.leftHeld)).toBe(-1);
  expect(Math.abs(partAt(1, 'rightHand')[1] - before[1])).toBeLessThan(0.02);
});

test('a removed body is gone, and the others go on where they are', () => {
  open([defaultRemoteBodySettings, onSpring, defaultRemoteBodySettings], floor);
  for (let frame = 0; frame < 45; frame++) step(at(-4), at(3, 0, ...armsDown), dance(frame / 90));
  const before = [partAt(1, 'leftHand'), partAt(2, 'leftHand')];
  const frameLength = output.length;
  session.removeBodies([0]);
  fit();
  expect(session.layout.bodies).toHaveLength(2);
  expect(output.length).toBeLessThan(frameLength);
  step(at(3, 0, ...armsDown), dance(45 / 90));
  for (const [body, place] of before.entries()) {
    for (let k = 0; k < 3; k++) expect(partAt(body, 'leftHand')[k]).toBeCloseTo(place[k], 1);
  }
  session.addCopies(1, 2);
  fit();
  expect(session.bodies[2]).toBe(session.bodies[1]);
  step(at(3, 0, ...armsDown), dance(0.5), at(6), at(-6));
  expect(partAt(3, 'hips')[0]).toBeCloseTo(-6, 3);
});

test('a body that is removed while its hand is held frees the other hand', () => {
  open([defaultRemoteBodySettings, defaultRemoteBodySettings]);
  const apart = 2 * skeleton.restWorldPositions[jointOfBone(skeleton, 'leftHand') * 3] + 0.14;
  step(at(0), at(apart));
  input[inputAt.leftGrip] = 1;
  step(at(0), at(apart));
  expect(value(0, outputAt.leftHeld)).toBe(HELD_HAND - 1);
  session.removeBodies([1]);
  fit();
  input[inputAt.leftGrip] = 1;
  step(at(0));
  expect(value(0, outputAt.leftHeld)).toBe(-1);
});

test('bodies of other skeletons can be added, and any body can be pushed', () => {
  open([defaultRemoteBodySettings]);
  const smaller = personSkeleton(['leftToes', 'rightToes', 'upperChest', 'neck']);
  session.addBodies([{ skeleton: smaller, skin: null, settings: onSpring }]);
  fit();
  const [, second] = session.layout.bodies;
  for (let joint = 0; joint < smaller.jointCount; joint++)
    input[second.input + inputAt.targetRotations + joint * 4 + 3] = 1;
  input.set([2, 0.95, 0], second.input + inputAt.targetRootPosition);
  for (let frame = 0; frame < 45; frame++) step(at(0));
  const before = partAt(1, 'hips');
  input[inputAt.pushKind] = PUSH_BODY + 1;
  input.set(before, inputAt.pushPoint);
  input.set([0, 0, 400], inputAt.pushForce);
  for (let frame = 0; frame < 30; frame++) step(at(0));
  expect(partAt(1, 'hips')[2]).toBeGreaterThan(before[2] + 0.005);
  for (const wrong of [
    [Number.NaN, 0, 0],
    [1e9, 0, 0],
  ]) {
    input.set(wrong, inputAt.pushForce);
    for (let frame = 0; frame < 90; frame++) step(at(0));
  }
  expect(partAt(1, 'hips')[2]).toBeCloseTo(before[2], 2);
  expect(value(1, outputAt.resets)).toBe(0);
});

test('a world that cannot be built leaves the one that is', () => {
  open([defaultRemoteBodySettings]);
  step(at(0));
  expect(() => session.addCopies(0, 8)).toThrow('1 to 8');
  expect(() => session.removeBodies([0])).toThrow('1 to 8');
  expect(() => session.setSettings({ ...defaultRemoteBodySettings, totalMass: Number.NaN })).toThrow();
  expect(session.bodies).toHaveLength(1);
  step(at(0));
  expect(partAt(0, 'hips')[1]).toBeCloseTo(0.95, 3);
});

test('what is disposed of is free again: the engine’s memory does not grow with the sessions that were', () => {
  // How full the memory was before depends on the tests before: room for one more world is made first.
  open(Array(3).fill(defaultRemoteBodySettings), floor);
  const more = [0, 1].map(() => new RemoteWorld(mujoco, session.bodies));
  for (const world of more) world.dispose();
  session.dispose();
  const sizes: number[] = [];
  for (let round = 0; round < 12; round++) {
    open(Array(3).fill(defaultRemoteBodySettings), floor);
    step(at(0), at(2), at(4));
    session.setSettings({ ...defaultRemoteBodySettings, totalMass: 60 + round });
    const probe = new RemoteWorld(mujoco, [session.bodies[0]]);
    sizes.push(probe.data.qpos.buffer.byteLength);
    probe.dispose();
    if (round < 11) session.dispose();
  }
  expect(sizes[11]).toBe(sizes[3]);
});
