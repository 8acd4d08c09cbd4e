import { buildSkeleton } from '@leib/core';
import { expect, test } from 'vitest';
import { buildHeightMap, mapHeight } from './heightMap.js';

/** Foot, knee, hips and head at these heights. */
function bodyOf(foot: number, knee: number, hips: number, head: number) {
  return buildSkeleton([
    { name: 'hips', offset: [0, hips, 0], bone: 'hips' },
    { name: 'head', parent: 'hips', offset: [0, head - hips, 0], bone: 'head' },
    { name: 'hip', parent: 'hips', offset: [0.1, 0, 0], bone: 'leftUpperLeg' },
    { name: 'knee', parent: 'hip', offset: [0, knee - hips, 0], bone: 'leftLowerLeg' },
    { name: 'foot', parent: 'knee', offset: [0, foot - knee, 0], bone: 'leftFoot' },
  ]);
}

test('people need no map', () => {
  expect(buildHeightMap(bodyOf(0.083, 0.493, 0.904, 1.551))).toBeNull();
  expect(buildHeightMap(bodyOf(0.166, 0.986, 1.808, 3.102))).toBeNull();
});

test('a standing wearer has the hips, knees and feet of an avatar with short legs where they are at rest', () => {
  const map = buildHeightMap(bodyOf(0.06, 0.18, 0.3, 0.9)) ?? { from: [], to: [] };
  const person = 0.9 / 1.551;
  for (const [wearer, avatar] of [
    [0, 0],
    [0.083, 0.06],
    [0.493, 0.18],
    [0.904, 0.3],
    [1.551, 0.9],
  ]) {
    expect(mapHeight(map, wearer * person)).toBeCloseTo(avatar, 3);
  }
});

test('what is higher stays higher, and jumps and floors below are kept', () => {
  const map = buildHeightMap(bodyOf(0.06, 0.18, 0.3, 0.9)) ?? { from: [], to: [] };
  let before = mapHeight(map, -0.2);
  expect(before).toBe(-0.2);
  for (let height = -0.19; height < 1.5; height += 0.01) {
    const next = mapHeight(map, height);
    expect(next).toBeGreaterThan(before);
    before = next;
  }
  expect(mapHeight(map, 1.2)).toBeCloseTo(1.2, 9);
});
