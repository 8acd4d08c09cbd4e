import { defaultSkeleton, scaleSkeleton } from '@leib/body';
import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { expect, test } from 'vitest';
import { packReached, ReachedPoses } from './reachedPose.js';

const raised = () => {
  const pose = createPose(defaultSkeleton);
  const joint = jointOfBone(defaultSkeleton, 'leftUpperArm');
  pose.localRotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], joint * 4);
  pose.rootPosition[0] += 0.2;
  updateWorldPose(defaultSkeleton, pose);
  return pose;
};

test('an operator sees the body that the participant sees, in the lengths of the body that is drawn', () => {
  const message = JSON.parse(JSON.stringify(packReached(defaultSkeleton, raised(), createPose(defaultSkeleton))));
  expect(JSON.stringify(message).length).toBeLessThan(700);
  const skeleton = scaleSkeleton(1.5);
  const tracked = createPose(skeleton);
  const shown = new ReachedPoses().of('p1', message, { skeleton, pose: tracked });
  if (shown === null) throw new Error('expected a pose');
  const [arm, hand] = (['leftUpperArm', 'leftHand'] as const).map((bone) => {
    const at = jointOfBone(skeleton, bone) * 3;
    return shown.worldPositions.subarray(at, at + 3);
  });
  expect(hand[1]).toBeGreaterThan(arm[1] + 0.3);
  expect(shown.rootPosition[0]).toBeCloseTo(tracked.rootPosition[0] + 0.2, 3);
});

test.each([undefined, {}, { turns: 'AAAA', moved: [0, 0, 0] }, { turns: 3, moved: [] }])(
  'where a station says no pose, %j, there is none',
  (message) => {
    const pose = createPose(defaultSkeleton);
    expect(new ReachedPoses().of('p1', message, { skeleton: defaultSkeleton, pose })).toBeNull();
  },
);
