import { createJointFrame, createPlacement, placeJointFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { invertPlacement } from './truthMeter.js';

test('what was placed on the stage goes back to where the clip has it', () => {
  const placement = { scale: 1.3, yaw: 2.1, x: 0.4, y: -0.2, z: 3 };
  const back = createPlacement();
  invertPlacement(placement, back);
  const frame = createJointFrame();
  frame.jointPoses.forEach((_, i) => {
    frame.jointPoses[i] = Math.sin(i * 1.7);
  });
  const before = [...frame.jointPoses];
  placeJointFrame(frame, placement);
  placeJointFrame(frame, back);
  for (const [i, value] of before.entries()) expect(frame.jointPoses[i]).toBeCloseTo(value, 12);
});
