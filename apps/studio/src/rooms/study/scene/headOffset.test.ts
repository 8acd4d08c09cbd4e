import { defaultSkeleton } from '@leib/body';
import {
  createDeviceFrame,
  createJointReader,
  createTrackerOffsets,
  POSE_SIZE,
  pointNumber,
  quality,
  readJoints,
  type TrackerOffsets,
} from '@leib/tracking';
import { expect, test } from 'vitest';
import { HeadOffset } from './headOffset.js';

const AT = pointNumber.head * POSE_SIZE;
/** Where the head joint is read for a head that is tracked at 1.6 m. */
function headOf(offsets: TrackerOffsets) {
  const devices = createDeviceFrame();
  devices.quality[pointNumber.head] = quality.tracked;
  devices.devicePoses.set([0, 1.6, 0, 0, 0, 0, 1], AT);
  const joints = readJoints(createJointReader(defaultSkeleton), devices, offsets, 1 / 60);
  return [joints.jointPoses[AT + 1], joints.jointPoses[AT + 2]].map((metres) => Math.round(1000 * metres) / 1000);
}

test('the body’s head goes down and back by what the tracked head is above and ahead of it, and has its own again', () => {
  const offsets = createTrackerOffsets({ head: [0, 0.1, 0.05, 0, 0, 0, 1] });
  const before = headOf(offsets);
  const head = new HeadOffset();
  head.metres = [0.04, -0.02];
  // In every frame, and not more with each.
  for (let frame = 0; frame < 3; frame++) head.apply(offsets);
  expect(headOf(offsets)).toEqual(
    [before[0] - 0.04, before[1] + 0.02].map((metres) => Math.round(1000 * metres) / 1000),
  );
  // A calibration says its own offset anew.
  offsets[AT + 1] = 0.2;
  head.apply(offsets);
  expect(offsets[AT + 1]).toBeCloseTo(0.24, 9);
  head.dispose();
  expect([offsets[AT + 1], offsets[AT + 2]]).toEqual([0.2, 0.05]);
});
