import { expect, test } from 'vitest';
import { buildSkeleton } from './buildSkeleton.js';
import { checkPose, createPoseGuard } from './poseFade.js';
import { createPose, type Pose } from './skeleton.js';

const skeleton = buildSkeleton([
  { name: 'a', offset: [0, 1, 0] },
  { name: 'b', parent: 'a', offset: [0, 1, 0] },
]);
const fields: (keyof Pose)[] = ['rootPosition', 'localRotations', 'worldPositions', 'worldRotations'];
const bad = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

test('a good pose passes untouched and is remembered', () => {
  const guard = createPoseGuard(skeleton);
  const pose = createPose(skeleton);
  pose.rootPosition[0] = 5;
  pose.localRotations[7] = 1e300;
  expect(checkPose(guard, pose)).toBe(true);
  expect(pose.rootPosition[0]).toBe(5);
  expect(guard.lastGood).toEqual(pose);
  expect(guard.refusedCount).toBe(0);
});

test.each(fields.flatMap((field) => bad.map((value) => [field, value] as const)))(
  '%s with %f in it is refused anywhere, counted, and the last good pose is back',
  (field, value) => {
    const guard = createPoseGuard(skeleton);
    const good = createPose(skeleton);
    good.rootPosition[2] = 3;
    checkPose(guard, good);
    for (let i = 0; i < good[field].length; i++) {
      const pose = createPose(skeleton);
      pose[field][i] = value;
      expect(checkPose(guard, pose)).toBe(false);
      expect(pose).toEqual(good);
      expect(guard.refusedCount).toBe(i + 1);
    }
  },
);

test('before any good pose, the rest pose is held', () => {
  const pose = createPose(skeleton);
  pose.worldPositions[4] = Number.NaN;
  checkPose(createPoseGuard(skeleton), pose);
  expect(pose).toEqual(createPose(skeleton));
});
