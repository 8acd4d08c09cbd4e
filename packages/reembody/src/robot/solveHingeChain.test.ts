import { multiplyFlat } from '@leib/core';
import { angleBetween, randomQuat, randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { type ChainHinge, solveHingeChain } from './solveHingeChain.js';

const composed = new Float64Array(4);
const single = new Float64Array(4);

/** exp(a1 q1) exp(a2 q2) ... */
function turnOf(hinges: readonly ChainHinge[], angles: Float64Array): Float64Array {
  composed.set([0, 0, 0, 1]);
  for (const [i, { axis }] of hinges.entries()) {
    for (let k = 0; k < 3; k++) single[k] = axis[k] * Math.sin(angles[i] / 2);
    single[3] = Math.cos(angles[i] / 2);
    multiplyFlat(composed, 0, Float64Array.from(composed), 0, single, 0);
  }
  return Float64Array.from(composed);
}

const asQuat = (turn: Float64Array) => turn as unknown as Parameters<typeof angleBetween>[0];
const numbers = [0, 1, 2];
const free = { low: -Math.PI, high: Math.PI };
const pitchRollYaw: readonly ChainHinge[] = [
  { axis: [1, 0, 0], ...free },
  { axis: [0, 0, 1], ...free },
  { axis: [0, 1, 0], ...free },
];

test.each(seeds(60))('three hinges square to each other make any turn of a shoulder (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const wanted = turnOf(
    pitchRollYaw,
    Float64Array.from([-2.5 + 3.5 * random(), -1.2 + 2.4 * random(), -1.4 + 2.8 * random()]),
  );
  const angles = new Float64Array(3);
  // A person moves on from frame to frame: what a dozen sweeps leave over is gone in the next.
  for (let frame = 0; frame < 8; frame++) solveHingeChain(wanted, pitchRollYaw, numbers, angles);
  expect(angleBetween(asQuat(turnOf(pitchRollYaw, angles)), asQuat(wanted))).toBeLessThan(0.02);
});

test.each(seeds(20))('one hinge takes the twist about its own axis, and limits hold (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const [x, y, z] = randomUnit(random);
  const angle = -1.5 + 3 * random();
  const hinge: ChainHinge = { axis: [x, y, z], low: -1, high: 0.8 };
  const angles = new Float64Array(1);
  solveHingeChain(turnOf([hinge], Float64Array.of(angle)), [hinge], [0], angles);
  expect(angles[0]).toBeCloseTo(Math.min(0.8, Math.max(-1, angle)), 9);
});

test.each(seeds(20))('no hinge alone can do better (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const hinges = Array.from({ length: 3 }, (): ChainHinge => {
    const [x, y, z] = randomUnit(random);
    return { axis: [x, y, z], low: -1.2, high: 1.2 };
  });
  const wanted = Float64Array.from(randomQuat(random));
  const angles = new Float64Array(3);
  for (let frame = 0; frame < 40; frame++) solveHingeChain(wanted, hinges, numbers, angles);
  const best = angleBetween(asQuat(turnOf(hinges, angles)), asQuat(wanted));
  for (let i = 0; i < 3; i++) {
    for (const step of [-0.05, 0.05]) {
      const tried = Float64Array.from(angles);
      tried[i] = Math.min(1.2, Math.max(-1.2, tried[i] + step));
      expect(angleBetween(asQuat(turnOf(hinges, tried)), asQuat(wanted))).toBeGreaterThan(best - 1e-4);
    }
  }
});
