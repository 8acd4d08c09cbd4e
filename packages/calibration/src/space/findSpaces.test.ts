import { createQuat, DEG, quat, type Vec3 } from '@leib/core';
import { isFullRun, randomPoint, randomQuat, seededRandom, seeds } from '@leib/core/testing';
import { composePoses } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { findSpaces } from './findSpaces.js';
import { findTimeOffset } from './findTimeOffset.js';
import { appendMotion, createMotionTrack, sampleMotion } from './motionTrack.js';
import { randomSpace, seen, spaceError, wanderer } from './space.testing.js';

const middle: Vec3 = [0.3, 1.2, -0.5];

function randomMount(seed: number, reach = 0.1): Float64Array {
  const random = seededRandom(seed + 1000);
  return Float64Array.of(...randomPoint(random, reach), ...randomQuat(random));
}

describe('a tracker that is fixed to a controller', () => {
  test.each(seeds(isFullRun ? 100 : 10))(
    'brings the spaces together to 5 mm and a degree, the clocks to 10 ms (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const motion = wanderer(seed, middle, 0.3, 0.8);
      const space = randomSpace(seed);
      const clockOffset = 0.6 * (random() - 0.5);
      const controller = seen(motion, { seconds: 5, hz: 90, seed: seed + 1 });
      const tracker = seen(motion, {
        seconds: 5.5,
        hz: 100,
        seed: seed + 2,
        space,
        clockOffset,
        mount: randomMount(seed),
      });
      const found = findSpaces([{ id: 'hand', track: controller }], [{ id: 'tracker', track: tracker }], null);
      if (found === null) throw new Error('nothing found');
      const { metres, radians } = spaceError(found.fit.pose, space, middle);
      expect(metres).toBeLessThan(0.005);
      expect(radians).toBeLessThan(1 * DEG);
      expect(Math.abs(found.timeOffset - clockOffset)).toBeLessThan(0.01);
      expect(found.pairs.map(({ other }) => other)).toEqual(['tracker']);
      expect(found.fit.residual).toBeLessThan(0.005);
      expect(found.fit.scale).toBeCloseTo(1, 1);
    },
  );

  test.each(seeds(3))('is found among others, whatever they do (seed %i)', (seed) => {
    const space = randomSpace(seed);
    const at = { seconds: 5, hz: 90, space, clockOffset: 0.12 };
    const hand = wanderer(seed, middle, 0.3, 0.8);
    const head = wanderer(seed + 50, [0, 1.6, 0], 0.15, 0.5);
    const foot = wanderer(seed + 90, [0.1, 0.1, 0], 0.2, 0.5);
    const waist = wanderer(seed + 130, [0, 1, 0.1], 0.15, 0.3);
    const references = [
      { id: 'head', track: seen(head, { seconds: 5, hz: 72, seed }) },
      { id: 'hand', track: seen(hand, { seconds: 5, hz: 72, seed: seed + 7 }) },
    ];
    const others = [
      { id: 'foot', track: seen(foot, { ...at, seed: seed + 1 }) },
      { id: 'onHand', track: seen(hand, { ...at, seed: seed + 2, mount: randomMount(seed) }) },
      { id: 'waist', track: seen(waist, { ...at, seed: seed + 3 }) },
      { id: 'onHead', track: seen(head, { ...at, seed: seed + 4, mount: randomMount(seed + 9) }) },
    ];
    const found = findSpaces(references, others, 'head');
    expect(found?.pairs.map(({ reference, other }) => `${reference}/${other}`).sort()).toEqual([
      'hand/onHand',
      'head/onHead',
    ]);
    const { metres, radians } = spaceError(found?.fit.pose ?? new Float64Array(7), space, middle);
    expect(metres).toBeLessThan(0.005);
    expect(radians).toBeLessThan(1 * DEG);
  });

  test.each(seeds(3))('one frame in twelve may be anywhere (seed %i)', (seed) => {
    const motion = wanderer(seed, middle, 0.3, 0.8);
    const space = randomSpace(seed);
    const controller = seen(motion, { seconds: 6, hz: 90, seed: seed + 1 });
    const tracker = seen(motion, {
      seconds: 6,
      hz: 100,
      seed: seed + 2,
      space,
      mount: randomMount(seed),
      outlierEvery: 12,
    });
    const found = findSpaces([{ id: 'hand', track: controller }], [{ id: 'tracker', track: tracker }], null);
    const { metres } = spaceError(found?.fit.pose ?? new Float64Array(7), space, middle);
    expect(metres).toBeLessThan(0.005);
  });

  test('a feed in other units is reported', () => {
    const motion = wanderer(3, middle, 0.3, 0.8);
    const controller = seen(motion, { seconds: 5, hz: 90, seed: 1, noise: 0 });
    const shrunk = (seconds: number) => {
      const pose = motion(seconds);
      for (let k = 0; k < 3; k++) pose[k] *= 0.95;
      return pose;
    };
    const found = findSpaces(
      [{ id: 'hand', track: controller }],
      [{ id: 'tracker', track: seen(shrunk, { seconds: 5, hz: 100, seed: 2, noise: 0 }) }],
      null,
    );
    expect(found?.advice).toMatch(/metre of the feed is 1\.0\d m/);
  });
});

describe('nothing that is fixed', () => {
  /** A walking person: a waist that follows the head, bending and swaying. */
  function walk(seed: number) {
    const head = wanderer(seed, [0, 1.6, 0], 0.7, 0.15);
    const sway = wanderer(seed + 40, [0, 0, 0], 0.03, 0.05);
    const facing = (seconds: number) => 1.2 * Math.sin(0.7 * seconds + seed);
    const headAt = (seconds: number) => {
      const pose = head(seconds);
      pose[1] = 1.6 + 0.02 * Math.sin(9 * seconds);
      const turn = quat.setAxisAngle(createQuat(), [0, 1, 0], facing(seconds));
      pose.set(turn, 3);
      return pose;
    };
    const waistAt = (seconds: number) => {
      const pose = headAt(seconds);
      const own = sway(seconds);
      composePoses(pose, 0, pose, 0, Float64Array.of(own[0], -0.6 + own[1], 0.05 + own[2], 0, 0, 0, 1), 0);
      return pose;
    };
    return { headAt, waistAt };
  }

  test.each(seeds(4))('a walk shows the spaces to 8 degrees (seed %i)', (seed) => {
    const { headAt, waistAt } = walk(seed);
    const space = randomSpace(seed);
    const head = { id: 'head', track: seen(headAt, { seconds: 10, hz: 72, seed }) };
    const waist = { id: 'waist', track: seen(waistAt, { seconds: 10, hz: 100, seed: seed + 1, space }) };
    const found = findSpaces([head], [waist], 'head');
    if (found === null) throw new Error('nothing found');
    expect(found.pairs).toEqual([]);
    expect(found.advice).toMatch(/T-pose/);
    const { metres, radians } = spaceError(found.fit.pose, space, [0, 1, 0]);
    expect(radians).toBeLessThan(8 * DEG);
    // Height is the floor's business: an upright head does not tell how far below it the waist is.
    expect(metres).toBeLessThan(0.7);
  });

  test('standing still gives no alignment', () => {
    const still = () => Float64Array.of(0, 1.6, 0, 0, 0, 0, 1);
    const track = (seed: number) => seen(still, { seconds: 6, hz: 90, seed });
    expect(findSpaces([{ id: 'head', track: track(1) }], [{ id: 'waist', track: track(2) }], 'head')).toBeNull();
  });
});

test('the clocks of two things that have nothing to do with each other do not agree', () => {
  const a = seen(wanderer(1, middle, 0.3, 0.8), { seconds: 6, hz: 90, seed: 1 });
  const b = seen(wanderer(2, middle, 0.3, 0.8), { seconds: 6, hz: 90, seed: 2 });
  expect(findTimeOffset(a, b)?.correlation ?? 0).toBeLessThan(0.6);
  expect(findTimeOffset(createMotionTrack(4), a)).toBeNull();
});

describe('a track', () => {
  const pose = (x: number) => Float64Array.of(x, 0, 0, 0, 0, 0, 1);
  const out = new Float64Array(7);

  test('is read between its poses, and not across gaps', () => {
    const track = createMotionTrack(8);
    for (const time of [0, 0.1, 0.2, 0.9]) appendMotion(track, time, pose(time));
    expect(sampleMotion(track, 0.15, out)).toBe(true);
    expect(out[0]).toBeCloseTo(0.15, 12);
    expect(sampleMotion(track, 0.5, out)).toBe(false);
    expect(sampleMotion(track, -0.1, out)).toBe(false);
    expect(sampleMotion(track, 1, out)).toBe(false);
  });

  test('takes no NaN and no time that runs back, and forgets what is old', () => {
    const track = createMotionTrack(4);
    appendMotion(track, 1, pose(Number.NaN));
    appendMotion(track, 1, pose(1));
    appendMotion(track, 0.5, pose(2));
    expect(track.count).toBe(1);
    for (let i = 2; i < 20; i++) appendMotion(track, i, pose(i));
    expect(track.count).toBeLessThanOrEqual(4);
    expect(track.times[track.count - 1]).toBe(19);
  });
});
