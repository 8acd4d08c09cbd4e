import { createPose, jointOfBone, updateWorldPose } from '@leib/core';
import { seeds } from '@leib/core/testing';
import { expect, test } from 'vitest';
import { buildAngleBinding } from '../angles/angleBinding.js';
import { defaultAngleLayout } from '../angles/angleLayout.js';
import { createBodyFrame, mocapBodyNames } from '../bodies/bodyFrame.js';
import { readRecordedBodies } from '../bodies/recordedBodies.js';
import { type SimulationOptions, simulateBodies } from '../simulate/simulateBodies.js';
import { testMotion } from '../simulate/testMotion.testing.js';
import { buildRefineModel, createRefineState } from './refineModel.js';
import { stepRefine } from './stepRefine.js';

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
  'without noise every joint that bodies measure is within 3 mm, the hips within 4 cm (seed %i)',
  (seed) => {
    expect(Math.max(...follow(seed, exact, measuredBones))).toBeLessThan(0.003);
    expect(Math.max(...follow(seed, exact, ['leftUpperLeg', 'rightUpperLeg']))).toBeLessThan(0.04);
  },
);

test('a body without weight does not pull, and the others still place its joint by the bone lengths', () => {
  const without = follow(2, exact, ['leftLowerArm'], { leftElbow: 0 });
  expect(Math.max(...without)).toBeGreaterThan(0.003);
  expect(Math.max(...without)).toBeLessThan(0.15);
});
