import { jointOfBone, type Skeleton, vec3 } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { defaultEmbodySettings } from '../../embodySettings.js';
import { resetEmbodyState } from '../../embodyState.js';
import { boxGround } from '../../ground/boxGround.js';
import { heightGround } from '../../ground/ground.js';
import { buildTestBody, setPoint, wanderingFrame } from '../../testing.js';
import { buildFixtureBody, readPriorFixture } from '../network/prior.testing.js';
import { countElbowsInTorso } from './elbowsInTorso.testing.js';
import {
  createPerson,
  live,
  type Movement,
  type Person,
  placeOf,
  poseDistance,
  standing,
  walking,
  wandering,
} from './guide.testing.js';

const fixture = await readPriorFixture();

const pointOf = ({ frame }: Person, point: keyof typeof pointNumber) =>
  frame.jointPoses.subarray(pointNumber[point] * POSE_SIZE, pointNumber[point] * POSE_SIZE + 3);

describe('what solvers guarantee holds with the prior', () => {
  const clipBones = [
    ...(['hips', 'leftUpperLeg', 'rightUpperLeg', 'spine', 'leftLowerLeg', 'rightLowerLeg', 'chest'] as const),
    ...(['leftFoot', 'rightFoot', 'upperChest', 'leftToes', 'rightToes', 'neck', 'leftShoulder'] as const),
    ...(['rightShoulder', 'head', 'leftUpperArm', 'rightUpperArm', 'leftLowerArm', 'rightLowerArm'] as const),
    ...(['leftHand', 'rightHand'] as const),
  ];

  test.each(seeds(4))('head and hands are exact, and no elbow is in the torso (seed %i)', (seed) => {
    const person = createPerson();
    const positions: number[] = [];
    let [headMiss, handMiss] = [0, 0];
    live(person, wandering(seed), 4, 60, () => {
      headMiss = Math.max(headMiss, vec3.distance(placeOf(person, 'head'), pointOf(person, 'head')));
      (['leftHand', 'rightHand'] as const).forEach((hand, side) => {
        // handMisses: what the arm cannot reach.
        const missing = vec3.distance(placeOf(person, hand), pointOf(person, hand));
        handMiss = Math.max(handMiss, missing - person.state.body.handMisses[side]);
      });
      for (const bone of clipBones) positions.push(...placeOf(person, bone));
    });
    expect(headMiss).toBeLessThan(1e-9);
    expect(handMiss).toBeLessThan(1e-6);
    const clip = { hz: 60, frameCount: positions.length / 66, positions: Float64Array.from(positions) };
    expect(countElbowsInTorso(clip)).toBe(0);
    expect(person.state.body.guidance.weight).toBe(1);
    for (const miss of person.state.body.handMisses) expect(miss).toBeLessThan(0.02);
  });

  test('what stands does not move', () => {
    const person = createPerson();
    const held = [0, 0];
    const before = [vec3.create(), vec3.create()];
    let [stood, farthest] = [0, 0];
    live(person, walking(), 5, 90, () => {
      person.state.ledFeet.feet.forEach((foot, side) => {
        const toes = placeOf(person, side === 0 ? 'leftToes' : 'rightToes');
        held[side] = foot.isBallDown && !foot.isPutRight ? held[side] + 1 : 0;
        if (held[side] > 12) {
          stood++;
          farthest = Math.max(farthest, Math.hypot(toes[0] - before[side][0], toes[2] - before[side][2]));
        }
        vec3.copy(before[side], toes);
      });
    });
    expect(farthest).toBeLessThan(1e-6);
    expect(stood).toBeGreaterThan(180); // so something was tried
  });

  test('somebody who stands has both feet on the floor, flat', () => {
    const person = createPerson();
    live(person, standing, 3, 60);
    for (const bone of ['leftFoot', 'rightFoot'] as const) expect(placeOf(person, bone)[1]).toBeCloseTo(0.08, 2);
    for (const bone of ['leftToes', 'rightToes'] as const) expect(placeOf(person, bone)[1]).toBeCloseTo(0.02, 2);
    expect(person.state.body.feet.map(({ isPlanted }) => isPlanted)).toEqual([true, true]);
  });

  test('trackers on hips and feet are followed exactly', () => {
    const truth = createPerson();
    live(truth, walking(), 1, 60);
    const person = createPerson();
    live(
      person,
      (_, out) => {
        walking()(1 - 1 / 60, out);
        for (const [point, bone] of [
          ['hips', 'hips'],
          ['leftFoot', 'leftFoot'],
          ['rightFoot', 'rightFoot'],
        ] as const) {
          const joint = jointOfBone(truth.model.skeleton, bone);
          const rotation = truth.state.pose.worldRotations.subarray(joint * 4, joint * 4 + 4);
          setPoint(out, point, [...placeOf(truth, bone), ...rotation]);
        }
      },
      1,
      60,
    );
    for (const bone of ['hips', 'leftFoot', 'rightFoot'] as const) {
      expect(vec3.distance(placeOf(person, bone), placeOf(truth, bone))).toBeLessThan(1e-3);
    }
  });
});

describe('on ground that the network has never seen', () => {
  const steps = boxGround(
    Array.from({ length: 20 }, (_, i) => ({
      min: [-2, 0, 1.5 + 0.32 * i] as const,
      max: [2, 0.16 * (i + 1), 1.5 + 0.32 * (i + 1)] as const,
    })),
  );
  const stepAt = (z: number) => Math.max(0, Math.min(20, Math.floor((z - 1.5) / 0.32) + 1)) * 0.16;
  const slopeAt = (z: number) => 0.2 * Math.max(0, z - 1);
  test.each([
    ['stairs', steps, stepAt],
    ['a slope', heightGround((_, z) => slopeAt(z)), slopeAt],
  ])('%s: feet come to stand on it and never sink into it', (_, ground, heightAt) => {
    const person = createPerson(defaultEmbodySettings, ground);
    let [stood, deepest, farthest, widest] = [0, 0, 0, 0];
    const seconds = [0, 0];
    live(person, walking(1, heightAt), 5, 90, () => {
      person.state.ledFeet.feet.forEach((foot, side) => {
        const [ankle, toes] = side === 0 ? (['leftFoot', 'leftToes'] as const) : (['rightFoot', 'rightToes'] as const);
        const [x, y, z] = placeOf(person, toes);
        widest = Math.max(widest, Math.abs(x));
        deepest = Math.max(deepest, heightAt(z) - y, heightAt(placeOf(person, ankle)[2]) - placeOf(person, ankle)[1]);
        seconds[side] = foot.isHeelDown && foot.isBallDown ? seconds[side] + 1 / 90 : 0;
        if (seconds[side] < 0.3) return;
        stood++;
        farthest = Math.max(farthest, y - heightAt(z));
      });
    });
    expect(widest).toBeLessThan(1);
    expect(deepest).toBeLessThan(0.03);
    expect(stood).toBeGreaterThan(20);
    expect(farthest).toBeLessThan(0.09);
  });
});

describe('the same movement gives the same body', () => {
  /** One frame at the start, then six poses a second for four seconds. */
  const posesAt = (hz: number, seed: number): Float64Array[] => {
    const person = createPerson();
    live(person, wandering(seed), 1 / hz, hz);
    // Every rate goes on from the same moment.
    person.clock = 1 / 120;
    return Array.from({ length: 24 }, () => {
      live(person, wandering(seed), 1 / 6, hz);
      return person.state.pose.worldPositions.slice();
    });
  };
  test.each(seeds(2))('at 72, 90 and 120 Hz as at 60 (seed %i)', (seed) => {
    const slow = posesAt(60, seed);
    for (const hz of [72, 90, 120]) {
      const fast = posesAt(hz, seed);
      const sum = slow.reduce((total, pose, i) => total + poseDistance(pose, fast[i]).mean, 0);
      expect(sum / slow.length, `${hz} Hz`).toBeLessThan(0.015);
    }
  });

  test('twice: the same bits, also after a reset', () => {
    const [one, other] = [createPerson(), createPerson()];
    live(one, walking(), 2, 72);
    live(other, wandering(5), 1, 90);
    resetEmbodyState(other.model, other.state);
    other.clock = 0;
    live(other, walking(), 2, 72);
    const third = createPerson();
    live(third, walking(), 2, 72);
    expect([...third.state.pose.worldPositions]).toEqual([...one.state.pose.worldPositions]);
    expect(poseDistance(other.state.pose.worldPositions, one.state.pose.worldPositions).largest).toBeLessThan(0.02);
  });

  test('elsewhere after a teleport and a snap turn', () => {
    const [stays, goes] = [createPerson(), createPerson()];
    const [sin, cos] = [Math.sin(1), Math.cos(1)];
    const turned: Movement = (seconds, out) => {
      walking()(seconds, out);
      for (const point of [0, 1, 2]) {
        const at = point * POSE_SIZE;
        const [x, , z, qx, qy, qz, qw] = out.jointPoses.subarray(at, at + POSE_SIZE);
        const [s, c] = [Math.sin(0.5), Math.cos(0.5)];
        out.jointPoses.set([cos * x + sin * z + 3, out.jointPoses[at + 1], cos * z - sin * x - 2], at);
        out.jointPoses.set([c * qx + s * qz, c * qy + s * qw, c * qz - s * qx, c * qw - s * qy], at + 3);
      }
    };
    live(stays, walking(), 3, 60);
    live(goes, walking(), 2, 60);
    live(goes, turned, 1, 60);
    const [a, b] = [stays.state.guide, goes.state.guide].map((guide) => guide?.network.proposal.positions ?? []);
    for (let i = 0; i < 66; i += 3) {
      // Weights are whole numbers: a hair's breadth here is a step there.
      expect(Math.abs(b[i] - (cos * a[i] + sin * a[i + 2] + 3))).toBeLessThan(0.02);
      expect(Math.abs(b[i + 1] - a[i + 1])).toBeLessThan(0.02);
      expect(Math.abs(b[i + 2] - (cos * a[i + 2] - sin * a[i] - 2))).toBeLessThan(0.02);
    }
  });
});

describe('tracking as it is', () => {
  test.each(seeds(3))('whatever comes in, the pose is finite (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const person = createPerson();
    let brokenFrames = 0;
    const poisons = [Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e9, 0];
    live(
      person,
      (seconds, out) => {
        wanderingFrame(seed, seconds, out);
        if (random() < 0.3)
          out.jointPoses[Math.floor(random() * out.jointPoses.length)] = poisons[Math.floor(random() * 5)];
        if (random() < 0.2) out.quality[Math.floor(random() * 11)] = Math.floor(random() * 3);
      },
      4,
      90,
      () => {
        if (!person.state.pose.worldPositions.every(Number.isFinite)) brokenFrames++;
      },
    );
    expect(brokenFrames).toBe(0);
  });

  test('a lost hand is not believed, and comes and goes without a jump', () => {
    const person = createPerson();
    const before = new Float64Array(person.state.pose.worldPositions.length);
    const trunk = (['hips', 'spine', 'chest', 'leftUpperLeg', 'neck'] as const).map((bone) =>
      jointOfBone(person.model.skeleton, bone),
    );
    const hand = pointNumber.leftHand;
    let [largest, mostBelieved] = [0, 0];
    live(
      person,
      (seconds, out) => {
        wanderingFrame(6, seconds, out);
        if (seconds > 1 && seconds < 3) out.quality[hand] = quality.lost;
      },
      4,
      90,
      () => {
        const now = person.state.pose.worldPositions;
        if (person.clock > 0.5) {
          for (const joint of trunk) {
            const at = joint * 3;
            largest = Math.max(
              largest,
              Math.hypot(now[at] - before[at], now[at + 1] - before[at + 1], now[at + 2] - before[at + 2]),
            );
          }
        }
        before.set(now);
        if (person.clock > 2 && person.clock < 2.9)
          mostBelieved = Math.max(mostBelieved, person.state.guide?.seen.weights[hand] ?? 1);
      },
    );
    expect(mostBelieved).toBeLessThan(0.01);
    expect(largest).toBeLessThan(0.02); // metres in 11 ms
  });

  test.each([1.2, 1.5, 1.9, 2.1])('somebody of %f m walks on the floor', (stature) => {
    const size = stature / 1.7;
    const skeleton: Skeleton = buildFixtureBody(fixture, size);
    const person = createPerson(defaultEmbodySettings, undefined, skeleton);
    let [lowest, planted] = [Number.POSITIVE_INFINITY, 0];
    live(person, walking(size), 4, 72, () => {
      for (const bone of ['leftFoot', 'rightFoot'] as const) lowest = Math.min(lowest, placeOf(person, bone)[1]);
      planted += person.state.body.feet.filter(({ isPlanted }) => isPlanted).length / (4 * 72);
    });
    expect(person.state.body.guidance.weight).toBe(1);
    expect(lowest).toBeGreaterThan(0);
    // Both feet stand now and then, and neither always.
    expect(planted).toBeGreaterThan(0.6);
    expect(planted).toBeLessThan(1.95);
    const hips = placeOf(person, 'hips')[1] / size;
    expect(hips).toBeGreaterThan(0.7);
    expect(hips).toBeLessThan(1.05);
  });

  test.each([
    [['leftToes', 'rightToes']],
    [['upperChest', 'neck']],
    [['chest', 'upperChest', 'leftShoulder', 'rightShoulder']],
    [['leftUpperLeg', 'leftLowerLeg', 'leftFoot', 'leftToes']],
    [['rightUpperArm', 'rightLowerArm', 'rightHand']],
  ] as const)('a rig without %s works', (without) => {
    const person = createPerson(defaultEmbodySettings, undefined, buildTestBody([...without]));
    let [headMiss, brokenFrames] = [0, 0];
    live(person, walking(), 2, 72, () => {
      if (!person.state.pose.worldPositions.every(Number.isFinite)) brokenFrames++;
      headMiss = Math.max(headMiss, vec3.distance(placeOf(person, 'head'), pointOf(person, 'head')));
    });
    expect(brokenFrames).toBe(0);
    expect(headMiss).toBeLessThan(1e-9);
    const hips = placeOf(person, 'hips');
    expect(Math.abs(hips[1] - 0.9)).toBeLessThan(0.2);
  });
});

test('with leadsFeet and the own rhythm off the curves of the gait decide how high feet go, under a trunk that is still the prior’s', () => {
  /** Highest that the left ankle goes in a walk, metres. */
  const highestFoot = (leadsFeet: boolean, liftScale: number) => {
    const { gait, prior } = defaultEmbodySettings;
    const { keys, ...rest } = gait.curves.footLiftForward;
    const lifted = { ...rest, keys: keys.map((key) => ({ ...key, value: liftScale * key.value })) };
    const person = createPerson({
      ...defaultEmbodySettings,
      gait: { ...gait, phase: false, curves: { ...gait.curves, footLiftForward: lifted } },
      prior: { ...prior, leadsFeet },
    });
    let highest = 0;
    live(person, walking(), 3, 30, () => {
      highest = Math.max(highest, placeOf(person, 'leftFoot')[1]);
    });
    expect(person.state.body.guidance.trunkWeight).toBeGreaterThan(0.5);
    expect(person.state.body.guidance.leadsFeet).toBe(leadsFeet);
    return highest;
  };
  expect(highestFoot(false, 3)).toBeGreaterThan(highestFoot(false, 1) + 0.02);
  expect(highestFoot(true, 3)).toBe(highestFoot(true, 1));
});
