import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { averageBody, takesWearer } from '../bodySpec.js';
import { initialBodyState } from '../bodyState.js';
import { meterWords } from '../measureWords.js';
import { WearerMeasuring } from './wearerMeasuring.js';

/** A T-pose in metres of an avatar that is half as tall as the wearer. */
function tPose() {
  const frame = createJointFrame();
  const put = (point: 'head' | 'leftHand' | 'rightHand', x: number, y: number) => {
    frame.jointPoses.set([x, y, 0, 0, 0, 0, 1], pointNumber[point] * POSE_SIZE);
    frame.quality[pointNumber[point]] = quality.tracked;
  };
  put('head', 0, 0.75);
  put('leftHand', 0.35, 0.7);
  put('rightHand', -0.35, 0.7);
  return frame;
}

test('while the meter is on, a T-pose is measured in the wearer’s metres and handed over once', () => {
  const takeWearer = vi.fn(async () => {});
  const state = createStore(() => initialBodyState);
  const measuring = new WearerMeasuring({ state, takeWearer });
  for (let i = 0; i < 30; i++) measuring.step(tPose(), 2, 0.1);
  expect(takeWearer).not.toHaveBeenCalled();
  state.setState({ meter: { advice: '', progress: 0, lengths: {} } });
  measuring.step(null, 2, 0.2);
  expect(state.getState().meter?.advice).toBe('Put on a headset or trackers.');
  for (let i = 0; i < 10; i++) measuring.step(tPose(), 2, 0.1);
  const meter = state.getState().meter;
  expect(meter?.progress).toBeGreaterThan(0.5);
  expect(meter && meterWords(meter)).toMatch(
    /^Hold this pose\. Measured: neck at 150\.0 cm, wrists 140\.0 cm apart\.$/,
  );
  for (let i = 0; i < 30; i++) measuring.step(tPose(), 2, 0.1);
  expect(takeWearer).toHaveBeenCalledTimes(1);
  expect(takeWearer).toHaveBeenCalledWith({ headHeight: expect.closeTo(1.5, 5), wristSpan: expect.closeTo(1.4, 5) });
  expect(state.getState().meter).toBeNull();
});

test('measures of the trackers replace typed ones; others stay, and count', () => {
  const body = {
    ...averageBody('female', '4'),
    measures: { stature: 1.6, weight: 60 },
    betas: [1],
    words: { tall: 2 },
  };
  const taken = takesWearer(body, { stature: 1.71, armLength: 0.58 });
  expect(taken).toMatchObject({ take: '3', betas: null, measures: { stature: 1.71, weight: 60, armLength: 0.58 } });
  expect(taken.words).toBeUndefined();
});
