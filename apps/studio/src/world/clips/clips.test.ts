import { type HumanoidBone, jointOfBone, seekTimeline, vec3 } from '@leib/core';
import { buildBaseline, createBaselineState, stepBaseline } from '@leib/embody';
import {
  createDeviceFrame,
  createJointReader,
  type DeviceFrame,
  POSE_SIZE,
  pointNumber,
  readJoints,
} from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { readDefaultBody } from '../demo/defaultBody.testing.js';
import { KeyframeSource } from '../demo/keyframeSource.js';
import { clipList, loadClip } from './clipList.js';

const points = ['head', 'leftHand', 'rightHand'] as const;
const hz = 60;
const body = readDefaultBody();
const performances = await Promise.all(clipList.map(async ({ id }) => [id, await loadClip(id)] as const));

function placeOf(frame: DeviceFrame, point: (typeof points)[number]): Float64Array {
  const at = pointNumber[point] * POSE_SIZE;
  return frame.devicePoses.slice(at, at + 3);
}

describe.each(performances)('the clip %s', (_, performance) => {
  test('loops without a jump', () => {
    const source = new KeyframeSource(performance);
    source.timeline.isPlaying = false;
    const frameAt = (seconds: number) => {
      const frame = createDeviceFrame();
      seekTimeline(source.timeline, seconds);
      source.step(0, frame);
      return frame;
    };
    const [start, end] = [frameAt(0), frameAt(performance.seconds)];
    for (const point of points) {
      expect(vec3.distance(placeOf(start, point), placeOf(end, point))).toBeLessThan(1e-6);
      const at = pointNumber[point] * POSE_SIZE + 3;
      const cosine = [0, 1, 2, 3].reduce((sum, k) => sum + start.devicePoses[at + k] * end.devicePoses[at + k], 0);
      expect(Math.abs(cosine)).toBeCloseTo(1, 6);
    }
  });

  test('keeps to speeds of a person, and hands stay in reach of the default body', () => {
    const source = new KeyframeSource(performance);
    const model = buildBaseline(body);
    const state = createBaselineState(model);
    const reader = createJointReader(body);
    const [frame, before] = [createDeviceFrame(), createDeviceFrame()];
    const jointAt = (bone: HumanoidBone) => {
      const joint = jointOfBone(body, bone);
      return state.pose.worldPositions.slice(joint * 3, joint * 3 + 3);
    };
    source.step(0, before);
    for (let i = 1; i < performance.seconds * hz; i++) {
      source.step(1 / hz, frame);
      for (const point of points) {
        const speed = vec3.distance(placeOf(frame, point), placeOf(before, point)) * hz;
        expect(speed, `${point} at ${i / hz} s`).toBeLessThan(point === 'head' ? 1.2 : 2.8);
      }
      before.devicePoses.set(frame.devicePoses);
      stepBaseline(model, state, readJoints(reader, frame, source.offsets, 1 / hz), 1 / hz);
      for (const side of ['left', 'right'] as const) {
        const gap = vec3.distance(jointAt(`${side}Hand`), placeOf(frame, `${side}Hand`));
        expect(gap, `${side} wrist at ${i / hz} s`).toBeLessThan(0.03);
      }
    }
  });
});

test('fingers take part: the dance points with the index finger, the reach closes both hands', async () => {
  const frame = createDeviceFrame();
  const at = async (id: 'dance' | 'reach', seconds: number) => {
    const source = new KeyframeSource(await loadClip(id));
    seekTimeline(source.timeline, seconds);
    source.step(0, frame);
    return frame;
  };
  const beat = (60 / 116) * 6;
  expect((await at('dance', beat)).rightController).toMatchObject({
    grip: expect.closeTo(1, 1),
    trigger: expect.closeTo(0, 1),
  });
  expect((await at('reach', 6)).leftController.grip).toBeGreaterThan(0.4);
});
