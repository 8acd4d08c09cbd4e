import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { bytesPerCall, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { createXrOffsets, pointNumber, quality, type TrackedPoint } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { createBodyProfile } from '../profile/bodyProfile.js';
import { parseProfile, profileText } from '../profile/profileText.js';
import { proportionsOfStature } from '../proportions/bodyProportions.js';
import type { TrackerRole } from '../roles/trackerRoles.js';
import type { SeenDevice } from '../space/seenDevice.js';
import { commandCalibration, stepCalibration } from './calibrationSession.js';
import type { SessionInput } from './sessionInput.js';
import { type CalibrationSession, createCalibrationSession, defaultSessionSettings } from './sessionState.js';

type Pose = { readonly place: number[]; readonly turn: ReturnType<typeof createQuat> };

/** Joints of a person of 1.74 m in a T-pose, facing +Z. */
const tPose: Readonly<Record<TrackedPoint, readonly [number, number, number]>> = {
  head: [0, 1.51, 0],
  hips: [0, 0.96, 0],
  chest: [0, 1.22, 0],
  leftElbow: [0.46, 1.4, 0],
  rightElbow: [-0.46, 1.4, 0],
  leftHand: [0.72, 1.4, 0],
  rightHand: [-0.72, 1.4, 0],
  leftKnee: [0.09, 0.5, 0],
  rightKnee: [-0.09, 0.5, 0],
  leftFoot: [0.1, 0.08, 0],
  rightFoot: [-0.1, 0.08, 0],
};

/** A simulated person with arbitrary offsets of the trackers, who follows the instructions. */
function createWearer(seed: number, worn: readonly TrackerRole[], yaw = 0.7) {
  const random = seededRandom(seed);
  const mounts = worn.map((role, i) => ({
    role,
    id: `tracker ${(i * 7) % 11}`,
    place: [0, 1, 2].map(() => 0.08 * (random() - 0.5)),
    turn: randomQuat(random),
  }));
  const facing = quat.setAxisAngle(createQuat(), [0, 1, 0], yaw);
  const devices = mounts.map(({ id }) => ({ id, pose: new Float64Array(7), quality: quality.tracked as number }));
  const input: SessionInput & { isHeadTracked: boolean } = {
    headWorld: new Float64Array(7),
    isHeadTracked: true,
    floorY: 0,
    devices: devices as readonly SeenDevice[],
  };
  const toWorld = (place: ArrayLike<number>, turn = facing): Pose => {
    const moved = vec3.transformQuat([0, 0, 0], [place[0], place[1], place[2]], facing);
    return { place: [...moved], turn };
  };
  /** Puts every joint where `jointOf` says (the T-pose where it says nothing), and the trackers on them. */
  const pose = (jointOf: (role: TrackedPoint) => Pose | null = () => null) => {
    const head = jointOf('head') ?? toWorld(tPose.head);
    input.headWorld.set([...head.place, ...head.turn]);
    mounts.forEach(({ role, place, turn }, i) => {
      const joint = jointOf(role) ?? toWorld(tPose[role]);
      const moved = vec3.transformQuat([0, 0, 0], [place[0], place[1], place[2]], joint.turn);
      const turned = quat.multiply(createQuat(), joint.turn, turn);
      devices[i].pose.set([0, 1, 2].map((k) => joint.place[k] + moved[k]).concat(...turned));
    });
  };
  /** One joint circles, everything else holds the T-pose. */
  const circle = (which: TrackedPoint, time: number) =>
    pose((role) => {
      if (role !== which) return null;
      const turn = quat.clone(facing) as ReturnType<typeof createQuat>;
      quat.rotateX(turn, turn, 35 * DEG * Math.sin(4 * time));
      quat.rotateY(turn, turn, 35 * DEG * Math.sin(3 * time + 1));
      quat.rotateZ(turn, turn, 20 * DEG * Math.sin(2.2 * time));
      return toWorld(tPose[role], turn);
    });
  return { input, devices, mounts, pose, circle, toWorld, facing };
}

/** Steps until the step changes, or a proposal appears, or the time is over; returns the seconds it took. */
function run(
  session: CalibrationSession,
  wearer: ReturnType<typeof createWearer>,
  seconds: number,
  act: (time: number) => void,
) {
  const { step } = session;
  let time = 0;
  for (; time < seconds; time += 1 / 60) {
    act(time);
    stepCalibration(session, wearer.input, 1 / 60);
    if (session.step !== step || session.history.proposal !== null) break;
  }
  return time;
}

const six: readonly TrackerRole[] = ['leftHand', 'rightHand', 'hips', 'leftFoot', 'rightFoot', 'chest'];

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
  const toRoles = (worn: readonly TrackerRole[] = six) => {
    const wearer = createWearer(2, worn);
    const session = createCalibrationSession(createBodyProfile());
    run(session, wearer, 10, () => wearer.pose());
    run(session, wearer, 10, () => wearer.pose());
    expect(session.step).toBe('roles');
    return { wearer, session };
  };

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

  test.each([
    ['closedForm', 0.001, /mm\. (?!The closed)/],
    ['grid', 0.0087, /The closed form puts it/],
    // Its errors are kept: the first of the tied probes wins.
    ['thesisGrid', 0.06, /The closed form puts it/],
  ] as const)('a joint is found by the chosen method: %s', (jointMethod, most, text) => {
    const wearer = createWearer(4, six);
    const session = createCalibrationSession(createBodyProfile(), { ...defaultSessionSettings, jointMethod });
    run(session, wearer, 10, () => wearer.pose());
    run(session, wearer, 10, () => wearer.pose());
    commandCalibration(session, { type: 'accept' });
    run(session, wearer, 30, (time) => wearer.circle('leftHand', time));
    expect(session.text).toMatch(text);
    const { id, place, turn } = wearer.mounts[0];
    const truth = vec3.transformQuat([0, 0, 0], [-place[0], -place[1], -place[2]], quat.conjugate(createQuat(), turn));
    const found = session.history.proposal?.profile.devices[id].centre?.centreLocal ?? [9, 9, 9];
    const off = vec3.distance(found, truth);
    expect(off).toBeLessThan(most);
    if (jointMethod === 'thesisGrid') expect(off).toBeGreaterThan(0.0087);
    // What is drawn is the grid itself: its probe of the least path is near the joint.
    const { probes, paths } = session.grid.grid;
    const least = paths.indexOf(Math.min(...paths));
    expect(vec3.distance(probes.subarray(least * 3, least * 3 + 3), truth)).toBeLessThan(0.06);
    commandCalibration(session, { type: 'restartJoint' });
    expect([session.history.proposal, session.progress, session.grid.phase]).toEqual([null, 0, 'waiting']);
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

  test('eyes tell the stature where they are known: rigs differ in where they put the head joint', () => {
    const wearer = createWearer(2, six);
    const session = createCalibrationSession(createBodyProfile());
    const input = { ...wearer.input, eyesY: 0.9345 * 1.9 };
    wearer.pose();
    for (let i = 0; i < 600 && session.step !== 'roles'; i++) stepCalibration(session, input, 1 / 60);
    expect(session.history.proposal?.profile.stature).toBeCloseTo(1.9, 6);
  });

  test('a frame allocates less than 2 kB while a joint is turned or proportions are refined', () => {
    const { session, wearer } = toRoles();
    commandCalibration(session, { type: 'accept' });
    wearer.circle('leftHand', 0.3);
    expect(bytesPerCall(() => stepCalibration(session, wearer.input, 1e-5), 2000, 2048)).toBeLessThan(2048);
  });
});
