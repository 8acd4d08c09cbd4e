import { buildSkeleton, type HumanoidBone, jointOfBone, type RawJoint, type Skeleton, standOnSoles } from '@leib/core';
import { expect, test } from 'vitest';
import { defaultEmbodySettings } from '../embodySettings.js';
import { buildTestBody } from '../testing.js';
import { buildTrunk } from '../trunk/buildTrunk.js';
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

/** The test body without toes, its ankles at this height: boots. */
function inBoots(ankleY: number): Skeleton {
  const { names, parents, restWorldPositions: at } = buildTestBody();
  const heightOf = (joint: number) => (/Foot/.test(names[joint]) ? ankleY : at[joint * 3 + 1]);
  const joints = names.flatMap((name, joint): RawJoint[] => {
    const parent = parents[joint];
    if (/Toes/.test(name)) return [];
    const [x, z] = [0, 2].map((axis) => at[joint * 3 + axis] - (parent < 0 ? 0 : at[parent * 3 + axis]));
    const offset = [x, heightOf(joint) - (parent < 0 ? 0 : heightOf(parent)), z] as const;
    return [{ name, parent: parent < 0 ? null : names[parent], offset, bone: name as HumanoidBone }];
  });
  return buildSkeleton(joints);
}

test.each([0.06, 0.13, 0.2, 0.28])(
  'ankles %s m over the floor, without toes: the body stands on the floor',
  (ankleY) => {
    expect(ankleOverSole(inBoots(ankleY)).ankleHeight).toBeCloseTo(ankleY, 9);
  },
);

test.each([0.005, 0.06, 0.13, 0.28])('a foot is as its skin is, ankle at %s m', (ankleY) => {
  const boots = inBoots(ankleY);
  const [left, right] = (['leftFoot', 'rightFoot'] as const).map((bone) => jointOfBone(boots, bone));
  const shoe = { below: ankleY + 0.04, ahead: 0.21, behind: 0.03 };
  // The right shoe is thinner: it ends above the floor, and stands on it as soon as the leg is let down.
  const skeleton = standOnSoles(boots, [
    { joint: left, ...shoe },
    { joint: right, ...shoe, below: ankleY + 0.01 },
  ]);
  const { legs, headHeight } = buildGait(skeleton, defaultEmbodySettings.gait);
  expect(legs[0]).toMatchObject({ toeAhead: 0.21, heelBehind: 0.03 });
  expect(legs[0]?.ankleHeight).toBeCloseTo(ankleY + 0.04, 9);
  expect(legs[1]?.ankleHeight).toBeCloseTo(ankleY + 0.01, 9);
  // Nothing of it goes below the ground when the heel rises.
  expect(legs[0]?.ballFromAnkle[1]).toBeCloseTo(-ankleY - 0.04, 9);
  expect(legs[0]?.ballFromAnkle[2]).toBeCloseTo(0.21, 9);
  expect(headHeight).toBeCloseTo(1.53 + 0.04, 6);
  // The trunk stands on the same floor.
  expect(buildTrunk(skeleton).standingHeadHeight).toBeCloseTo(headHeight, 9);
});
