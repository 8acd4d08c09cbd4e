import { createPose, type Motion, updateWorldPose } from '@leib/core';
import { randomQuat, seededRandom } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { bandaiLikeBvh, cmuLikeBvh, mixamoLikeBvh, person, randomMotion } from '../fixtures.testing.js';
import { eulerNear, eulerOrders, turnAbout } from './euler.js';
import { readBvh } from './motionFromBvh.js';
import { writeBvh } from './writeBvh.js';

function worldPositions(motion: Motion): Map<string, number[]> {
  const { skeleton } = motion;
  const size = skeleton.jointCount * 4;
  const pose = createPose(skeleton);
  const places = new Map<string, number[]>(skeleton.names.map((name) => [name, []]));
  for (let frame = 0; frame < motion.frameCount; frame++) {
    pose.rootPosition.set(motion.rootPositions.subarray(frame * 3, frame * 3 + 3));
    pose.localRotations.set(motion.localRotations.subarray(frame * size, (frame + 1) * size));
    updateWorldPose(skeleton, pose);
    skeleton.names.forEach((name, i) => {
      places.get(name)?.push(...pose.worldPositions.subarray(i * 3, i * 3 + 3));
    });
  }
  return places;
}

/** Largest distance between the same joints of two motions, and of their local rotations as |1 - |q.q'||. */
function difference(a: Motion, b: Motion): number {
  expect(b.frameCount).toBe(a.frameCount);
  expect(b.hz).toBe(a.hz);
  expect([...b.skeleton.names].sort()).toEqual([...a.skeleton.names].sort());
  const [placesA, placesB] = [worldPositions(a), worldPositions(b)];
  let largest = 0;
  for (const [name, place] of placesA) {
    const other = placesB.get(name) as number[];
    place.forEach((v, i) => {
      largest = Math.max(largest, Math.abs(v - other[i]));
    });
  }
  a.skeleton.names.forEach((name, ja) => {
    const jb = b.skeleton.names.indexOf(name);
    for (let frame = 0; frame < a.frameCount; frame++) {
      let dot = 0;
      for (let k = 0; k < 4; k++) {
        dot +=
          a.localRotations[(frame * a.skeleton.jointCount + ja) * 4 + k] *
          b.localRotations[(frame * b.skeleton.jointCount + jb) * 4 + k];
      }
      largest = Math.max(largest, Math.sqrt(Math.max(0, 1 - dot * dot)));
    }
  });
  return largest;
}

test.each(eulerOrders.flatMap((order) => [1, 100].map((units) => [order, units] as const)))(
  'read(write(motion)) is the motion to 1e-5 (order %s, %i units per metre)',
  async (order, unitsPerMetre) => {
    for (const seed of [1, 2, 3]) {
      const motion = randomMotion(seed);
      const { motion: back, report } = await readBvh(writeBvh(motion, { order, unitsPerMetre }), { name: motion.name });
      expect(report.unit.scale).toBeCloseTo(1 / unitsPerMetre, 12);
      expect(difference(motion, back)).toBeLessThan(1e-5);
      expect(Array.from(back.skeleton.boneToJoint, (j) => back.skeleton.names[j])).toEqual(
        Array.from(person.boneToJoint, (j) => person.names[j]),
      );
    }
  },
);

test.each([
  ['CMU', cmuLikeBvh()],
  ['Bandai-Namco', bandaiLikeBvh()],
  ['Mixamo', mixamoLikeBvh()],
])('what was read from a %s file survives writing and reading', async (_, text) => {
  const { motion } = await readBvh(text);
  const { motion: back } = await readBvh(writeBvh(motion), { skipFirstFrames: 0 });
  expect(difference(motion, back)).toBeLessThan(1e-5);
});

test.each(eulerOrders)('three turns in order %s are the rotation again, quarter turns included', (order) => {
  const random = seededRandom(11);
  const angles = new Float64Array(3);
  for (let i = 0; i < 2000; i++) {
    const rotation = Float64Array.from(randomQuat(random));
    if (i % 4 === 0) {
      // The middle axis near a quarter turn, where the outer two become one.
      rotation.set([0, 0, 0, 1]);
      const off = i % 8 === 0 ? 0 : 10 ** (-2 - 9 * random());
      turnAbout(rotation, 0, order.charCodeAt(0) - 88, 360 * random());
      turnAbout(rotation, 0, order.charCodeAt(1) - 88, (random() < 0.5 ? -90 : 90) + off);
      turnAbout(rotation, 0, order.charCodeAt(2) - 88, 360 * random());
    }
    eulerNear(rotation, 0, order, angles);
    const back = Float64Array.of(0, 0, 0, 1);
    for (let k = 0; k < 3; k++) turnAbout(back, 0, order.charCodeAt(k) - 88, (angles[k] * 180) / Math.PI);
    const sign = Math.sign(back.reduce((sum, v, k) => sum + v * rotation[k], 0));
    for (let k = 0; k < 4; k++) expect(Math.abs(sign * back[k] - rotation[k])).toBeLessThan(2e-7);
  }
});

test('angles of a smooth movement are smooth: no step of more than a few degrees', () => {
  const lines = writeBvh(randomMotion(4, 240, 60)).split('\n');
  const frames = lines.slice(lines.findIndex((line) => line.startsWith('Frame Time')) + 1, -1);
  const rows = frames.map((line) => line.split(' ').map(Number));
  const steps = rows.slice(1).flatMap((row, i) => row.slice(3).map((v, c) => Math.abs(v - rows[i][c + 3])));
  // Near a quarter turn of the middle axis the outer ones are fast; jumps of 180 and 360 are what must not be.
  expect(steps.filter((step) => step > 170)).toEqual([]);
});
