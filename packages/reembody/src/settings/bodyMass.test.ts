import type { HumanoidBone } from '@leib/core';
import { expect, test } from 'vitest';
import { massesOfParts, sexes } from './bodyMass.js';

const bodyBones: readonly HumanoidBone[] = [
  'hips',
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  ...(['left', 'right'] as const).flatMap((side): HumanoidBone[] => [
    `${side}Shoulder`,
    `${side}UpperArm`,
    `${side}LowerArm`,
    `${side}Hand`,
    `${side}UpperLeg`,
    `${side}LowerLeg`,
    `${side}Foot`,
    `${side}Toes`,
  ]),
];
const sum = (masses: ReadonlyMap<HumanoidBone, number>) => [...masses.values()].reduce((a, b) => a + b, 0);

test.each(sexes)('masses add up to the whole, %s', (sex) => {
  expect(sum(massesOfParts(bodyBones, sex, 72))).toBeCloseTo(72, 9);
});

test('de Leva’s shares: a man’s thigh is 14.16 % of him, his shank 4.33 %, his upper arm 2.71 %', () => {
  const masses = massesOfParts(bodyBones, 'male', 100);
  expect(masses.get('leftUpperLeg')).toBeCloseTo(14.16, 2);
  expect(masses.get('rightLowerLeg')).toBeCloseTo(4.33, 2);
  expect(masses.get('leftUpperArm')).toBeCloseTo(2.71, 2);
  // Upper chest and both shoulders share the upper trunk's 15.96 % equally, and the shoulders are two.
  expect(masses.get('upperChest')).toBeCloseTo(15.96 / 3, 2);
  expect(masses.get('leftShoulder')).toBeCloseTo(15.96 / 3, 2);
});

test('the average lies between', () => {
  const [female, male, average] = sexes.map((sex) => massesOfParts(bodyBones, sex, 72).get('spine') ?? 0);
  expect(average).toBeGreaterThan(Math.min(female, male));
  expect(average).toBeLessThan(Math.max(female, male));
});

test.each<[string, readonly HumanoidBone[]]>([
  ['upper chest', ['upperChest']],
  ['shoulders', ['leftShoulder', 'rightShoulder']],
  ['hands and feet', ['leftHand', 'rightHand', 'leftFoot', 'rightFoot', 'leftToes', 'rightToes']],
  ['everything but hips and spine', bodyBones.slice(2)],
])('nothing is lost without %s', (_name, missing) => {
  const rest = bodyBones.filter((bone) => !missing.includes(bone));
  const masses = massesOfParts(rest, 'average', 60);
  expect([...masses.keys()].sort()).toEqual([...rest].sort());
  expect(sum(masses)).toBeCloseTo(60, 9);
});

test('a missing foot is the shin’s, not the other side’s', () => {
  const whole = massesOfParts(bodyBones, 'male', 72);
  const without = massesOfParts(
    bodyBones.filter((bone) => bone !== 'leftFoot' && bone !== 'leftToes'),
    'male',
    72,
  );
  expect(without.get('leftLowerLeg')).toBeGreaterThan(whole.get('leftLowerLeg') ?? 0);
  expect(without.get('rightLowerLeg')).toBeCloseTo(whole.get('rightLowerLeg') ?? 0, 9);
});
