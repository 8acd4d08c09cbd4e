import { expect, test } from 'vitest';
import {
  createQuat,
  createVec3,
  DEG,
  type Quat,
  quat,
  type ReadonlyQuat,
  type ReadonlyVec3,
  vec3,
} from '../math/index.js';
import { angleBetween, bytesPerCall, FRAME_GARBAGE, randomQuat, randomUnit, seededRandom, seeds } from '../testing.js';
import { buildJointLimit, clampJointLimit, isInsideJointLimit, type JointLimit } from './jointLimit.js';
import { isInsideSwingCone } from './swingCone.js';

function randomLimit(random: () => number): JointLimit {
  const [ax, ay, az] = randomUnit(random);
  const [x, y, z, w] = randomQuat(random);
  const side = () => (5 + 140 * random()) * DEG;
  const min = -random() * Math.PI;
  return buildJointLimit({
    boneAxis: [ax, ay, az],
    frame: [x, y, z, w],
    swing: { minusY: side(), plusX: side(), plusY: side(), minusX: side() },
    twist: { min, max: min + random() * 1.5 * Math.PI },
  });
}

function bonePointing(limit: JointLimit, rotation: ReadonlyQuat): ReadonlyVec3 {
  return vec3.transformQuat(createVec3(), limit.boneAxis, rotation);
}

test.each(seeds(50))('the answer is allowed and stays, inside is left alone (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const limit = randomLimit(random);
  const out = createQuat();
  for (let i = 0; i < 20; i++) {
    const rotation = randomQuat(random);
    const wasInside = isInsideJointLimit(limit, rotation);
    expect(clampJointLimit(limit, rotation, out)).toBe(!wasInside);
    if (wasInside) expect([...out]).toEqual([...rotation]);
    expect(quat.length(out)).toBeCloseTo(1, 12);
    expect(isInsideJointLimit(limit, out)).toBe(true);
    expect(clampJointLimit(limit, out, createQuat())).toBe(false);
  }
});

test.each(seeds(50))('the bone goes to the nearest allowed direction (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const limit = randomLimit(random);
  const rotation = randomQuat(random);
  const out = createQuat();
  clampJointLimit(limit, rotation, out);
  const wanted = bonePointing(limit, rotation);
  const given = vec3.dot(wanted, bonePointing(limit, out));
  const inverse = quat.conjugate(createQuat(), limit.frame);
  for (let i = 0; i < 1000; i++) {
    const candidate = randomUnit(random);
    if (!isInsideSwingCone(limit.cone, vec3.transformQuat(createVec3(), candidate, inverse))) continue;
    expect(given).toBeGreaterThanOrEqual(vec3.dot(wanted, candidate) - 1e-9);
  }
});

test('an upper arm: swing and twist are clamped apart', () => {
  // Left arm along +X at rest; the cone looks half forward, its own axes made by turning +Z towards +X.
  const [x, y, z, w] = quat.setAxisAngle(createQuat(), [0, 1, 0], 60 * DEG);
  const limit = buildJointLimit({
    boneAxis: [1, 0, 0],
    frame: [x, y, z, w],
    swing: { minusY: 90 * DEG, plusX: 60 * DEG, plusY: 95 * DEG, minusX: 110 * DEG },
    twist: { min: -70 * DEG, max: 70 * DEG },
  });
  expect(isInsideJointLimit(limit, createQuat())).toBe(true);
  const out = createQuat();
  const twisted = quat.setAxisAngle(createQuat(), [1, 0, 0], 100 * DEG);
  expect(clampJointLimit(limit, twisted, out)).toBe(true);
  expect(angleBetween(out, quat.setAxisAngle(createQuat(), [1, 0, 0], 70 * DEG))).toBeLessThan(1e-7);
  // The cone's middle lies 30 degrees in front of the rest direction: backwards the arm gets 30 of its wish of 80.
  const back = quat.setAxisAngle(createQuat(), [0, 1, 0], 80 * DEG);
  clampJointLimit(limit, back, out);
  expect(angleBetween(out, quat.setAxisAngle(createQuat(), [0, 1, 0], 30 * DEG))).toBeLessThan(1e-6);
});

test('opposite to everything allowed it stays finite', () => {
  const limit = buildJointLimit({
    boneAxis: [0, 1, 0],
    frame: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    swing: { minusY: 0.5, plusX: 0.5, plusY: 0.5, minusX: 0.5 },
    twist: { min: -0.2, max: 0.2 },
  });
  const out: Quat = createQuat();
  clampJointLimit(limit, createQuat(1, 0, 0, 0), out);
  expect(quat.length(out)).toBeCloseTo(1, 12);
  expect(isInsideJointLimit(limit, out)).toBe(true);
});

test('refuses a frame that is no rotation', () => {
  const swing = { minusY: 1, plusX: 1, plusY: 1, minusX: 1 };
  const twist = { min: -1, max: 1 };
  expect(() => buildJointLimit({ boneAxis: [0, 1, 0], frame: [0, 0, 0, 0], swing, twist })).toThrow(/frame/);
  expect(() => buildJointLimit({ boneAxis: [0, 0, 0], frame: [0, 0, 0, 1], swing, twist })).toThrow(/direction/);
});

test('leaves hardly any garbage', () => {
  const limit = randomLimit(seededRandom(9));
  const rotations = seeds(64).map((seed) => randomQuat(seededRandom(seed)));
  const out = createQuat();
  let next = 0;
  // The cone's search passes and returns numbers: about 450 bytes a call.
  expect(bytesPerCall(() => clampJointLimit(limit, rotations[next++ % 64], out), 2000, FRAME_GARBAGE)).toBeLessThan(
    FRAME_GARBAGE,
  );
});
