import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createXrOffsets, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { createBodyProfile } from '../profile/bodyProfile.js';
import { commandCalibration, stepCalibration } from './calibrationSession.js';
import { createCalibrationSession, defaultSessionSettings } from './sessionState.js';

import { createWearer, run, six, tPose } from './wearer.testing.js';

describe('what a session measures', () => {
  test('a joint is found where it is', () => {
    const wearer = createWearer(4, six);
    const session = createCalibrationSession(createBodyProfile(), defaultSessionSettings);
    run(session, wearer, 10, () => wearer.pose());
    run(session, wearer, 10, () => wearer.pose());
    commandCalibration(session, { type: 'accept' });
    run(session, wearer, 30, (time) => wearer.circle('leftHand', time));
    expect(session.text).toMatch(/mm\. /);
    const { id, place, turn } = wearer.mounts[0];
    const truth = vec3.transformQuat([0, 0, 0], [-place[0], -place[1], -place[2]], quat.conjugate(createQuat(), turn));
    const found = session.history.proposal?.profile.devices[id].centre?.centreLocal ?? [9, 9, 9];
    expect(vec3.distance(found, truth)).toBeLessThan(0.001);
  });

  test('controllers are hands because their protocol says so', () => {
    const wearer = createWearer(3, ['leftHand', 'rightHand']);
    // Held crossed, which places alone would get wrong.
    const named = wearer.devices.map((device, i) => ({
      ...device,
      suggestedPoint: (['rightHand', 'leftHand'] as const)[i],
      kind: (['controller', 'bone'] as const)[i],
    }));
    const input = { ...wearer.input, devices: named };
    const session = createCalibrationSession(createBodyProfile());
    wearer.pose();
    for (let i = 0; i < 600 && session.step !== 'roles'; i++) stepCalibration(session, input, 1 / 60);
    expect(Object.values(session.roles?.roles ?? {})).toEqual(['rightHand', 'leftHand']);
    // A grip sits in the fist as WebXR says, however the wrist was rolled; a bone is the joint itself.
    const [grip, bone] = Object.values(session.history.proposal?.profile.devices ?? {});
    expect(grip.offset?.slice(0, 3)).toEqual([-0.065, -0.036, 0]);
    expect(bone.offset).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  test.each([
    ['front', [0, 0, 0.12], [0, 0, 0.11]],
    ['behind', [0, 0, -0.12], [0, 0, -0.17]],
    ['left', [0.17, 0, 0], [0.18, 0, 0]],
  ] as const)('a personal body’s pelvis depth is that of the side where the tracker is worn: %s', (_, at, wanted) => {
    const wearer = createWearer(2, six);
    const pelvisDepths = { front: 0.09, behind: 0.15, left: 0.16, right: 0.16 };
    const session = createCalibrationSession(createBodyProfile(), { ...defaultSessionSettings, pelvisDepths });
    const wear = () =>
      wearer.pose((role) => {
        if (role !== 'hips') return null;
        const mount = wearer.mounts.find((worn) => worn.role === 'hips');
        const strapped = vec3.transformQuat(
          [0, 0, 0],
          (mount?.place ?? [0, 0, 0]) as [number, number, number],
          wearer.facing,
        );
        const joint = wearer.toWorld(tPose.hips.map((value, k) => value + at[k]));
        return { ...joint, place: joint.place.map((value, k) => value - strapped[k]) };
      });
    run(session, wearer, 10, wear);
    run(session, wearer, 10, wear);
    const hips = Object.values(session.history.proposal?.profile.devices ?? {}).find(({ role }) => role === 'hips');
    for (let k = 0; k < 3; k++) expect(hips?.offset?.[k]).toBeCloseTo(wanted[k], 9);
  });

  test.each(seeds(4))('a grip’s rotation is measured in the held pose, its position by turning (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const wearer = createWearer(seed, ['leftHand', 'rightHand']);
    const usual = createXrOffsets();
    // Held otherwise than WebXR's usual grip: leaning by up to 20 degrees more, and elsewhere in the fist.
    for (const mount of wearer.mounts) {
      const at = pointNumber[mount.role] * 7;
      const [x, y, z, w] = usual.subarray(at + 3, at + 7);
      quat.rotateX(mount.turn, [x, y, z, w], (random() - 0.5) * 40 * DEG);
      mount.place.splice(0, 3, ...[0, 1, 2].map((k) => usual[at + k] + 0.02 * (random() - 0.5)));
    }
    const named = wearer.devices.map((device, i) => ({
      ...device,
      suggestedPoint: wearer.mounts[i].role,
      kind: 'controller' as const,
    }));
    const input = { ...wearer.input, devices: named };
    const session = createCalibrationSession(createBodyProfile());
    const steps = (count: number, act: (time: number) => void, isOver: () => boolean) => {
      for (let i = 0; i < count && !isOver(); i++) {
        act(i / 60);
        stepCalibration(session, input, 1 / 60);
      }
    };
    steps(
      600,
      () => wearer.pose(),
      () => session.step === 'roles',
    );
    commandCalibration(session, { type: 'accept' });
    for (const { role } of wearer.mounts) {
      steps(
        900,
        (time) => wearer.circle(role, time),
        () => session.history.proposal !== null,
      );
      commandCalibration(session, { type: 'accept' });
    }
    for (const { id, turn, place } of wearer.mounts) {
      const offset = session.history.present.devices[id].offset ?? [9, 9, 9, 0, 0, 0, 1];
      const dot = quat.dot([offset[3], offset[4], offset[5], offset[6]], turn);
      expect(2 * Math.acos(Math.min(1, Math.abs(dot)))).toBeLessThan(1 * DEG);
      for (let k = 0; k < 3; k++) expect(offset[k]).toBeCloseTo(place[k], 3);
    }
  });

  test('arms that are rolled in the held pose do not turn the grip', () => {
    const wearer = createWearer(5, ['leftHand', 'rightHand']);
    const usual = createXrOffsets();
    for (const mount of wearer.mounts) {
      const at = pointNumber[mount.role] * 7;
      const [x, y, z, w] = usual.subarray(at + 3, at + 7);
      quat.set(mount.turn, x, y, z, w);
    }
    const named = wearer.devices.map((device, i) => ({
      ...device,
      suggestedPoint: wearer.mounts[i].role,
      kind: 'controller' as const,
    }));
    const session = createCalibrationSession(createBodyProfile());
    // Palms forward: a quarter turn about the forearm.
    wearer.pose((role) =>
      role.endsWith('Hand') ? wearer.toWorld(tPose[role], quat.rotateX(createQuat(), wearer.facing, -90 * DEG)) : null,
    );
    for (let i = 0; i < 600 && session.step !== 'roles'; i++)
      stepCalibration(session, { ...wearer.input, devices: named }, 1 / 60);
    for (const { id, turn } of wearer.mounts) {
      const [, , , x, y, z, w] = session.history.proposal?.profile.devices[id].offset ?? [0, 0, 0, 0, 0, 0, 1];
      expect(Math.abs(quat.dot([x, y, z, w], turn))).toBeCloseTo(1, 6);
    }
  });

  test('eyes tell the stature where they are known: rigs differ in where they put the head joint', () => {
    const wearer = createWearer(2, six);
    const session = createCalibrationSession(createBodyProfile());
    const input = { ...wearer.input, eyesY: 0.9345 * 1.9 };
    wearer.pose();
    for (let i = 0; i < 600 && session.step !== 'roles'; i++) stepCalibration(session, input, 1 / 60);
    expect(session.history.proposal?.profile.stature).toBeCloseTo(1.9, 6);
  });
});
