import { buildSkeleton, type HumanoidBone } from '@leib/core';
import { describe, expect, test } from 'vitest';
import { loadMujoco } from '../engine/loadMujoco.js';
import { personSkeleton } from '../person.testing.js';
import { defaultRemoteBodySettings as settings } from '../settings/remoteBodySettings.js';
import { RemoteWorld } from '../world/remoteWorld.js';
import { axisInertias } from './axisInertia.js';
import { buildRemoteBody } from './buildRemoteBody.js';

const mujoco = await loadMujoco();

test('22 parts; with fingers 52; without toes 20', () => {
  expect(buildRemoteBody(personSkeleton(), settings).parts).toHaveLength(22);
  expect(buildRemoteBody(personSkeleton(), { ...settings, hasFingers: true }).parts).toHaveLength(52);
  expect(buildRemoteBody(personSkeleton(), { ...settings, hasToes: false }).parts).toHaveLength(20);
});

describe.each<[string, readonly HumanoidBone[]]>([
  ['upper chest', ['upperChest']],
  ['chest and upper chest', ['chest', 'upperChest']],
  ['shoulders', ['leftShoulder', 'rightShoulder']],
  ['neck', ['neck']],
  ['a finger', ['leftRingProximal', 'leftRingIntermediate', 'leftRingDistal']],
  ['toes and hands', ['leftToes', 'rightToes', 'leftHand', 'rightHand']],
])('without %s', (_name, missing) => {
  test('the rest is simulated, and weighs as much', () => {
    const hung = personSkeleton(missing);
    const body = buildRemoteBody(hung, { ...settings, hasFingers: true });
    expect(body.parts.some(({ bone }) => missing.includes(bone))).toBe(false);
    expect(body.parts.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(72, 9);
    const world = new RemoteWorld(mujoco, [body]);
    expect(world.model.nv).toBe(body.speedCount);
    world.dispose();
  });
});

test('inertia about every axis is what the engine finds', () => {
  for (const hasFingers of [false, true]) {
    const body = buildRemoteBody(personSkeleton(), { ...settings, hasFingers });
    const inertias = axisInertias(body, false);
    const world = new RemoteWorld(mujoco, [body]);
    const { dof_M0: engine } = world.model;
    for (let s = 0; s < body.speedCount; s++) {
      expect(inertias[s] / engine[world.addresses[0].speeds[s]]).toBeCloseTo(1, 6);
    }
    world.dispose();
  }
});

test('left and right have the same mass, inertia and shape', () => {
  const { parts } = buildRemoteBody(personSkeleton(), { ...settings, hasFingers: true });
  for (const part of parts.filter(({ bone }) => bone.startsWith('left'))) {
    const other = parts.find(({ bone }) => bone === part.bone.replace('left', 'right'));
    expect(other?.mass).toBeCloseTo(part.mass, 12);
    expect(other?.inertia[0]).toBeCloseTo(part.inertia[0], 12);
    expect(other?.centre[0]).toBeCloseTo(-part.centre[0], 12);
    expect(other?.simple[0].kind).toBe(part.simple[0].kind);
  }
});

test.each<[string, () => unknown, string]>([
  ['no hips', () => buildRemoteBody(buildSkeleton([{ name: 'a', offset: [0, 0, 0] }]), settings), 'no hips'],
  [
    'a part without mass',
    () => buildRemoteBody(personSkeleton(), { ...settings, masses: { head: 0 } }),
    'settings.masses.head',
  ],
  [
    'a head above the hips’ own parent',
    () =>
      buildRemoteBody(
        buildSkeleton([
          { name: 'head', offset: [0, 1, 0], bone: 'head' },
          { name: 'hips', parent: 'head', offset: [0, -1, 0], bone: 'hips' },
        ]),
        settings,
      ),
    'expected all bones below the hips',
  ],
])('%s is an error that says so', (_name, build, reason) => {
  expect(build).toThrow(reason);
});

test('a centre of mass that is set moves the body’s, and what the axis turns', () => {
  const moved = { ...settings, centres: { leftHand: [0.2, 0, 0] as const } };
  const [before, after] = [settings, moved].map((each) => buildRemoteBody(personSkeleton(), each));
  const hand = after.parts.findIndex(({ bone }) => bone === 'leftHand');
  expect(after.parts[hand].centre).toEqual([0.2, 0, 0]);
  const speed = after.drives[after.parts[hand].drive].firstSpeed;
  expect(axisInertias(after)[speed]).toBeGreaterThan(1.5 * axisInertias(before)[speed]);
});
