import { createQuat, createVec3, type Quat, quat, vec3 } from '@leib/core';
import { angleBetween, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { createDeviceFrame, type DeviceFrame } from '../frame/deviceFrame.js';
import { createJointFrame } from '../frame/jointFrame.js';
import { pointNumber, quality, type TrackedPoint } from '../frame/trackedParts.js';
import { axisOf, bareJoints, positionOf, rotationOf } from '../testing.js';
import { createFakeXr } from './fakeXr.testing.js';
import { createWebXrSource } from './webXrSource.js';

type Places = Record<string, readonly [number, number, number]>;

/** Our rest pose: T, facing +Z, left at +X, palms down. The ball of the foot lies 50 mm below and 145 mm before the ankle. */
const tPose: Places = {
  hips: [0, 1, 0],
  'spine-middle': [0, 1.15, 0],
  'spine-upper': [0, 1.25, 0],
  chest: [0, 1.35, 0],
  neck: [0, 1.5, 0],
  ...sides((side, s) => ({
    [`${side}-arm-upper`]: [s * 0.18, 1.42, 0],
    [`${side}-arm-lower`]: [s * 0.46, 1.42, 0],
    [`${side}-hand-wrist`]: [s * 0.71, 1.42, 0],
    [`${side}-hand-middle-phalanx-proximal`]: [s * 0.8, 1.42, 0],
    [`${side}-hand-index-phalanx-proximal`]: [s * 0.8, 1.42, 0.025],
    [`${side}-hand-little-phalanx-proximal`]: [s * 0.79, 1.42, -0.04],
    [`${side}-upper-leg`]: [s * 0.09, 0.95, 0],
    [`${side}-lower-leg`]: [s * 0.09, 0.52, 0],
    [`${side}-foot-ankle`]: [s * 0.09, 0.09, 0],
    [`${side}-foot-ball`]: [s * 0.09, 0.04, 0.145],
  })),
};

function sides(make: (side: string, sign: number) => Places): Places {
  return { ...make('left', 1), ...make('right', -1) };
}

function read(
  places: Record<string, readonly number[] | null> | null,
  setUp?: (xr: ReturnType<typeof createFakeXr>) => void,
) {
  const xr = createFakeXr();
  setUp?.(xr);
  const source = createWebXrSource(xr.session, xr.space);
  xr.setBody(places);
  const devices = createDeviceFrame();
  const frame = createJointFrame();
  source.readXrFrame(xr.frame());
  source.step(1 / 72, devices);
  bareJoints(devices, source.offsets, frame);
  return frame;
}

const bodyPoints: TrackedPoint[] = [
  'hips',
  'chest',
  'leftElbow',
  'rightElbow',
  'leftKnee',
  'rightKnee',
  'leftFoot',
  'rightFoot',
  'leftHand',
  'rightHand',
];

function turned(places: Places, turn: Quat, move: readonly [number, number, number]): Places {
  const entries = Object.entries(places).map(([joint, place]) => {
    const at = vec3.transformQuat(createVec3(), [...place], turn);
    return [joint, [at[0] + move[0], at[1] + move[1], at[2] + move[2]] as const];
  });
  return Object.fromEntries(entries);
}

const jointOf: Partial<Record<TrackedPoint, string>> = {
  hips: 'hips',
  leftElbow: 'left-arm-lower',
  rightKnee: 'right-lower-leg',
  leftFoot: 'left-foot-ankle',
  leftHand: 'left-hand-wrist',
};

describe('a body', () => {
  test.each(seeds(20))('at rest, turned as a whole, has that turn in every joint (seed %i)', (seed) => {
    const random = seededRandom(seed);
    // Straight elbows bend as they last did, and at first upwards means upwards: so not upside down.
    const turn = seed === 1 ? createQuat() : quat.slerp(createQuat(), createQuat(), randomQuat(random), 0.4);
    const places = turned(tPose, turn, [random(), random(), random()]);
    const frame = read(places);
    for (const point of bodyPoints) {
      expect(frame.quality[pointNumber[point]]).toBe(quality.tracked);
      if (!point.endsWith('Elbow')) expect(angleBetween(rotationOf(frame, point), turn)).toBeLessThan(1e-6);
    }
    for (const [point, joint] of Object.entries(jointOf)) {
      positionOf(frame, point as TrackedPoint).forEach((value, k) => {
        expect(value).toBeCloseTo(places[joint][k], 9);
      });
    }
  });

  test.each(['left', 'right'] as const)('a %s elbow that is bent ahead has its forearm turned about Y', (side) => {
    const s = side === 'left' ? 1 : -1;
    const places: Places = { ...tPose, [`${side}-hand-wrist`]: [s * 0.46, 1.42, 0.25] };
    const rotation = rotationOf(read(places), `${side}Elbow`);
    expect(axisOf(rotation, [s, 0, 0])).toEqual([0, 0, 1]);
    expect(axisOf(rotation, [0, 1, 0])).toEqual([0, 1, 0]);
  });

  test('an elbow that is stretched keeps the plane in which it was bent', () => {
    const xr = createFakeXr();
    const source = createWebXrSource(xr.session, xr.space);
    const frame = createDeviceFrame();
    const show = (wrist: readonly [number, number, number]): DeviceFrame => {
      xr.setBody({ ...tPose, 'left-hand-wrist': wrist });
      source.readXrFrame(xr.frame());
      source.step(1 / 72, frame);
      return frame;
    };
    // Bent upwards: the elbow's own up points backwards.
    expect(axisOf(rotationOf(show([0.46, 1.67, 0]), 'leftElbow'), [0, 1, 0])).toEqual([0, 0, -1]);
    expect(axisOf(rotationOf(show([0.71, 1.42, 0]), 'leftElbow'), [0, 1, 0])).toEqual([0, 0, -1]);
  });

  test('toes that point down turn the foot, not the shin', () => {
    const frame = read({ ...tPose, 'left-foot-ball': [0.09, 0.09 - 0.15, 0.02] });
    expect(axisOf(rotationOf(frame, 'leftKnee'), [0, 1, 0])).toEqual([0, 1, 0]);
    expect(axisOf(rotationOf(frame, 'leftFoot'), [0, 0, 1])[1]).toBeLessThan(-0.7);
    expect(axisOf(rotationOf(frame, 'leftFoot'), [1, 0, 0])).toEqual([1, 0, 0]);
  });
});

describe('what is not there', () => {
  test('without the module, or with null, only headset and hands are read', () => {
    const frame = read(null);
    for (const point of bodyPoints) expect(frame.quality[pointNumber[point]]).toBe(quality.lost);
    expect(frame.quality[pointNumber.head]).toBe(quality.tracked);
  });

  test('a joint that is lost loses the points made of it, and no others', () => {
    const frame = read({ ...tPose, 'left-foot-ball': null });
    expect(frame.quality[pointNumber.leftFoot]).toBe(quality.lost);
    expect(frame.quality[pointNumber.leftKnee]).toBe(quality.lost);
    expect(frame.quality[pointNumber.rightFoot]).toBe(quality.tracked);
    const { 'left-hand-wrist': _, ...handless } = tPose;
    expect(read(handless).quality[pointNumber.leftElbow]).toBe(quality.lost);
  });

  test('a controller knows its hand better', () => {
    const frame = read(tPose, (xr) => xr.setInputs([{ handedness: 'left', grip: [5, 5, 5, 0, 0, 0, 1] }]));
    expect(positionOf(frame, 'leftHand')[1]).toBeGreaterThan(4);
    expect(positionOf(frame, 'rightHand')[1]).toBeCloseTo(1.42, 9);
  });
});
