import { createQuat, quat } from '@leib/core';
import { describe, expect, test } from 'vitest';
import type { PuppetJoint } from '../file/puppetFile.js';
import { chainPuppet, freeJoint, hingeLimits, type TestPuppet } from './kinematics.testing.js';
import { angleBetween } from './partJoint.js';

const springy = (damping: number): PuppetJoint => ({ ...freeJoint, spring: { frequency: 1.5, damping } });

/** Turned by 0.8 about an axis, held still, and let go. */
function letGo(puppet: TestPuppet, dtSeconds: number): void {
  const localRotation = quat.setAxisAngle(createQuat(), [0.6, 0, 0.8], 0.8);
  for (let time = 0; time < 1; time += dtSeconds) puppet.step({ turns: [{ part: 1, localRotation }] }, dtSeconds);
}

const angleOf = ({ pose }: TestPuppet, part = 1) =>
  angleBetween(pose.localRotations.subarray(part * 4 + 4, part * 4 + 8), [0, 0, 0, 1]);

describe('a part with a spring that is let go', () => {
  test('is at the same place after the same time at 30, 60 and 144 Hz', () => {
    const [at30, at60, at144] = [30, 60, 144].map((hz) => {
      const puppet = chainPuppet(3, {}, () => springy(0.2));
      letGo(puppet, 1 / hz);
      for (let frame = 0; frame < hz / 2; frame++) puppet.step({}, 1 / hz);
      return angleOf(puppet);
    });
    expect(at30).toBeGreaterThan(0.05);
    expect(at60).toBeCloseTo(at30, 9);
    expect(at144).toBeCloseTo(at30, 9);
  });

  test('overshoots by e^(-pi d / sqrt(1 - d^2)), and comes to rest exactly', () => {
    const puppet = chainPuppet(3, {}, () => springy(0.2));
    letGo(puppet, 1 / 240);
    let farthest = 0;
    let hasPassed = false;
    for (let frame = 0; frame < 240 * 20; frame++) {
      puppet.step({}, 1 / 240);
      if (puppet.pose.localRotations[8] < 0) hasPassed = true;
      if (hasPassed) farthest = Math.max(farthest, angleOf(puppet));
    }
    expect(farthest).toBeCloseTo(0.8 * Math.exp((-Math.PI * 0.2) / Math.sqrt(1 - 0.04)), 3);
    expect([...puppet.pose.localRotations.subarray(8, 12)]).toEqual([0, 0, 0, 1]);
  });

  test('swings on with the speed it had', () => {
    const puppet = chainPuppet(2, {}, () => springy(0.1));
    for (let frame = 0; frame < 30; frame++) {
      const localRotation = quat.setAxisAngle(createQuat(), [1, 0, 0], frame * 0.02);
      puppet.step({ turns: [{ part: 1, localRotation }] });
    }
    const released = angleOf(puppet);
    puppet.step();
    expect(angleOf(puppet)).toBeGreaterThan(released);
  });

  test('stops at its limit', () => {
    const puppet = chainPuppet(2, {}, () => ({ ...springy(0.05), limits: hingeLimits([1, 0, 0], -0.1, 1) }));
    const localRotation = quat.setAxisAngle(createQuat(), [1, 0, 0], 0.9);
    for (let frame = 0; frame < 30; frame++) puppet.step({ turns: [{ part: 1, localRotation }] });
    for (let frame = 0; frame < 300; frame++) {
      puppet.step();
      expect(puppet.state.angles[5]).toBeGreaterThanOrEqual(-0.1 - 1e-9);
    }
  });

  test('a part without one stays, and a pause of two seconds is one step like any other', () => {
    const puppet = chainPuppet(3, {}, (index) => (index === 1 ? freeJoint : springy(0.5)));
    letGo(puppet, 1 / 60);
    puppet.step({}, 2);
    expect(angleOf(puppet)).toBeCloseTo(0.8, 9);
    expect(puppet.pose.localRotations.every(Number.isFinite)).toBe(true);
  });
});
