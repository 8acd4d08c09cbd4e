import { type HumanoidBone, jointOfBone, type Pose } from '@leib/core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { SkinnedSurface } from '../colliders/skinnedSurface.js';
import { readVrmBody } from '../colliders/vrmBody.testing.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import type { MujocoModule } from '../engine/mujoco.js';
import { type BodyGroup, bodyGroups } from '../settings/bodyGroups.js';
import { defaultRemoteBodySettings, type RemoteBodySettings } from '../settings/remoteBodySettings.js';
import { dance, poseOf, skeleton } from '../world/world.testing.js';
import type { WorldObject } from '../world/worldObject.js';
import { CONTACT_SIZE, contactAt, inputAt, OBJECT_SIZE, outputAt, PUSH_BODY, PUSH_OBJECT } from './remoteFrame.js';
import { RemoteSession } from './remoteSession.js';

// Node's, by the one function used here: the package itself is typed without Node.
const fs = (await import(/* @vite-ignore */ 'node:fs' as string)) as { readFileSync(path: URL): Uint8Array };

const objects: readonly WorldObject[] = [
  { kind: 'floor', name: 'floor', height: 0 },
  { kind: 'ball', name: 'ball', radius: 0.1, position: [2, 0.1, 0], mass: 0.4 },
  { kind: 'box', name: 'wall', size: [0.1, 3, 3], position: [1.05, 1.5, 0], mass: null },
];
const BALL = 1;

let mujoco: MujocoModule;
let session: RemoteSession;
let input: Float64Array;
let output: Float64Array;

beforeAll(async () => {
  mujoco = await loadMujoco();
});
afterEach(() => session.dispose());

function open(
  things: readonly WorldObject[] = objects,
  settings: RemoteBodySettings = defaultRemoteBodySettings,
): void {
  session = new RemoteSession(mujoco, { bodies: [{ skeleton, skin: null, settings }], objects: things });
  input = new Float64Array(session.layout.inputLength);
  output = new Float64Array(session.layout.outputLength);
}

function step(pose: Pose): void {
  input[inputAt.dtSeconds] = 1 / 90;
  input.set(pose.rootPosition, inputAt.targetRootPosition);
  input.set(pose.localRotations, inputAt.targetRotations);
  session.step(input, output);
}

function hold(pose: Pose, seconds: number): void {
  for (let frame = 0; frame < seconds * 90; frame++) step(pose);
}

const objectAt = (object: number) =>
  Array.from(output.slice(session.layout.objects + object * OBJECT_SIZE).slice(0, 3));
function partAt(bone: HumanoidBone): number[] {
  const part = session.bodies[0].parts.findIndex((each) => each.bone === bone);
  return Array.from(output.slice(session.layout.bodies[0].places + part * 7).slice(0, 3));
}

test('the body follows, and says how well', () => {
  open([]);
  for (let frame = 0; frame < 180; frame++) step(dance(frame / 90));
  expect(output[outputAt.meanError]).toBeGreaterThan(0);
  expect(output[outputAt.meanError]).toBeLessThan((3 * Math.PI) / 180);
  expect(output[outputAt.frameSeconds]).toBeCloseTo(2, 9);
  expect(output[outputAt.resets] + output[outputAt.nans]).toBe(0);
});

test('a delay is kept, by the settings of a group or by the frame', () => {
  open([], { ...defaultRemoteBodySettings, latency: { leftArm: 0.4 } });
  input[inputAt.latencySeconds] = 0.2;
  hold(poseOf(), 1);
  expect(output[outputAt.effectiveDelay]).toBeCloseTo(0.4, 6);
  const delayOf = (group: BodyGroup) => output[session.layout.bodies[0].delays + bodyGroups.indexOf(group)];
  expect([delayOf('leftArm'), delayOf('rightArm'), delayOf('hips')]).toEqual([
    expect.closeTo(0.4, 6),
    expect.closeTo(0.2, 6),
    0,
  ]);
  session.setSettings(defaultRemoteBodySettings);
  hold(poseOf(), 0.2);
  expect(output[outputAt.effectiveDelay]).toBeCloseTo(0.2, 6);
});

test('a group that is made while the body runs delays its own bones, until it is taken away', () => {
  open([]);
  hold(poseOf(), 0.1);
  /** How far the hand goes in a fifth of a second when the elbow is bent. */
  const bend = (groups: RemoteBodySettings['groups']) => {
    session.setSettings({ ...defaultRemoteBodySettings, groups });
    hold(poseOf(), 1);
    const [before] = partAt('leftHand');
    hold(poseOf(['leftLowerArm', 'y', -60]), 0.2);
    return Math.abs(partAt('leftHand')[0] - before);
  };
  expect(bend({ mine: { bones: ['leftLowerArm'], delaySeconds: 0.5 } })).toBeLessThan(0.01);
  expect(bend({})).toBeGreaterThan(0.05);
});

test('a wall holds the hand back, and the contact is written', () => {
  open();
  const pose = poseOf();
  pose.rootPosition[0] += 0.2;
  input[inputAt.wantsContacts] = 1;
  for (let frame = 0; frame < 180; frame++) {
    pose.rootPosition[0] = (0.35 * Math.min(frame, 90)) / 90;
    step(pose);
  }
  const wanted = skeleton.restWorldPositions[jointOfBone(skeleton, 'leftHand') * 3] + 0.35;
  expect(wanted).toBeGreaterThan(1);
  expect(partAt('leftHand')[0]).toBeLessThan(1);
  const at = session.layout.contacts;
  const contacts = Array.from({ length: output[outputAt.writtenContacts] }, (_, i) => at + i * CONTACT_SIZE);
  const onWall = contacts.filter((contact) => output[contact] > 0.9);
  expect(Math.max(...onWall.map((contact) => output[contact + 6]))).toBeGreaterThan(1);
  // The wall is at +x of the hand: what it does to the body points the other way.
  for (const contact of onWall) expect(output[contact + 3]).toBeLessThan(-0.9);
  // Who touches what: a part of the left hand's side, and the wall.
  const { parts } = session.bodies[0];
  const wall = objects.findIndex(({ name }) => name === 'wall');
  for (const at of onWall) {
    expect([output[at + contactAt.body], output[at + contactAt.otherBody], output[at + contactAt.other]]).toEqual([
      0,
      -1,
      wall,
    ]);
    expect(parts[output[at + contactAt.part]].bone).toMatch(/^left(Hand|LowerArm)$/);
  }
});

test('a push moves a ball, and a limb for as long as it lasts', () => {
  open();
  const pose = poseOf(['leftUpperArm', 'z', -80], ['rightUpperArm', 'z', 80]);
  hold(pose, 0.5);
  const before = objectAt(BALL);
  input[inputAt.pushKind] = PUSH_OBJECT;
  input[inputAt.pushNumber] = BALL;
  input.set(before, inputAt.pushPoint);
  input.set([4, 0, 0], inputAt.pushForce);
  hold(pose, 0.3);
  expect(objectAt(BALL)[0]).toBeGreaterThan(before[0] + 0.1);

  const hand = session.bodies[0].parts.findIndex(({ bone }) => bone === 'leftHand');
  const rest = partAt('leftHand');
  input[inputAt.pushKind] = PUSH_BODY;
  input[inputAt.pushNumber] = hand;
  input.set(rest, inputAt.pushPoint);
  input.set([0, 0, 80], inputAt.pushForce);
  hold(pose, 0.3);
  expect(partAt('leftHand')[2]).toBeGreaterThan(rest[2] + 0.03);
  input[inputAt.pushKind] = 0;
  hold(pose, 1.5);
  expect(partAt('leftHand')[2]).toBeCloseTo(rest[2], 2);
});

test('a hand takes what is near, keeps it over other settings, and lets it go', () => {
  const hand = Array.from(skeleton.restWorldPositions.slice(jointOfBone(skeleton, 'leftHand') * 3).slice(0, 3));
  open([{ kind: 'ball', name: 'ball', radius: 0.08, position: [hand[0] + 0.08, hand[1] - 0.12, hand[2]], mass: 0.3 }]);
  const pose = poseOf();
  step(pose);
  input[inputAt.leftGrip] = 1;
  step(pose);
  expect([output[outputAt.leftHeld], output[outputAt.rightHeld]]).toEqual([0, -1]);
  hold(pose, 1);
  expect(objectAt(0)[1]).toBeGreaterThan(hand[1] - 0.2);
  session.setSettings({ ...defaultRemoteBodySettings, totalMass: 90 });
  hold(pose, 0.5);
  expect(output[outputAt.leftHeld]).toBe(0);
  expect(objectAt(0)[1]).toBeGreaterThan(hand[1] - 0.2);
  input[inputAt.leftGrip] = 0;
  hold(pose, 1);
  expect(output[outputAt.leftHeld]).toBe(-1);
  expect(objectAt(0)[1]).toBeLessThan(hand[1] - 0.5);
});

test('things go back to where they began, the body stays', () => {
  open();
  const pose = poseOf(['leftUpperArm', 'z', -80], ['rightUpperArm', 'z', 80]);
  hold(pose, 0.3);
  input[inputAt.pushKind] = PUSH_OBJECT;
  input[inputAt.pushNumber] = BALL;
  input.set([0, 0, 5], inputAt.pushForce);
  hold(pose, 0.4);
  expect(Math.abs(objectAt(BALL)[2])).toBeGreaterThan(0.1);
  const hand = partAt('leftHand');
  input[inputAt.pushKind] = 0;
  session.resetObjects();
  step(pose);
  expect(objectAt(BALL)[2]).toBeCloseTo(0, 3);
  expect(partAt('leftHand')[1]).toBeCloseTo(hand[1], 2);
});

test('a thing is added and another one moved; what is as it was stays where it has rolled to', () => {
  open();
  const pose = poseOf(['leftUpperArm', 'z', -80], ['rightUpperArm', 'z', 80]);
  hold(pose, 0.3);
  input[inputAt.pushKind] = PUSH_OBJECT;
  input[inputAt.pushNumber] = BALL;
  input.set([0, 0, 5], inputAt.pushForce);
  hold(pose, 0.4);
  input[inputAt.pushKind] = 0;
  const rolled = objectAt(BALL)[2];
  const crate: WorldObject = { kind: 'box', name: 'crate', size: [0.2, 0.2, 0.2], position: [-2, 0.1, 1], mass: 1 };
  const wall = objects.map((each) => (each.kind === 'box' ? { ...each, position: [1.05, 1.5, 3] as const } : each));
  session.setObjects([...wall, crate]);
  output = new Float64Array(session.layout.outputLength);
  step(pose);
  expect(Math.abs(rolled)).toBeGreaterThan(0.1);
  expect(Math.abs(objectAt(BALL)[2] - rolled)).toBeLessThan(0.1);
  expect(objectAt(2)[2]).toBeCloseTo(3, 3);
  expect(objectAt(3)[0]).toBeCloseTo(-2, 3);
  expect(() => session.setObjects([crate, crate])).toThrow('names that differ');
  step(pose);
  expect(objectAt(3)[0]).toBeCloseTo(-2, 3);
});

test('numbers that are none are refused and counted, and nothing is pushed that is not there', () => {
  open();
  const pose = poseOf();
  hold(pose, 0.2);
  const before = partAt('head');
  input[inputAt.pushKind] = PUSH_BODY;
  input[inputAt.pushNumber] = 999;
  pose.localRotations[5] = Number.NaN;
  hold(pose, 0.2);
  expect(output[outputAt.refused]).toBeGreaterThan(0);
  for (let k = 0; k < 3; k++) expect(partAt('head')[k]).toBeCloseTo(before[k], 3);
});

test('other settings of a body with a skin take over its fitted shapes', () => {
  const { skeleton: own, surface } = readVrmBody(
    fs.readFileSync(new URL('../../../body/assets/leib-neutral.vrm', import.meta.url)),
  );
  session = new RemoteSession(mujoco, {
    bodies: [{ skeleton: own, skin: everyFourth(surface), settings: defaultRemoteBodySettings }],
    objects,
  });
  const before = session.bodies[0];
  session.setSettings({ ...defaultRemoteBodySettings, totalMass: 60 });
  expect(session.bodies[0]).not.toBe(before);
  for (const [part, { simple, exact, mass }] of session.bodies[0].parts.entries()) {
    expect(simple).toBe(before.parts[part].simple);
    expect(exact).toBe(before.parts[part].exact);
    expect(mass).toBeCloseTo((before.parts[part].mass * 60) / 72, 9);
  }
});

function everyFourth({ positions, joints, weights }: SkinnedSurface): SkinnedSurface {
  const isKept = (width: number) => (_: number, i: number) => Math.floor(i / width) % 4 === 0;
  return {
    positions: Float64Array.from(positions).filter(isKept(3)),
    joints: joints.filter(isKept(4)),
    weights: weights.filter(isKept(4)),
  };
}
