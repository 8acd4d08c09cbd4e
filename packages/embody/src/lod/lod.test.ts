import { copyPose, createPose, jointOfBone, type Pose, type Skeleton } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildBaseline } from '../baseline/buildBaseline.js';
import { buildEmbody } from '../embodyModel.js';
import { createPerson } from '../person/person.js';
import { buildTestBody, createTestReader, setPoint, standingFrame, wanderingFrame } from '../testing.js';
import { defaultLodSettings, detailLevel, type LodSettings } from './chooseLevels.js';
import { type Crowd, type CrowdSolver, createCrowd } from './crowd.js';
import { createBaselineCrowdSolver, createEmbodyCrowdSolver } from './crowdSolvers.js';
import { buildFarPose, createFarState, solveFarPose } from './farPose.js';
import { stepCrowd } from './stepCrowd.js';

const skeleton = buildTestBody();
const baseline = buildBaseline(skeleton);

function positionOf(body: Skeleton, pose: Pose, bone: Parameters<typeof jointOfBone>[1]): number[] {
  const joint = jointOfBone(body, bone);
  return [...pose.worldPositions.subarray(joint * 3, joint * 3 + 3)];
}

function targetOf(frame: JointFrame, point: keyof typeof pointNumber): number[] {
  return [...frame.jointPoses.subarray(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + 3)];
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function largestStep(a: Pose, b: Pose): number {
  let largest = 0;
  for (let at = 0; at < a.worldPositions.length; at += 3) {
    largest = Math.max(largest, distance(a.worldPositions.subarray(at), b.worldPositions.subarray(at)));
  }
  return largest;
}

describe('the far pose', () => {
  const far = buildFarPose(skeleton);

  test.each(seeds(10))('has its head and hands where they are tracked, and its feet on the floor (seed %i)', (seed) => {
    const state = createFarState();
    const pose = createPose(skeleton);
    const frame = createJointFrame();
    for (let i = 0; i < 90; i++) {
      wanderingFrame(seed, i / 30, frame);
      expect(solveFarPose(far, state, frame, pose, 1 / 30)).toBe(true);
      expect(distance(positionOf(skeleton, pose, 'head'), targetOf(frame, 'head'))).toBeLessThan(1e-9);
      for (const hand of ['leftHand', 'rightHand'] as const) {
        expect(distance(positionOf(skeleton, pose, hand), targetOf(frame, hand))).toBeLessThan(0.15);
      }
      // One stands, the other may be lifted for a step.
      const heights = (['leftFoot', 'rightFoot'] as const).map((foot) => positionOf(skeleton, pose, foot)[1] - 0.08);
      expect(Math.min(...heights)).toBeGreaterThan(-0.001);
      expect(Math.min(...heights)).toBeLessThan(0.1);
      expect(Math.max(...heights)).toBeLessThan(0.2);
    }
  });

  test('bends where the head is low, and stays finite wherever it is', () => {
    const state = createFarState();
    const pose = createPose(skeleton);
    const frame = standingFrame();
    for (const y of [1.53, 1, 0.6, 0.2, 0, -3, 9]) {
      setPoint(frame, 'head', [0, y, 0, 0, 0, 0, 1]);
      solveFarPose(far, state, frame, pose, 1 / 60);
      expect(pose.worldPositions.every(Number.isFinite)).toBe(true);
      expect(distance(positionOf(skeleton, pose, 'head'), [0, y, 0])).toBeLessThan(1e-9);
      if (y === 0.6) expect(positionOf(skeleton, pose, 'hips')[1]).toBeGreaterThan(0.3);
    }
  });

  test('does without what is lost, and without a head it stays as it is', () => {
    const state = createFarState();
    const pose = createPose(skeleton);
    const frame = standingFrame();
    frame.quality[pointNumber.leftHand] = quality.lost;
    frame.quality[pointNumber.rightHand] = quality.lost;
    solveFarPose(far, state, frame, pose, 1 / 60);
    for (const hand of ['leftHand', 'rightHand'] as const) {
      expect(positionOf(skeleton, pose, hand)[1]).toBeLessThan(1);
    }
    const before = createPose(skeleton);
    copyPose(before, pose);
    frame.quality[pointNumber.head] = quality.lost;
    expect(solveFarPose(far, state, frame, pose, 1 / 60)).toBe(false);
    expect(pose).toEqual(before);
  });

  test('works for rigs without toes, shoulders, arms or legs', () => {
    for (const body of [
      buildTestBody(['leftToes', 'rightToes', 'leftShoulder', 'chest', 'upperChest', 'neck']),
      buildTestBody(['leftHand', 'rightFoot', 'rightToes']),
      buildTestBody([], [{ name: 'root', parent: null, offset: [0, 0.1, 0], bone: null }]),
    ]) {
      const pose = createPose(body);
      expect(solveFarPose(buildFarPose(body), createFarState(), standingFrame(), pose, 1 / 60)).toBe(true);
      expect(distance(positionOf(body, pose, 'head'), targetOf(standingFrame(), 'head'))).toBeLessThan(1e-9);
    }
    expect(() => buildFarPose(buildTestBody(['head']))).toThrow('skeleton: expected a head bone, got none');
  });
});

/** Counts how often it is asked. */
function countingSolver(): CrowdSolver & { full: number; fingerless: number } {
  const solver = createBaselineCrowdSolver(baseline);
  return {
    full: 0,
    fingerless: 0,
    pose: solver.pose,
    step(frame, dtSeconds) {
      this.full++;
      solver.step(frame, dtSeconds);
    },
    stepWithoutFingers(frame, dtSeconds) {
      this.fingerless++;
      solver.stepWithoutFingers(frame, dtSeconds);
    },
  };
}

function createWanderers(count: number, settings: LodSettings = defaultLodSettings) {
  const solvers = Array.from({ length: count }, countingSolver);
  const crowd = createCrowd(
    solvers.map((solver) => ({ skeleton, solver })),
    settings,
  );
  const frames = solvers.map(() => createJointFrame());
  const distances = new Float64Array(count).fill(1);
  const step = (timeSeconds: number, dtSeconds: number) => {
    frames.forEach((frame, i) => {
      wanderingFrame(i + 1, timeSeconds, frame);
    });
    stepCrowd(crowd, frames, distances, dtSeconds);
  };
  return { crowd, solvers, frames, distances, step };
}

function levelsOf({ avatars }: Crowd): number[] {
  return avatars.map(({ level }) => level);
}

describe('a crowd', () => {
  test('works out near people in full, farther ones now and then, and far ones not at all', () => {
    const { crowd, solvers, distances, step } = createWanderers(3);
    distances.set([2, 12, 40]);
    for (let i = 0; i < 90; i++) step(i / 90, 1 / 90);
    expect(levelsOf(crowd)).toEqual([detailLevel.full, detailLevel.reduced, detailLevel.far]);
    expect([solvers[0].full, solvers[0].fingerless]).toEqual([90, 0]);
    expect(solvers[1].full).toBe(0);
    expect(Math.abs(solvers[1].fingerless - 30)).toBeLessThanOrEqual(2);
    expect(solvers[2].full + solvers[2].fingerless).toBe(0);
    expect(crowd.avatars[0].pose.worldPositions).toEqual(solvers[0].pose.worldPositions);
  });

  test('near by, its people are persons: the same bits', () => {
    const model = buildEmbody(skeleton);
    const [solver, person, frame] = [createEmbodyCrowdSolver(model), createPerson({ skeleton }), createJointFrame()];
    for (let i = 0; i < 60; i++) {
      wanderingFrame(2, i / 60, frame);
      solver.step(frame, 1 / 60);
      person.solve(frame, 1 / 60);
    }
    expect([...solver.pose.worldPositions]).toEqual([...person.pose.worldPositions]);
  });

  test('lets reduced people take turns', () => {
    const { solvers, distances, step } = createWanderers(30);
    distances.fill(12);
    for (let i = 0; i < 30; i++) step(i / 90, 1 / 90);
    const before = solvers.map(({ fingerless }) => fingerless);
    step(30 / 90, 1 / 90);
    const workedOut = solvers.filter(({ fingerless }, i) => fingerless > before[i]).length;
    expect(workedOut).toBeGreaterThan(5);
    expect(workedOut).toBeLessThan(15);
  });

  test.each([60, 72, 90, 120])('shows a reduced body that moves evenly, a thirtieth late, at %i Hz', (hz) => {
    const { crowd, frames, distances, step } = createWanderers(1);
    distances.fill(12);
    for (let i = 0; i < 3 * hz; i++) {
      step(i / hz, 1 / hz);
      if (i < hz) continue;
      const headWorld = positionOf(skeleton, crowd.avatars[0].pose, 'head');
      // Up to two of its steps late, and this person walks at up to half a metre a second.
      expect(distance(headWorld, targetOf(frames[0], 'head'))).toBeLessThan(0.06);
    }
  });

  test.each(seeds(4))('changes levels without a jump, whoever comes and goes (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const { crowd, distances, step } = createWanderers(6);
    const before = crowd.avatars.map(() => createPose(skeleton));
    let changeCount = 0;
    for (let i = 0; i < 900; i++) {
      if (i % 60 === 0) for (let k = 0; k < distances.length; k++) distances[k] = 30 * random();
      const levels = levelsOf(crowd);
      step(i / 90, 1 / 90);
      changeCount += levelsOf(crowd).filter((level, k) => level !== levels[k]).length;
      crowd.avatars.forEach(({ pose }, k) => {
        // A leg may take a quick step while it comes over from the level before.
        if (i > 0) expect(largestStep(pose, before[k])).toBeLessThan(0.14);
        copyPose(before[k], pose);
      });
    }
    expect(changeCount).toBeGreaterThan(20);
  });

  test('keeps its budget: nearer people keep their detail', () => {
    const { crowd, distances, step } = createWanderers(40, { ...defaultLodSettings, budgetMicros: 500 });
    for (let i = 0; i < 40; i++) distances[i] = 0.5 + 0.13 * i;
    crowd.levelMicros.set([30, 14, 3]);
    step(0, 1 / 90);
    const micros = levelsOf(crowd).reduce((sum, level) => sum + crowd.levelMicros[level], 0);
    expect(micros).toBeLessThanOrEqual(500);
    expect(crowd.avatars[0].level).toBe(detailLevel.full);
    expect(levelsOf(crowd)).toEqual([...levelsOf(crowd)].sort());
  });

  test('learns the costs from a clock, and without one gives the same bits twice', () => {
    const { crowd, frames, distances } = createWanderers(4);
    distances.set([1, 2, 12, 40]);
    let nowMs = 0;
    const before = [...crowd.levelMicros];
    // A clock that goes by 0.2 ms each time it is read: 200 us for each level's people together.
    for (let i = 0; i < 900; i++) {
      frames.forEach((frame, k) => {
        wanderingFrame(k, i / 90, frame);
      });
      stepCrowd(crowd, frames, distances, 1 / 90, () => {
        nowMs += 0.2;
        return nowMs;
      });
    }
    expect([...crowd.levelMicros]).not.toEqual(before);
    expect(crowd.levelMicros[0]).toBeCloseTo(100, 0);
    expect(crowd.levelMicros[2]).toBeCloseTo(200, 0);
    const run = () => {
      const { crowd: other, distances: others, step } = createWanderers(5);
      others.set([1, 5, 8, 14, 30]);
      for (let i = 0; i < 200; i++) step(i / 72, i % 50 === 49 ? 0.2 : 1 / 72);
      return other.avatars.map(({ pose }) => [...pose.worldPositions]);
    };
    expect(run()).toEqual(run());
  });

  test('bears people without a head and frames without sense', () => {
    const { crowd, frames, distances } = createWanderers(3);
    distances.set([1, 12, 40]);
    const random = seededRandom(1);
    const readers = frames.map(() => createTestReader(skeleton));
    for (let i = 0; i < 300; i++) {
      frames.forEach((frame, k) => {
        wanderingFrame(k, i / 60, frame);
        if (i < 20 || random() < 0.2) frame.quality[pointNumber.head] = quality.lost;
        if (random() < 0.2) frame.jointPoses[Math.floor(random() * 21)] = Number.NaN;
      });
      if (i % 40 === 0) for (let k = 0; k < distances.length; k++) distances[k] = 30 * random();
      const joints = frames.map((frame, k) => readers[k](frame, 1 / 60));
      stepCrowd(crowd, joints, distances, 1 / 60);
      for (const { pose } of crowd.avatars) expect(pose.worldPositions.every(Number.isFinite)).toBe(true);
    }
  });

  test('of nobody is no work, and settings that cannot be are refused', () => {
    stepCrowd(createCrowd([]), [], new Float64Array(0), 1 / 90);
    expect(() => createCrowd([], { ...defaultLodSettings, reducedHz: 0 })).toThrow('reducedHz');
    expect(JSON.parse(JSON.stringify(defaultLodSettings))).toEqual(defaultLodSettings);
  });
});
