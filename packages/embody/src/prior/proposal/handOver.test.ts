import { vec3 } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { createJointFrame, POSE_SIZE, pointNumber, quality } from '@leib/tracking';
import { describe, expect, test } from 'vitest';
import { buildEmbody } from '../../embodyModel.js';
import { defaultEmbodySettings, type EmbodySettings } from '../../embodySettings.js';
import { attachPrior, createEmbodyState } from '../../embodyState.js';
import { createEmbodyCrowdSolver } from '../../lod/crowdSolvers.js';
import { buildTestBody, wanderingFrame } from '../../testing.js';
import {
  changeSettings,
  createPerson,
  live,
  type Movement,
  placeOf,
  poseDistance,
  priorWeights,
  rulesSettings,
  standing,
  walking,
  wandering,
} from './guide.testing.js';

describe('rules and prior hand over', () => {
  /** Largest step of any joint from frame to frame, metres, while the settings change twice a second. */
  function largestStep(seed: number, choose: (i: number) => EmbodySettings): number {
    const person = createPerson(choose(0));
    const before = new Float64Array(person.state.pose.worldPositions.length);
    let largest = 0;
    for (let i = 0; i < 8; i++) {
      changeSettings(person, choose(i));
      live(person, wandering(seed), 0.5, 90, () => {
        const now = person.state.pose.worldPositions;
        if (person.clock > 0) largest = Math.max(largest, poseDistance(before, now).largest);
        before.set(now);
      });
    }
    return largest;
  }

  test.each(seeds(2))('live and without a jump (seed %i)', (seed) => {
    const always = largestStep(seed, () => defaultEmbodySettings);
    const never = largestStep(seed, () => rulesSettings);
    const both = largestStep(seed, (i) => (i % 2 === 0 ? defaultEmbodySettings : rulesSettings));
    expect(both).toBeLessThan(Math.max(always, never) + 0.02); // metres in 11 ms
  });

  test('switched off and handed over, it is the rules alone', () => {
    const person = createPerson();
    live(person, wandering(2), 1, 90);
    expect(person.state.body.guidance.weight).toBe(1);
    changeSettings(person, rulesSettings);
    live(person, wandering(2), 1, 90);
    expect(person.state.body.guidance).toMatchObject({ weight: 0, leadsFeet: false });
    expect(person.state.guide?.network.tick).toBe(-1);
  });

  test('off from the start, weights or not, gives the same bits', () => {
    const off = createPerson(rulesSettings);
    live(off, wandering(3), 2, 72);
    const without = createPerson(rulesSettings);
    without.model = buildEmbody(without.model.skeleton);
    const bare = { ...without, state: createEmbodyState(without.model), clock: 0 };
    live(bare, wandering(3), 2, 72);
    expect([...bare.state.pose.worldPositions]).toEqual([...off.state.pose.worldPositions]);
  });

  test('weights that come later take over by degrees', () => {
    const person = createPerson();
    person.model = buildEmbody(person.model.skeleton);
    const state = createEmbodyState(person.model);
    const later = { ...person, state };
    live(later, wandering(1), 1, 90);
    later.model = buildEmbody(later.model.skeleton, defaultEmbodySettings, priorWeights);
    attachPrior(later.model, state);
    const weights: number[] = [];
    live(later, wandering(1), 1, 90, () => weights.push(state.body.guidance.weight));
    expect(weights[0]).toBeLessThan(0.1);
    expect(weights[weights.length - 1]).toBe(1);
    for (let i = 1; i < weights.length; i++) expect(weights[i] - weights[i - 1]).toBeLessThan(0.1);
  });

  test('without a gait the feet stay under the hips', () => {
    const gait = { ...defaultEmbodySettings.gait, isOn: false };
    const person = createPerson({ ...defaultEmbodySettings, gait });
    let farthest = 0;
    live(person, walking(), 3, 72, () => {
      const hips = placeOf(person, 'hips');
      for (const bone of ['leftFoot', 'rightFoot'] as const)
        farthest = Math.max(farthest, Math.abs(placeOf(person, bone)[2] - hips[2]));
    });
    expect(farthest).toBeLessThan(0.2);
    expect(person.state.body.guidance).toMatchObject({ weight: 1, leadsFeet: false });
  });

  test('far avatars go by the rules', () => {
    const model = buildEmbody(buildTestBody(), defaultEmbodySettings, priorWeights);
    const solver = createEmbodyCrowdSolver(model);
    const plain = createEmbodyCrowdSolver(buildEmbody(buildTestBody()));
    const frame = createJointFrame();
    for (let i = 0; i < 60; i++) {
      wanderingFrame(1, i / 30, frame);
      for (const one of [solver, plain]) one.stepWithoutFingers(frame, 1 / 30);
    }
    expect([...solver.pose.worldPositions]).toEqual([...plain.pose.worldPositions]);
  });
});

describe('what it does not know is left to the rules', () => {
  const head = pointNumber.head * POSE_SIZE;
  test.each<[string, Movement]>([
    [
      'a head four metres up',
      (seconds, out) => {
        wanderingFrame(1, seconds, out);
        if (seconds > 1)
          for (const point of [0, 1, 2]) out.jointPoses[point * POSE_SIZE + 1] += Math.min(2.5, seconds - 1);
      },
    ],
    [
      'a hand that goes two metres away',
      (seconds, out) => {
        wanderingFrame(1, seconds, out);
        if (seconds > 1) out.jointPoses[POSE_SIZE] += Math.min(2, 2 * (seconds - 1));
      },
    ],
    [
      'a lost head',
      (seconds, out) => {
        wanderingFrame(1, seconds, out);
        if (seconds > 1) out.quality[pointNumber.head] = quality.lost;
      },
    ],
  ])('%s', (_, movement) => {
    const person = createPerson();
    live(person, movement, 1, 72);
    expect(person.state.body.guidance.weight).toBe(1);
    live(person, movement, 3, 72);
    expect(person.state.body.guidance.weight).toBeLessThan(0.05);
    expect(person.frame.jointPoses[head]).toBeTypeOf('number');
  });

  test('who is carried by the stick', () => {
    const person = createPerson();
    live(person, standing, 1, 72);
    vec3.set(person.state.gait.stickVelocityWorld, 0, 0, 1);
    live(person, standing, 1, 72);
    expect(person.state.body.guidance.weight).toBe(0);
    vec3.set(person.state.gait.stickVelocityWorld, 0, 0, 0);
    live(person, standing, 1, 72);
    expect(person.state.body.guidance.weight).toBe(1);
  });
});
