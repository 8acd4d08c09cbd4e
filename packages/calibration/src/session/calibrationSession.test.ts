import { createQuat, DEG, quat } from '@leib/core';
import { bytesPerCall, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { createBodyProfile } from '../profile/bodyProfile.js';
import { parseProfile, profileText } from '../profile/profileText.js';
import { proportionsOfStature } from '../proportions/bodyProportions.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import { commandCalibration, stepCalibration } from './calibrationSession.js';
import { createCalibrationSession, defaultSessionSettings } from './sessionState.js';

import { createWearer, run, six, toRoles, tPose } from './wearer.testing.js';

describe('from putting on to the mirror', () => {
  test.each(seeds(6))('the person only does what the text says (seed %i)', (seed) => {
    const wearer = createWearer(seed, six);
    const session = createCalibrationSession(createBodyProfile('Ann'), {
      ...defaultSessionSettings,
      proportionsSeconds: 3,
    });
    expect(session.text).toMatch(/Put on the headset/);
    run(session, wearer, 10, () => wearer.pose());
    expect([session.step, session.text]).toEqual(['tPose', expect.stringMatching(/stretch both arms out/)]);
    run(session, wearer, 10, () => wearer.pose());
    expect(session.step).toBe('roles');
    expect(session.roles?.roles).toEqual(Object.fromEntries(wearer.mounts.map(({ id, role }) => [id, role])));
    commandCalibration(session, { type: 'accept' });
    expect(session.history.present.stature).toBeCloseTo(1.51 / 0.868, 6);
    for (const joint of ['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const) {
      expect([session.step, session.joints[0]]).toEqual(['joints', joint]);
      const seconds = run(session, wearer, 30, (time) => wearer.circle(joint, time));
      expect(seconds).toBeLessThan(15);
      expect(session.text).toMatch(/mm.*Take it/);
      commandCalibration(session, { type: 'accept' });
    }
    expect(session.step).toBe('proportions');
    run(session, wearer, 10, () => wearer.pose());
    commandCalibration(session, { type: 'accept' });
    expect(session.step).toBe('mirror');
    const profile = session.history.present;
    expect(profile.proportions?.stature).toBeCloseTo(profile.stature ?? 0, 6);
    expect(parseProfile(profileText(profile))).toEqual({ ok: true, value: profile });

    // Calibrated joints are now at the true joints, in another pose and heading.
    const random = seededRandom(seed + 100);
    const turns = new Map(six.map((role) => [role, randomQuat(random)]));
    wearer.pose((role) => {
      const turn = turns.get(role as TrackerRole);
      return turn ? { place: [0.1, 1, 0.2], turn } : null;
    });
    stepCalibration(session, wearer.input, 1 / 60);
    for (const role of ['leftHand', 'rightFoot'] as const) {
      const at = { leftHand: 1, rightFoot: 10 }[role] * 7;
      const found = session.jointFrame.jointPoses.subarray(at, at + 7);
      expect(Math.hypot(found[0] - 0.1, found[1] - 1, found[2] - 0.2)).toBeLessThan(1e-6);
      const turn = turns.get(role) as ReturnType<typeof createQuat>;
      expect(Math.abs(quat.dot([found[3], found[4], found[5], found[6]], turn))).toBeCloseTo(1, 9);
    }
  });
});

describe('what may go otherwise', () => {
  test('it waits until a headset is tracked', () => {
    const wearer = createWearer(1, six);
    const session = createCalibrationSession(createBodyProfile());
    wearer.pose();
    wearer.input.isHeadTracked = false;
    run(session, wearer, 5, () => {});
    expect([session.step, session.progress]).toEqual(['putOn', 0]);
  });

  test('a person who moves stays in the step; one who sits is asked to stand', () => {
    const wearer = createWearer(1, six);
    const session = createCalibrationSession(createBodyProfile());
    run(session, wearer, 10, () => wearer.pose());
    const wave = (time: number) => {
      const far = [0, 0.3 * Math.sin(3 * time), 0];
      wearer.pose((role) => (role === 'leftHand' ? wearer.toWorld(tPose.leftHand.map((v, k) => v + far[k])) : null));
    };
    run(session, wearer, 8, wave);
    expect(session.step).toBe('tPose');
    run(session, wearer, 4, () =>
      wearer.pose((role) => wearer.toWorld(tPose[role].map((v, k) => (k === 1 ? 0.6 * v : v)))),
    );
    expect([session.step, session.text]).toEqual(['tPose', expect.stringMatching(/stand upright/)]);
  });

  /** The held pose with arms so far below horizontal: joints turn about the shoulders at 0.19 m from the middle. */
  const lowerArms = (wearer: ReturnType<typeof createWearer>, drop: number) =>
    wearer.pose((role) => {
      if (!role.endsWith('Hand') && !role.endsWith('Elbow')) return null;
      const mirror = role.startsWith('left') ? 1 : -1;
      const length = Math.abs(tPose[role][0]) - 0.19;
      const place = [mirror * (0.19 + length * Math.cos(drop)), tPose[role][1] - length * Math.sin(drop), 0];
      const turn = quat.rotateZ(createQuat(), wearer.facing, -mirror * drop);
      return wearer.toWorld(place, turn);
    });

  test.each([25, 40, 55])('an A-pose of %i degrees is as good as a T-pose', (dropDeg) => {
    for (const seed of seeds(3)) {
      const wearer = createWearer(seed, [...six, 'leftElbow', 'rightElbow']);
      const session = createCalibrationSession(createBodyProfile());
      run(session, wearer, 10, () => lowerArms(wearer, dropDeg * DEG));
      run(session, wearer, 10, () => lowerArms(wearer, dropDeg * DEG));
      expect(session.step).toBe('roles');
      expect(session.roles?.roles).toEqual(Object.fromEntries(wearer.mounts.map(({ id, role }) => [id, role])));
      const { devices } = session.history.proposal?.profile ?? createBodyProfile();
      for (const { id, role, turn } of wearer.mounts) {
        const [, , , x, y, z, w] = devices[id].offset ?? [0, 0, 0, 0, 0, 0, 0];
        const off = 2 * Math.acos(Math.min(1, Math.abs(quat.dot([x, y, z, w], turn))));
        // Trackers sit up to 4 cm beside the arm's axis, not on its usual side: 7 cm over half a metre.
        expect(off, role).toBeLessThan(8 * DEG);
      }
      commandCalibration(session, { type: 'accept' });
      commandCalibration(session, { type: 'goTo', step: 'proportions' });
      // Between the wrists of the T-pose.
      expect(session.measures?.wristSpan ?? 0).toBeGreaterThan(1.44 - 0.12);
      expect(session.measures?.wristSpan ?? 0).toBeLessThan(1.44 + 0.12);
    }
  });

  test('arms that hang must be lifted', () => {
    const wearer = createWearer(1, six);
    const session = createCalibrationSession(createBodyProfile());
    run(session, wearer, 10, () => wearer.pose());
    run(session, wearer, 4, () => lowerArms(wearer, 80 * DEG));
    expect([session.step, session.text]).toEqual(['tPose', expect.stringMatching(/^Lift your arms/)]);
    run(session, wearer, 4, () => wearer.pose());
    expect(session.step).toBe('roles');
  });

  test('a role chosen by hand stays, and is remembered the next time', () => {
    const { session, wearer } = toRoles();
    const hips = wearer.mounts.find(({ role }) => role === 'hips')?.id ?? '';
    const chest = wearer.mounts.find(({ role }) => role === 'chest')?.id ?? '';
    commandCalibration(session, { type: 'setRole', id: chest, role: null });
    commandCalibration(session, { type: 'setRole', id: hips, role: 'chest' });
    commandCalibration(session, { type: 'accept' });
    expect(session.history.present.devices[hips].role).toBe('chest');
    expect(session.history.present.devices[chest].role).toBeNull();
    const next = createCalibrationSession(session.history.present);
    run(next, wearer, 10, () => wearer.pose());
    run(next, wearer, 10, () => wearer.pose());
    expect(next.roles?.roles[hips]).toBe('chest');
    expect(next.roles?.roles[chest]).toBeUndefined();
  });

  test('a joint can be repeated, skipped and undone', () => {
    const { session, wearer } = toRoles();
    commandCalibration(session, { type: 'accept' });
    const roles = session.history.present;
    run(session, wearer, 30, (time) => wearer.circle('leftHand', time));
    commandCalibration(session, { type: 'repeat' });
    expect([session.step, session.joints[0], session.progress]).toEqual(['joints', 'leftHand', 0]);
    expect(session.history.present).toBe(roles);
    run(session, wearer, 30, (time) => wearer.circle('leftHand', time));
    commandCalibration(session, { type: 'accept' });
    const id = wearer.mounts[0].id;
    expect(session.history.present.devices[id].centre).not.toBeNull();
    commandCalibration(session, { type: 'skip' });
    expect(session.joints[0]).toBe('leftFoot');
    commandCalibration(session, { type: 'undo' });
    expect(session.history.present).toBe(roles);
    commandCalibration(session, { type: 'back' });
    expect(session.step).toBe('roles');
  });

  test('a single joint can be turned again from the mirror, and leads back to it', () => {
    const { session, wearer } = toRoles();
    commandCalibration(session, { type: 'accept' });
    for (let i = 0; i < 5; i++) commandCalibration(session, { type: 'skip' });
    expect(session.step).toBe('mirror');
    commandCalibration(session, { type: 'turnJoint', role: 'leftElbow' });
    expect(session.step).toBe('mirror');
    commandCalibration(session, { type: 'turnJoint', role: 'rightFoot' });
    expect([session.step, session.text]).toEqual(['joints', expect.stringMatching(/right foot/)]);
    run(session, wearer, 30, (time) => wearer.circle('rightFoot', time));
    commandCalibration(session, { type: 'accept' });
    expect(session.step).toBe('mirror');
    const foot = Object.values(session.history.present.devices).find(({ role }) => role === 'rightFoot');
    expect(foot?.centre?.confidence).toBeGreaterThan(0.8);
  });

  test('without trackers that can be circled, joints are passed over', () => {
    const { session } = toRoles(['hips']);
    commandCalibration(session, { type: 'accept' });
    expect(session.step).toBe('proportions');
  });

  test('what is proposed is seen before it is accepted, and gone when it is not', () => {
    const { session, wearer } = toRoles();
    run(session, wearer, 0.1, () => wearer.pose());
    expect(Object.values(session.roleOf)).toHaveLength(six.length);
    expect(session.jointFrame.quality[pointNumber.leftHand]).toBe(quality.tracked);
    expect(session.history.present.devices).toEqual({});
    commandCalibration(session, { type: 'goTo', step: 'putOn' });
    expect(session.roleOf).toEqual({});
  });

  test('undo in the step of the roles finds them anew; redo takes them back', () => {
    const { session } = toRoles();
    const id = Object.keys(session.roles?.roles ?? {})[0];
    const before = session.roleOf[id];
    commandCalibration(session, { type: 'setRole', id, role: 'chest' });
    expect(session.roleOf[id]).toBe('chest');
    commandCalibration(session, { type: 'undo' });
    expect(session.roleOf[id]).toBe(before);
    expect(session.history.proposal).not.toBeNull();
    commandCalibration(session, { type: 'redo' });
    expect(session.roleOf[id]).toBe('chest');
  });

  test('steps that look back at a T-pose lead to it where none was held', () => {
    const session = createCalibrationSession(createBodyProfile());
    for (const step of ['roles', 'proportions'] as const) {
      commandCalibration(session, { type: 'goTo', step });
      expect(session.step).toBe('tPose');
    }
    commandCalibration(session, { type: 'goTo', step: 'mirror' });
    expect(session.step).toBe('mirror');
  });

  test('a body from elsewhere is a proposal like any other; name and lock mode are part of the history', () => {
    const { session } = toRoles();
    commandCalibration(session, { type: 'accept' });
    const proportions = { ...proportionsOfStature(1.8), thigh: 0.44 };
    commandCalibration(session, { type: 'goTo', step: 'proportions' });
    commandCalibration(session, { type: 'proposeProportions', proportions, from: 'body' });
    commandCalibration(session, { type: 'accept' });
    expect(session.history.present).toMatchObject({ proportions, proportionsFrom: 'body', stature: 1.8 });
    commandCalibration(session, { type: 'rename', name: 'Ada' });
    commandCalibration(session, { type: 'setLockMode', lockMode: 'hips' });
    expect(session.history.present).toMatchObject({ name: 'Ada', lockMode: 'hips' });
    commandCalibration(session, { type: 'undo' });
    expect(session.history.present).toMatchObject({ name: 'Ada', lockMode: 'head' });
    commandCalibration(session, { type: 'open', profile: createBodyProfile('Bob') });
    expect([session.step, session.history.present.name, session.history.past.length]).toEqual(['putOn', 'Bob', 0]);
  });

  test('a frame allocates less than 2 kB while a joint is turned or proportions are refined', () => {
    const { session, wearer } = toRoles();
    commandCalibration(session, { type: 'accept' });
    wearer.circle('leftHand', 0.3);
    expect(bytesPerCall(() => stepCalibration(session, wearer.input, 1e-5), 2000, 2048)).toBeLessThan(2048);
  });
});
