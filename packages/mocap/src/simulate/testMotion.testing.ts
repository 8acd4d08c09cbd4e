import { createPose, type Motion, type Skeleton } from '@leib/core';
import { buildAngleBinding, createAgentAngles, defaultAngleLayout, poseFromAngles } from '@leib/core/pack';
import { seededRandom, testBody } from '@leib/core/testing';

/** Tests only: how far each bone swings, radians; the trunk little, limbs a lot, knees and elbows one way only. */
const swings: readonly (readonly [pattern: RegExp, middle: number, amplitude: number])[] = [
  [/LowerArm\.bend/, 0.9, 0.7],
  [/LowerLeg\.bend/, 0.7, 0.5],
  [/UpperArm/, 0.1, 0.7],
  [/UpperLeg\.forward/, -0.4, 0.4],
  [/UpperLeg/, 0, 0.2],
  [/Shoulder/, 0, 0.1],
  [/spine|chest/, 0, 0.12],
  [/hips\.turn/, 0, 0.6],
  [/hips/, 0, 0.15],
  [/./, 0, 0.3],
];

/** A smooth movement of a person of our own that the layout's angles describe exactly. */
export function testMotion(seed: number, frameCount = 120, hz = 120, skeleton: Skeleton = testBody()): Motion {
  const random = seededRandom(seed);
  const binding = buildAngleBinding(defaultAngleLayout, skeleton);
  const angles = createAgentAngles(defaultAngleLayout);
  const waves = defaultAngleLayout.dofs.map(({ name }) => {
    const [, middle, amplitude] = swings.find(([pattern]) => pattern.test(name)) ?? swings[swings.length - 1];
    return { middle, amplitude, phase: 2 * Math.PI * random(), rate: 2 * Math.PI * (0.2 + 0.4 * random()) };
  });
  const pose = createPose(skeleton);
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * skeleton.jointCount * 4);
  for (let frame = 0; frame < frameCount; frame++) {
    const t = frame / hz;
    angles.rootPosition.set([0.5 * Math.sin(t), 0.93 + 0.03 * Math.sin(5 * t), 0.6 * t]);
    waves.forEach(({ middle, amplitude, phase, rate }, dof) => {
      angles.angles[dof] = middle + amplitude * Math.sin(rate * t + phase);
    });
    poseFromAngles(binding, angles, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * skeleton.jointCount * 4);
  }
  return { name: `test ${seed}`, skeleton, hz, frameCount, rootPositions, localRotations };
}
