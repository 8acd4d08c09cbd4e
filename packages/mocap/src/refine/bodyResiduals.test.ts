import { createPose, createQuat, quat, updateWorldPose } from '@leib/core';
import { testBody } from '@leib/core/testing';
import { POSE_SIZE, quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { createBodyFrame } from '../bodies/bodyFrame.js';
import type { MocapOffsets } from '../offsets/offsets.js';
import { createBodyResiduals, measureBodyResiduals, placeBodies } from './bodyPlacement.js';

const skeleton = testBody();
const offsets: MocapOffsets = {
  bodies: [
    {
      name: 'leftElbow',
      bone: 'leftLowerArm',
      restRotation: [0, 0, 0, 1],
      joints: [{ joint: 'leftElbow', bone: 'leftLowerArm', positionLocal: [-0.1, 0, 0.03] }],
    },
  ],
};

test('a body that is 5 mm and 3 degrees off has these residuals, whatever the pose; a lost one has none', () => {
  const pose = createPose(skeleton);
  const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], 1.1);
  pose.localRotations.set(turn, 0);
  updateWorldPose(skeleton, pose);
  const placements = placeBodies(skeleton, offsets);
  const frame = createBodyFrame(['back', 'leftElbow']);
  const joint = placements[0].joint;
  const place = [0.1, 0, -0.03] as [number, number, number];
  const [x, , z] = place;
  // About +Y: x' = x cos + z sin, z' = z cos - x sin.
  const [c, s] = [Math.cos(1.1), Math.sin(1.1)];
  const at = POSE_SIZE;
  frame.poses.set(pose.worldPositions.subarray(joint * 3, joint * 3 + 3), at);
  frame.poses[at] += x * c + z * s;
  frame.poses[at + 1] += 0.005;
  frame.poses[at + 2] += z * c - x * s;
  frame.poses.set(
    quat.multiply(createQuat(), quat.setAxisAngle(createQuat(), [1, 0, 0], (3 * Math.PI) / 180), turn),
    at + 3,
  );
  frame.quality.set([quality.lost, quality.tracked]);
  const residuals = createBodyResiduals(2);
  measureBodyResiduals(placements, pose, frame, [0, 1], residuals);
  expect(residuals.positions[1]).toBeCloseTo(0.005, 6);
  expect((residuals.rotations[1] * 180) / Math.PI).toBeCloseTo(3, 4);
  expect(residuals.positions[0]).toBeNaN();
  frame.quality[1] = quality.lost;
  measureBodyResiduals(placements, pose, frame, [0, 1], residuals);
  expect(residuals.rotations[1]).toBeNaN();
  // Ids exchanged: the body is read from the other one's slot.
  frame.quality.set([quality.tracked, quality.lost]);
  frame.poses.copyWithin(0, at, at + POSE_SIZE);
  measureBodyResiduals(placements, pose, frame, [1, 0], residuals);
  expect(residuals.positions[1]).toBeCloseTo(0.005, 6);
});
