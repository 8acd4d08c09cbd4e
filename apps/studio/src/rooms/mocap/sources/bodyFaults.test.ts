import { createBodyFrame } from '@leib/mocap';
import { quality } from '@leib/tracking';
import { expect, test } from 'vitest';
import { applyBodyFaults, createBodyFaults } from './bodyFaults.js';

test('hidden bodies are lost, exchanged ones have each other’s poses and qualities', () => {
  const frame = createBodyFrame(['head', 'leftHand', 'rightHand']);
  frame.quality.set([quality.tracked, quality.tracked, quality.inferred]);
  frame.poses.set([0, 1, 2, 0, 0, 0, 1], 7);
  frame.poses.set([3, 4, 5, 1, 0, 0, 0], 14);
  const faults = createBodyFaults();
  faults.hidden.add('head').add('back');
  faults.exchanged = ['leftHand', 'rightHand'];
  applyBodyFaults(faults, frame);
  expect([...frame.quality]).toEqual([quality.lost, quality.inferred, quality.tracked]);
  expect([...frame.poses.subarray(7)]).toEqual([3, 4, 5, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1]);
});
