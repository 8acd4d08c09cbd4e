import { createVec3, quat, vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { bendToReach } from './bendToReach.js';
import { tiltToReach } from './tiltToReach.js';

const LAST = 4;

/** A spine that is bent somehow, and its rows' rotations. */
function randomSpine(random: () => number) {
  const bones = Float64Array.from({ length: 3 * (LAST + 1) }, (_, i) =>
    i % 3 === 1 ? 0.1 + 0.05 * random() : 0.08 * (random() - 0.5),
  );
  const rotations = Float64Array.from({ length: 4 * (LAST + 1) }, (_, i) => (i % 4 === 3 ? 1 : 0));
  return { bones, rotations };
}

const boneOf = (bones: Float64Array, row: number) => createVec3(bones[row * 3], bones[row * 3 + 1], bones[row * 3 + 2]);
const lengths = (bones: Float64Array) => Array.from({ length: LAST + 1 }, (_, row) => vec3.length(boneOf(bones, row)));
const hips = createVec3(0.3, 0.9, -0.2);

/** Where the spine ends, from the hips. */
function endOf(bones: Float64Array) {
  const end = vec3.clone(hips);
  for (let row = 0; row <= LAST; row++) vec3.add(end, end, boneOf(bones, row));
  return end;
}

test.each(seeds(50))('in reach nothing tilts (seed %i)', (seed) => {
  const { bones, rotations } = randomSpine(seededRandom(seed));
  const before = { bones: bones.slice(), rotations: rotations.slice() };
  tiltToReach(rotations, bones, LAST, hips, endOf(bones));
  expect({ bones, rotations }).toEqual(before);
});

test.each(seeds(50))('beyond it hips tilt until the rest reaches, and no farther (seed %i)', (seed) => {
  const { bones, rotations } = randomSpine(seededRandom(seed));
  const sizes = lengths(bones);
  const whole = sizes.reduce((sum, length) => sum + length, 0);
  const direction = vec3.normalize(createVec3(), vec3.subtract(createVec3(), endOf(bones), hips));
  const to = vec3.scaleAndAdd(createVec3(), hips, direction, 0.998 * whole);
  const restLength = whole - sizes[0];
  const first = boneOf(bones, 0);
  const isOut = vec3.distance(vec3.add(createVec3(), hips, first), to) > restLength;
  tiltToReach(rotations, bones, LAST, hips, to);
  const tilted = boneOf(bones, 0);
  // The row's rotation and its bone turn alike.
  const turned = vec3.transformQuat(createVec3(), first, quat.clone(rotations.subarray(0, 4) as never));
  expect(vec3.distance(turned, tilted)).toBeLessThan(1e-8);
  const start = vec3.add(createVec3(), hips, tilted);
  if (isOut) expect(vec3.distance(start, to)).toBeCloseTo(restLength, 4);
  bendToReach(rotations, bones, 1, LAST, start, to);
  expect(vec3.distance(endOf(bones), to)).toBeLessThan(1e-4);
  lengths(bones).forEach((length, row) => {
    expect(length).toBeCloseTo(sizes[row], 8);
  });
});

test('farther than all bones together, they point there', () => {
  const { bones, rotations } = randomSpine(seededRandom(1));
  const to = vec3.add(createVec3(), hips, [3, 4, 0]);
  tiltToReach(rotations, bones, LAST, hips, to);
  const pointing = vec3.normalize(createVec3(), boneOf(bones, 0));
  expect(vec3.distance(pointing, [0.6, 0.8, 0])).toBeLessThan(1e-6);
});
