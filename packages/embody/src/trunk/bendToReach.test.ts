import { createQuat, createVec3, quat, vec3 } from '@leib/core';
import { angleBetween, randomPoint, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { bendToReach } from './bendToReach.js';

const COUNT = 5;

function randomChain(seed: number) {
  const random = seededRandom(seed);
  const bones = new Float64Array(COUNT * 3);
  const rotations = new Float64Array(COUNT * 4);
  for (let row = 0; row < COUNT; row++) {
    const lean = randomPoint(random, 0.05);
    bones.set([lean[0], 0.1 + 0.03 * random(), lean[2]], row * 3);
    rotations[row * 4 + 3] = 1;
  }
  const from = randomPoint(random, 1);
  const end = sum(bones, from);
  const shift = randomPoint(random, 0.08);
  const to = createVec3(end[0] + shift[0], end[1] - Math.abs(shift[1]) - 0.06, end[2] + shift[2]);
  return { bones, rotations, from, to };
}

function sum(bones: Float64Array, from: ArrayLike<number>) {
  const end = createVec3(from[0], from[1], from[2]);
  for (let i = 0; i < bones.length; i++) end[i % 3] += bones[i];
  return end;
}

test.each(seeds(60))('the chain arrives, its bones keep their lengths, rotations go along (seed %i)', (seed) => {
  const { bones, rotations, from, to } = randomChain(seed);
  const before = bones.slice();
  bendToReach(rotations, bones, 0, COUNT - 1, from, to);
  expect(vec3.distance(sum(bones, from), to)).toBeLessThan(1e-9);
  for (let row = 0; row < COUNT; row++) {
    const rotation = rotations.slice(row * 4, row * 4 + 4);
    const turned = vec3.transformQuat(createVec3(), before.slice(row * 3, row * 3 + 3), rotation);
    expect(vec3.distance(turned, bones.slice(row * 3, row * 3 + 3))).toBeLessThan(1e-9);
    expect(angleBetween(rotation, createQuat())).toBeLessThan(1.6);
  }
});

test('a chain that is there already stays as it is', () => {
  const { bones, rotations, from } = randomChain(3);
  const before = bones.slice();
  bendToReach(rotations, bones, 0, COUNT - 1, from, sum(bones, from));
  expect(bones).toEqual(before);
});

test.each(seeds(20))('out of reach it stretches that way and stays finite (seed %i)', (seed) => {
  const { bones, rotations, from } = randomChain(seed);
  const to = vec3.add(createVec3(), from, [0.9, 1, -0.4]);
  bendToReach(rotations, bones, 0, COUNT - 1, from, to);
  const end = sum(bones, from);
  const aim = vec3.normalize(createVec3(), [0.9, 1, -0.4]);
  const way = vec3.normalize(createVec3(), vec3.subtract(createVec3(), end, from));
  expect(vec3.dot(aim, way)).toBeGreaterThan(0.99);
  for (let row = 0; row < COUNT; row++) expect(quat.length(rotations.slice(row * 4, row * 4 + 4))).toBeCloseTo(1, 9);
});
