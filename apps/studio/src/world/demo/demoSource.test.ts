import { createVec3, type HumanoidBone, jointOfBone, seekTimeline, vec3 } from '@leib/core';
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
import { readDefaultBody } from './defaultBody.testing.js';
import { createDemoSource } from './demoMotion.js';

const points = ['head', 'leftHand', 'rightHand'] as const;
const hz = 90;

function frameAt(timeSeconds: number): DeviceFrame {
  const source = createDemoSource();
  const frame = createDeviceFrame();
  source.timeline.isPlaying = false;
  seekTimeline(source.timeline, timeSeconds);
  source.step(0, frame);
  return frame;
}

function positionOf(frame: DeviceFrame, point: (typeof points)[number]): Float64Array {
  return frame.devicePoses.slice(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + 3);
}

function speedAt(timeSeconds: number, point: (typeof points)[number]): Float64Array {
  const h = 1e-4;
  const [a, b] = [positionOf(frameAt(timeSeconds), point), positionOf(frameAt(timeSeconds + h), point)];
  return b.map((value, k) => (value - a[k]) / h);
}

test('the loop closes: same place, same way round and same speed at both ends', () => {
  const { durationSeconds } = createDemoSource().timeline;
  const [start, end] = [frameAt(0), frameAt(durationSeconds)];
  for (const point of points) {
    expect(vec3.distance(positionOf(start, point), positionOf(end, point))).toBeLessThan(1e-9);
    const at = pointNumber[point] * POSE_SIZE + 3;
    let cosine = 0;
    for (let k = 0; k < 4; k++) cosine += start.devicePoses[at + k] * end.devicePoses[at + k];
    expect(Math.abs(cosine)).toBeCloseTo(1, 9);
    const [before, after] = [speedAt(durationSeconds - 2e-4, point), speedAt(0, point)];
    expect(vec3.distance(before, after)).toBeLessThan(0.005);
  }
});

test("nothing jerks: hands and head keep to a person's speeds, and speed changes gradually", () => {
  const source = createDemoSource();
  const frame = createDeviceFrame();
  const before = createDeviceFrame();
  source.step(0, before);
  const last = new Map(points.map((point) => [point, createVec3()]));
  for (let i = 1; i < 30 * hz; i++) {
    source.step(1 / hz, frame);
    for (const point of points) {
      const speed = vec3.subtract(createVec3(), positionOf(frame, point), positionOf(before, point));
      vec3.scale(speed, speed, hz);
      expect(vec3.length(speed)).toBeLessThan(point === 'head' ? 0.5 : 1.6);
      if (i > 1) expect(vec3.distance(speed, last.get(point) ?? speed) * hz).toBeLessThan(point === 'head' ? 3 : 20);
      last.set(point, speed);
    }
    before.devicePoses.set(frame.devicePoses);
  }
});

describe('on the default body', () => {
  const body = readDefaultBody();
  const model = buildBaseline(body);
  const state = createBaselineState(model);
  const frame = createDeviceFrame();
  const reader = createJointReader(body);
  const source = createDemoSource();
  const jointAt = (bone: HumanoidBone) => {
    const joint = jointOfBone(body, bone);
    return state.pose.worldPositions.slice(joint * 3, joint * 3 + 3);
  };
  const each = (look: () => void) => {
    for (let i = 0; i < source.timeline.durationSeconds * hz; i++) {
      source.step(1 / hz, frame);
      stepBaseline(model, state, readJoints(reader, frame, source.offsets, 1 / hz), 1 / hz);
      look();
    }
  };

  test('every hand is in reach and exactly where it was written, and no arm is locked straight', () => {
    each(() => {
      for (const side of ['left', 'right'] as const) {
        const [shoulder, elbow, hand] = (['UpperArm', 'LowerArm', 'Hand'] as const).map((part) =>
          jointAt(`${side}${part}`),
        );
        expect(vec3.distance(hand, positionOf(frame, `${side}Hand`))).toBeLessThan(1e-6);
        const arm = vec3.distance(shoulder, elbow) + vec3.distance(elbow, hand);
        expect(vec3.distance(shoulder, hand)).toBeLessThan(0.99 * arm);
      }
    });
  });

  test('no hand, wrist or elbow is inside the trunk', () => {
    each(() => {
      const [hips, neck] = [jointAt('hips'), jointAt('neck')];
      const right = vec3.subtract(createVec3(), jointAt('rightUpperLeg'), jointAt('leftUpperLeg'));
      vec3.normalize(right, right);
      for (const side of ['left', 'right'] as const) {
        const palm = vec3.lerp(createVec3(), jointAt(`${side}Hand`), jointAt(`${side}MiddleProximal`), 0.7);
        for (const point of [palm, jointAt(`${side}Hand`), jointAt(`${side}LowerArm`)]) {
          expect(insideTrunk(point, hips, neck, right)).toBe(false);
        }
      }
    });
  });

  test('feet step only for the side step, and stand flat before and after', () => {
    const steppedAt: number[] = [];
    each(() => {
      if (state.feet.some((foot) => foot.isStepping)) steppedAt.push(source.timeline.timeSeconds);
    });
    expect(Math.min(...steppedAt)).toBeGreaterThan(13);
    expect(Math.max(...steppedAt)).toBeLessThan(18);
    for (const side of ['left', 'right'] as const) expect(jointAt(`${side}Foot`)[1]).toBeCloseTo(0.083, 2);
  });
});

/** An upright ellipse of 15 by 11 cm around the line from hips to neck. */
function insideTrunk(
  point: ArrayLike<number>,
  hips: ArrayLike<number>,
  neck: ArrayLike<number>,
  right: ArrayLike<number>,
): boolean {
  const share = (point[1] - hips[1]) / (neck[1] - hips[1]);
  if (share < 0 || share > 1) return false;
  const from = [0, 2].map((k) => point[k] - (hips[k] + (neck[k] - hips[k]) * share));
  const sideways = from[0] * right[0] + from[1] * right[2];
  const ahead = from[0] * -right[2] + from[1] * right[0];
  return (sideways / 0.15) ** 2 + (ahead / 0.11) ** 2 < 1;
}
