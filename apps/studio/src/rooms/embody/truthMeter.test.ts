import { createPlacement, createTrackedFrame, placeTrackedFrame } from '@leib/tracking';
import { expect, test } from 'vitest';
import { invertPlacement } from './truthMeter.js';

test('what was placed on the stage goes back to where the clip has it', () => {
  const placement = { scale: 1.3, yaw: 2.1, x: 0.4, y: -0.2, z: 3 };
  const back = createPlacement();
  invertPlacement(placement, back);
  const frame = createTrackedFrame();
  frame.poses.forEach((_, i) => {
    frame.poses[i] = Math.sin(i * 1.7);
  });
  const before = [...frame.poses];
  placeTrackedFrame(frame, placement);
  placeTrackedFrame(frame, back);
  for (const [i, value] of before.entries()) expect(frame.poses[i]).toBeCloseTo(value, 12);
});
