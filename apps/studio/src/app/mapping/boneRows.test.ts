import { humanoidBones } from '@leib/core';
import { expect, test } from 'vitest';
import { boneGroups, boneLabel } from './boneRows.js';

test('every humanoid bone is listed once, the needed ones first', () => {
  const listed = boneGroups.flatMap(({ bones }) => bones);
  expect([...listed].sort()).toEqual([...humanoidBones].sort());
  expect(boneGroups[0].bones).toContain('leftUpperLeg');
});

test('bones have names that people use, each its own', () => {
  expect(boneLabel('leftUpperLeg')).toBe('Left thigh');
  expect(boneLabel('rightShoulder')).toBe('Right collar bone');
  expect(boneLabel('leftIndexProximal')).toBe('Left index proximal');
  expect(boneLabel('upperChest')).toBe('Upper chest');
  expect(new Set(humanoidBones.map(boneLabel)).size).toBe(humanoidBones.length);
});
