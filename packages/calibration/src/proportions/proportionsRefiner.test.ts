import { createQuat, DEG, quat, vec3 } from '@leib/core';
import { bytesPerCall, seededRandom, seeds } from '@leib/core/testing';
import { createJointFrame, type JointFrame, POSE_SIZE, pointNumber, quality, type TrackedPoint } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { armSpanFromWrists, statureFromEyeHeight } from './anthropometry.js';
import { type BodyProportions, proportionsOfStature } from './bodyProportions.js';
import { measureTPose } from './measureTPose.js';
import {
  createProportionsRefiner,
  defaultRefinerSettings,
  shownProportions,
  stepProportions,
} from './proportionsRefiner.js';

/** A person whose limbs differ from the means of their stature. */
function randomPerson(seed: number): BodyProportions {
  const random = seededRandom(seed);
  const usual = proportionsOfStature(1.5 + 0.5 * random());
  const off = () => 1 + 0.1 * (random() - 0.5);
  return {
    ...usual,
    upperArm: usual.upperArm * off(),
    forearm: usual.forearm * off(),
    thigh: usual.thigh * off(),
    shank: usual.shank * off(),
    hipWidth: usual.hipWidth * off(),
    shoulderWidth: usual.shoulderWidth * off(),
  };
}

function set(frame: JointFrame, point: TrackedPoint, place: ArrayLike<number>, turn: ArrayLike<number>): void {
  frame.jointPoses.set([...Array.from(place), ...Array.from(turn)], pointNumber[point] * POSE_SIZE);
  frame.quality[pointNumber[point]] = quality.tracked;
}

/** Joint poses of a body whose limbs swing; at time 0 it is a T-pose. */
function bodyAt(body: BodyProportions, seed: number, timeSeconds: number, frame: JointFrame, sway = 1): void {
  const wave = (i: number) => (timeSeconds === 0 ? 0 : Math.sin(timeSeconds * (0.7 + 0.23 * i) + seed + i)) * sway;
  const hipHeight = body.ankleHeight + body.thigh + body.shank;
  const hips = [0.2 * wave(1), hipHeight + 0.053 * body.stature, 0.2 * wave(2)];
  const facing = quat.setAxisAngle(createQuat(), [0, 1, 0], 0.5 * wave(3));
  const at = (from: ArrayLike<number>, turn: ReturnType<typeof createQuat>, x: number, y: number, z: number) => {
    const moved = vec3.transformQuat([0, 0, 0], [x, y, z], turn);
    return [from[0] + moved[0], from[1] + moved[1], from[2] + moved[2]];
  };
  const chest = at(hips, facing, 0, 0.13 * body.stature, 0);
  set(frame, 'hips', hips, facing);
  set(frame, 'chest', chest, facing);
  set(frame, 'head', at(hips, facing, 0, body.trunk, 0), facing);
  for (const [side, m] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const limbTurn = (i: number, range: number) => {
      const turn = quat.clone(facing);
      quat.rotateX(turn, turn, range * wave(i));
      quat.rotateZ(turn, turn, m * 0.5 * range * wave(i + 1));
      return quat.rotateY(turn, turn, range * 0.7 * wave(i + 2)) as ReturnType<typeof createQuat>;
    };
    const hip = at(hips, facing, (m * body.hipWidth) / 2, -0.053 * body.stature, 0);
    const thighTurn = limbTurn(4 + m, 40 * DEG);
    const knee = at(hip, thighTurn, 0, -body.thigh, 0);
    const shankTurn = quat.rotateX(
      createQuat(),
      thighTurn,
      0.4 * (timeSeconds === 0 ? 0 : 1 + wave(7 + m)),
    ) as typeof thighTurn;
    set(frame, `${side}Knee`, knee, shankTurn);
    set(frame, `${side}Foot`, at(knee, shankTurn, 0, -body.shank, 0), shankTurn);
    const shoulder = at(chest, facing, (m * body.shoulderWidth) / 2, 0.1 * body.stature, -0.01 * body.stature);
    const armTurn = limbTurn(10 + m, 60 * DEG);
    const elbow = at(shoulder, armTurn, m * body.upperArm, 0, 0);
    const foreTurn = quat.rotateY(
      createQuat(),
      armTurn,
      timeSeconds === 0 ? 0 : m * (0.6 + 0.5 * wave(14 + m)),
    ) as typeof armTurn;
    set(frame, `${side}Elbow`, elbow, foreTurn);
    set(frame, `${side}Hand`, at(elbow, foreTurn, m * body.forearm, 0, 0), foreTurn);
  }
}

function start(body: BodyProportions, seed: number, lost: readonly TrackedPoint[] = []) {
  const frame = createJointFrame();
  bodyAt(body, seed, 0, frame);
  for (const point of lost) frame.quality[pointNumber[point]] = quality.lost;
  const measures = measureTPose(frame, 0);
  if (measures === null) throw new Error('no T-pose');
  return { frame, refiner: createProportionsRefiner(frame, measures, 0) };
}

const limbNames = ['upperArm', 'forearm', 'thigh', 'shank', 'hipWidth', 'shoulderWidth'] as const;

describe('while the person moves', () => {
  test.each(seeds(3))('lengths become their own, by no more than allowed per second (seed %i)', (seed) => {
    const body = randomPerson(seed);
    const { frame, refiner } = start(body, seed);
    let mostChange = 0;
    for (let i = 1; i <= 60 * 60; i++) {
      const before = refiner.shown.slice();
      bodyAt(body, seed, i / 60, frame);
      stepProportions(refiner, frame, 1 / 60);
      refiner.shown.forEach((length, k) => {
        mostChange = Math.max(mostChange, Math.abs(length - before[k]));
      });
    }
    expect(mostChange).toBeLessThanOrEqual(defaultRefinerSettings.mostChange / 60 + 1e-12);
    const shown = shownProportions(refiner);
    const error = limbNames.reduce((sum, name) => sum + Math.abs(shown[name] - body[name]), 0) / limbNames.length;
    expect(error).toBeLessThan(0.004);
    // Both ends of these are tracked.
    expect(shown.forearm).toBeCloseTo(body.forearm, 2.7);
    expect(shown.shank).toBeCloseTo(body.shank, 2.7);
  });

  test('the same movement at 60 and at 120 Hz gives the same lengths', () => {
    const body = randomPerson(3);
    const shown = [60, 120].map((hz) => {
      const { frame, refiner } = start(body, 3);
      for (let i = 1; i <= 20 * hz; i++) {
        bodyAt(body, 3, i / hz, frame);
        stepProportions(refiner, frame, 1 / hz);
      }
      return shownProportions(refiner);
    });
    for (const name of limbNames) expect(Math.abs(shown[0][name] - shown[1][name])).toBeLessThan(0.0015);
  });

  test('a tracker that jumps about for a while does no lasting harm', () => {
    const body = randomPerson(4);
    const { frame, refiner } = start(body, 4);
    const random = seededRandom(1);
    for (let i = 1; i <= 60 * 60; i++) {
      bodyAt(body, 4, i / 60, frame);
      if (i > 600 && i < 900) frame.jointPoses[pointNumber.leftElbow * POSE_SIZE] += random() - 0.5;
      stepProportions(refiner, frame, 1 / 60);
    }
    expect(Math.abs(shownProportions(refiner).upperArm - body.upperArm)).toBeLessThan(0.02);
  });

  test('a frame allocates less than 2 kB', () => {
    const body = randomPerson(5);
    const { frame, refiner } = start(body, 5);
    bodyAt(body, 5, 1.3, frame);
    expect(bytesPerCall(() => stepProportions(refiner, frame, 1 / 60), 2000, 2048)).toBeLessThan(2048);
  });
});

describe('a T-pose alone', () => {
  test.each(seeds(10))('gives stature, span, and limbs that fit the span (seed %i)', (seed) => {
    const body = randomPerson(seed);
    const lost: TrackedPoint[] = [
      'hips',
      'chest',
      'leftElbow',
      'rightElbow',
      'leftKnee',
      'rightKnee',
      'leftFoot',
      'rightFoot',
    ];
    const { frame, refiner } = start(body, seed, lost);
    const measures = measureTPose(frame, 0);
    const reach = body.shoulderWidth + 2 * (body.upperArm + body.forearm);
    expect(measures?.wristSpan).toBeCloseTo(reach, 9);
    expect(measures?.armSpan).toBeCloseTo(armSpanFromWrists(reach, measures?.stature ?? 0), 9);
    const { shoulderWidth, upperArm, forearm } = shownProportions(refiner);
    expect(Math.abs(shoulderWidth + 2 * (upperArm + forearm) - reach)).toBeLessThan(0.03);
    expect(measures?.hipsHeight).toBeNull();
  });

  test('heading comes from the arms, and nothing from a lost head', () => {
    const { frame } = start(randomPerson(1), 1);
    expect(measureTPose(frame, 0)?.headingYaw).toBeCloseTo(0, 9);
    frame.quality[pointNumber.head] = quality.lost;
    expect(measureTPose(frame, 0)).toBeNull();
  });

  test('eye height gives stature as among real people', () => {
    // NATICK/TR-15/007: eyes at 93.45 percent of stature.
    expect(statureFromEyeHeight(1.59)).toBeCloseTo(1.701, 3);
  });
});
