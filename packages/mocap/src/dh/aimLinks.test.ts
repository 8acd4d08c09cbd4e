import { createQuat, quat, vec3 } from '@leib/core';
import { turnAbout } from '@leib/core/pack';
import { randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { aimLink, aimPair, buildLinkAim, buildPairAim, createLinkPose, updateFixedBefore } from './aimLinks.js';
import { defaultDhSkeleton } from './defaultDhSkeleton.js';

const { links, layout } = defaultDhSkeleton;
const linkOf = (name: string) => links.findIndex((link) => link.name === name);
const axisOf = (name: string) => layout.dofs.find((dof) => dof.name === name)?.axis as [number, number, number];

function poseAtRest() {
  const pose = createLinkPose(links, new Float64Array(layout.dofs.length));
  links.forEach((_, link) => {
    updateFixedBefore(pose, link);
  });
  pose.now.frames.set(pose.rest.frames);
  return pose;
}

test.each(seeds(100))('two links bring the arm to any direction (seed %i)', (seed) => {
  const pose = poseAtRest();
  const wanted = randomUnit(seededRandom(seed));
  const [first, second] = [linkOf('leftUpperArm.around'), linkOf('leftUpperArm.swing')];
  const pair = buildPairAim(links, pose.rest, { first, second, atRest: [1, 0, 0] });
  // The share near the pole is below one, so that a few frames are needed there.
  for (let frame = 0; frame < 200; frame++) aimPair(pose, pair, wanted, 1 / 60);
  const a = pose.angles[links[first].dof];
  const b = pose.angles[links[second].dof];
  const rotation = turnAbout(createQuat(), axisOf('leftUpperArm.around'), a);
  quat.multiply(rotation, rotation, turnAbout(createQuat(), axisOf('leftUpperArm.swing'), b));
  const reached = vec3.transformQuat([0, 0, 0], [1, 0, 0], rotation);
  expect(vec3.distance(reached, wanted)).toBeLessThan(1e-6);
});

test.each([0.3, -2, 3])('one link turns a vector by the angle that it is away (%d)', (angle) => {
  const pose = poseAtRest();
  const bend = linkOf('leftLowerLeg.bend');
  const wanted = vec3.transformQuat([0, 0, 0], [0, -1, 0], turnAbout(createQuat(), [1, 0, 0], angle));
  aimLink(pose, buildLinkAim(links, pose.rest, bend, [0, -1, 0]), wanted);
  expect(pose.angles[links[bend].dof]).toBeCloseTo(angle, 9);
});

test('angles go on beyond half a turn', () => {
  const pose = poseAtRest();
  const bend = linkOf('leftLowerLeg.bend');
  for (let step = 0; step <= 50; step++) {
    const wanted = vec3.transformQuat([0, 0, 0], [0, -1, 0], turnAbout(createQuat(), [1, 0, 0], step * 0.2));
    aimLink(pose, buildLinkAim(links, pose.rest, bend, [0, -1, 0]), wanted);
  }
  expect(pose.angles[links[bend].dof]).toBeCloseTo(10, 9);
});
