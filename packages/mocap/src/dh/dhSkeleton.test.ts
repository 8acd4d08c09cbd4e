import { createPose, jointOfBone, refusalOf, requireDecoded } from '@leib/core';
import { buildAngleBinding, createAgentAngles, defaultAngleLayout, poseFromAngles } from '@leib/core/pack';
import { seededRandom, seeds, testBody } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { buildDhLinks } from './buildDhLinks.js';
import { defaultDhSkeleton, defaultDhSkeletonJson } from './defaultDhSkeleton.js';
import { createDhFrames, type DhSkeleton, frameAt, updateDhFrames } from './dhSkeleton.js';
import { dhSkeletonText, parseDhSkeleton } from './parseDhSkeleton.js';

/** Largest distance between the joints of the links and those of the pose that the same angles give. */
function largestDifference({ links, layout, skeleton }: DhSkeleton, seed: number): number {
  const random = seededRandom(seed);
  const agent = createAgentAngles(layout);
  agent.angles.forEach((_, dof) => {
    agent.angles[dof] = (random() - 0.5) * 2 * Math.PI;
  });
  agent.rootPosition.set([random(), random(), random()]);
  const pose = createPose(skeleton);
  poseFromAngles(buildAngleBinding(layout, skeleton), agent, pose);
  const frames = createDhFrames(links);
  updateDhFrames(frames, links, agent.rootPosition, agent.angles);
  let largest = 0;
  for (const [index, { joint }] of links.entries()) {
    if (joint === null) continue;
    const at = frameAt(frames, index) + 9;
    const place = jointOfBone(skeleton, joint) * 3;
    for (let i = 0; i < 3; i++) {
      largest = Math.max(largest, Math.abs(frames.frames[at + i] - pose.worldPositions[place + i]));
    }
  }
  return largest;
}

test('the default has the angles of the default layout, about the same axes', () => {
  const { dofs } = defaultDhSkeleton.layout;
  expect(dofs.map(({ name, bone }) => [name, bone])).toEqual(
    defaultAngleLayout.dofs.map(({ name, bone }) => [name, bone]),
  );
  dofs.forEach(({ axis }, dof) => {
    for (let i = 0; i < 3; i++) expect(axis[i]).toBeCloseTo(defaultAngleLayout.dofs[dof].axis[i], 6);
  });
  expect(defaultDhSkeletonJson.links.filter(({ turns }) => turns)).toHaveLength(46);
});

test.each(seeds(50))('links and pose put every joint at the same place (seed %i)', (seed) => {
  expect(largestDifference(defaultDhSkeleton, seed)).toBeLessThan(1e-9);
});

test.each(seeds(20))('so do links that are laid on another body (seed %i)', (seed) => {
  const skeleton = testBody();
  const links = buildDhLinks(defaultAngleLayout, skeleton);
  expect(largestDifference({ name: 'test', layout: defaultAngleLayout, skeleton, links }, seed)).toBeLessThan(1e-9);
});

test('what is written is read again', () => {
  const again = requireDecoded(parseDhSkeleton(dhSkeletonText(defaultDhSkeleton)));
  expect(again.layout.dofs.map(({ name }) => name)).toEqual(defaultAngleLayout.dofs.map(({ name }) => name));
  again.skeleton.restWorldPositions.forEach((value, i) => {
    expect(value).toBeCloseTo(defaultDhSkeleton.skeleton.restWorldPositions[i], 4);
  });
});

describe('a file that cannot be used is refused in one sentence', () => {
  const hips = [
    { name: 'tilt', parent: null, theta: 180, alpha: 90 },
    { name: 'y', parent: 'tilt', turns: true, theta: -90, alpha: 90 },
    { name: 'x', parent: 'y', turns: true, theta: -90, alpha: 90 },
    { name: 'z', parent: 'x', turns: true },
  ];
  const file = (links: readonly unknown[]) => JSON.stringify({ format: 'leib-dh/1', name: 'test', links });

  test('three links that turn the hips are a skeleton already', () => {
    expect(refusalOf(parseDhSkeleton(file(hips)))).toBeNull();
  });

  test.each([
    [[...hips, { name: 'a', parent: 'b' }], 'links[4] "a": expected a parent that stands before it, got "b"'],
    [[...hips, { name: 'z', parent: 'x' }], 'links[4] "z": expected a name of its own, got one twice'],
    [[...hips, { name: 'a', parent: 'z', d: 'far' }], 'links[4].d: expected a number, got "far"'],
    [[...hips, { name: 'a', parent: 'z', joint: 'tail' }], 'links[4].joint: expected one of "hips"'],
    [
      [...hips, { name: 'a', parent: 'z', joint: 'spine' }],
      'links[4] "a": expected a length from hips to spine, got 0.0',
    ],
    [
      [...hips, { name: 'a', parent: 'z', joint: 'spine', a: 0.1 }, { name: 'b', parent: 'z', joint: 'spine', a: 0.2 }],
      'links[5] "b": expected each joint once, got spine again',
    ],
    [
      [
        ...hips,
        { name: 'a', parent: 'z', joint: 'spine', a: 0.1 },
        { name: 'b', parent: 'a', a: 0.1 },
        { name: 'c', parent: 'b', turns: true },
      ],
      'links[6] "c": expected an axis through the joint of spine, got one that passes it at 0.1000 m',
    ],
    [
      [...hips, { name: 'a', parent: 'z', turns: true }],
      'links[4] "a": expected at most three links that turn hips, got a fourth',
    ],
    [[...hips.slice(0, 3), { name: 'z', parent: 'y', turns: true }], 'links[3] "z": expected it behind "x"'],
    [
      [
        ...hips.slice(0, 2),
        { name: 'x', parent: 'y', turns: true, alpha: 45 },
        { name: 'z', parent: 'x', turns: true },
      ],
      'links[3] "z": expected an axis square to that of "x", got 45.0 degrees',
    ],
    [hips.slice(0, 3), 'links: expected three links that turn the hips, got 2'],
  ])('%#', (links, sentence) => {
    const refusal = refusalOf(parseDhSkeleton(file(links)));
    expect(refusal).toContain(sentence);
    expect(refusal).not.toContain('\n');
  });
});
