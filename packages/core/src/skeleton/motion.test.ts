import { expect, test } from 'vitest';
import { createQuat, quat } from '../math/index.js';
import { angleBetween, randomPoint, randomQuat, seededRandom, seeds } from '../testing.js';
import { buildSkeleton } from './buildSkeleton.js';
import { type Motion, motionDuration, sampleMotion } from './motion.js';
import { createPose } from './skeleton.js';

const skeleton = buildSkeleton([
  { name: 'a', offset: [0, 1, 0] },
  { name: 'b', parent: 'a', offset: [0, 1, 0] },
]);

function randomMotion(seed: number, frameCount: number): Motion {
  const random = seededRandom(seed);
  const frames = Array.from({ length: frameCount }, () => frameCount);
  return {
    name: 'test',
    skeleton,
    hz: 50,
    frameCount,
    rootPositions: Float64Array.from(frames.flatMap(() => [...randomPoint(random, 1)])),
    localRotations: Float64Array.from(frames.flatMap(() => [...randomQuat(random), ...randomQuat(random)])),
  };
}

const turnAt = (rotations: Float64Array, at: number) => rotations.subarray(at * 4, at * 4 + 4);

test.each(seeds(10))('at a frame it is that frame; ends are held (seed %i)', (seed) => {
  const motion = randomMotion(seed, 5);
  const pose = createPose(skeleton);
  for (const [time, frame] of [
    [-3, 0],
    [0, 0],
    [0.02, 1],
    [0.06, 3],
    [0.08, 4],
    [99, 4],
  ]) {
    sampleMotion(motion, time, pose);
    for (let k = 0; k < 3; k++) expect(pose.rootPosition[k]).toBeCloseTo(motion.rootPositions[frame * 3 + k], 9);
    for (const joint of [0, 1]) {
      const expected = turnAt(motion.localRotations, frame * 2 + joint);
      expect(angleBetween(turnAt(pose.localRotations, joint), expected)).toBeLessThan(1e-6);
    }
  }
});

test.each(seeds(10))('between frames it turns evenly, the short way, whatever the signs (seed %i)', (seed) => {
  const motion = randomMotion(seed, 2);
  const flipped = { ...motion, localRotations: motion.localRotations.map((v, i) => (i >= 8 ? -v : v)) };
  const [from, to] = [turnAt(motion.localRotations, 0), turnAt(motion.localRotations, 2)];
  for (const clip of [motion, flipped]) {
    const pose = createPose(skeleton);
    sampleMotion(clip, 0.3 / 50, pose);
    const at = turnAt(pose.localRotations, 0);
    expect(angleBetween(from, at)).toBeCloseTo(0.3 * angleBetween(from, to), 6);
    expect(angleBetween(at, to)).toBeCloseTo(0.7 * angleBetween(from, to), 6);
    expect(quat.length(createQuat(at[0], at[1], at[2], at[3]))).toBeCloseTo(1, 9);
    const [a, b] = [motion.rootPositions[0], motion.rootPositions[3]];
    expect(pose.rootPosition[0]).toBeCloseTo(a + 0.3 * (b - a), 12);
  }
});

test('one frame is a constant of no duration', () => {
  const motion = randomMotion(1, 1);
  const pose = createPose(skeleton);
  sampleMotion(motion, 0.5, pose);
  expect([...pose.rootPosition]).toEqual([...motion.rootPositions]);
  expect(motionDuration(motion)).toBe(0);
  expect(motionDuration(randomMotion(1, 51))).toBe(1);
});
