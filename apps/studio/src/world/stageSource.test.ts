import { quat, yawOf } from '@leib/core';
import { readTrackingLines } from '@leib/formats';
import {
  createDeviceFrame,
  createJointReader,
  createXrOffsets,
  isTracked,
  type JointFrame,
  POSE_SIZE,
  pointNumber,
  readJoints,
} from '@leib/tracking';
import { expect, test } from 'vitest';
import { type StageSource, stageRecording } from './stageSource.js';

/** Two seconds of a headset at (2, 1.6, -3) that looks 60 degrees to the left of -Z; lost for the first half second. */
function recordHeadset() {
  const offsets = createXrOffsets();
  const head = pointNumber.head * POSE_SIZE;
  const [x, y, z, w] = quat.setAxisAngle(quat.create(), [0, 1, 0], Math.PI / 3);
  const lines = Array.from({ length: 61 }, (_, frame) =>
    JSON.stringify({ t: frame / 30, head: frame < 15 ? null : [2, 1.6, -3, x, y, z, w] }),
  );
  const header = { format: 'leib-tracking/1', hz: 30, floorY: 0, stature: 1.6 };
  const text = [JSON.stringify({ ...header, offsets: { head: [...offsets.slice(head, head + 7)] } }), ...lines].join(
    '\n',
  );
  return stageRecording(readTrackingLines(new TextEncoder().encode(text)), 'headset');
}

function frameAfter({ source, placement }: StageSource, seconds: number): JointFrame {
  const devices = createDeviceFrame();
  const reader = createJointReader(null);
  reader.placement = placement;
  source.step(seconds, devices);
  readJoints(reader, devices, source.offsets, seconds);
  return reader.tracked;
}

test.each([0.8, 1, 1.25])('a recorded person is led to the origin and faces the mirror (scale %d)', (scale) => {
  const stage = recordHeadset();
  stage.place(1 / scale);
  expect(stage.stature).toBe(1.6);
  const frame = frameAfter(stage, 1);
  expect(isTracked(frame, pointNumber.head)).toBe(true);
  const [x, , z, qx, qy, qz, qw] = frame.jointPoses;
  expect(Math.hypot(x, z)).toBeLessThan(0.15);
  expect(Math.abs(yawOf([qx, qy, qz, qw]))).toBeLessThan(1e-6);
});

test('looking for the first head leaves the recording at its beginning', () => {
  const stage = recordHeadset();
  stage.place(1);
  expect(stage.source.timeline?.timeSeconds).toBe(0);
  expect(isTracked(frameAfter(stage, 0.1), pointNumber.head)).toBe(false);
});
