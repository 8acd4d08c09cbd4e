import { createQuat, DEG, quat, SMPL_JOINT_COUNT, smplParents } from '@leib/core';
import { randomPoint, randomQuat, randomUnit, seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import {
  contactJoints,
  detectContacts,
  footSlide,
  restingHeights,
} from '../../../packages/core/dist/metrics/footSlide.js';
import {
  codedRotationError,
  contactF1,
  createJointClip,
  evaluateClip,
  footSkate,
  geodesicRotationError,
  headJoint,
  type JointClip,
  jointSubsets,
  meanJitter,
  meanPositionError,
  meanVelocityError,
} from './evaluateClip.js';

type Place = (frame: number, joint: number) => readonly [number, number, number];

/** A clip whose joints are where a function says, unturned. */
function clipOf(frameCount: number, place: Place, hz = 60): JointClip {
  const clip = createJointClip(hz, frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    for (let joint = 0; joint < SMPL_JOINT_COUNT; joint++) {
      clip.positions.set(place(frame, joint), (frame * SMPL_JOINT_COUNT + joint) * 3);
    }
  }
  return clip;
}

function randomClip(seed: number, frameCount = 12): JointClip {
  const random = seededRandom(seed);
  const clip = clipOf(frameCount, () => {
    const [x, y, z] = randomPoint(random, 1);
    return [x, y, z];
  });
  for (let at = 0; at < clip.rotations.length; at += 4) clip.rotations.set(randomQuat(random) as Float64Array, at);
  return clip;
}

const moved = (clip: JointClip, shift: (frame: number, joint: number) => readonly number[]): JointClip => ({
  ...clip,
  positions: clip.positions.map((value, i) => {
    const joint = Math.floor(i / 3) % SMPL_JOINT_COUNT;
    return value + shift(Math.floor(i / 3 / SMPL_JOINT_COUNT), joint)[i % 3];
  }),
});

test.each(seeds(5))('a perfect prediction has no error and perfect contacts (seed %i)', (seed) => {
  const truth = randomClip(seed);
  const metrics = evaluateClip(truth, truth);
  for (const name of ['mpjpeCm', 'alignedMpjpeCm', 'mpjreDeg', 'mpjveCmPerS'] as const) expect(metrics[name]).toBe(0);
  expect(metrics.geodesicDeg).toBeLessThan(1e-6);
  expect(metrics.jitter).toBe(metrics.truthJitter);
});

describe('MPJPE', () => {
  test('a constant offset is its own length, and nothing once aligned', () => {
    const truth = randomClip(1);
    const off = moved(truth, () => [0.03, 0, -0.04]);
    expect(meanPositionError(truth, off)).toBeCloseTo(0.05, 12);
    expect(meanPositionError(truth, off, jointSubsets.all, headJoint)).toBeCloseTo(0, 12);
  });

  test('one joint off counts a 22nd, and only in its subsets', () => {
    const truth = randomClip(2);
    const off = moved(truth, (_, joint) => (joint === 20 ? [0, 0.22, 0] : [0, 0, 0]));
    expect(meanPositionError(truth, off)).toBeCloseTo(0.01, 12);
    expect(meanPositionError(truth, off, jointSubsets.hands)).toBeCloseTo(0.11, 12);
    expect(meanPositionError(truth, off, jointSubsets.upper)).toBeCloseTo(0.22 / 13, 12);
    expect(meanPositionError(truth, off, jointSubsets.lower)).toBe(0);
    expect(meanPositionError(truth, off, jointSubsets.root)).toBe(0);
  });

  test('aligned at a wrong head, everybody else is off', () => {
    const truth = randomClip(3);
    const off = moved(truth, (_, joint) => (joint === headJoint ? [0.22, 0, 0] : [0, 0, 0]));
    expect(meanPositionError(truth, off, jointSubsets.all, headJoint)).toBeCloseTo((0.22 * 21) / 22, 12);
  });

  test('upper and lower part the body between them', () => {
    expect([...jointSubsets.upper, ...jointSubsets.lower].sort((a, b) => a - b)).toEqual(jointSubsets.all);
  });
});

describe('MPJRE', () => {
  /** Every non-root joint turned by the same local rotation. */
  const turned = (rotation: Float64Array) => {
    const clip = createJointClip(60, 4);
    for (let frame = 0; frame < 4; frame++) {
      for (let joint = 1; joint < SMPL_JOINT_COUNT; joint++) {
        const at = (frame * SMPL_JOINT_COUNT + joint) * 4;
        const parent = (frame * SMPL_JOINT_COUNT + smplParents[joint]) * 4;
        const world = quat.multiply(createQuat(), clip.rotations.subarray(parent, parent + 4), rotation);
        clip.rotations.set(world as Float64Array, at);
      }
    }
    return clip;
  };
  const still = createJointClip(60, 4);

  test('an error of angle a about one axis is a / 3 as coded, and a as it is', () => {
    const off = turned(quat.setAxisAngle(createQuat(), [0, 1, 0], 0.3) as Float64Array);
    expect(codedRotationError(still, off)).toBeCloseTo(0.1, 12);
    expect(geodesicRotationError(still, off)).toBeCloseTo(0.3, 12);
  });

  test('about the diagonal it is a / sqrt(3) as coded', () => {
    const axis = [1, 1, 1].map((v) => v / Math.sqrt(3)) as [number, number, number];
    const off = turned(quat.setAxisAngle(createQuat(), axis, 0.3) as Float64Array);
    expect(codedRotationError(still, off)).toBeCloseTo(0.3 / Math.sqrt(3), 12);
    expect(geodesicRotationError(still, off)).toBeCloseTo(0.3, 12);
  });

  test('component differences are wrapped: 179 against -179 degrees is 2, not 358', () => {
    const a = turned(quat.setAxisAngle(createQuat(), [1, 0, 0], 179 * DEG) as Float64Array);
    const b = turned(quat.setAxisAngle(createQuat(), [1, 0, 0], -179 * DEG) as Float64Array);
    expect(codedRotationError(a, b)).toBeCloseTo((2 * DEG) / 3, 9);
    expect(geodesicRotationError(a, b)).toBeCloseTo(2 * DEG, 9);
  });

  test('the root is left out, local rotations do not see it, and signs of quaternions do not matter', () => {
    const truth = randomClip(4);
    const turn = randomQuat(seededRandom(9));
    const rotations = truth.rotations.slice();
    for (let at = 0; at < rotations.length; at += 4) {
      const world = quat.multiply(createQuat(), turn, truth.rotations.subarray(at, at + 4));
      rotations.set((at % 8 ? world : quat.scale(world, world, -1)) as Float64Array, at);
    }
    expect(geodesicRotationError(truth, { ...truth, rotations })).toBeLessThan(1e-6);
    expect(codedRotationError(truth, { ...truth, rotations })).toBeLessThan(1e-6);
  });
});

describe('MPJVE and jitter', () => {
  test.each([30, 60, 120])('a constant velocity difference is itself, at %i Hz', (hz) => {
    const truth = { ...randomClip(5), hz };
    const off = moved(truth, (frame) => [0, (0.12 * frame) / hz, (0.05 * frame) / hz]);
    expect(meanVelocityError(truth, off)).toBeCloseTo(0.13, 9);
  });

  test.each([30, 60, 120])('a constant jerk of 6 m/s^3 is 6, a parabola has none, at %i Hz', (hz) => {
    const [axis] = [randomUnit(seededRandom(1))];
    const along = (power: number) =>
      clipOf(20, (frame) => [0, 1, 2].map((k) => axis[k] * (frame / hz) ** power) as [number, number, number], hz);
    expect(meanJitter(along(3))).toBeCloseTo(6, 6);
    expect(meanJitter(along(2))).toBeCloseTo(0, 6);
  });
});

describe('feet', () => {
  // One second standing, one second walking along +X at 1 m/s with feet 10 cm up, one second standing.
  const walk = clipOf(180, (frame, joint) => {
    const x = Math.min(Math.max(frame - 60, 0), 60) / 60;
    const isUp = frame > 60 && frame < 120;
    return [x, contactJoints.includes(joint) ? 0.05 + (isUp ? 0.1 : 0) : 1, 0];
  });

  test('planted is slow and low', () => {
    expect(restingHeights(walk)).toEqual([0.05, 0.05, 0.05, 0.05]);
    const contacts = detectContacts(walk);
    const planted = Array.from({ length: 180 }, (_, frame) => contacts[frame * 4]);
    expect(planted.slice(0, 58)).toEqual(Array(58).fill(1));
    expect(planted.slice(61, 120)).toEqual(Array(59).fill(0));
    expect(planted.slice(122)).toEqual(Array(58).fill(1));
  });

  test('one glitch below the floor does not move the floor', () => {
    const glitch = moved(walk, (frame) => [0, frame === 30 ? -0.5 : 0, 0]);
    expect(restingHeights(glitch)[0]).toBeCloseTo(0.05, 9);
  });

  test('F1: all planted is precision at recall 1, floating is 0, nothing at all is NaN', () => {
    expect(contactF1(walk, walk)).toBe(1);
    const contacts = detectContacts(walk);
    const share = contacts.reduce((sum, planted) => sum + planted, 0) / contacts.length;
    const frozen = clipOf(180, () => [0, 0.05, 0]);
    expect(contactF1(walk, frozen)).toBeCloseTo((2 * share) / (share + 1), 9);
    expect(
      contactF1(
        walk,
        moved(walk, () => [0, 0.1, 0]),
      ),
    ).toBe(0);
    const running = clipOf(60, (frame) => [frame / 10, 0, 0]);
    expect(contactF1(running, running)).toBeNaN();
    expect(footSlide(running, running)).toBeNaN();
  });

  test('a prediction that drifts at 7 cm/s slides at 7 cm/s while planted, sideways or not, up does not count', () => {
    const drift = moved(
      clipOf(180, () => [0, 0.05, 0]),
      (frame) => [(0.042 * frame) / 60, frame / 60, (0.056 * frame) / 60],
    );
    expect(footSlide(walk, drift)).toBeCloseTo(0.07, 9);
  });

  test('skate counts every axis of still frames and divides by all', () => {
    const still = clipOf(11, () => [0, 0, 0]);
    const drift = clipOf(11, (frame) => [0.003 * frame, -0.006 * frame, 0]);
    expect(footSkate(still, drift)).toBeCloseTo(0.003, 12);
    const half = clipOf(11, (frame) => [frame > 5 ? frame : 0, 0, 0]);
    expect(footSkate(half, drift)).toBeCloseTo(0.0015, 12);
    const toesOnly = moved(still, (frame, joint) => [joint === 3 ? frame : 0, 0, 0]);
    expect(footSkate(still, toesOnly)).toBe(0);
  });

  test('the window is time, not frames: 120 Hz sees the same contacts', () => {
    const twice = clipOf(
      359,
      (frame, joint) => {
        const at = (frame * SMPL_JOINT_COUNT) / 2 + joint;
        if (frame % 2 === 0) return [walk.positions[at * 3], walk.positions[at * 3 + 1], walk.positions[at * 3 + 2]];
        const [a, b] = [((frame - 1) / 2) * SMPL_JOINT_COUNT + joint, ((frame + 1) / 2) * SMPL_JOINT_COUNT + joint];
        const mean = (k: number) => (walk.positions[a * 3 + k] + walk.positions[b * 3 + k]) / 2;
        return [mean(0), mean(1), mean(2)];
      },
      120,
    );
    const [slow, fast] = [detectContacts(walk), detectContacts(twice)];
    let different = 0;
    for (let frame = 0; frame < 180; frame++) different += slow[frame * 4] === fast[frame * 8] ? 0 : 1;
    expect(different).toBeLessThanOrEqual(1);
  });
});

test('units are those of the literature', () => {
  const truth = randomClip(6);
  const off = moved(truth, (frame) => [0.02 + (0.01 * frame) / 60, 0, 0]);
  const metrics = evaluateClip(truth, off);
  expect(metrics.mpjpeCm).toBeCloseTo(100 * meanPositionError(truth, off), 12);
  expect(metrics.mpjveCmPerS).toBeCloseTo(1, 6);
  expect(metrics.jitter).toBeCloseTo(meanJitter(off) / 100, 12);
});

test('too short to measure is NaN; clips that do not match are refused', () => {
  const short = randomClip(1, 1);
  expect(evaluateClip(short, short)).toMatchObject({ mpjpeCm: 0, mpjveCmPerS: Number.NaN, jitter: Number.NaN });
  expect(evaluateClip(createJointClip(60, 0), createJointClip(60, 0)).mpjpeCm).toBeNaN();
  expect(() => evaluateClip(randomClip(1, 3), randomClip(1, 4))).toThrow(
    'prediction: expected 3 frames, as in the truth, got 4',
  );
  expect(() => evaluateClip(short, { ...short, hz: 90 })).toThrow('90 Hz');
  expect(() => evaluateClip(short, { ...short, positions: new Float64Array(5) })).toThrow(
    'prediction: expected 66 position',
  );
});
