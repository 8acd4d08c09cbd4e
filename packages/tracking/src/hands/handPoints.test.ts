import { createQuat, quat, type ReadonlyQuat, vec3 } from '@leib/core';
import { angleBetween, randomQuat, seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createDeviceFrame } from '../frame/deviceFrame.js';
import { POSE_SIZE, pointNumber, quality } from '../frame/trackedParts.js';
import { createXrOffsets } from '../xr/xrOffsets.js';
import { createDeviceHandSource } from './deviceHandSource.js';
import { readHandPoints, readHandRotation } from './handPoints.js';
import { createHandSignal } from './handSignal.js';

interface Posture {
  /** Radians at each of a finger's joints; the thumb has two. */
  readonly bend: number;
  readonly spread?: number;
  readonly side?: 'left' | 'right';
  readonly turn?: ReadonlyQuat;
}

/** A right hand of rods, palm down, fingers along -Z, or its mirror image. */
function rodHand({ bend, spread = 0, side = 'right', turn = [0, 0, 0, 1] }: Posture): Float64Array {
  const points: [number, number, number][] = [[0, 0, 0]];
  const knuckles = [
    [-0.03, 0, -0.03],
    [-0.03, 0, -0.09],
    [0, 0, -0.095],
    [0.02, 0, -0.09],
    [0.04, 0, -0.08],
  ];
  knuckles.forEach(([x, y, z], finger) => {
    let pitch = 0;
    const yaw = finger === 0 ? -0.7 : (finger - 2) * spread;
    let place: [number, number, number] = [x, y, z];
    points.push(place);
    for (let bone = 0; bone < 3; bone++) {
      // The thumb's first bone is not bent; fingers bend at their knuckle too.
      if (finger > 0 || bone > 0) pitch += bend;
      const forward = 0.03 * Math.cos(pitch);
      place = [
        place[0] + forward * Math.sin(yaw),
        place[1] - 0.03 * Math.sin(pitch),
        place[2] - forward * Math.cos(yaw),
      ];
      points.push(place);
    }
  });
  const out = new Float64Array(63);
  points.forEach(([x, y, z], i) => {
    const turned = vec3.transformQuat([0, 0, 0], [side === 'left' ? -x : x, y, z], turn);
    out.set([turned[0] + 0.3, turned[1] + 1.2, turned[2] - 0.4], i * 3);
  });
  return out;
}

function read(posture: Posture) {
  const signal = createHandSignal();
  expect(readHandPoints(rodHand(posture), posture.side ?? 'right', signal)).toBe(true);
  return signal;
}

test('a straight hand is 0, a fist 1, and more bend is more', () => {
  expect(Math.max(...read({ bend: 0 }).bends)).toBeLessThan(0.02);
  expect(Math.min(...read({ bend: 1.35 }).bends)).toBeGreaterThan(0.97);
  let before = -1;
  for (let bend = 0; bend < 0.7; bend += 0.1) {
    const now = read({ bend });
    for (let finger = 1; finger < 5; finger++) expect(now.bends[finger]).toBeCloseTo((3 * bend) / 3.8, 6);
    expect(now.bends[0]).toBeGreaterThan(before);
    before = now.bends[0];
  }
});

test('fingers that bend back count as straight', () => {
  const points = rodHand({ bend: 0 });
  for (let i = 6; i < 9; i++) points[i * 3 + 1] += 0.02 * (i - 5);
  const signal = createHandSignal();
  readHandPoints(points, 'right', signal);
  expect(signal.bends[1]).toBeLessThan(0.05);
});

test('spread fingers: thumb and index to one side, ring and little to the other', () => {
  const { splay } = read({ bend: 0, spread: 0.3 });
  expect(splay[0]).toBeLessThan(-0.5);
  expect(splay[1]).toBeCloseTo(-0.3 / 0.44, 6);
  expect(splay[2]).toBe(0);
  expect(splay[3]).toBeCloseTo(0.3 / 0.44, 6);
  expect(splay[4]).toBe(1);
});

test.each(['left', 'right'] as const)(
  'the %s hand has the same values wherever it is and however it is turned',
  (side) => {
    const expected = read({ bend: 0.6, spread: 0.1 });
    const random = seededRandom(2);
    for (let i = 0; i < 20; i++) {
      const turn = randomQuat(random);
      const points = rodHand({ bend: 0.6, spread: 0.1, side, turn });
      const signal = createHandSignal();
      readHandPoints(points, side, signal);
      for (let finger = 0; finger < 5; finger++) {
        expect(signal.bends[finger]).toBeCloseTo(expected.bends[finger], 9);
        expect(signal.splay[finger]).toBeCloseTo(expected.splay[finger], 9);
      }
      expect(readHandRotation(points, side, signal.rotation)).toBe(true);
      const [x, y, z, w] = signal.rotation;
      expect(angleBetween(createQuat(x, y, z, w), turn)).toBeLessThan(1e-6);
    }
  },
);

test('points that are no hand are refused, and nothing is written', () => {
  const signal = createHandSignal();
  signal.bends.fill(0.5);
  expect(readHandPoints(new Float64Array(63), 'right', signal)).toBe(false);
  expect(readHandPoints(new Float64Array(63).fill(Number.NaN), 'right', signal)).toBe(false);
  expect(readHandRotation(new Float64Array(63), 'right', signal.rotation)).toBe(false);
  const random = seededRandom(4);
  for (let i = 0; i < 500; i++) {
    const points = Float64Array.from({ length: 63 }, () => (random() < 0.05 ? Number.NaN : random()));
    readHandPoints(points, 'left', signal);
    readHandRotation(points, 'left', signal.rotation);
    expect([...signal.bends, ...signal.splay, ...signal.rotation].every(Number.isFinite)).toBe(true);
  }
});

/** WebXR's joints: metacarpals of the fingers stand before their knuckles. */
const xrJointOfPoint = [0, 1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 16, 17, 18, 19, 21, 22, 23, 24];

test('a headset’s hand: joints where they are tracked, else the controller in it, else nothing', () => {
  const devices = createDeviceFrame();
  const offsets = createXrOffsets();
  const source = createDeviceHandSource({ side: 'right', readDevices: () => ({ devices, offsets }) });
  const signal = createHandSignal();
  const points = rodHand({ bend: 1.35 });
  xrJointOfPoint.forEach((joint, point) => {
    devices.rightHandJoints.poses.set(points.subarray(point * 3, point * 3 + 3), joint * POSE_SIZE);
  });
  devices.rightHandJoints.quality = quality.tracked;
  source.step(1 / 90, signal);
  expect(signal.confidence).toBe(1);
  expect(Math.min(...signal.bends)).toBeGreaterThan(0.97);
  expect(Array.from(signal.position)).toEqual([0.3, 1.2, -0.4]);

  devices.rightHandJoints.quality = quality.lost;
  devices.quality[pointNumber.rightHand] = quality.inferred;
  devices.devicePoses.set([0.1, 1, -0.3, 0, 0, 0, 1], pointNumber.rightHand * POSE_SIZE);
  Object.assign(devices.rightController, { trigger: 0.75, grip: 0.5, thumb: 1 });
  for (let i = 0; i < 60; i++) source.step(1 / 90, signal);
  expect(Array.from(signal.bends, (bend) => Math.round(bend * 100))).toEqual([100, 75, 50, 50, 50]);
  expect(signal.confidence).toBe(0.5);
  expect(vec3.distance([...signal.position] as [number, number, number], [0.1, 1, -0.3])).toBeLessThan(0.1);
  // A grip at identity: the rod points ahead, so the palm of a right hand faces left, and its fingers down.
  const [x, y, z, w] = signal.rotation;
  const fingersWorld = vec3.transformQuat([0, 0, 0], [0, 0, -1], quat.set(createQuat(), x, y, z, w));
  const palmWorld = vec3.transformQuat([0, 0, 0], [0, -1, 0], quat.set(createQuat(), x, y, z, w));
  expect(fingersWorld[1]).toBeLessThan(-0.9);
  expect(palmWorld[0]).toBeLessThan(-0.9);

  devices.quality[pointNumber.rightHand] = quality.lost;
  source.step(1 / 90, signal);
  expect(signal.confidence).toBe(0);
  expect(source.problem).toMatch(/does not see your right hand/);
});
