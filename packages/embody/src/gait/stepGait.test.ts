import { curveFromJson, jointOfBone } from '@leib/core';
import { seededRandom } from '@leib/core/testing';
import { describe, expect, test } from 'vitest';
import { flatGround } from '../ground/ground.js';
import { buildTestBody } from '../testing.js';
import { createWalker, jointAt, stepWalker, straight, type Walker, type Way, walk } from './gait.testing.js';
import { gaitCurveNames } from './gaitCurves.js';
import { defaultGaitSettings, type GaitSettings, thesisGaitSettings } from './gaitSettings.js';
import { resetGait } from './gaitState.js';

const still: Way = () => ({ x: 0, z: 0, yaw: 0 });

/** Landings of both feet on a way: which foot, where, when, and how long a step should have been. */
function landings(walker: Walker, way: Way, seconds: number, hz: number, byStick = true) {
  const found: { side: number; x: number; z: number; seconds: number; stepSize: number }[] = [];
  const wasStepping = [false, false];
  walk(
    walker,
    way,
    seconds,
    hz,
    (now) => {
      for (let side = 0; side < 2; side++) {
        const step = walker.state.steps[side];
        if (wasStepping[side] && !step.isStepping) {
          found.push({
            side,
            x: step.placeWorld[0],
            z: step.placeWorld[2],
            seconds: now,
            stepSize: walker.state.stepSize,
          });
        }
        wasStepping[side] = step.isStepping;
      }
    },
    byStick,
  );
  return found;
}

describe('feet that stand', () => {
  test.each([0.5, 1, 1.5])('do not move while they stand, at %f m/s', (speed) => {
    const walker = createWalker();
    const toes = [jointOfBone(walker.skeleton, 'leftToes'), jointOfBone(walker.skeleton, 'rightToes')];
    const kept: (number[] | null)[] = [null, null];
    let farthest = 0;
    walk(walker, straight(speed), 8, 90, (seconds) => {
      // Who leaps from a stand into full speed drags a foot for a moment.
      if (seconds < 2) return;
      for (let side = 0; side < 2; side++) {
        const step = walker.state.steps[side];
        // A foot lands on its heel and is flat a moment later.
        if (step.isStepping || step.plantedSeconds < 0.25) kept[side] = null;
        else {
          const now = jointAt(walker, toes[side]);
          kept[side] ??= now;
          farthest = Math.max(farthest, ...now.map((value, k) => Math.abs(value - (kept[side]?.[k] ?? 0))));
        }
      }
    });
    expect(farthest).toBeLessThan(1e-4);
  });

  test.each([false, true])('do not fidget: 60 s with 2 mm of noise at the head (by stick: %s)', (byStick) => {
    const random = seededRandom(7);
    const walker = createWalker();
    const noisy: Way = () => ({
      x: 0.002 * (2 * random() - 1),
      z: 0.002 * (2 * random() - 1),
      yaw: 0,
      sunk: 0.002 * random(),
    });
    expect(landings(walker, noisy, 60, 72, byStick)).toEqual([]);
  });

  test('stay when a person sits down, kneels or leans, and rises again', () => {
    const sitting: Way = (seconds) => {
      const share = Math.min(1, Math.max(0, Math.sin(seconds)));
      return { x: 0, z: -0.12 * share, yaw: 0, sunk: 0.45 * share, pitch: 0.4 * share };
    };
    expect(landings(createWalker(), sitting, 6, 90, false)).toEqual([]);
  });
});

test.each([
  [0, 0, 0.05],
  [0.1, 0, 0.05],
  [0.45, 0.35, 0.75],
])('who is met with the hips %f m low has the feet from %f to %f m ahead of them', (sunk, least, most) => {
  for (const yaw of [0, 2]) {
    const walker = createWalker();
    stepWalker(walker, () => ({ x: 3, z: -1, yaw, sunk }), 0, 1 / 90);
    for (const { placeWorld } of walker.state.steps) {
      const ahead = Math.sin(yaw) * (placeWorld[0] - 3) + Math.cos(yaw) * (placeWorld[2] + 1);
      expect(Math.abs(ahead)).toBeGreaterThanOrEqual(least);
      expect(ahead).toBeLessThan(most);
    }
  }
});

describe('walking', () => {
  test.each([0.5, 0.8, 1.2, 1.6, 2])('feet take turns, with strides as the curve has them, at %f m/s', (speed) => {
    const walker = createWalker();
    const found = landings(walker, straight(speed), 10, 90).filter(({ seconds }) => seconds > 2);
    expect(found.length).toBeGreaterThan(5);
    for (let i = 1; i < found.length; i++) expect(found[i].side).toBe(1 - found[i - 1].side);
    for (let i = 2; i < found.length; i++) {
      const stride = found[i].z - found[i - 2].z;
      expect(Math.abs(stride / found[i].stepSize - 1)).toBeLessThan(0.15);
    }
  });

  test.each([0.5, 1, 1.5])('one foot is always on the ground, at %f m/s', (speed) => {
    const walker = createWalker();
    walk(walker, straight(speed), 6, 90, () => {
      expect(walker.state.steps[0].isStepping && walker.state.steps[1].isStepping).toBe(false);
    });
  });

  test('a runner has both feet in the air at times', () => {
    const walker = createWalker();
    let both = 0;
    walk(walker, straight(3.5), 6, 90, () => {
      if (walker.state.steps[0].isStepping && walker.state.steps[1].isStepping) both++;
    });
    expect(both).toBeGreaterThan(20);
  });

  test.each([
    ['backwards', Math.PI],
    ['to the left', Math.PI / 2],
    ['to the right', -Math.PI / 2],
    ['aslant', Math.PI / 4],
  ])('%s the feet keep up and do not cross', (_name, angle) => {
    const walker = createWalker();
    walk(walker, straight(0.7, angle), 8, 90, (seconds) => {
      const [left, right] = walker.state.steps;
      expect(left.placeWorld[0] - right.placeWorld[0]).toBeGreaterThan(0);
      for (const { placeWorld } of [left, right]) {
        const { x, z } = straight(0.7, angle)(seconds);
        expect(Math.hypot(placeWorld[0] - x, placeWorld[2] - z)).toBeLessThan(0.7);
      }
    });
  });

  test('without a stick, a body that glides on takes its feet along all the same', () => {
    const walker = createWalker();
    walk(
      walker,
      straight(1),
      8,
      60,
      (seconds) => {
        for (const { placeWorld } of walker.state.steps) {
          expect(Math.abs(placeWorld[2] - straight(1)(seconds).z)).toBeLessThan(0.9);
        }
      },
      false,
    );
  });

  test('turning on the spot turns the feet', () => {
    const walker = createWalker();
    const turning: Way = (seconds) => ({ x: 0, z: 0, yaw: Math.min(seconds, 4) * 0.8 });
    const found = landings(walker, turning, 6, 90);
    expect(found.length).toBeGreaterThanOrEqual(3);
    for (const { yaw, placeWorld } of walker.state.steps) {
      expect(Math.abs(yaw - 3.2)).toBeLessThan(1.75);
      expect(Math.hypot(placeWorld[0], placeWorld[2])).toBeLessThan(0.35);
    }
  });
});

describe('time', () => {
  const ways: [string, Way][] = [
    ['ahead', straight(1.2)],
    ['sideways', straight(0.6, Math.PI / 2)],
    ['turning', (seconds) => ({ x: 0, z: 0, yaw: 0.9 * seconds })],
  ];

  test.each(ways)('the same steps at 60, 72, 90 and 120 Hz (%s)', (_name, way) => {
    const runs = [60, 72, 90, 120].map((hz) => landings(createWalker(), way, 6, hz));
    for (const run of runs) {
      expect(Math.abs(run.length - runs[2].length)).toBeLessThanOrEqual(1);
      const count = Math.min(4, run.length);
      for (let i = 0; i < count; i++) {
        expect(run[i].side).toBe(runs[2][i].side);
        expect(Math.abs(run[i].seconds - runs[2][i].seconds)).toBeLessThan(0.06);
        expect(Math.hypot(run[i].x - runs[2][i].x, run[i].z - runs[2][i].z)).toBeLessThan(0.08);
      }
    }
  });

  test('uneven frames and a stall of 200 ms leave the feet with the body', () => {
    const random = seededRandom(3);
    const walker = createWalker();
    let seconds = 0;
    for (let frame = 0; frame < 700; frame++) {
      const dt = frame % 150 === 149 ? 0.2 : 0.004 + 0.016 * random();
      seconds += dt;
      stepWalker(walker, straight(1.2), seconds, dt);
      for (const { placeWorld } of walker.state.steps) {
        expect(Math.abs(placeWorld[2] - straight(1.2)(seconds).z)).toBeLessThan(1);
      }
    }
  });

  test('the same bits twice, and again after a reset', () => {
    const run = (walker: Walker) => {
      walk(walker, straight(1.3, 0.4), 4, 90, () => {}, false);
      return [...walker.body.pose.worldPositions];
    };
    const walker = createWalker();
    const once = run(walker);
    expect(run(createWalker())).toEqual(once);
    resetGait(walker.state);
    walker.body.isPlaced = false;
    expect(run(walker)).toEqual(once);
  });

  test('a teleport takes the feet along at once', () => {
    const walker = createWalker();
    walk(walker, still, 1, 90);
    walker.body.isPlaced = false;
    const there: Way = () => ({ x: 20, z: -7, yaw: 2 });
    stepWalker(walker, there, 2, 1 / 90);
    for (const { placeWorld, isStepping } of walker.state.steps) {
      expect(isStepping).toBe(false);
      expect(Math.hypot(placeWorld[0] - 20, placeWorld[2] + 7)).toBeLessThan(0.3);
    }
  });
});

test.each([false, true])('the mirror image of a way has the mirror image of its steps (by stick: %s)', (byStick) => {
  const way: Way = (seconds) => ({ ...straight(1, 0.5)(seconds), yaw: 0.3 * Math.sin(seconds) });
  const mirrored: Way = (seconds) => ({ x: -way(seconds).x, z: way(seconds).z, yaw: -way(seconds).yaw });
  const [one, two] = [createWalker(), createWalker()];
  // The first step has no side of its own: of two equal needs one foot is chosen. A step aside decides it.
  walk(
    one,
    way,
    5,
    60,
    (seconds) => {
      stepWalker(two, mirrored, seconds, 1 / 60, byStick);
      for (let side = 0; side < 2; side++) {
        const [a, b] = [one.state.steps[side].placeWorld, two.state.steps[1 - side].placeWorld];
        expect(a[0]).toBeCloseTo(-b[0], 6);
        expect(a[2]).toBeCloseTo(b[2], 6);
      }
    },
    byStick,
  );
});

test.each([
  [['leftToes', 'rightToes']],
  [['leftLowerLeg', 'leftFoot', 'leftToes']],
  [
    [
      'leftUpperLeg',
      'leftLowerLeg',
      'leftFoot',
      'leftToes',
      'rightUpperLeg',
      'rightLowerLeg',
      'rightFoot',
      'rightToes',
    ],
  ],
] as const)('a body without %s walks as well as it can', (missing) => {
  const walker = createWalker(defaultGaitSettings, flatGround(), buildTestBody(missing));
  walk(walker, straight(1.2), 4, 90, () => {
    expect(walker.body.pose.worldPositions.every(Number.isFinite)).toBe(true);
  });
});

test('small people take small steps', () => {
  const walker = createWalker();
  const tall = landings(walker, straight(1), 8, 90).length;
  const small = createWalker({
    ...defaultGaitSettings,
    referenceHeadHeight: defaultGaitSettings.referenceHeadHeight * 1.4,
  });
  expect(landings(small, straight(1), 8, 90).length).toBeGreaterThan(tall);
});

describe('settings', () => {
  test('the thesis’s gait walks, too', () => {
    const walker = createWalker(thesisGaitSettings);
    expect(landings(walker, straight(1.2), 8, 90).length).toBeGreaterThan(8);
    for (const { placeWorld } of walker.state.steps)
      expect(Math.abs(placeWorld[2] - straight(1.2)(8).z)).toBeLessThan(0.8);
  });

  test.each([
    ['default', defaultGaitSettings],
    ['thesis', thesisGaitSettings],
  ] as [string, GaitSettings][])('%s settings are plain data, and every curve reads back', (_name, settings) => {
    const copy = JSON.parse(JSON.stringify(settings)) as GaitSettings;
    expect(copy).toEqual(settings);
    for (const name of gaitCurveNames) expect(curveFromJson(copy.curves[name]).times.length).toBeGreaterThan(1);
  });

  test('with the gait off the feet stay under the hips', () => {
    const walker = createWalker({ ...defaultGaitSettings, isOn: false });
    walk(walker, straight(1.2), 3, 90, (seconds) => {
      for (const { placeWorld } of walker.state.steps)
        expect(Math.abs(placeWorld[2] - straight(1.2)(seconds).z)).toBeLessThan(0.1);
    });
  });
});

describe('feedback', () => {
  test('the head bobs down under the stick and not otherwise', () => {
    const walker = createWalker();
    let least = 0;
    walk(walker, straight(1.2), 5, 90, () => {
      least = Math.min(least, walker.state.feedback.bob);
    });
    expect(least).toBeLessThan(-0.005);
    const person = createWalker();
    walk(person, straight(1.2), 5, 90, () => expect(person.state.feedback.bob).toBeCloseTo(0, 12), false);
  });
});
