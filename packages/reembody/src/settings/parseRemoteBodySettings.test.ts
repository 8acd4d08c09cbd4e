import { expect, test } from 'vitest';
import { parseRemoteBodySettings, remoteBodySettingsText } from './parseRemoteBodySettings.js';
import { defaultRemoteBodySettings } from './remoteBodySettings.js';

test('nothing given is the default, and writing and reading give the same', () => {
  expect(parseRemoteBodySettings({})).toEqual(defaultRemoteBodySettings);
  const changed = parseRemoteBodySettings({
    name: 'heavy',
    totalMass: 95,
    sex: 'male',
    hasFingers: true,
    joints: { leftLowerArm: { y: { low: -1, kp: 50, kd: 2 } } },
    masses: { head: 6 },
    centres: { head: [0, 0.1, 0.02] },
    stops: { all: { springHz: 8, bounce: 0.2 }, parts: { leftHand: { springHz: 4, bounce: 0 } } },
    groups: { 'writing arm': { bones: ['leftUpperArm', 'leftLowerArm'], delaySeconds: 0.2 } },
    colliders: { all: 'exact', parts: { leftHand: 'simple' } },
    layers: { leftHand: ['torso'] },
    relay: { share: 3, hysteresis: 0.1 },
    control: { root: 'spring', teleport: { distance: 1 } },
    latency: { leftArm: 0.125 },
  });
  expect(changed.joints.leftLowerArm?.y).toMatchObject({ low: -1, kp: 50, kd: 2 });
  expect(changed.joints.leftLowerArm?.x).toEqual(defaultRemoteBodySettings.joints.leftLowerArm?.x);
  expect(changed.control.teleport.angle).toBe(defaultRemoteBodySettings.control.teleport.angle);
  expect(parseRemoteBodySettings(JSON.parse(remoteBodySettingsText(changed)))).toEqual(changed);
});

test.each<[unknown, string]>([
  [[], 'settings: expected an object, got a list'],
  [{ totalMass: 0 }, 'settings.totalMass: expected a number above 0, got 0'],
  [{ totalMass: -3 }, 'settings.totalMass: expected 0 or more, got -3'],
  [{ totalMass: '72' }, 'settings.totalMass: expected a number, got "72"'],
  [{ total: 3 }, 'settings.total: there is no such setting'],
  [{ sex: 'none' }, 'settings.sex: expected one of female, male, average, got "none"'],
  [{ control: { root: 'rope' } }, 'settings.control.root: expected one of anchor, spring, balance, got "rope"'],
  [{ control: { impact: { softness: Number.NaN } } }, 'settings.control.impact.softness: expected a number, got NaN'],
  [{ joints: { tail: {} } }, 'settings.joints.tail: expected a humanoid bone (VRM 1.0), got "tail"'],
  [{ joints: { hips: {} } }, 'settings.joints.hips: expected a bone with a joint'],
  [
    { joints: { head: { x: { low: 1, high: 0 } } } },
    'settings.joints.head.x: expected low up to high, got low 1, high 0',
  ],
  [{ joints: { head: { x: { high: 4 } } } }, 'settings.joints.head.x: expected angles from -pi to pi, got'],
  [{ joints: { head: { x: { kp: -1 } } } }, 'settings.joints.head.x.kp: expected 0 or more, got -1'],
  [{ masses: { head: 'big' } }, 'settings.masses.head: expected a number from 0 to 1000, got "big"'],
  [{ latency: { leftArm: 1.5 } }, 'settings.latency.leftArm: expected a number from 0 to 1, got 1.5'],
  [{ latency: { tail: 0.1 } }, 'settings.latency.tail: expected one of "hips", "torso"'],
  [{ centres: { head: [0, 2, 0] } }, 'settings.centres.head[1]: expected a number from -1 to 1, got 2'],
  [{ stops: { all: { springHz: 20, bounce: 0 } } }, 'settings.stops.all.springHz: expected a number from 0.5 to 14'],
  [
    { stops: { parts: { head: { springHz: 5, bounce: 1 } } } },
    'settings.stops.parts.head.bounce: expected a number from',
  ],
  [{ groups: { '': { bones: [], delaySeconds: null } } }, 'expected a name of 1 to 40 letters'],
  [
    { groups: { mine: { bones: ['tail'], delaySeconds: null } } },
    'settings.groups.mine.bones[0]: expected a humanoid bone',
  ],
  [{ relay: { hysteresis: 2 } }, 'settings.relay.hysteresis: expected radians above 0 up to 1, got 2'],
  [{ colliders: { every: 'simple' } }, 'settings.colliders.every: '],
  [{ masses: [] }, 'settings.masses: expected'],
  [{ colliders: { parts: { head: 'soft' } } }, 'settings.colliders.parts.head: expected one of'],
  [{ layers: { leftHand: ['sky'] } }, 'settings.layers.leftHand[0]: expected one of'],
])('%j is refused', (given, reason) => {
  expect(() => parseRemoteBodySettings(given)).toThrow(reason);
});
