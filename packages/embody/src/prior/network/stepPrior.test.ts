import { smplParents } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { buildTestBody } from '../../testing.js';
import { loadPrior } from './loadPrior.js';
import {
  buildFixtureBody,
  createTargets,
  readPriorBytes,
  readPriorFixture,
  setMoment,
  setWandering,
} from './prior.testing.js';
import { createPriorState, type PriorState, resetPrior } from './priorState.js';
import { stepPrior } from './stepPrior.js';

const [bytes, fixture] = [await readPriorBytes(), await readPriorFixture()];
const model = loadPrior(bytes);
const plainModel = loadPrior(bytes, { simd: false });
const skeleton = buildFixtureBody(fixture);
const headAt = 15 * 3;

function distance(a: ArrayLike<number>, b: ArrayLike<number>, joint: number): number {
  const i = joint * 3;
  return Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
}

function meanDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let joint = 0; joint < 22; joint++) sum += distance(a, b, joint);
  return sum / 22;
}

/** Positions after some seconds of wandering at a rate of frames, from the beginning. */
function wander(seed: number, timesSeconds: readonly number[], state = createPriorState(model, skeleton)): PriorState {
  const targets = createTargets();
  let before = 0;
  for (const time of timesSeconds) {
    setWandering(targets, seed, time);
    stepPrior(model, state, targets, time - before);
    before = time;
  }
  return state;
}

const every = (hz: number, seconds: number) => Array.from({ length: Math.round(seconds * hz) + 1 }, (_, i) => i / hz);

describe('against the training framework', () => {
  test.each([
    ['SIMD', model],
    ['plain', plainModel],
  ])('joints, contacts and expected errors are the same, %s', (_, chosen) => {
    const state = createPriorState(chosen, skeleton);
    const targets = createTargets();
    fixture.moments.forEach((moment, tick) => {
      setMoment(targets, moment);
      stepPrior(chosen, state, targets, 1 / 60);
      if (tick % fixture.every !== 0) return;
      const answer = fixture.answers[tick / fixture.every];
      answer.features.forEach((value, i) => {
        expect(Math.abs(state.scratch.features[i] - value)).toBeLessThan(1e-3);
      });
      for (let joint = 0; joint < 22; joint++) {
        expect(distance(state.proposal.positions, answer.joints, joint)).toBeLessThan(1e-3); // metres
      }
      answer.contacts.forEach((chance, i) => {
        expect(Math.abs(state.proposal.contacts[i] - chance)).toBeLessThan(0.01);
      });
      expect(Math.abs(state.proposal.expectedUpperError - answer.errors[0])).toBeLessThan(1e-3);
      expect(Math.abs(state.proposal.expectedLowerError - answer.errors[1])).toBeLessThan(1e-3);
    });
  });
});

describe('the mirror image', () => {
  const left = [1, 4, 7, 10, 13, 16, 18, 20];

  test.each(seeds(3))('of a movement gets the mirror image of its proposal (seed %i)', (seed) => {
    const own = createPriorState(model, skeleton);
    const other = createPriorState(model, skeleton);
    const targets = createTargets();
    const reflected = createTargets();
    for (const time of every(90, 2)) {
      setWandering(targets, seed, time);
      const { jointPoses: poses } = targets.frame;
      [0, 2, 1].forEach((from, point) => {
        const [x, y, z, qx, qy, qz, qw] = poses.subarray(from * 7, from * 7 + 7);
        reflected.frame.jointPoses.set([-x, y, z, qx, -qy, -qz, qw], point * 7);
        reflected.weights[point] = 1;
      });
      stepPrior(model, own, targets, 1 / 90);
      stepPrior(model, other, reflected, 1 / 90);
    }
    const [a, b] = [own.proposal, other.proposal];
    for (const joint of left) {
      for (const [one, two] of [
        [joint, joint + 1],
        [joint + 1, joint],
      ]) {
        for (let k = 0; k < 3; k++) {
          expect(b.positions[two * 3 + k]).toBeCloseTo((k === 0 ? -1 : 1) * a.positions[one * 3 + k], 5);
        }
      }
    }
    for (let i = 0; i < 4; i++) expect(b.contacts[i]).toBeCloseTo(a.contacts[i ^ 1], 5);
  });
});

describe('the proposal is a body', () => {
  test.each(seeds(5))('the head is where it is tracked and bones keep their length (seed %i)', (seed) => {
    const state = createPriorState(model, skeleton);
    const targets = createTargets();
    const rest = skeleton.restWorldPositions;
    for (const time of every(90, 2)) {
      setWandering(targets, seed, time);
      stepPrior(model, state, targets, 1 / 90);
      const { positions, rotations } = state.proposal;
      for (let k = 0; k < 3; k++) expect(positions[headAt + k]).toBeCloseTo(targets.frame.jointPoses[k], 12);
      for (let joint = 1; joint < 22; joint++) {
        const [i, p] = [joint * 3, smplParents[joint] * 3];
        const length = Math.hypot(rest[i] - rest[p], rest[i + 1] - rest[p + 1], rest[i + 2] - rest[p + 2]);
        const found = Math.hypot(
          positions[i] - positions[p],
          positions[i + 1] - positions[p + 1],
          positions[i + 2] - positions[p + 2],
        );
        expect(found).toBeCloseTo(length, 9);
      }
      for (let at = 0; at < 88; at += 4) {
        const size = Math.hypot(rotations[at], rotations[at + 1], rotations[at + 2], rotations[at + 3]);
        expect(size).toBeCloseTo(1, 9);
      }
    }
  });

  test('somebody who stands has feet near the floor below the head, and both planted', () => {
    const state = createPriorState(model, skeleton);
    const targets = createTargets();
    setMoment(targets, fixture.moments[0]);
    targets.frame.jointPoses.set([0, 1.53, 0, 0, 0, 0, 1, 0.25, 0.85, 0.08, 0, 0, -Math.SQRT1_2, Math.SQRT1_2], 0);
    targets.frame.jointPoses.set([-0.25, 0.85, 0.08, 0, 0, Math.SQRT1_2, Math.SQRT1_2], 14);
    for (let tick = 0; tick < 120; tick++) stepPrior(model, state, targets, 1 / 60);
    const { positions, contacts, confidence } = state.proposal;
    for (const ankle of [7, 8]) {
      expect(Math.abs(positions[ankle * 3 + 1] - 0.08)).toBeLessThan(0.06);
      expect(Math.hypot(positions[ankle * 3], positions[ankle * 3 + 2])).toBeLessThan(0.3);
    }
    expect(Math.min(...contacts)).toBeGreaterThan(0.7);
    expect(confidence).toBeGreaterThan(0.95);
  });
});

describe('the same movement gives the same body', () => {
  test.each([
    [72, 0.012],
    [90, 0.012],
    [120, 0.012],
  ])('at %i Hz as at 60, within %f m in the mean', (hz, limit) => {
    for (const seed of seeds(2)) {
      let [sum, count] = [0, 0];
      const [slow, fast] = [createPriorState(model, skeleton), createPriorState(model, skeleton)];
      const targets = createTargets();
      const common = 12; // 60 and each of the others share 12 moments a second
      const step = (state: PriorState, rate: number, from: number, to: number) => {
        for (let frame = from; frame < to; frame++) {
          setWandering(targets, seed, frame / rate);
          stepPrior(model, state, targets, frame === 0 ? 0 : 1 / rate);
        }
      };
      step(slow, 60, 0, 1);
      step(fast, hz, 0, 1);
      for (let k = 0; k < common * 4; k++) {
        step(slow, 60, 1 + (k * 60) / common, 1 + ((k + 1) * 60) / common);
        step(fast, hz, 1 + (k * hz) / common, 1 + ((k + 1) * hz) / common);
        sum += meanDistance(slow.proposal.positions, fast.proposal.positions);
        count++;
      }
      expect(sum / count).toBeLessThan(limit);
    }
  });

  test.each(seeds(3))('at uneven frames (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const times = [0];
    while (times[times.length - 1] < 3) times.push(times[times.length - 1] + 0.004 + 0.02 * random());
    const end = Math.ceil(times[times.length - 1] * 60) / 60;
    const even = wander(seed, every(60, end));
    const uneven = wander(seed, [...times, end]);
    expect(meanDistance(even.proposal.positions, uneven.proposal.positions)).toBeLessThan(0.015);
  });

  test('between two ticks the body moves without a jump', () => {
    const state = wander(1, every(60, 2));
    const targets = createTargets();
    const before = new Float64Array(66);
    let largest = 0;
    let time = 2;
    for (let frame = 0; frame < 480; frame++) {
      time += 1 / 480;
      setWandering(targets, 1, time);
      before.set(state.proposal.positions);
      stepPrior(model, state, targets, 1 / 480);
      for (let joint = 0; joint < 22; joint++)
        largest = Math.max(largest, distance(before, state.proposal.positions, joint));
    }
    expect(largest).toBeLessThan(0.02); // metres in 2 ms
  });

  test('the same frames give the same bits twice, and beside another avatar', () => {
    const times = every(72, 1.5);
    const alone = wander(4, times);
    const [one, other] = [createPriorState(model, skeleton), createPriorState(model, skeleton)];
    const targets = createTargets();
    times.forEach((time, i) => {
      for (const [state, seed] of [
        [one, 4],
        [other, 9],
      ] as const) {
        setWandering(targets, seed, time);
        stepPrior(model, state, targets, i === 0 ? 0 : time - times[i - 1]);
      }
    });
    expect([...one.proposal.positions]).toEqual([...alone.proposal.positions]);
    expect([...one.proposal.rotations]).toEqual([...alone.proposal.rotations]);
  });

  test.each(seeds(5))('anywhere in the room and any way round (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const place = { yaw: 6 * random() - 3, x: 8 * random() - 4, z: 8 * random() - 4, size: 1 };
    const [here, there] = [createPriorState(model, skeleton), createPriorState(model, skeleton)];
    const targets = createTargets();
    for (const time of every(60, 2)) {
      setWandering(targets, seed, time);
      stepPrior(model, here, targets, 1 / 60);
      setWandering(targets, seed, time, place);
      stepPrior(model, there, targets, 1 / 60);
    }
    const [sin, cos] = [Math.sin(place.yaw), Math.cos(place.yaw)];
    const [a, b] = [here.proposal.positions, there.proposal.positions];
    for (let i = 0; i < 66; i += 3) {
      expect(b[i]).toBeCloseTo(cos * a[i] + sin * a[i + 2] + place.x, 3);
      expect(b[i + 1]).toBeCloseTo(a[i + 1], 3);
      expect(b[i + 2]).toBeCloseTo(cos * a[i + 2] - sin * a[i] + place.z, 3);
    }
  });

  test('on raised ground the body is raised', () => {
    const [flat, raised] = [createPriorState(model, skeleton), createPriorState(model, skeleton)];
    raised.floorY = 0.7;
    const targets = createTargets();
    for (const time of every(60, 1)) {
      setWandering(targets, 2, time);
      stepPrior(model, flat, targets, 1 / 60);
      for (const point of [0, 1, 2]) targets.frame.jointPoses[point * 7 + 1] += 0.7;
      stepPrior(model, raised, targets, 1 / 60);
    }
    for (let i = 1; i < 66; i += 3) {
      expect(raised.proposal.positions[i]).toBeCloseTo(flat.proposal.positions[i] + 0.7, 3);
    }
  });
});

describe('any body', () => {
  test.each([1.2 / 1.7, 2.1 / 1.7])('a person %f times as tall does the same, larger or smaller', (size) => {
    const [usual, other] = [
      createPriorState(model, skeleton),
      createPriorState(model, buildFixtureBody(fixture, size)),
    ];
    const targets = createTargets();
    for (const time of every(60, 2)) {
      setWandering(targets, 3, time);
      stepPrior(model, usual, targets, 1 / 60);
      setWandering(targets, 3, time, { yaw: 0, x: 0, z: 0, size });
      stepPrior(model, other, targets, 1 / 60);
    }
    for (let i = 0; i < 66; i++) {
      expect(other.proposal.positions[i]).toBeCloseTo(usual.proposal.positions[i] * size, 2);
    }
  });

  test.each([
    [['leftToes', 'rightToes']],
    [['upperChest']],
    [['chest', 'upperChest', 'neck']],
    [['leftShoulder', 'rightShoulder', 'upperChest', 'leftToes']],
  ] as const)('a rig without %s still has feet on the floor', (without) => {
    const state = createPriorState(model, buildTestBody([...without]));
    const full = createPriorState(model, buildTestBody());
    const targets = createTargets();
    for (const time of every(60, 2)) {
      setWandering(targets, 5, time);
      for (const one of [state, full]) stepPrior(model, one, targets, 1 / 60);
    }
    expect(state.proposal.positions.every(Number.isFinite)).toBe(true);
    for (const joint of [0, 7, 8]) {
      expect(distance(state.proposal.positions, full.proposal.positions, joint)).toBeLessThan(0.15);
    }
  });
});

describe('tracking as it is', () => {
  test('nothing is proposed before a head was seen', () => {
    const state = createPriorState(model, skeleton);
    const targets = createTargets();
    targets.frame.jointPoses.fill(Number.NaN);
    stepPrior(model, state, targets, 1 / 60);
    expect(state.proposal.isValid).toBe(false);
    setWandering(targets, 1, 0);
    stepPrior(model, state, targets, 1 / 60);
    expect(state.proposal.isValid).toBe(true);
  });

  test.each([
    ['head', 0],
    ['left hand', 1],
    ['right hand', 2],
    ['hips', 3],
  ])('broken numbers of the %s never reach the body', (_, point) => {
    const state = wander(1, every(60, 0.5));
    const targets = createTargets();
    for (let frame = 0; frame < 30; frame++) {
      setWandering(targets, 1, 0.5 + frame / 60);
      targets.weights[3] = 1;
      targets.frame.jointPoses.fill([Number.NaN, Number.POSITIVE_INFINITY, 0][frame % 3], point * 7, point * 7 + 7);
      stepPrior(model, state, targets, 1 / 60);
      for (const numbers of [
        state.proposal.positions,
        state.proposal.rotations,
        state.proposal.contacts,
        state.memory.hidden,
        state.mirrorMemory.hidden,
      ]) {
        expect(numbers.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test('a hand that fades away and comes back moves the body smoothly', () => {
    const state = wander(6, every(60, 2));
    const targets = createTargets();
    const before = new Float64Array(66);
    let [largest, usual] = [0, 0];
    for (let frame = 1; frame <= 180; frame++) {
      setWandering(targets, 6, 2 + frame / 60);
      // Away within 0.1 s, lost for a second, back within 0.1 s.
      targets.weights[1] = Math.min(1, Math.max(0, Math.abs(frame - 90) / 6 - 5));
      before.set(state.proposal.positions);
      stepPrior(model, state, targets, 1 / 60);
      // What is not the lost arm.
      for (const joint of [0, 3, 6, 9, 12, 4, 5, 7, 8]) {
        const step = distance(before, state.proposal.positions, joint);
        if (targets.weights[1] < 1) largest = Math.max(largest, step);
        else usual = Math.max(usual, step);
      }
    }
    expect(largest).toBeLessThan(usual + 0.05); // metres a frame
  });

  test('a stall of 0.2 s is caught up with, one of 2 s begins anew', () => {
    const times = every(60, 2);
    const steady = wander(7, times);
    const stalled = wander(7, [...times.filter((time) => time <= 1 || time >= 1.2)]);
    expect(meanDistance(steady.proposal.positions, stalled.proposal.positions)).toBeLessThan(0.03);
    const targets = createTargets();
    setWandering(targets, 7, 9);
    stepPrior(model, stalled, targets, 2);
    const fresh = createPriorState(model, skeleton);
    stepPrior(model, fresh, targets, 0);
    expect([...stalled.proposal.positions]).toEqual([...fresh.proposal.positions]);
  });

  test('after a reset nothing of before is left', () => {
    const used = wander(8, every(60, 1));
    resetPrior(used);
    expect(used.proposal.isValid).toBe(false);
    const times = every(72, 1);
    wander(3, times, used);
    expect([...used.proposal.positions]).toEqual([...wander(3, times).proposal.positions]);
  });

  test.each([
    ['a head four metres up', [0, 4, 0, 0, 0, 0, 1]],
    ['a head that lies below the floor', [0, -0.6, 0, 0, 0, 0, 1]],
    ['a hand two metres away', null],
  ])('%s is noticed', (_, head) => {
    const state = createPriorState(model, skeleton);
    const targets = createTargets();
    for (let frame = 0; frame < 120; frame++) {
      setWandering(targets, 1, frame / 60);
      if (head === null) targets.frame.jointPoses[7] += 2;
      else targets.frame.jointPoses.set(head, 0);
      stepPrior(model, state, targets, 1 / 60);
    }
    expect(state.proposal.confidence).toBeLessThan(0.2);
  });

  test.each(seeds(5))('ordinary movement is not (seed %i)', (seed) => {
    expect(wander(seed, every(60, 3)).proposal.confidence).toBeGreaterThan(0.9);
  });
});
