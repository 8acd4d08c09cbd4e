import { expect, test } from 'vitest';
import { createQuat, createVec3, quat, vec3 } from '../math/index.js';
import { randomPoint, randomQuat, randomTransform, seededRandom, seeds, transformPoint } from '../testing.js';
import { buildSkeleton } from './buildSkeleton.js';
import { copyPose, createPose, type Pose, resetPose, type Skeleton, updateWorldPose } from './skeleton.js';

/** A tree of 40 joints, grown at random. */
function randomSkeleton(random: () => number): Skeleton {
  return buildSkeleton(
    Array.from({ length: 40 }, (_, joint) => {
      const [x, y, z] = randomPoint(random, 0.3);
      return { name: `j${joint}`, parent: joint === 0 ? null : `j${Math.floor(random() * joint)}`, offset: [x, y, z] };
    }),
  );
}

function pose(skeleton: Skeleton, random: () => number): Pose {
  const out = createPose(skeleton);
  out.rootPosition.set(randomPoint(random, 2) as Float64Array);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    out.localRotations.set(randomQuat(random) as Float64Array, joint * 4);
  }
  updateWorldPose(skeleton, out);
  return out;
}

const point = (p: Pose, joint: number) => p.worldPositions.subarray(joint * 3, joint * 3 + 3);
const rotation = (p: Pose, joint: number) => p.worldRotations.subarray(joint * 4, joint * 4 + 4);

test.each(seeds(10))("it is gl-matrix's forward kinematics, written out (seed %i)", (seed) => {
  const random = seededRandom(seed);
  const skeleton = randomSkeleton(random);
  const out = pose(skeleton, random);
  for (let joint = 1; joint < skeleton.jointCount; joint++) {
    const parent = skeleton.parents[joint];
    const local = out.localRotations.subarray(joint * 4, joint * 4 + 4);
    const expected = quat.multiply(createQuat(), rotation(out, parent), local);
    for (let k = 0; k < 4; k++) expect(rotation(out, joint)[k]).toBeCloseTo(expected[k], 12);
    const offset = skeleton.restOffsets.subarray(joint * 3, joint * 3 + 3);
    const place = vec3.transformQuat(createVec3(), offset, rotation(out, parent));
    vec3.add(place, place, point(out, parent));
    expect(vec3.distance(point(out, joint), place)).toBeLessThan(1e-12);
  }
});

test.each(seeds(10))('bones keep their length, rotations stay unit (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const skeleton = randomSkeleton(random);
  const out = pose(skeleton, random);
  for (let joint = 1; joint < skeleton.jointCount; joint++) {
    const length = vec3.length(skeleton.restOffsets.subarray(joint * 3, joint * 3 + 3));
    expect(vec3.distance(point(out, joint), point(out, skeleton.parents[joint]))).toBeCloseTo(length, 12);
    expect(quat.length(rotation(out, joint))).toBeCloseTo(1, 12);
  }
});

test.each(seeds(10))('moving and turning the root moves and turns everything with it (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const skeleton = randomSkeleton(random);
  const before = pose(skeleton, random);
  const move = randomTransform(random, 2);
  const after = createPose(skeleton);
  copyPose(after, before);
  after.rootPosition.set(transformPoint(move, before.rootPosition) as Float64Array);
  after.localRotations.set(quat.multiply(createQuat(), move.rotation, rotation(before, 0)) as Float64Array);
  updateWorldPose(skeleton, after);
  for (let joint = 0; joint < skeleton.jointCount; joint++) {
    expect(vec3.distance(point(after, joint), transformPoint(move, point(before, joint)))).toBeLessThan(1e-12);
  }
});

test.each(seeds(5))('from a joint on it is the same as the whole (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const skeleton = randomSkeleton(random);
  const whole = pose(skeleton, random);
  whole.localRotations.set(randomQuat(random) as Float64Array, 17 * 4);
  const part = createPose(skeleton);
  copyPose(part, whole);
  updateWorldPose(skeleton, whole);
  updateWorldPose(skeleton, part, 17);
  expect(part).toEqual(whole);
});

test('a new pose is at rest, and a reset one is new', () => {
  const random = seededRandom(1);
  const skeleton = randomSkeleton(random);
  const fresh = createPose(skeleton);
  expect([...fresh.worldPositions]).toEqual([...skeleton.restWorldPositions]);
  const forward = createPose(skeleton);
  updateWorldPose(skeleton, forward);
  forward.worldPositions.forEach((value, i) => {
    expect(value).toBeCloseTo(skeleton.restWorldPositions[i], 12);
  });
  const used = pose(skeleton, random);
  resetPose(skeleton, used);
  expect(used).toEqual(fresh);
});

test('a copy shares nothing', () => {
  const random = seededRandom(2);
  const skeleton = randomSkeleton(random);
  const [from, to] = [pose(skeleton, random), createPose(skeleton)];
  copyPose(to, from);
  expect(to).toEqual(from);
  from.worldPositions[0] += 1;
  expect(to.worldPositions[0]).not.toBe(from.worldPositions[0]);
});
