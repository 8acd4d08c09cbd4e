import { defaultSkeleton } from '@leib/body';
import { createPose, type Motion } from '@leib/core';
import { buildAngleBinding, createAgentAngles, defaultAngleLayout, poseFromAngles } from '@leib/core/pack';

const HZ = 60;
const FRAME_COUNT = 600;

/** Middle and amplitude of each kind of angle, radians: everything moves, knees and elbows bend one way. */
const swings: readonly (readonly [pattern: RegExp, middle: number, amplitude: number])[] = [
  [/LowerArm\.bend/, 0.9, 0.8],
  [/LowerLeg\.bend/, 0.7, 0.6],
  [/UpperArm/, 0.1, 0.8],
  [/UpperLeg\.forward/, -0.4, 0.5],
  [/UpperLeg/, 0, 0.2],
  [/Shoulder|spine|chest/, 0, 0.1],
  [/hips\.turn/, 0, 0.6],
  [/./, 0, 0.2],
];

/** Ten seconds of an actor who moves everything, the same in every run. */
export function createActorMotion(): Motion {
  const binding = buildAngleBinding(defaultAngleLayout, defaultSkeleton);
  const angles = createAgentAngles(defaultAngleLayout);
  const pose = createPose(defaultSkeleton);
  const rotationSize = defaultSkeleton.jointCount * 4;
  const rootPositions = new Float64Array(FRAME_COUNT * 3);
  const localRotations = new Float64Array(FRAME_COUNT * rotationSize);
  for (let frame = 0; frame < FRAME_COUNT; frame++) {
    const t = frame / HZ;
    angles.rootPosition.set([0.5 * Math.sin(t), 0.95 + 0.03 * Math.sin(5 * t), 0.3 * t]);
    for (const [dof, { name }] of defaultAngleLayout.dofs.entries()) {
      const [, middle, amplitude] = swings.find(([pattern]) => pattern.test(name)) ?? swings[0];
      angles.angles[dof] = middle + amplitude * Math.sin((1.5 + (dof % 5) * 0.4) * t + dof);
    }
    poseFromAngles(binding, angles, pose);
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * rotationSize);
  }
  return { name: 'actor', skeleton: defaultSkeleton, hz: HZ, frameCount: FRAME_COUNT, rootPositions, localRotations };
}
