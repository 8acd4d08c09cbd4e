import { buildSkeleton, type HumanoidBone, jointOfBone, type RawJoint, type Skeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { defaultEmbodySettings } from '../embodySettings.js';
import { buildTestBody } from '../testing.js';
import { buildGait } from './gaitModel.js';

/** The test body, whose joints have the names of their bones, moved up or down as a whole. Its toe joints are at 0.02 m. */
function moved(metres: number): Skeleton {
  const { names, parents, restWorldPositions: at } = buildTestBody();
  const joints = names.map((name, joint): RawJoint => {
    const parent = parents[joint];
    const from = (axis: number) => (parent < 0 ? (axis === 1 ? -metres : 0) : at[parent * 3 + axis]);
    const offset = [0, 1, 2].map((axis) => at[joint * 3 + axis] - from(axis)) as [number, number, number];
    return { name, parent: parent < 0 ? null : names[parent], offset, bone: name as HumanoidBone };
  });
  return buildSkeleton(joints);
}

function ankleOverSole(skeleton: Skeleton): { ankleHeight: number; restY: number } {
  const [leg] = buildGait(skeleton, defaultEmbodySettings.gait).legs;
  const restY = skeleton.restWorldPositions[jointOfBone(skeleton, 'leftFoot') * 3 + 1];
  return { ankleHeight: leg?.ankleHeight ?? Number.NaN, restY };
}

test('a rig whose toe joints are a little below the floor stands on the floor, not on its toes', () => {
  const { ankleHeight, restY } = ankleOverSole(moved(-0.023));
  expect(ankleHeight).toBeCloseTo(restY, 9);
});

test('a skeleton that is hung on its hips stands a little below its toes', () => {
  const { ankleHeight, restY } = ankleOverSole(moved(-0.93));
  // 1.1 % of the head's height over the toes.
  expect(ankleHeight).toBeCloseTo(restY + 0.93 - 0.02 + 0.011 * 1.51, 6);
});
