import { describe, expect, test } from 'vitest';
import { createVec3, type Vec3, vec3 } from '../math/index.js';
import {
  bytesPerCall,
  CALL_GARBAGE,
  randomPoint,
  randomTransform,
  randomUnit,
  seededRandom,
  seeds,
  transformPoint,
} from '../testing.js';
import { solveTwoBoneIk, type TwoBoneIkInput, type TwoBoneIkOutput } from './twoBoneIk.js';

function createOutput(): TwoBoneIkOutput {
  return { midWorld: createVec3(), endWorld: createVec3(), reached: false };
}

/** An arm anywhere in the room whose target is at a share of the way from folded to stretched. */
function randomArm(seed: number, share?: number): TwoBoneIkInput {
  const random = seededRandom(seed);
  const upperLength = 0.1 + 0.5 * random();
  const lowerLength = 0.1 + 0.5 * random();
  const nearest = Math.abs(upperLength - lowerLength);
  const distance = nearest + (share ?? random()) * (upperLength + lowerLength - nearest);
  const rootWorld = randomPoint(random, 3);
  const targetWorld = vec3.scaleAndAdd(createVec3(), rootWorld, randomUnit(random), distance);
  return { rootWorld, targetWorld, poleWorld: randomPoint(random, 2), upperLength, lowerLength };
}

function expectBonesKept(arm: TwoBoneIkInput, out: TwoBoneIkOutput): void {
  expect(vec3.distance(arm.rootWorld, out.midWorld)).toBeCloseTo(arm.upperLength, 9);
  expect(vec3.distance(out.midWorld, out.endWorld)).toBeCloseTo(arm.lowerLength, 9);
}

function expectFinite(out: TwoBoneIkOutput): void {
  for (const value of [...out.midWorld, ...out.endWorld]) expect(Number.isFinite(value)).toBe(true);
}

test.each(seeds(60))(
  'a reachable hand arrives, bones keep their length, the elbow lies towards the pole (seed %i)',
  (seed) => {
    const arm = randomArm(seed);
    const out = createOutput();
    solveTwoBoneIk(arm, out);
    expect(out.reached).toBe(true);
    expect(vec3.distance(out.endWorld, arm.targetWorld)).toBeLessThan(1e-9);
    expectBonesKept(arm, out);
    const axis = vec3.subtract(createVec3(), arm.targetWorld, arm.rootWorld);
    const elbow = vec3.subtract(createVec3(), out.midWorld, arm.rootWorld);
    // In the plane of axis and pole, on the pole's side.
    const normal = vec3.cross(createVec3(), axis, arm.poleWorld);
    expect(vec3.dot(normal, elbow)).toBeCloseTo(0, 9);
    expect(vec3.dot(vec3.cross(createVec3(), axis, elbow), normal)).toBeGreaterThanOrEqual(-1e-12);
  },
);

test.each(seeds(30))('out of reach it stretches or folds along the line to the target (seed %i)', (seed) => {
  for (const share of [1.2, 5, -0.05]) {
    const arm = randomArm(seed, share);
    const distance = vec3.distance(arm.rootWorld, arm.targetWorld);
    const out = createOutput();
    solveTwoBoneIk(arm, out);
    const nearest = Math.abs(arm.upperLength - arm.lowerLength);
    const reach = arm.upperLength + arm.lowerLength;
    expect(out.reached).toBe(distance >= nearest && distance <= reach);
    expectBonesKept(arm, out);
    const best = Math.max(distance - reach, nearest - distance, 0);
    expect(vec3.distance(out.endWorld, arm.targetWorld)).toBeCloseTo(best, 9);
  }
});

test.each(seeds(30))('the answer does not depend on the parent transform (seed %i)', (seed) => {
  const arm = randomArm(seed);
  const transform = randomTransform(seededRandom(seed + 1000), 5);
  const [out, moved] = [createOutput(), createOutput()];
  solveTwoBoneIk(arm, out);
  solveTwoBoneIk(
    {
      ...arm,
      rootWorld: transformPoint(transform, arm.rootWorld),
      targetWorld: transformPoint(transform, arm.targetWorld),
      poleWorld: vec3.transformQuat(createVec3(), arm.poleWorld, transform.rotation),
    },
    moved,
  );
  expect(vec3.distance(moved.midWorld, transformPoint(transform, out.midWorld))).toBeLessThan(1e-6);
  expect(vec3.distance(moved.endWorld, transformPoint(transform, out.endWorld))).toBeLessThan(1e-9);
});

describe('degenerate', () => {
  const origin = createVec3();
  const pole = createVec3(0, 0, -1);
  const cases: [string, Vec3, Vec3, number, number][] = [
    ['target on the root, equal bones', createVec3(0, 0, 0), pole, 0.3, 0.3],
    ['target on the root, other bones', createVec3(0, 0, 0), pole, 0.3, 0.2],
    ['target a hair from the root', createVec3(1e-12, 0, 0), pole, 0.3, 0.3],
    ['straight limb', createVec3(0.6, 0, 0), pole, 0.3, 0.3],
    ['folded limb', createVec3(0.1, 0, 0), pole, 0.3, 0.2],
    ['pole along the limb', createVec3(0.4, 0, 0), createVec3(1, 0, 0), 0.3, 0.3],
    ['pole against the limb', createVec3(0, 0.4, 0), createVec3(0, -2, 0), 0.3, 0.3],
    ['no pole', createVec3(0, 0, 0.4), createVec3(0, 0, 0), 0.3, 0.3],
    ['no upper bone', createVec3(0.2, 0, 0), pole, 0, 0.3],
    ['no lower bone', createVec3(0.2, 0, 0), pole, 0.3, 0],
    ['no bones', createVec3(0.2, 0, 0), pole, 0, 0],
    ['no bones, target on the root', createVec3(0, 0, 0), pole, 0, 0],
  ];
  test.each(cases)('%s: finite, and the same twice', (_, targetWorld, poleWorld, upperLength, lowerLength) => {
    const arm = { rootWorld: origin, targetWorld, poleWorld, upperLength, lowerLength };
    const [out, again] = [createOutput(), createOutput()];
    solveTwoBoneIk(arm, out);
    solveTwoBoneIk(arm, again);
    expectFinite(out);
    expectBonesKept(arm, out);
    expect([...again.midWorld, ...again.endWorld]).toEqual([...out.midWorld, ...out.endWorld]);
  });

  test('a target at exactly full reach counts as reached', () => {
    const out = createOutput();
    const targetWorld = vec3.scale(createVec3(), [1, 2, 3], 0.6 / Math.sqrt(14));
    solveTwoBoneIk({ rootWorld: origin, targetWorld, poleWorld: pole, upperLength: 0.35, lowerLength: 0.25 }, out);
    expect(out.reached).toBe(true);
  });
});

test('leaves hardly any garbage', () => {
  const arms = seeds(64).map((seed) => randomArm(seed));
  const out = createOutput();
  let next = 0;
  expect(bytesPerCall(() => solveTwoBoneIk(arms[next++ % 64], out))).toBeLessThan(CALL_GARBAGE);
});
