import { expect, test } from 'vitest';
import { createVec3, vec3 } from '../math/index.js';
import { averageProportions, bodyJoints } from '../rig/bodyFixture.testing.js';
import { buildSkeleton, jointOfBone } from '../skeleton/buildSkeleton.js';
import { createPose, updateWorldPose } from '../skeleton/skeleton.js';
import { angleBetween, randomQuat, randomUnit, seededRandom, seeds } from '../testing.js';
import { type BendableLimb, bendLimb } from './twoBoneIk.js';

const skeleton = buildSkeleton(bodyJoints(averageProportions));
const joint = (bone: Parameters<typeof jointOfBone>[1]) => jointOfBone(skeleton, bone);
const arm: BendableLimb = {
  upper: joint('leftUpperArm'),
  lower: joint('leftLowerArm'),
  end: joint('leftHand'),
  restPole: createVec3(0, 0, -1),
};
const [upperLength, lowerLength] = [arm.lower, arm.end].map((end) =>
  vec3.length(skeleton.restOffsets.subarray(end * 3, end * 3 + 3)),
);

/** Any pose: the arm bent and twisted anyhow, its twist joint too. */
function anyPose(seed: number) {
  const random = seededRandom(seed);
  const pose = createPose(skeleton);
  for (let i = 0; i < skeleton.jointCount; i++) pose.localRotations.set(randomQuat(random) as Float64Array, i * 4);
  pose.localRotations.set([0, 0, 0, 1], skeleton.names.indexOf('leftUpperArmTwist') * 4);
  updateWorldPose(skeleton, pose);
  return { pose, random };
}

const place = (positions: Float64Array, at: number) => positions.slice(at * 3, at * 3 + 3);
const turn = (rotations: Float64Array, at: number) => rotations.slice(at * 4, at * 4 + 4);

test.each(seeds(50))('a hand in reach arrives, bones keep lengths and the hand its rotation (seed %i)', (seed) => {
  const { pose, random } = anyPose(seed);
  const shoulder = place(pose.worldPositions, arm.upper);
  const handBefore = turn(pose.worldRotations, arm.end);
  const reach = upperLength + lowerLength;
  const target = vec3.scaleAndAdd(createVec3(), shoulder, randomUnit(random), reach * (0.1 + 0.85 * random()));
  expect(bendLimb(skeleton, pose, arm, target)).toBe(true);
  const [elbow, hand] = [place(pose.worldPositions, arm.lower), place(pose.worldPositions, arm.end)];
  expect(vec3.distance(hand, target)).toBeLessThan(1e-9);
  expect(vec3.distance(shoulder, elbow)).toBeCloseTo(upperLength, 9);
  expect(vec3.distance(elbow, hand)).toBeCloseTo(lowerLength, 9);
  expect(angleBetween(turn(pose.worldRotations, arm.end), handBefore)).toBeLessThan(1e-6);
});

test.each(seeds(20))('a hand that is there already stays, with every joint of the arm (seed %i)', (seed) => {
  const { pose } = anyPose(seed);
  const before = pose.localRotations.slice();
  bendLimb(skeleton, pose, arm, place(pose.worldPositions, arm.end));
  for (const at of [arm.upper, arm.lower, arm.end]) {
    expect(angleBetween(turn(pose.localRotations, at), turn(before, at))).toBeLessThan(1e-6);
  }
});

test('out of reach the arm stretches towards the target, and a straight one bends to its rest pole', () => {
  const pose = createPose(skeleton);
  const shoulder = place(pose.worldPositions, arm.upper);
  expect(bendLimb(skeleton, pose, arm, vec3.add(createVec3(), shoulder, [9, 0, 0]))).toBe(false);
  expect(place(pose.worldPositions, arm.end)[0]).toBeCloseTo(shoulder[0] + upperLength + lowerLength, 9);
  bendLimb(skeleton, pose, arm, vec3.add(createVec3(), shoulder, [0.3, 0, 0]));
  expect(place(pose.worldPositions, arm.lower)[2]).toBeLessThan(shoulder[2] - 0.1);
});
