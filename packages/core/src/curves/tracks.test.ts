import { expect, test } from 'vitest';
import { createQuat, createVec3, type Quat, quat, vec3 } from '../math/index.js';
import {
  angleBetween,
  bytesPerCall,
  CALL_GARBAGE,
  randomPoint,
  randomQuat,
  randomUnit,
  seededRandom,
  seeds,
} from '../testing.js';
import { buildQuatTrack, type QuatKey, sampleQuatTrack } from './quatTrack.js';
import { buildVec3Track, sampleVec3Track, type Vec3Key } from './vec3Track.js';

const tuple = (q: Quat): [number, number, number, number] => [q[0], q[1], q[2], q[3]];

function randomTimes(random: () => number, count: number): number[] {
  let time = random();
  return Array.from({ length: count }, () => {
    time += 0.1 + random();
    return time;
  });
}

const at = (keys: readonly QuatKey[]) => {
  const track = buildQuatTrack(keys);
  return (time: number) => {
    const out = createQuat();
    sampleQuatTrack(track, time, out);
    return out;
  };
};

test.each(seeds(20))('a rotation track goes through its keys, stays unit, and holds its ends (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const keys = randomTimes(random, 6).map((time): QuatKey => ({ time, value: tuple(randomQuat(random)) }));
  const sample = at(keys);
  for (const { time, value } of keys) {
    expect(angleBetween(sample(time), createQuat(...value))).toBeLessThan(1e-6);
    expect(angleBetween(sample(time - 1e-9), createQuat(...value))).toBeLessThan(1e-6);
  }
  for (let time = 0; time < 8; time += 0.05) expect(quat.length(sample(time))).toBeCloseTo(1, 12);
  expect(angleBetween(sample(-5), createQuat(...keys[0].value))).toBeLessThan(1e-9);
  expect(angleBetween(sample(99), createQuat(...keys[5].value))).toBeLessThan(1e-9);
});

test.each(seeds(20))('its angular velocity does not jump at a key (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const keys = randomTimes(random, 5).map((time): QuatKey => ({ time, value: tuple(randomQuat(random)) }));
  const sample = at(keys);
  const velocity = (time: number, h: number) => {
    const turn = quat.multiply(createQuat(), quat.conjugate(createQuat(), sample(time)), sample(time + h));
    const sign = turn[3] < 0 ? -2 / h : 2 / h;
    return createVec3(turn[0] * sign, turn[1] * sign, turn[2] * sign);
  };
  for (const { time } of keys.slice(1, -1)) {
    expect(vec3.distance(velocity(time, 1e-6), velocity(time, -1e-6))).toBeLessThan(2e-3);
  }
});

test.each(seeds(20))('keys of a constant turn give that turn, at uneven times too (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [axis, start] = [randomUnit(random), randomQuat(random)];
  const turned = (time: number) =>
    quat.multiply(createQuat(), start, quat.setAxisAngle(createQuat(), axis, 1.3 * time));
  const times = randomTimes(random, 5);
  const sample = at(times.map((time) => ({ time, value: tuple(turned(time)) })));
  for (let time = times[0]; time < times[4]; time += 0.03) {
    expect(angleBetween(sample(time), turned(time))).toBeLessThan(1e-6);
  }
});

test('two equal keys hold still between them, and the short way is taken whatever the signs', () => {
  const turn = (angle: number, sign = 1) =>
    tuple(quat.scale(createQuat(), quat.setAxisAngle(createQuat(), [0, 1, 0], angle), sign));
  const sample = at([
    { time: 0, value: turn(0) },
    { time: 1, value: turn(1, -1) },
    { time: 2, value: turn(1) },
    { time: 3, value: turn(0) },
  ]);
  for (const time of [1.1, 1.5, 1.9]) expect(angleBetween(sample(time), createQuat(...turn(1)))).toBeLessThan(1e-6);
  for (const time of [0.3, 0.6, 2.4]) expect(angleBetween(sample(time), createQuat())).toBeLessThanOrEqual(1.01);
});

test.each(seeds(10))('a point track goes through its keys and stays in their box (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const keys = randomTimes(random, 6).map((time): Vec3Key => {
    const [x, y, z] = randomPoint(random, 2);
    return { time, value: [x, y, z] };
  });
  const track = buildVec3Track(keys);
  const out = createVec3();
  for (const { time, value } of keys) {
    sampleVec3Track(track, time, out);
    expect(vec3.distance(out, value)).toBeLessThan(1e-12);
  }
  for (let time = 0; time < 9; time += 0.1) {
    sampleVec3Track(track, time, out);
    for (let k = 0; k < 3; k++) {
      expect(out[k]).toBeGreaterThan(Math.min(...keys.map(({ value }) => value[k])) - 1e-9);
      expect(out[k]).toBeLessThan(Math.max(...keys.map(({ value }) => value[k])) + 1e-9);
    }
  }
});

test('one key is a constant', () => {
  const out = createVec3();
  sampleVec3Track(buildVec3Track([{ time: 2, value: [1, 2, 3] }]), 7, out);
  expect([...out]).toEqual([1, 2, 3]);
  expect([...at([{ time: 2, value: [0, 0, 0, 2] }])(5)]).toEqual([0, 0, 0, 1]);
});

test('broken tracks are refused with their place', () => {
  expect(() => buildQuatTrack([], 'head')).toThrow('head, keys: expected at least one key');
  expect(() => buildQuatTrack([{ time: 0, value: [0, 0, 0, 0] }], 'head')).toThrow(
    'head, keys[0].value: expected 4 finite numbers',
  );
  expect(() =>
    buildVec3Track(
      [
        { time: 1, value: [0, 0, 0] },
        { time: 1, value: [0, 0, 0] },
      ],
      'leftHand',
    ),
  ).toThrow('leftHand, keys[1].time: expected more than');
  expect(() => buildVec3Track([{ time: 1, value: [0, Number.NaN, 0] }], 'leftHand')).toThrow(
    'keys[0].value: expected 3 finite numbers, got [0,null,0]',
  );
});

test('sampling allocates nothing', () => {
  const random = seededRandom(1);
  const times = randomTimes(random, 9);
  const turns = buildQuatTrack(times.map((time) => ({ time, value: tuple(randomQuat(random)) })));
  const points = buildVec3Track(times.map((time) => ({ time, value: [random(), random(), random()] })));
  const [turn, point] = [createQuat(), createVec3()];
  let time = 0;
  const sample = () => {
    time = (time + 0.013) % 9;
    sampleQuatTrack(turns, time, turn);
    sampleVec3Track(points, time, point);
  };
  // The clock itself is boxed by the engine when it changes: 16 bytes, the test's own, passed on twice.
  expect(bytesPerCall(sample)).toBeLessThan(CALL_GARBAGE);
});
