import { describe, expect, test } from 'vitest';
import { axisInertias } from '../body/axisInertia.js';
import { buildRemoteBody } from '../body/buildRemoteBody.js';
import { loadMujoco } from '../engine/loadMujoco.js';
import { personSkeleton } from '../person.testing.js';
import { parseRemoteBodySettings } from '../settings/parseRemoteBodySettings.js';
import { defaultRemoteBodySettings as settings } from '../settings/remoteBodySettings.js';
import { gainsOf, heuristicNames } from './heuristics.js';
import { type RelayParams, runRelay, ultimateGain } from './relay.js';
import { defaultTuningOptions, tuneAxis } from './tuneAxis.js';
import { tunedSettingsText } from './tunedSettingsText.js';
import { applyTuning, tuneRemoteBody } from './tuneRemoteBody.js';

const mujoco = await loadMujoco();
const params: RelayParams = {
  hysteresis: 0.05,
  relayTorque: 10,
  low: -1,
  high: 1,
  steadyCycles: 4,
  tolerance: 0.03,
  limitSeconds: 10,
  stepSeconds: 1 / 2000,
};
/** inertia * angle'' = torque - friction * angle' */
function limb(inertia: number, friction: number) {
  let [angle, speed] = [0, 0];
  return {
    step(torque: number) {
      speed += ((torque - friction * speed) / inertia) * params.stepSeconds;
      angle += speed * params.stepSeconds;
      return angle;
    },
  };
}

describe('the relay', () => {
  test('finds the ultimate gain of a limb with friction: I w^2 + b^2 / I at its frequency', () => {
    for (const [inertia, friction] of [
      [0.1, 0.8],
      [0.02, 0.4],
      [0.5, 2],
    ]) {
      const outcome = runRelay(limb(inertia, friction), params);
      expect(outcome.isSteady).toBe(true);
      if (!outcome.isSteady) continue;
      const omega = (2 * Math.PI) / outcome.periodSeconds;
      const gain = ultimateGain(params.relayTorque, outcome.amplitude, params.hysteresis);
      // The describing function sees the first harmonic only: within some per cent.
      expect(gain / (inertia * omega ** 2 + friction ** 2 / inertia)).toBeGreaterThan(0.85);
      expect(gain / (inertia * omega ** 2 + friction ** 2 / inertia)).toBeLessThan(1.15);
    }
  });

  test.each<[string, { step(torque: number): number }, Partial<RelayParams>, string]>([
    ['nothing moves', { step: () => 0 }, {}, 'no oscillation within 10 s'],
    ['it runs away', limb(0.001, 0), {}, 'limit'],
    ['it is not a number', { step: () => Number.NaN }, {}, 'not a number'],
    ['it never settles', irregular(), { limitSeconds: 3 }, 'no steady oscillation'],
  ])('ends when %s', (_name, plant, change, reason) => {
    const outcome = runRelay(plant, { ...params, ...change });
    expect(outcome.isSteady).toBe(false);
    if (!outcome.isSteady) expect(outcome.reason).toContain(reason);
  });

  function irregular() {
    let step = 0;
    const size = () => 0.1 + 0.1 * (Math.floor(step / 200) % 3);
    return { step: () => size() * Math.sin((2 * Math.PI * step++) / 200) };
  }
});

test('every rule gives a stiffness, most of them a damping; PD is Kp = 0.8 Ku, Kd = Kp Tu / 8', () => {
  expect(gainsOf('pd', 100, 0.4)).toEqual({ kp: 80, kd: 4 });
  for (const name of heuristicNames) {
    const { kp, kd } = gainsOf(name, 100, 0.4);
    expect(kp).toBeGreaterThan(0);
    expect(kd).toBeGreaterThanOrEqual(0);
  }
});

describe('a body', () => {
  const body = buildRemoteBody(personSkeleton(), settings);

  test('is tuned axis by axis: all have a result, the right copies the left, locked axes are named', () => {
    let last = 0;
    const tuning = tuneRemoteBody(mujoco, body, defaultTuningOptions, (done, total, found) => {
      expect(found.kp).toBeGreaterThan(0);
      expect(done).toBe(last + 1);
      expect(total).toBeLessThan(body.speedCount);
      last = done;
      return true;
    });
    expect(tuning.isComplete).toBe(true);
    expect(tuning.axes).toHaveLength(body.speedCount);
    const inertias = axisInertias(body);
    for (const { name, kp, kd, method, reason } of tuning.axes) {
      expect({ name, isGood: kp > 0 && kd > 0 && Number.isFinite(kp + kd) }).toEqual({ name, isGood: true });
      expect(['relay', 'inertia']).toContain(method);
      expect(reason.length).toBeGreaterThan(0);
    }
    expect(Math.min(...inertias)).toBeGreaterThan(0);
    const of = (name: string) => tuning.axes.find((each) => each.name === name);
    expect(of('RightHandZ')?.kp).toBe(of('LeftHandZ')?.kp);
    expect(of('RightHandZ')?.reason).toContain('LeftHandZ');
    expect(of('LeftUpperLegX')?.kp).toBeGreaterThan(of('LeftFootX')?.kp ?? 0);
    expect(tuning.locked).toContain('LeftShoulderX');
    expect(tuning.locked).toContain('LeftLowerArmZ');
    const text = tunedSettingsText(settings, tuning);
    expect(parseRemoteBodySettings(JSON.parse(text))).toEqual(applyTuning(settings, tuning));
    expect(JSON.parse(text).tuning.axes.LeftHandZ.method).toBe(of('LeftHandZ')?.method);
  });

  test('can be cancelled: what was done stays', () => {
    const tuning = tuneRemoteBody(mujoco, body, defaultTuningOptions, (done) => done < 3);
    expect(tuning.isComplete).toBe(false);
    expect(tuning.axes).toHaveLength(3);
  });

  test('an axis without a steady oscillation gets gains from its inertia, and says why', () => {
    const drive = body.drives.find(({ bone }) => bone === 'leftHand');
    if (drive === undefined) throw new Error('no hand');
    const tuned = tuneAxis(mujoco, body, drive, 0, { ...defaultTuningOptions, limitSeconds: 0.001 });
    expect(tuned.method).toBe('inertia');
    expect(tuned.reason).toContain('no oscillation');
    const inertia = axisInertias(body)[drive.firstSpeed];
    expect(tuned.kd ** 2).toBeCloseTo(4 * tuned.kp * inertia, 9);
    const weak = { ...drive, maxTorque: new Float64Array(3) };
    expect(tuneAxis(mujoco, body, weak, 0).reason).toBe('the drive has no torque');
  });

  test('the relay has the strength and the hysteresis of the settings', () => {
    const drive = body.drives.find(({ bone }) => bone === 'leftUpperLeg');
    if (drive === undefined) throw new Error('no leg');
    const tuned = (relay: typeof settings.relay) =>
      tuneAxis(mujoco, { ...body, settings: { ...settings, relay } }, drive, 0);
    expect(tuned({ share: 1.5, hysteresis: 0.05 }).relayTorque).toBeCloseTo(1.5 * drive.maxTorque[0], 9);
    const periods = [0.03, 0.1].map((hysteresis) => tuned({ share: 1.5, hysteresis }).ultimatePeriodSeconds ?? 0);
    expect(periods[1]).toBeGreaterThan(1.2 * periods[0]);
  });

  test('a narrow joint still ends', () => {
    const narrow = parseRemoteBodySettings({
      joints: { neck: { x: { low: -0.01, high: 0.01 }, y: { low: 0, high: 0 }, z: { low: 0, high: 0 } } },
    });
    const built = buildRemoteBody(personSkeleton(), narrow);
    const drive = built.drives.find(({ bone }) => bone === 'neck');
    if (drive === undefined) throw new Error('no neck');
    expect(tuneAxis(mujoco, built, drive, 0).kp).toBeGreaterThan(0);
  });
});
