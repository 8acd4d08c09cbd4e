import { createPose } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { dance, skeleton } from '../world/world.testing.js';
import { buildMirrorJoints, placeTarget } from './placeTarget.js';

const mirrorJoints = buildMirrorJoints(skeleton);
const out = createPose(skeleton);
const again = createPose(skeleton);

test.each(seeds(20))('every joint goes where the place takes it (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const pose = dance(3 * random());
  const place = { x: random() - 0.5, z: random() - 0.5, yaw: 6 * random() - 3, isMirrored: random() < 0.5 };
  placeTarget(skeleton, mirrorJoints, pose, place, out);
  const [cosine, sine] = [Math.cos(place.yaw), Math.sin(place.yaw)];
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    const from = (place.isMirrored ? mirrorJoints[joint] : joint) * 3;
    const x = pose.worldPositions[from] * (place.isMirrored ? -1 : 1);
    const z = pose.worldPositions[from + 2];
    expect(out.worldPositions[joint * 3]).toBeCloseTo(cosine * x + sine * z + place.x, 9);
    expect(out.worldPositions[joint * 3 + 1]).toBeCloseTo(pose.worldPositions[from + 1], 9);
    expect(out.worldPositions[joint * 3 + 2]).toBeCloseTo(cosine * z - sine * x + place.z, 9);
  }
});

test('the mirror image of the mirror image is the pose itself', () => {
  const pose = dance(0.7);
  const mirror = { x: 0, z: 0, yaw: 0, isMirrored: true };
  placeTarget(skeleton, mirrorJoints, pose, mirror, out);
  placeTarget(skeleton, mirrorJoints, out, mirror, again);
  for (let i = 0; i < pose.worldPositions.length; i++)
    expect(again.worldPositions[i]).toBeCloseTo(pose.worldPositions[i], 9);
});
