import { describe, expect, test } from 'vitest';
import { angleBetween, bytesPerCall, CALL_GARBAGE, randomQuat, randomUnit, seededRandom, seeds } from '../testing.js';
import {
  createQuat,
  createVec3,
  lookRotation,
  quat,
  type ReadonlyVec3,
  rotationBetween,
  swingTwist,
  twistAngle,
  vec3,
  yawOf,
} from './index.js';

const about = (axis: ReadonlyVec3, angle: number) =>
  quat.setAxisAngle(createQuat(), axis as [number, number, number], angle);
const turned = (v: ReadonlyVec3, q: ReturnType<typeof createQuat>) => vec3.transformQuat(createVec3(), v, q);

describe('rotationBetween', () => {
  test.each(seeds(30))('takes one direction to the other by the smallest angle (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const [from, to] = [randomUnit(random), randomUnit(random)];
    const rotation = rotationBetween(createQuat(), from, to);
    expect(vec3.distance(turned(from, rotation), to)).toBeLessThan(1e-12);
    expect(quat.length(rotation)).toBeCloseTo(1, 12);
    expect(angleBetween(rotation, createQuat())).toBeCloseTo(Math.acos(vec3.dot(from, to)), 6);
  });

  test.each([1e-1, 1e-3, 1e-5, 1e-7, 1e-10, 0])('stays exact %f radians from the same and from opposite', (angle) => {
    for (const seed of seeds(10)) {
      const random = seededRandom(seed);
      const from = randomUnit(random);
      const axis = vec3.normalize(createVec3(), vec3.cross(createVec3(), from, randomUnit(random)));
      for (const offset of [angle, Math.PI - angle]) {
        const to = turned(from, about(axis, offset));
        const rotation = rotationBetween(createQuat(), from, to);
        expect(quat.length(rotation)).toBeCloseTo(1, 12);
        expect(vec3.distance(turned(from, rotation), to)).toBeLessThan(3e-8);
      }
    }
  });
});

describe('lookRotation', () => {
  test.each(seeds(30))('+Z goes forward, +Y towards up, without mirroring (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const [forward, up] = [randomUnit(random), randomUnit(random)];
    const rotation = lookRotation(createQuat(), forward, up);
    expect(quat.length(rotation)).toBeCloseTo(1, 12);
    expect(vec3.distance(turned([0, 0, 1], rotation), forward)).toBeLessThan(1e-12);
    const yAxis = turned([0, 1, 0], rotation);
    expect(vec3.dot(yAxis, up)).toBeCloseTo(Math.sqrt(1 - vec3.dot(forward, up) ** 2), 9);
    const xAxis = vec3.cross(createVec3(), yAxis, forward);
    expect(vec3.distance(turned([1, 0, 0], rotation), xAxis)).toBeLessThan(1e-12);
  });

  test('every axis-aligned case, half turns included', () => {
    const axes: ReadonlyVec3[] = [0, 1, 2].flatMap((k) =>
      [1, -1].map((s) => [0, 0, 0].with(k, s) as [number, number, number]),
    );
    for (const forward of axes) {
      for (const up of axes) {
        const rotation = lookRotation(createQuat(), forward, up);
        expect(vec3.distance(turned([0, 0, 1], rotation), forward)).toBeLessThan(1e-12);
        if (vec3.dot(forward, up) === 0) expect(vec3.distance(turned([0, 1, 0], rotation), up)).toBeLessThan(1e-12);
      }
    }
  });

  test('facing +Z with +Y up is no rotation at all', () => {
    expect([...lookRotation(createQuat(), [0, 0, 1], [0, 1, 0])]).toEqual([0, 0, 0, 1]);
  });
});

describe('swingTwist', () => {
  test.each(seeds(30))(
    'swing after twist is the rotation; the swing does not turn about the axis (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const [rotation, axis] = [randomQuat(random), randomUnit(random)];
      const [swing, twist] = [createQuat(), createQuat()];
      swingTwist(swing, twist, rotation, axis);
      expect(angleBetween(quat.multiply(createQuat(), swing, twist), rotation)).toBeLessThan(1e-7);
      expect(vec3.distance(turned(axis, twist), axis)).toBeLessThan(1e-12);
      expect(swing[0] * axis[0] + swing[1] * axis[1] + swing[2] * axis[2]).toBeCloseTo(0, 12);
    },
  );

  test.each(seeds(20))(
    'a pure twist has no swing, a pure swing no twist; outputs may alias the input (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const axis = randomUnit(random);
      const [swing, twist] = [createQuat(), createQuat()];
      const angle = (random() - 0.5) * 6;
      swingTwist(swing, twist, about(axis, angle), axis);
      expect(angleBetween(swing, createQuat())).toBeLessThan(1e-7);
      expect(twistAngle(twist, axis)).toBeCloseTo(angle, 9);
      const side = vec3.normalize(createVec3(), vec3.cross(createVec3(), axis, randomUnit(random)));
      const rotation = about(side, 1.2);
      swingTwist(rotation, twist, rotation, axis);
      expect(angleBetween(twist, createQuat())).toBeLessThan(1e-7);
      expect(angleBetween(rotation, about(side, 1.2))).toBeLessThan(1e-7);
    },
  );

  test('a swing of half a turn has no defined twist: none', () => {
    const [swing, twist] = [createQuat(), createQuat()];
    swingTwist(swing, twist, createQuat(1, 0, 0, 0), [0, 1, 0]);
    expect([...swing]).toEqual([1, 0, 0, 0]);
    expect([...twist]).toEqual([0, 0, 0, 1]);
  });
});

describe('twistAngle', () => {
  test.each(seeds(50))('is in (-pi, pi] and the same for q and -q (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const [rotation, axis] = [randomQuat(random), randomUnit(random)];
    const angle = twistAngle(rotation, axis);
    expect(angle).toBeGreaterThan(-Math.PI);
    expect(angle).toBeLessThanOrEqual(Math.PI);
    expect(twistAngle(quat.scale(createQuat(), rotation, -1), axis)).toBeCloseTo(angle, 12);
  });

  test('half a turn is +pi either way round, and a half swing has none, also with a negative zero', () => {
    expect(twistAngle(createQuat(0, 1, 0, 0), [0, 1, 0])).toBe(Math.PI);
    expect(twistAngle(createQuat(0, -1, 0, 0), [0, 1, 0])).toBe(Math.PI);
    expect(twistAngle(createQuat(1, 0, 0, 0), [0, 1, 0])).toBe(0);
    expect(twistAngle(createQuat(1, 0, 0, -0), [0, 1, 0])).toBeCloseTo(0, 15);
  });
});

describe('yawOf', () => {
  test.each(seeds(50))('is the heading, whatever pitch and roll (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const [yaw, pitch, roll] = [(random() - 0.5) * 6, (random() - 0.5) * 3, (random() - 0.5) * 6];
    const rotation = quat.multiply(createQuat(), about([0, 1, 0], yaw), about([1, 0, 0], pitch));
    quat.multiply(rotation, rotation, about([0, 0, 1], roll));
    expect(yawOf(rotation)).toBeCloseTo(yaw, 9);
  });

  test.each([Math.PI / 2, -Math.PI / 2])('looking straight up or down (%f) the crown tells', (pitch) => {
    for (const yaw of [-2, 0, 1]) {
      const rotation = quat.multiply(createQuat(), about([0, 1, 0], yaw), about([1, 0, 0], pitch));
      expect(yawOf(rotation)).toBeCloseTo(yaw, 6);
    }
  });
});

test('leaves hardly any garbage', () => {
  const random = seededRandom(1);
  const [a, b, q] = [randomUnit(random), randomUnit(random), randomQuat(random)];
  const [out, other] = [createQuat(), createQuat()];
  const work = () => {
    rotationBetween(out, a, b);
    lookRotation(out, a, b);
    swingTwist(out, other, q, a);
  };
  expect(bytesPerCall(work)).toBeLessThan(CALL_GARBAGE);
});
