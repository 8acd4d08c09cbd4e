import { buildSkeleton, humanoidBones, type RawJoint, type Skeleton } from '@leib/core';
import { seededRandom, seeds } from '@leib/core/testing';
import { createJointFrame, type JointFrame, setJoint } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../embodyModel.js';
import { defaultEmbodySettings, type EmbodySettings, thesisEmbodySettings } from '../embodySettings.js';
import { createEmbodyState } from '../embodyState.js';
import { flatGround, type Ground, heightGround } from '../ground/ground.js';
import { createCrowd } from '../lod/crowd.js';
import { createEmbodyCrowdSolver } from '../lod/crowdSolvers.js';
import { stepCrowd } from '../lod/stepCrowd.js';
import { loadPrior } from '../prior/network/loadPrior.js';
import { readPriorBytes } from '../prior/network/prior.testing.js';
import { stepEmbody } from '../stepEmbody.js';
import { buildTestBody, createTestReader } from '../testing.js';
import {
  circleGlide,
  type Glide,
  glideFrame,
  type HeadMotion,
  STAND_SECONDS,
  straightGlide,
  tenGlides,
  turnGlide,
} from './glides.testing.js';
import { judgeGlide, peopleStepsPerSecond, type WalkFigures, type WalkMoment } from './judgeWalk.testing.js';

const prior = loadPrior(await readPriorBytes());
const rules: EmbodySettings = { ...defaultEmbodySettings, prior: { ...defaultEmbodySettings.prior, isOn: false } };

/** A body that is solved from a head and hands: by one of the solvers, or as one of the crowd's levels. */
interface Walker {
  step(frame: JointFrame, dtSeconds: number): ArrayLike<number>;
}

type WalkerMaker = (skeleton: Skeleton, ground?: Ground) => Walker;

function bySettings(settings: EmbodySettings, weights: typeof prior | null): WalkerMaker {
  return (skeleton, ground = flatGround()) => {
    const model = buildEmbody(skeleton, settings, weights);
    const state = createEmbodyState(model, ground);
    return {
      step(frame, dtSeconds) {
        stepEmbody(model, state, frame, dtSeconds);
        return state.pose.worldPositions;
      },
    };
  };
}

function asOneOfACrowd(distance: number): WalkerMaker {
  return (skeleton) => {
    const solver = createEmbodyCrowdSolver(buildEmbody(skeleton, defaultEmbodySettings, prior));
    const crowd = createCrowd([{ skeleton, solver }]);
    const distances = Float64Array.of(distance);
    return {
      step(frame, dtSeconds) {
        stepCrowd(crowd, [frame], distances, dtSeconds);
        return crowd.avatars[0].pose.worldPositions;
      },
    };
  };
}

const walkers: Readonly<Record<string, WalkerMaker>> = {
  prior: bySettings(defaultEmbodySettings, prior),
  rules: bySettings(rules, null),
  thesis: bySettings(thesisEmbodySettings, null),
  'crowd, reduced': asOneOfACrowd(12),
  'crowd, far': asOneOfACrowd(60),
};

/** Runs a body along a way and keeps every moment. */
function glideAlong(
  make: WalkerMaker,
  skeleton: Skeleton,
  glide: Glide,
  motion: HeadMotion,
  hz: number,
  ground?: Ground,
): WalkMoment[] {
  const walker = make(skeleton, ground);
  const read = createTestReader(skeleton);
  const frame = createJointFrame();
  return Array.from({ length: Math.round(glide.seconds * hz) + 1 }, (_, i) => {
    const seconds = i / hz;
    const place = glide.placeAt(seconds);
    glideFrame(place, seconds, motion, frame);
    return { seconds, place, positions: Float64Array.from(walker.step(read(frame, 1 / hz), 1 / hz)) };
  });
}

function expectToWalk(figures: WalkFigures, leastSupported: number, mostSlide: number): void {
  expect(figures.supported).toBeGreaterThan(leastSupported);
  expect(figures.slide).toBeLessThan(mostSlide);
  expect(figures.alternating).toBeGreaterThan(0.8);
  expect(figures.lift).toBeGreaterThan(0.02);
  expect(Math.abs(figures.ahead + figures.behind)).toBeLessThan(0.25);
}

const skeleton = buildTestBody();
const level: HeadMotion = { headHeight: 1.53 };

describe.each(Object.keys(walkers))('%s', (name) => {
  test.each(tenGlides.map((glide) => [glide.name, glide] as const))('a head that glides, %s', (_name, glide) => {
    const figures = judgeGlide(skeleton, glide, glideAlong(walkers[name], skeleton, glide, level, 60));
    const isRunning = glide.speed > 1.9;
    // Feet of runners who are far away are not quite still: what is between two answers is shown, and heels are flat.
    expectToWalk(figures, isRunning ? 0.2 : 0.8, isRunning && name.startsWith('crowd') ? 0.16 : 0.03);
  });
});

/** The test body at another stature. */
function bodyOf(stature: number): Skeleton {
  const { names, parents, restOffsets, boneToJoint } = skeleton;
  return buildSkeleton(
    names.map((name, joint): RawJoint => {
      const [x, y, z] = restOffsets.subarray(joint * 3, joint * 3 + 3).map((value) => (value * stature) / 1.7);
      const bone = humanoidBones[boneToJoint.indexOf(joint)];
      return { name, parent: parents[joint] < 0 ? null : names[parents[joint]], offset: [x, y, z], bone };
    }),
  );
}

/** The test body on legs of other proportions: hips so much wider, legs so much shorter below the same trunk. */
function onOtherLegs(width: number, length: number): Skeleton {
  const { names, parents, restOffsets, restWorldPositions: at, boneToJoint } = skeleton;
  const ankleY = at[names.indexOf('leftFoot') * 3 + 1];
  const legY = at[names.indexOf('leftUpperLeg') * 3 + 1] - ankleY;
  return buildSkeleton(
    names.map((name, joint): RawJoint => {
      const [x, y, z] = restOffsets.subarray(joint * 3, joint * 3 + 3);
      const bone = humanoidBones[boneToJoint.indexOf(joint)];
      const isLeg = /LowerLeg|Foot/.test(name);
      const offset =
        name === 'hips'
          ? ([x, y - legY * (1 - length), z] as const)
          : ([/UpperLeg/.test(name) ? x * width : x, isLeg ? y * length : y, z] as const);
      return { name, parent: parents[joint] < 0 ? null : names[parents[joint]], offset, bone };
    }),
  );
}

test.each([
  ['hips three times as wide', 3, 1],
  ['legs of half the length', 1, 0.5],
  ['wide hips on short legs', 4, 0.6],
] as const)('a body with %s walks as its legs allow', (_name, width, length) => {
  const body = onOtherLegs(width, length);
  const headHeight = body.restWorldPositions[body.names.indexOf('head') * 3 + 1];
  const glide = straightGlide(0.8, 0, 8);
  const figures = judgeGlide(body, glide, glideAlong(walkers.rules, body, glide, { headHeight }, 60));
  expect(figures.supported).toBeGreaterThan(0.9);
  expect(figures.alternating).toBeGreaterThan(0.85);
  expect(figures.slide).toBeLessThan(0.03);
  expect(figures.lift).toBeGreaterThan(0.02);
});

/** Any way at any speed that somebody of this stature goes there, at any rate, with a head that is level, trembles or sways. */
function randomGlide(seed: number) {
  const random = seededRandom(seed);
  const stature = 1 + 1.1 * random();
  const size = stature / 1.7;
  const hz = [30, 60, 72, 90, 120, 144][Math.floor(6 * random())];
  const speed = 0.15 * (4 / 0.15) ** random();
  const angle = (2 * random() - 1) * Math.PI;
  const seconds = Math.min(14, Math.max(6, 8 / speed));
  const kind = random();
  // Nobody goes back or aside as fast as ahead.
  const slow = Math.abs(angle) > 0.6 ? Math.min(speed, 1.1 * Math.sqrt(size)) : speed;
  const glide =
    kind < 0.6
      ? straightGlide(slow, angle, seconds)
      : kind < 0.85
        ? circleGlide(Math.min(1.6 * Math.sqrt(size), speed), 1 + 3 * random(), seconds)
        : turnGlide(0.5 + 1.5 * random());
  const tremble = [0, 0.002, 0, 0][Math.floor(4 * random())];
  const sway = [0, 0.03][Math.floor(2 * random())];
  const motion: HeadMotion = {
    headHeight: 1.53 * size * (1 - 0.02 * random()),
    noise: () => (2 * random() - 1) * tremble,
    sway,
  };
  return { glide, motion, hz, body: bodyOf(stature), size, angle: kind < 0.6 ? angle : 0, isTurn: kind >= 0.85 };
}

/** As many ways as are tried; more for a figure: LEIB_GLIDES=160 npx vitest run --project unit packages/embody/src/walking */
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;
const GLIDES = Number(env.LEIB_GLIDES ?? 14);

describe.each(['prior', 'rules', 'crowd, far'])('any way, %s', (name) => {
  test.each(seeds(GLIDES))('is walked by legs (seed %i)', (seed) => {
    const { glide, motion, hz, body, size, angle, isTurn } = randomGlide(700 + seed);
    const moments = glideAlong(walkers[name], body, glide, motion, hz);
    const figures = judgeGlide(body, glide, moments);
    const relativeSpeed = glide.speed / Math.sqrt(size);
    const isRunning = !isTurn && relativeSpeed > 1.6;
    expect(figures.supported).toBeGreaterThan(isRunning ? 0.2 : 0.85);
    expect(figures.slide).toBeLessThan(0.03);
    expect(figures.lift).toBeGreaterThan(0.02 * size);
    expect(figures.alternating).toBeGreaterThan(0.8);
    // Taller people in proportion.
    expect(Math.abs(figures.ahead + figures.behind)).toBeLessThan(0.25 * Math.max(1, size));
    if (!isTurn) {
      const people = peopleStepsPerSecond(glide.speed, size, angle);
      expect(figures.stepsPerSecond).toBeGreaterThan(0.65 * people);
      expect(figures.stepsPerSecond).toBeLessThan(1.7 * people);
    }
    // A second after the stop the feet are side by side.
    const stopped = moments[Math.round((glide.seconds - STAND_SECONDS + 1) * hz) - 1];
    const [left, right] = feetOf(body, stopped);
    const { yaw } = stopped.place;
    const ahead = Math.sin(yaw) * (left[0] - right[0]) + Math.cos(yaw) * (left[2] - right[2]);
    expect(Math.abs(ahead)).toBeLessThan(0.15 * size);
  });
});

function feetOf(body: Skeleton, { positions }: WalkMoment): number[][] {
  return (['leftFoot', 'rightFoot'] as const).map((bone) => {
    const at = body.names.indexOf(bone) * 3;
    return [...positions.subarray(at, at + 3)];
  });
}

describe.each(['prior', 'rules'])('ground, %s', (name) => {
  const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
  const stairs = (z: number) => 0.17 * between(Math.floor((z - 1) / 0.28) + 1, 0, 10);
  const alongStairs = (z: number) => 0.17 * between((z - 1) / 0.28 + 0.5, 0, 10);
  const ramp = (z: number) => 0.3 * between(z - 1, 0, 4);

  test.each([
    ['up stairs', stairs, alongStairs],
    ['down stairs', (z: number) => -stairs(z), (z: number) => -alongStairs(z)],
    ['up a ramp', ramp, ramp],
    ['down a ramp', (z: number) => -ramp(z), (z: number) => -ramp(z)],
  ] as const)('%s the feet step on the ground', (_name, heightAt, headAt) => {
    const glide = straightGlide(0.7, 0, 8);
    const groundAt = (_x: number, z: number) => heightAt(z);
    const ground = heightGround(groundAt);
    const motion = { headHeight: 1.51, groundAt: (_x: number, z: number) => headAt(z) };
    const moments = glideAlong(walkers[name], skeleton, glide, motion, 60, ground);
    const figures = judgeGlide(skeleton, glide, moments, groundAt);
    expect(figures.supported).toBeGreaterThan(0.9);
    expect(figures.slide).toBeLessThan(0.03);
    expect(figures.alternating).toBeGreaterThan(0.85);
    for (const moment of moments) {
      for (const [x, y, z] of feetOf(skeleton, moment)) expect(y - groundAt(x, z)).toBeGreaterThan(0.05);
    }
  });
});

/** Six seconds of each in turn: a head that bobs with the steps of its person, and one that is carried on. */
const CHANGE_SECONDS = 6;

function bobbingFrame(seconds: number, speed: number, out: JointFrame): void {
  const since = seconds % CHANGE_SECONDS;
  const begun = Math.min(1, since / 0.4);
  const isWalking = Math.floor(seconds / CHANGE_SECONDS) % 2 === 0;
  const share = isWalking ? begun : 1 - begun;
  const bob = 0.02 * share * Math.cos(2 * Math.PI * 1.8 * seconds);
  const sway = 0.015 * share * Math.sin(Math.PI * 1.8 * seconds);
  glideFrame({ x: sway, z: speed * seconds, yaw: 0 }, seconds, { headHeight: 1.51, groundAt: () => bob }, out);
}

describe('who leads', () => {
  test.each([
    ['prior', defaultEmbodySettings, prior],
    ['rules', rules, null],
  ] as const)(
    'a rhythm that can be read leads, without one the clock does, and no foot jumps between them (%s)',
    (_name, settings, weights) => {
      const model = buildEmbody(skeleton, settings, weights);
      const state = createEmbodyState(model);
      const read = createTestReader(skeleton);
      const frame = createJointFrame();
      let before: number[][] | null = null;
      for (let i = 0; i < 24 * 60; i++) {
        const seconds = i / 60;
        bobbingFrame(seconds, 1.1, frame);
        stepEmbody(model, state, read(frame, 1 / 60), 1 / 60);
        const since = seconds % CHANGE_SECONDS;
        const isWalking = Math.floor(seconds / CHANGE_SECONDS) % 2 === 0;
        if (since > 2.5) expect(state.gait.rhythm.isCarried, `${seconds} s`).toBe(!isWalking);
        const feet = feetOf(skeleton, { seconds, place: { x: 0, z: 0, yaw: 0 }, positions: state.pose.worldPositions });
        // A swinging foot goes up to 7 m/s.
        if (before && seconds > 1) {
          feet.forEach((foot, side) => {
            const from = before?.[side] ?? foot;
            expect(Math.hypot(foot[0] - from[0], foot[1] - from[1], foot[2] - from[2])).toBeLessThan(0.125);
          });
        }
        before = feet;
      }
    },
  );

  test.each(seeds(6))(
    'who stands and shifts weight, leans, bends or looks about does not start to walk (seed %i)',
    (seed) => {
      const random = seededRandom(seed);
      const [a, b, c, d] = [random(), random(), random(), random()];
      const model = buildEmbody(skeleton, defaultEmbodySettings, prior);
      const state = createEmbodyState(model);
      const read = createTestReader(skeleton);
      const frame = createJointFrame();
      for (let i = 0; i < 20 * 72; i++) {
        const t = i / 72;
        const place = {
          x: 0.06 * Math.sin(t * (0.6 + 0.5 * a)),
          z: 0.07 * Math.sin(t * (0.5 + 0.6 * b)),
          yaw: 0.5 * Math.sin(t * (0.4 + 0.4 * c)),
        };
        const sunk = 0.05 * (1 - Math.cos(t * (0.5 + 0.4 * d)));
        glideFrame(place, t, { headHeight: 1.52, groundAt: () => -sunk }, frame);
        stepEmbody(model, state, read(frame, 1 / 72), 1 / 72);
        expect(state.gait.rhythm.isCarried, `${t} s`).toBe(false);
      }
    },
  );

  test.each([0.3, 0.6, 1])(
    'a head that stops for %d s to the last digit and goes on is carried on by the same feet: none jumps',
    (rest) => {
      const model = buildEmbody(skeleton, defaultEmbodySettings, prior);
      const state = createEmbodyState(model);
      const read = createTestReader(skeleton);
      const frame = createJointFrame();
      let z = 0;
      let before: number[][] | null = null;
      for (let i = 0; i < 12 * 72; i++) {
        const seconds = i / 72;
        if (seconds > 1 && (seconds - 1) % (0.6 + rest) < 0.6) z += 1.1 / 72;
        glideFrame({ x: 0, z, yaw: 0 }, seconds, level, frame);
        stepEmbody(model, state, read(frame, 1 / 72), 1 / 72);
        const feet = feetOf(skeleton, { seconds, place: { x: 0, z, yaw: 0 }, positions: state.pose.worldPositions });
        feet.forEach((foot, side) => {
          const from = before?.[side] ?? foot;
          expect(Math.hypot(...foot.map((at, k) => at - from[k])), `${seconds} s`).toBeLessThan(0.15);
        });
        before = feet;
      }
    },
  );

  test("a head that was carried and stands is its person's own again", () => {
    const model = buildEmbody(skeleton, rules);
    const state = createEmbodyState(model);
    const read = createTestReader(skeleton);
    const frame = createJointFrame();
    const glide = straightGlide(1);
    let wasCarried = false;
    for (let i = 0; i < (glide.seconds + 2) * 60; i++) {
      glideFrame(glide.placeAt(i / 60), i / 60, level, frame);
      stepEmbody(model, state, read(frame, 1 / 60), 1 / 60);
      wasCarried ||= state.gait.rhythm.isCarried;
    }
    expect(wasCarried).toBe(true);
    expect(state.gait.rhythm.isCarried).toBe(false);
  });

  test('whose rhythm is read swings its feet as a person, on wide hips and in boots', () => {
    const walk = (wider: number, ankleHigher: number) => {
      const { names, parents, restOffsets, boneToJoint } = skeleton;
      const body = buildSkeleton(
        names.map((name, joint): RawJoint => {
          const [x, y, z] = restOffsets.subarray(joint * 3, joint * 3 + 3);
          const aside = /UpperLeg/.test(name) ? Math.sign(x) * wider : 0;
          const up = /Foot/.test(name) ? ankleHigher : /Toes/.test(name) ? -ankleHigher : 0;
          const bone = humanoidBones[boneToJoint.indexOf(joint)];
          const parent = parents[joint] < 0 ? null : names[parents[joint]];
          return { name, parent, offset: [x + aside, y + up, z], bone };
        }),
      );
      const model = buildEmbody(body, rules);
      const state = createEmbodyState(model);
      const read = createTestReader(body);
      const frame = createJointFrame();
      const [widths, lifts]: number[][] = [[], []];
      for (let i = 0; i < CHANGE_SECONDS * 60; i++) {
        bobbingFrame(i / 60, 1.1, frame);
        stepEmbody(model, state, read(frame, 1 / 60), 1 / 60);
        if (i < 120) continue;
        const [left, right] = (['leftFoot', 'rightFoot'] as const).map((bone) => body.names.indexOf(bone) * 3);
        const at = state.pose.worldPositions;
        widths.push(at[left] - at[right]);
        lifts.push(Math.max(...state.gait.steps.map(({ lift }) => lift)));
      }
      expect(state.gait.rhythm.isCarried).toBe(false);
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      return { width: mean(widths), lift: mean(lifts) };
    };
    const person = walk(0, 0);
    expect(walk(0.15, 0).width - person.width).toBeGreaterThan(0.15);
    expect(walk(0, 0.08).lift).toBeGreaterThan(0.8 * person.lift);
  });

  test('trackers on both feet know better than any clock', () => {
    const model = buildEmbody(skeleton, rules);
    const state = createEmbodyState(model);
    const read = createTestReader(skeleton);
    const frame = createJointFrame();
    const glide = straightGlide(1);
    for (let i = 0; i < 4 * 60; i++) {
      const place = glide.placeAt(i / 60);
      glideFrame(place, i / 60, level, frame);
      setJoint(frame, 'leftFoot', [0.1, 0.08, place.z - 0.02, 0, 0, 0, 1]);
      setJoint(frame, 'rightFoot', [-0.1, 0.08, place.z - 0.02, 0, 0, 0, 1]);
      stepEmbody(model, state, read(frame, 1 / 60), 1 / 60);
    }
    expect(state.gait.rhythm.isCarried).toBe(false);
  });
});
