import { createBodyProfile } from '@leib/calibration';
import { createXrOffsets, POSE_SIZE, pointNumber } from '@leib/tracking';
import { expect, test } from 'vitest';
import { wearGrips } from './wearGrips.js';

test('calibrated grips hold for a headset alone, and only where they were calibrated', () => {
  const usual = createXrOffsets({ eyesInHead: [0, 0.05, 0.09] });
  const offsets = usual.slice();
  const offset: [number, number, number, number, number, number, number] = [0.07, -0.02, 0.01, 0, 0, 0, 1];
  const device = { role: 'leftHand' as const, isChosen: false, offset, centre: null };
  const of = (point: 'head' | 'leftHand' | 'rightHand', values: Float64Array) =>
    Array.from(values.subarray(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + POSE_SIZE));
  wearGrips(offsets, { ...createBodyProfile(), devices: { 'webxr/leftHand': device, 'dtrack:5000/body/1': device } });
  expect(of('leftHand', offsets)).toEqual(offset);
  expect(of('rightHand', offsets)).toEqual(of('rightHand', usual));
  expect(of('head', offsets)).toEqual(of('head', usual));
  // A tracker on the hand is not the controller in it.
  wearGrips(offsets, { ...createBodyProfile(), devices: { 'dtrack:5000/body/1': device } });
  expect(of('leftHand', offsets)).toEqual(of('leftHand', usual));
  wearGrips(offsets, null);
  expect([...offsets]).toEqual([...usual]);
});
