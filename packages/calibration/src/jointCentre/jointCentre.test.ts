import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { isFullRun, randomTransform, seededRandom, seeds, transformPoint } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { findJointCentre } from './jointCentre.js';
import { coarseNoise, fineNoise, type SimulatedJoint, simulateJoint } from './jointCentre.testing.js';
import { createPoseSamples } from './poseSamples.js';

const noNoise = { placeNoise: 0, turnNoise: 0 };
const base = { frameCount: 300, range: 45 * DEG };

function errorOf(joint: SimulatedJoint): number {
  const { samples, others, centreLocal } = simulateJoint(joint);
  const found = findJointCentre(samples, others);
  return found === null ? Number.POSITIVE_INFINITY : vec3.distance(found.centreLocal, centreLocal);
}

const seedCount = isFullRun ? 100 : 41;

function medianError(joint: Omit<SimulatedJoint, 'seed'>, count = seedCount): number {
  const errors = seeds(count).map((seed) => errorOf({ ...joint, seed }));
  return errors.sort((a, b) => a - b)[count >> 1];
}

describe('without noise', () => {
  test.each(seeds(10))('a ball is found exactly, by one tracker and by two (seed %i)', (seed) => {
    expect(errorOf({ ...base, ...noNoise, seed })).toBeLessThan(1e-9);
    expect(errorOf({ ...base, ...noNoise, seed, hasSecond: true })).toBeLessThan(1e-9);
  });

  test.each(seeds(10))('a hinge gives its axis, and the centre lies on it (seed %i)', (seed) => {
    for (const hasSecond of [false, true]) {
      const joint = { ...base, ...noNoise, seed, hasSecond, isHinge: true };
      const { samples, others, centreLocal, axisLocal } = simulateJoint(joint);
      const found = findJointCentre(samples, others);
      expect(found?.kind).toBe('hinge');
      if (found === null) return;
      expect(Math.abs(vec3.dot(found.axisLocal, axisLocal))).toBeCloseTo(1, 6);
      const off = vec3.subtract([0, 0, 0], found.centreLocal, centreLocal);
      expect(vec3.length(vec3.cross(off, off, axisLocal))).toBeLessThan(1e-6);
      expect(found.advice).toContain('one axis only');
    }
  });

  test.each(seeds(10))('the room’s axes do not matter (seed %i)', (seed) => {
    const { samples, centreLocal } = simulateJoint({ ...base, ...noNoise, seed });
    const room = randomTransform(seededRandom(seed), 50);
    for (let at = 0; at < samples.count * 7; at += 7) {
      const place = transformPoint(room, [samples.poses[at], samples.poses[at + 1], samples.poses[at + 2]]);
      const [x, y, z, w] = samples.poses.subarray(at + 3, at + 7);
      const turned = quat.multiply(createQuat(), room.rotation, [x, y, z, w]);
      samples.poses.set([...place, ...turned], at);
    }
    const found = findJointCentre(samples);
    expect(found && vec3.distance(found.centreLocal, centreLocal)).toBeLessThan(1e-8);
  });
});

/** Medians; both a smooth movement and one turn per frame, +-22.5 degrees about each axis. */
describe('the issue’s figures: tracker 9 cm from the joint, 300 frames, 45 degrees', () => {
  test.each([
    ['one tracker, 0.2 mm and 0.05 degrees', fineNoise, false, 0.08e-3],
    ['one tracker, 1 mm and 0.3 degrees', coarseNoise, false, 0.35e-3],
    ['two trackers, 0.2 mm and 0.05 degrees', fineNoise, true, 0.15e-3],
    ['two trackers, 1 mm and 0.3 degrees', coarseNoise, true, 0.7e-3],
  ] as const)('%s', (_, noise, hasSecond, most) => {
    for (const isShuffled of [false, true]) {
      expect(medianError({ ...base, ...noise, hasSecond, isShuffled })).toBeLessThan(most);
    }
  });

  test.each([0.1, 0.3])('outliers of up to a metre, in %d of the frames, hardly matter', (outlierShare) => {
    expect(medianError({ ...base, ...coarseNoise, outlierShare }, 21)).toBeLessThan(0.5e-3);
    expect(medianError({ ...base, ...coarseNoise, outlierShare: outlierShare / 2, hasSecond: true }, 21)).toBeLessThan(
      0.9e-3,
    );
  });

  test('a tracker that was displaced for a fifth of the time hardly matters', () => {
    const errors = seeds(20).map((seed) => {
      const { samples, centreLocal } = simulateJoint({ ...base, ...coarseNoise, seed });
      for (let frame = 60; frame < 120; frame++) samples.poses[frame * 7] += 0.2;
      const found = findJointCentre(samples);
      expect(found?.inlierShare).toBeCloseTo(0.8, 1);
      return found === null ? 1 : vec3.distance(found.centreLocal, centreLocal);
    });
    expect(errors.sort((a, b) => a - b)[10]).toBeLessThan(0.5e-3);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e155, -1e20, 50])('one sample at %d ruins nothing', (wild) => {
    for (const hasSecond of [false, true]) {
      const { samples, others, centreLocal } = simulateJoint({ ...base, ...fineNoise, seed: 4, hasSecond });
      samples.poses.set([wild, wild, -wild], 100 * 7);
      const found = findJointCentre(samples, others);
      expect(found && vec3.distance(found.centreLocal, centreLocal)).toBeLessThan(0.005);
    }
  });

  test('a hinge with noise is a hinge, a ball a ball', () => {
    const kindOf = (
      seed: number,
      isHinge: boolean,
      noise: typeof fineNoise | typeof coarseNoise,
      hasSecond: boolean,
    ) => {
      const { samples, others } = simulateJoint({ ...base, ...noise, seed, isHinge, hasSecond });
      return findJointCentre(samples, others)?.kind;
    };
    for (const seed of seeds(10)) {
      for (const hasSecond of [false, true]) {
        for (const noise of [fineNoise, coarseNoise]) {
          expect(kindOf(seed, true, noise, hasSecond)).toBe('hinge');
          expect(kindOf(seed, false, noise, hasSecond)).toBe('ball');
        }
      }
    }
  });
});

describe('what is said', () => {
  const found = (joint: Partial<SimulatedJoint>) => {
    const { samples, others } = simulateJoint({ seed: 1, ...base, ...fineNoise, ...joint });
    return findJointCentre(samples, others);
  };

  test('nothing to improve after a good movement, with full confidence', () => {
    const good = found({});
    expect(good?.advice).toBe('Good: nothing to improve.');
    expect(good?.confidence).toBeGreaterThan(0.9);
    expect(good?.residual).toBeGreaterThan(0.1e-3);
    expect(good?.residual).toBeLessThan(0.6e-3);
  });

  test('too little, too short, too wild', () => {
    expect(found({ range: 8 * DEG })?.advice).toMatch(/^Turn the joint further/);
    expect(found({ range: 8 * DEG })?.confidence).toBeLessThan(0.5);
    expect(found({ frameCount: 12 })?.advice).toMatch(/^Keep turning/);
    expect(found({ outlierShare: 0.3 })?.advice).toMatch(/hidden/);
    expect(found({ placeNoise: 0.02 })?.advice).toMatch(/^The samples disagree/);
  });

  test('confidence falls with noise and with less movement', () => {
    const of = (joint: Partial<SimulatedJoint>) => found(joint)?.confidence ?? 0;
    expect(of({ placeNoise: 0.02 })).toBeLessThan(of({ placeNoise: 0.005 }));
    expect(of({ range: 10 * DEG })).toBeLessThan(of({ range: 20 * DEG }));
    expect(of({ range: 20 * DEG })).toBeLessThanOrEqual(of({ range: 45 * DEG }));
  });

  test('which way to turn it: about the axis that was left out', () => {
    // Up and down only (about a level axis): the sides are missing. To and fro about the upright: up and down is.
    const about = (axis: readonly [number, number, number]) => {
      const samples = createPoseSamples(300);
      for (let frame = 0; frame < 300; frame++) {
        const turn = quat.setAxisAngle(createQuat(), [...axis], 0.4 * Math.sin(frame / 20));
        const place = vec3.transformQuat([0, 0, 0], [0.02, 0.03, 0.08], turn);
        samples.poses.set([...place, ...turn], frame * 7);
      }
      samples.count = 300;
      return findJointCentre(samples)?.advice;
    };
    expect(about([1, 0, 0])).toMatch(/turn it further to the sides/);
    expect(about([0, 1, 0])).toMatch(/turn it further up and down/);
  });

  test('nothing at all without movement or samples', () => {
    expect(found({ range: 0, placeNoise: 0, turnNoise: 0 })).toBeNull();
    expect(findJointCentre(createPoseSamples(10))).toBeNull();
  });
});
