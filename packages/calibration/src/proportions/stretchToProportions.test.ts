import { buildSkeleton, type HumanoidBone, type RawJoint } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { type BodyProportions, proportionsOfStature, segmentNames } from './bodyProportions.js';
import { measureSkeleton, proportionsOfSkeleton } from './measureSkeleton.js';
import { applyProportions } from './stretchToProportions.js';

/** A body with a joint between, as some rigs have for the forearm's twist. */
const limb = (side: 'left' | 'right'): RawJoint[] => {
  const m = side === 'left' ? 1 : -1;
  const joint = (bone: string, parent: string, x: number, y: number, z: number): RawJoint => ({
    name: `${side}${bone}`,
    parent,
    offset: [m * x, y, z],
    bone: `${side}${bone}` as HumanoidBone,
  });
  return [
    joint('Shoulder', 'chest', 0.03, 0.1, 0),
    joint('UpperArm', `${side}Shoulder`, 0.14, 0.01, -0.01),
    joint('LowerArm', `${side}UpperArm`, 0.28, 0, 0),
    { name: `${side}Twist`, parent: `${side}LowerArm`, offset: [m * 0.15, 0, 0] },
    joint('Hand', `${side}Twist`, 0.1, 0, 0),
    joint('UpperLeg', 'hips', 0.09, -0.06, 0),
    joint('LowerLeg', `${side}UpperLeg`, 0, -0.4, 0.01),
    joint('Foot', `${side}LowerLeg`, 0, -0.4, -0.02),
    joint('Toes', `${side}Foot`, 0.01, -0.06, 0.13),
  ];
};
const skeleton = buildSkeleton([
  { name: 'hips', parent: null, offset: [0, 0.93, 0], bone: 'hips' },
  { name: 'chest', parent: 'hips', offset: [0, 0.25, -0.02], bone: 'chest' },
  { name: 'head', parent: 'chest', offset: [0, 0.33, 0.02], bone: 'head' },
  ...limb('left'),
  ...limb('right'),
]);

test.each(seeds(20))(
  'a skeleton measures afterwards what it was given, and stands on the same floor (seed %i)',
  (seed) => {
    const random = seededRandom(seed);
    const usual = proportionsOfStature(1.4 + 0.7 * random());
    const wanted = Object.fromEntries(
      Object.entries(usual).map(([name, length]) => [name, length * (0.9 + 0.2 * random())]),
    ) as unknown as BodyProportions;
    const fitted = applyProportions(skeleton, wanted);
    const measured = measureSkeleton(fitted);
    for (const name of segmentNames) expect(measured[name], name).toBeCloseTo(wanted[name], 9);
    const lowest = (positions: Float64Array) => Math.min(...positions.filter((_, i) => i % 3 === 1));
    expect(lowest(fitted.restWorldPositions)).toBeCloseTo(lowest(skeleton.restWorldPositions), 9);
    const taken = proportionsOfSkeleton(fitted, wanted.stature);
    expect(taken?.stature).toBe(wanted.stature);
    expect(taken?.thigh).toBeCloseTo(wanted.thigh, 9);
    expect([...fitted.boneToJoint]).toEqual([...skeleton.boneToJoint]);
  },
);

test('what is not given stays', () => {
  const fitted = applyProportions(skeleton, { forearm: 0.3 });
  const [before, after] = [measureSkeleton(skeleton), measureSkeleton(fitted)];
  expect(after.forearm).toBeCloseTo(0.3, 9);
  for (const name of segmentNames) if (name !== 'forearm') expect(after[name]).toBeCloseTo(before[name] ?? 0, 9);
});

test('a body without arms is stretched where it can be', () => {
  const legs = buildSkeleton([
    { name: 'hips', parent: null, offset: [0, 0.93, 0], bone: 'hips' },
    { name: 'head', parent: 'hips', offset: [0, 0.6, 0], bone: 'head' },
  ]);
  expect(measureSkeleton(legs).upperArm).toBeNull();
  expect(proportionsOfSkeleton(legs, 1.7)).toBeNull();
  expect(measureSkeleton(applyProportions(legs, proportionsOfStature(1.8))).trunk).toBeCloseTo(1.8 * 0.312, 9);
});
