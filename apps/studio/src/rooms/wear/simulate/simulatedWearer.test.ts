import { defaultSkeleton, defaultStature } from '@leib/body';
import { jointOfBone } from '@leib/core';
import { buildEmbody, createEmbodyState, defaultEmbodySettings, flatGround, stepEmbody } from '@leib/embody';
import {
  commandCalibration,
  copyTrackedFrame,
  createBodyProfile,
  createCalibrationSession,
  createPlacement,
  createTrackedFrame,
  createXrOffsets,
  defaultSessionSettings,
  measureSkeleton,
  POSE_SIZE,
  placeTrackedFrame,
  pointNumber,
  quality,
  type SessionStep,
  stepCalibration,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { taskOfSession } from '../taskOfSession.js';
import { createWearInput, updateWearInput } from '../wearInput.js';
import { createSimulatedWearer, standingFrame } from './simulatedWearer.js';
import { wornTrackers } from './wornTrackers.js';

const hz = 60;

/** A wearer in the hands of the guide. */
function guided() {
  const wearer = createSimulatedWearer();
  const session = createCalibrationSession(createBodyProfile('Ada'), {
    ...defaultSessionSettings,
    proportionsSeconds: 10,
  });
  const input = createWearInput();
  const frame = standingFrame(wearer.skeleton);
  const offsets = createXrOffsets();
  const step = () => {
    wearer.step(frame, taskOfSession(session), 1 / hz);
    updateWearInput(input, wearer.devices, session.roleOf, offsets);
    stepCalibration(session, input, 1 / hz);
  };
  const until = (isThere: () => boolean, mostSeconds: number) => {
    for (let i = 0; i < mostSeconds * hz && !isThere(); i++) step();
    expect(isThere(), `${session.step}: ${session.text}`).toBe(true);
  };
  return { wearer, session, step, until, at: (name: SessionStep) => () => session.step === name };
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

  test('moves about, and arms, legs and trunk are as long as they are to 5 cm', () => {
    until(at('proportions'), 1);
    until(() => session.history.proposal !== null, 15);
    const { proportions } = session.history.proposal?.profile ?? {};
    const truth = measureSkeleton(wearer.skeleton);
    // Without elbows and knees nothing tells how a limb is shared out: only its whole length is known (docs/calibration.md).
    for (const parts of [['upperArm', 'forearm'], ['thigh', 'shank'], ['trunk']] as const) {
      const off = parts.reduce((sum, name) => sum + (proportions?.[name] ?? 0) - (truth[name] ?? 0), 0);
      expect(Math.abs(off), parts.join(' + ')).toBeLessThan(0.05);
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
        ...[0, 1, 2].map((k) => session.jointFrame.poses[at + k] - wearer.pose.worldPositions[joint * 3 + k]),
      );
      expect(error, role).toBeLessThan(0.01);
    }
  });
});

test('the default avatar, scaled to the stature that was found, is near every tracker', () => {
  const { session, step, until, at } = guided();
  until(at('roles'), 8);
  commandCalibration(session, { type: 'accept' });
  for (let i = 0; i < 4; i++) {
    until(() => session.history.proposal !== null, 20);
    commandCalibration(session, { type: 'accept' });
  }
  until(() => session.history.proposal !== null, 15);
  commandCalibration(session, { type: 'accept' });
  const scale = (session.history.present.stature ?? 0) / defaultStature;
  const model = buildEmbody(defaultSkeleton, defaultEmbodySettings);
  const state = createEmbodyState(model, flatGround());
  const frame = createTrackedFrame();
  const sums = new Map<string, number>();
  const count = 10 * hz;
  for (let i = 0; i < count; i++) {
    step();
    copyTrackedFrame(frame, session.jointFrame);
    placeTrackedFrame(frame, { ...createPlacement(), scale: 1 / scale });
    stepEmbody(model, state, frame, 1 / hz);
    for (const { role, bone } of [...wornTrackers, { role: 'head', bone: 'head' } as const]) {
      const joint = jointOfBone(defaultSkeleton, bone);
      const at = pointNumber[role] * POSE_SIZE;
      const gap = Math.hypot(...[0, 1, 2].map((k) => frame.poses[at + k] - state.pose.worldPositions[joint * 3 + k]));
      sums.set(role, (sums.get(role) ?? 0) + (gap * scale) / count);
    }
  }
  const mean = [...sums.values()].reduce((sum, gap) => sum + gap / sums.size, 0);
  expect(mean).toBeLessThan(0.01);
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
