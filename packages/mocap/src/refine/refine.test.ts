import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { buildAngleBinding, defaultAngleLayout } from '@leib/core/pack';
import { seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { createBodyConditioner, stepBodyConditioner } from '../bodies/bodyConditioner.js';
import { createBodyFrame, mocapBodyNames } from '../bodies/bodyFrame.js';
import { readRecordedBodies } from '../bodies/recordedBodies.js';
import { type SimulationOptions, simulateBodies } from '../simulate/simulateBodies.js';
import { testMotion } from '../simulate/testMotion.testing.js';
import { buildRefineModel, createRefineState } from './refineModel.js';
import { buildEquations, stepRefine } from './stepRefine.js';

const exact: SimulationOptions = { positionNoise: 0, rotationNoise: 0, lostShare: 0 };
const measuredBones = ['LowerArm', 'Hand', 'LowerLeg', 'Foot'].flatMap(
  (bone) => [`left${bone}`, `right${bone}`] as const,
);

/** Follows a simulated movement and returns the largest error of each frame at the given bones, metres. */
function follow(
  seed: number,
  options: SimulationOptions,
  bones: readonly string[],
  weights: Readonly<Record<string, number>> = {},
) {
  const { recording, offsets, motion } = simulateBodies(testMotion(seed, 60), options, seed);
  const { skeleton, hz } = motion;
  const model = buildRefineModel(buildAngleBinding(defaultAngleLayout, skeleton), offsets);
  const state = createRefineState(model);
  const frame = createBodyFrame();
  const truth = createPose(skeleton);
  const confidence = mocapBodyNames.map((name) => weights[name] ?? 1);
  const joints = bones.map((bone) => jointOfBone(skeleton, bone as 'hips'));
  return Array.from({ length: motion.frameCount }, (_, index) => {
    readRecordedBodies(recording, index, frame);
    stepRefine(model, state, { frame, confidence: index === 0 ? confidence.map(() => 1) : confidence }, 1 / hz);
    truth.rootPosition.set(motion.rootPositions.subarray(index * 3, index * 3 + 3));
    const size = skeleton.jointCount * 4;
    truth.localRotations.set(motion.localRotations.subarray(index * size, (index + 1) * size));
    updateWorldPose(skeleton, truth);
    const errors = joints.map((joint) =>
      Math.hypot(
        ...[0, 1, 2].map((k) => truth.worldPositions[joint * 3 + k] - state.frame.pose.worldPositions[joint * 3 + k]),
      ),
    );
    return Math.max(...errors);
  });
}

test.each(seeds(6))(
  'without noise every joint that bodies measure is within 3 mm, the hips within 4.5 cm (seed %i)',
  (seed) => {
    expect(Math.max(...follow(seed, exact, measuredBones))).toBeLessThan(0.003);
    expect(Math.max(...follow(seed, exact, ['leftUpperLeg', 'rightUpperLeg']))).toBeLessThan(0.045);
  },
);

test('a body without weight does not pull, and the others still place its joint by the bone lengths', () => {
  const without = follow(2, exact, ['leftLowerArm'], { leftElbow: 0 });
  expect(Math.max(...without)).toBeGreaterThan(0.003);
  expect(Math.max(...without)).toBeLessThan(0.15);
});

test.each(seeds(4))('the gradient of the whole sum of squares equals its finite difference (seed %i)', (seed) => {
  const { recording, offsets, motion } = simulateBodies(testMotion(seed, 3), {}, seed);
  const model = buildRefineModel(buildAngleBinding(defaultAngleLayout, motion.skeleton), offsets);
  const state = createRefineState(model);
  const frame = createBodyFrame();
  const input = { frame, confidence: mocapBodyNames.map((_, body) => 0.2 + 0.08 * body) };
  readRecordedBodies(recording, 0, frame);
  stepRefine(model, state, input, 0);
  // A little beside the solution, where every term pulls.
  const { angles, rootPosition } = state.angles;
  for (let dof = 0; dof < angles.length; dof++) angles[dof] += 0.004 * Math.sin(7 * dof + seed);
  state.before.angles.set(angles.map((angle) => angle + 0.01));
  state.before.rootPosition.set(rootPosition);
  buildEquations(model, state, input, 1 / 120);
  const gradient = state.equations.gradient.slice();
  const scale = Math.hypot(...gradient) / Math.sqrt(gradient.length);
  const step = 1e-6;
  gradient.forEach((expected, unknown) => {
    const [array, at] = unknown < 3 ? [rootPosition, unknown] : [angles, unknown - 3];
    const costs = [step, -2 * step].map((change) => {
      array[at] += change;
      return buildEquations(model, state, input, 1 / 120);
    });
    array[at] += step;
    const difference = (costs[1] - costs[0]) / (4 * step);
    expect(Math.abs(difference - expected), `unknown ${unknown}`).toBeLessThan(0.02 * (scale + Math.abs(expected)));
  });
});

test.each(seeds(4))(
  'no angle turns by more than 20 degrees in a frame, whatever comes back from where (seed %i)',
  (seed) => {
    const { recording, offsets, motion } = simulateBodies(testMotion(seed, 240), { lostShare: 0.2 }, seed);
    const model = buildRefineModel(buildAngleBinding(defaultAngleLayout, motion.skeleton), offsets);
    const state = createRefineState(model);
    const conditioner = createBodyConditioner(mocapBodyNames);
    const frame = createBodyFrame();
    const before = new Float64Array(state.angles.angles.length);
    for (let index = 0; index < recording.frameCount; index++) {
      readRecordedBodies(recording, index, frame);
      stepBodyConditioner(conditioner, frame, 1 / 120);
      stepRefine(model, state, conditioner, 1 / 120);
      const turns = state.angles.angles.map((angle, dof) => Math.abs(angle - before[dof]));
      if (index > 0) expect(Math.max(...turns)).toBeLessThan((20 * Math.PI) / 180);
      before.set(state.angles.angles);
    }
  },
);
