import { defaultSkeleton, defaultStature } from '@leib/body';
import {
  applyProportions,
  type CalibrationSession,
  commandCalibration,
  createBodyProfile,
  createCalibrationSession,
  defaultSessionSettings,
  priorsOfSkeleton,
  segmentNames,
  stepCalibration,
} from '@leib/calibration';
import { measureSkeleton } from '@leib/calibration/testing';
import { jointOfBone } from '@leib/core';
import { buildEmbody, createEmbodyState, defaultEmbodySettings, flatGround, stepEmbody } from '@leib/embody';
import {
  copyJointFrame,
  createJointFrame,
  createPlacement,
  createXrOffsets,
  eyesInHead,
  POSE_SIZE,
  placeJoints,
  pointNumber,
  quality,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';

import { createWearInput, updateWearInput } from '../wearInput.js';
import { taskOfSession } from './performance.js';
import { apartTrackers, createSimulatedWearer, standingFrame, wornTrackers } from './simulatedWearer.js';

const hz = 60;

/** A wearer in the hands of the guide. */
function guided(isApart = false) {
  const wearer = createSimulatedWearer({ isApart });
  const session = createCalibrationSession(createBodyProfile('Ada'), {
    ...defaultSessionSettings,
    proportionsSeconds: 10,
    priors: priorsOfSkeleton(defaultSkeleton, defaultStature, 0),
  });
  const input = createWearInput();
  const frame = standingFrame(wearer.skeleton);
  const offsets = createXrOffsets({ eyesInHead: eyesInHead(defaultSkeleton) });
  const step = () => {
    wearer.step(frame, taskOfSession(session), 1 / hz);
    const { spaces } = session.history.proposal?.profile ?? session.history.present;
    updateWearInput(input, wearer.devices, session.roleOf, offsets, spaces);
    stepCalibration(session, input, 1 / hz);
  };
  const until = (isThere: () => boolean, mostSeconds: number) => {
    for (let i = 0; i < mostSeconds * hz && !isThere(); i++) step();
    expect(isThere(), `${session.step}: ${session.text}`).toBe(true);
  };
  return { wearer, session, input, step, until, at: (name: CalibrationSession['step']) => () => session.step === name };
}

describe('a simulated wearer', () => {
  const { wearer, session, step, until, at } = guided();

  test('is dressed and stands in a T-pose: every tracker is found where it is worn', () => {
    until(at('roles'), 8);
    for (const { id, role } of wornTrackers) expect(session.roles?.roles[`simulated/${id}`]).toBe(role);
    expect(session.history.proposal?.confidence).toBeGreaterThan(0.5);
    commandCalibration(session, { type: 'accept' });
    expect(session.history.present.stature).toBeGreaterThan(wearer.stature - 0.04);
    expect(session.history.present.stature).toBeLessThan(wearer.stature + 0.04);
  });

  test.each(['leftHand', 'rightHand', 'leftFoot', 'rightFoot'] as const)(
    'circles the %s, and its joint is found to 3 mm',
    (role) => {
      expect(session.joints[0]).toBe(role);
      until(() => session.history.proposal !== null, 20);
      commandCalibration(session, { type: 'accept' });
      const worn = wornTrackers.find((tracker) => tracker.role === role);
      const found = session.history.present.devices[`simulated/${worn?.id}`];
      // The joint in the tracker's space is how far the tracker is from it: rotations keep lengths.
      const distance = Math.hypot(...(worn?.inJoint.slice(0, 3) ?? []));
      expect(Math.abs(Math.hypot(...(found?.centre?.centreLocal ?? [])) - distance)).toBeLessThan(0.003);
    },
  );

  test('moves about, and arms, legs and trunk are as long as they are to 1 cm', () => {
    until(at('proportions'), 1);
    until(() => session.history.proposal !== null, 15);
    const { proportions } = session.history.proposal?.profile ?? {};
    const truth = measureSkeleton(wearer.skeleton);
    // Without elbows and knees nothing tells how a limb is shared out: only its whole length is known (docs/calibration.md).
    for (const parts of [['upperArm', 'forearm'], ['thigh', 'shank'], ['trunk']] as const) {
      const off = parts.reduce((sum, name) => sum + (proportions?.[name] ?? 0) - (truth[name] ?? 0), 0);
      expect(Math.abs(off), parts.join(' + ')).toBeLessThan(0.01);
    }
    commandCalibration(session, { type: 'accept' });
    expect(session.step).toBe('mirror');
  });

  test('before the mirror its wrists and ankles are tracked to a centimetre', () => {
    for (let i = 0; i < hz; i++) step();
    for (const { role, bone } of wornTrackers.filter(({ role }) => /Hand|Foot/.test(role))) {
      expect(session.jointFrame.quality[pointNumber[role]]).toBe(quality.tracked);
      const at = pointNumber[role] * POSE_SIZE;
      const joint = jointOfBone(wearer.skeleton, bone);
      const error = Math.hypot(
        ...[0, 1, 2].map((k) => session.jointFrame.jointPoses[at + k] - wearer.pose.worldPositions[joint * 3 + k]),
      );
      expect(error, role).toBeLessThan(0.01);
    }
  });
});

test('an avatar with the lengths that were found is on every tracker, nearer than one with its own', () => {
  const { session, step, until, at } = guided();
  until(at('roles'), 8);
  commandCalibration(session, { type: 'accept' });
  for (let i = 0; i < 4; i++) {
    until(() => session.history.proposal !== null, 20);
    commandCalibration(session, { type: 'accept' });
  }
  until(() => session.history.proposal !== null, 15);
  commandCalibration(session, { type: 'accept' });
  const { stature, proportions } = session.history.present;
  if (proportions === null) throw new Error('nothing was found');
  const scale = (stature ?? 0) / defaultStature;
  const found = Object.fromEntries(segmentNames.map((name) => [name, proportions[name] / scale]));
  const stretched = applyProportions(defaultSkeleton, found, { floorY: 0, keepsHeadHeight: true });
  const measured = measureSkeleton(stretched, 0);
  for (const name of segmentNames) {
    expect(Math.abs((measured[name] ?? 0) * scale - proportions[name]), name).toBeLessThan(0.001);
  }
  const bodies = [defaultSkeleton, stretched].map((skeleton) => {
    const model = buildEmbody(skeleton, defaultEmbodySettings);
    return { skeleton, model, state: createEmbodyState(model, flatGround()), off: 0 };
  });
  const frame = createJointFrame();
  const points = [...wornTrackers, { role: 'head', bone: 'head' } as const];
  const count = 10 * hz;
  for (let i = 0; i < count; i++) {
    step();
    copyJointFrame(frame, session.jointFrame);
    placeJoints(frame, { ...createPlacement(), scale: 1 / scale });
    for (const body of bodies) {
      stepEmbody(body.model, body.state, frame, 1 / hz);
      for (const { role, bone } of points) {
        const joint = jointOfBone(body.skeleton, bone);
        const at = pointNumber[role] * POSE_SIZE;
        const gap = Math.hypot(
          ...[0, 1, 2].map((k) => frame.jointPoses[at + k] - body.state.pose.worldPositions[joint * 3 + k]),
        );
        body.off += (gap * scale) / count / points.length;
      }
    }
  }
  const [own, worn] = bodies;
  expect(worn.off).toBeLessThan(0.001);
  expect(worn.off).toBeLessThan(own.off);
});

test('trackers in a space of their own are brought to the headset, and are then where the body is', () => {
  const { wearer, session, input, step, until, at } = guided(true);
  until(at('space'), 5);
  until(() => session.history.proposal !== null, 25);
  const { error, advice } = session.history.proposal ?? {};
  expect(error).toBeLessThan(0.004);
  expect(advice).toMatch(/\d+ ms behind/);
  const [space] = Object.values(session.history.proposal?.profile.spaces ?? {});
  expect(space.pairs).toMatchObject([{ reference: 'simulated/headset', other: 'simulated room/tracker/G' }]);
  // Two or three whole frames, as they come.
  expect(space.timeOffset).toBeGreaterThan(0.025);
  expect(space.timeOffset).toBeLessThan(0.06);
  commandCalibration(session, { type: 'accept' });
  until(at('roles'), 8);
  const roles = Object.fromEntries(
    apartTrackers.slice(0, -1).map(({ id, role }) => [`simulated room/${id}`, role] as const),
  );
  expect(session.roles?.roles).toEqual({
    ...roles,
    'simulated/leftHand': 'leftHand',
    'simulated/rightHand': 'rightHand',
  });
  commandCalibration(session, { type: 'accept' });
  for (let i = 0; i < 2 * hz; i++) step();
  // At rest: what is late is where it is, too.
  for (const { id, bone, inJoint } of apartTrackers) {
    const pose = input.devices.find((device) => device.id === `simulated room/${id}`)?.pose;
    const joint = jointOfBone(wearer.skeleton, bone);
    const away = Math.hypot(...[0, 1, 2].map((k) => (pose?.[k] ?? 9) - wearer.pose.worldPositions[joint * 3 + k]));
    expect(Math.abs(away - Math.hypot(...inJoint.slice(0, 3))), id).toBeLessThan(0.02);
  }
});

test('the same wearer trembles in the same way twice', () => {
  const [one, two] = [createSimulatedWearer(), createSimulatedWearer()];
  const frame = standingFrame(one.skeleton);
  for (let i = 0; i < 30; i++) {
    one.step(frame, { kind: 'move' }, 1 / hz);
    two.step(frame, { kind: 'move' }, 1 / hz);
  }
  expect(one.devices.map(({ pose }) => pose)).toEqual(two.devices.map(({ pose }) => pose));
});
