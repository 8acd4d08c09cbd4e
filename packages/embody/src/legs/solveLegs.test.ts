import { createQuat, createVec3, jointOfBone, quat, vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { POSE_SIZE, pointNumber } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { createWalker, stepWalker, straight, type Walker, type Way, walk } from '../gait/gait.testing.js';
import { buildTestBody } from '../testing.js';

const still: Way = () => ({ x: 0, z: 0, yaw: 0 });

function place(walker: Walker, joint: number) {
  const at = joint * 3;
  return createVec3(...(walker.body.pose.worldPositions.subarray(at, at + 3) as unknown as [number, number, number]));
}

/** A body that goes about, sinks, rises and turns: differently for every seed. */
function wander(seed: number): Way {
  const wave = (i: number, slow: number) => (t: number) => Math.sin(t * slow * (1 + 0.3 * i) + seed * i);
  return (t) => ({
    x: 0.8 * wave(1, 0.7)(t),
    z: 0.8 * wave(2, 0.6)(t),
    yaw: 1.5 * wave(3, 0.5)(t),
    sunk: 0.25 * (1 + wave(4, 0.8)(t)),
    pitch: 0.3 * wave(5, 0.6)(t),
  });
}

test.each(seeds(6))('bones keep their length, knees bend forward and nothing flips (seed %i)', (seed) => {
  const walker = createWalker();
  const hips = jointOfBone(walker.skeleton, 'hips');
  const before = [createVec3(), createVec3()];
  walk(walker, wander(seed), 12, 90, (_seconds, frame) => {
    for (let side = 0; side < 2; side++) {
      const leg = walker.model.legs[side];
      if (leg === null) continue;
      const [hip, knee, ankle] = [leg.limb.upper.joint, leg.limb.lower.joint, leg.limb.end].map((j) =>
        place(walker, j),
      );
      expect(vec3.distance(hip, knee)).toBeCloseTo(leg.limb.upper.length, 9);
      expect(vec3.distance(knee, ankle)).toBeCloseTo(leg.limb.lower.length, 9);
      // The knee lies ahead of the line from hip to ankle, as the hips and the foot face.
      const middle = vec3.scaleAndAdd(createVec3(), hip, vec3.subtract(createVec3(), ankle, hip), 0.5);
      const out = vec3.subtract(createVec3(), knee, middle);
      const ahead = vec3.transformQuat(
        createVec3(),
        [0, 0, 1],
        walker.body.pose.worldRotations.subarray(hips * 4, hips * 4 + 4) as unknown as [number, number, number, number],
      );
      const toes = vec3.transformQuat(createVec3(), [0, 0, 1], walker.body.feet[side].rotationWorld);
      const bent = vec3.length(out);
      if (bent > 0.05) expect(vec3.dot(out, ahead) + vec3.dot(out, toes)).toBeGreaterThan(-0.2 * bent);
      if (frame > 0) expect(vec3.distance(knee, before[side])).toBeLessThan(0.12);
      vec3.copy(before[side], knee);
    }
  });
});

test('a foot that is out of reach rises on its toes before it leaves its place', () => {
  const walker = createWalker();
  walk(walker, still, 0.5, 90);
  const toes = walker.model.legs[0]?.toes ?? -1;
  const stand = place(walker, toes);
  const heel = place(walker, walker.model.legs[0]?.limb.end ?? -1);
  stepWalker(walker, () => ({ x: 0, z: 0, yaw: 0, sunk: -0.12 }), 0.6, 1 / 90);
  expect(vec3.distance(place(walker, toes), stand)).toBeLessThan(1e-6);
  expect(place(walker, walker.model.legs[0]?.limb.end ?? -1)[1]).toBeGreaterThan(heel[1] + 0.02);
});

describe('trackers', () => {
  test('a tracked foot is where its tracker is, exactly; half a weight is half way', () => {
    const walker = createWalker();
    walk(walker, still, 0.5, 90);
    const foot = walker.model.legs[0]?.limb.end ?? -1;
    const rest = place(walker, foot);
    const { frame, weights } = walker.body.targets;
    const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], 0.4);
    frame.jointPoses.set([0.2, 0.3, 0.25, ...(turn as unknown as number[])], pointNumber.leftFoot * POSE_SIZE);
    weights[pointNumber.leftFoot] = 1;
    stepWalker(walker, still, 0.6, 1 / 90);
    expect(vec3.distance(place(walker, foot), [0.2, 0.3, 0.25])).toBeLessThan(1e-9);
    weights[pointNumber.leftFoot] = 0.001;
    const other = createWalker();
    walk(other, still, 0.5, 90);
    other.body.targets.frame.jointPoses.set(frame.jointPoses);
    other.body.targets.weights[pointNumber.leftFoot] = 0.001;
    stepWalker(other, still, 0.6, 1 / 90);
    expect(vec3.distance(place(other, foot), rest)).toBeLessThan(0.01);
  });

  test('a lost foot tracker lets the foot come down with a step, without a jump', () => {
    const walker = createWalker();
    walk(walker, still, 0.5, 90);
    const foot = walker.model.legs[0]?.limb.end ?? -1;
    const { frame, weights } = walker.body.targets;
    frame.jointPoses.set([0.15, 0.35, 0.3, 0, 0, 0, 1], pointNumber.leftFoot * POSE_SIZE);
    weights[pointNumber.leftFoot] = 1;
    walk(walker, still, 0.3, 90);
    let last = place(walker, foot);
    for (let i = 0; i < 120; i++) {
      weights[pointNumber.leftFoot] = Math.max(0, 1 - i / 30);
      stepWalker(walker, still, 1 + i / 90, 1 / 90);
      const now = place(walker, foot);
      expect(vec3.distance(now, last)).toBeLessThan(0.05);
      last = now;
    }
    expect(walker.state.steps[0].isStepping).toBe(false);
    expect(last[1]).toBeLessThan(0.1);
  });

  test('a tracked knee points where its tracker is', () => {
    const walker = createWalker();
    const way: Way = () => ({ x: 0, z: 0, yaw: 0, sunk: 0.2 });
    walk(walker, way, 0.5, 90);
    const { frame, weights } = walker.body.targets;
    frame.jointPoses.set([0.6, 0.4, 0.1, 0, 0, 0, 1], pointNumber.leftKnee * POSE_SIZE);
    weights[pointNumber.leftKnee] = 1;
    stepWalker(walker, way, 0.6, 1 / 90);
    const knee = place(walker, walker.model.legs[0]?.limb.lower.joint ?? -1);
    expect(knee[0]).toBeGreaterThan(0.25);
  });
});

test('toes stay flat while the heel is up', () => {
  const walker = createWalker();
  walk(walker, still, 0.5, 90);
  stepWalker(walker, () => ({ x: 0, z: 0, yaw: 0, sunk: -0.12 }), 0.6, 1 / 90);
  const toes = walker.model.legs[0]?.toes ?? -1;
  const rotation = walker.body.pose.worldRotations.subarray(toes * 4, toes * 4 + 4);
  expect(Math.abs(rotation[0])).toBeLessThan(1e-6);
});

test('the thesis’s rule: the knee lies in the plane of the foot', () => {
  const walker = createWalker(undefined, undefined, buildTestBody(['leftToes', 'rightToes']));
  walk(walker, straight(0.8), 3, 90, () => {
    expect(walker.body.pose.worldPositions.every(Number.isFinite)).toBe(true);
  });
});
