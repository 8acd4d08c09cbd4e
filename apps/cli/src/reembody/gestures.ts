import { defaultSkeleton } from '@leib/body';
import { createPose, createQuat, type HumanoidBone, jointOfBone, type Motion, quat } from '@leib/core';

const HZ = 60;
const SECONDS = 10;

type Swing = readonly [
  bone: HumanoidBone,
  axis: readonly [number, number, number],
  hz: number,
  low: number,
  high: number,
];

const sides = [
  ['left', 1],
  ['right', -1],
] as const;

/** What both arms and legs do, degrees from the T-pose: arms hang, reach ahead and aside, elbows bend; legs march. */
const swings: readonly Swing[] = [
  ...sides.flatMap(([side, sign]): Swing[] => [
    [`${side}UpperArm`, [0, 0, sign], 0.2, -80, 10],
    [`${side}UpperArm`, [0, sign, 0], 0.13, 0, -80],
    [`${side}UpperArm`, [1, 0, 0], 0.17, -30, 30],
    [`${side}LowerArm`, [0, sign, 0], 0.3, -5, -110],
    [`${side}Hand`, [0, 0, sign], 0.4, -20, 20],
    [`${side}UpperLeg`, [1, 0, 0], 0.3, side === 'left' ? 10 : -50, side === 'left' ? -50 : 10],
    [`${side}LowerLeg`, [1, 0, 0], 0.3, side === 'left' ? 5 : 70, side === 'left' ? 70 : 5],
  ]),
  ['spine', [0, 1, 0], 0.2, -20, 20],
  ['head', [0, 1, 0], 0.4, -30, 30],
];

/** Ten seconds of gestures and marching on the spot, for robots to follow. */
export function gestures(): Motion {
  const frameCount = HZ * SECONDS;
  const rootPositions = new Float64Array(frameCount * 3);
  const localRotations = new Float64Array(frameCount * defaultSkeleton.jointCount * 4);
  const turn = createQuat();
  for (let frame = 0; frame < frameCount; frame++) {
    const pose = createPose(defaultSkeleton);
    for (const [bone, axis, hz, low, high] of swings) {
      const at = jointOfBone(defaultSkeleton, bone) * 4;
      const degrees = low + (high - low) * (0.5 - 0.5 * Math.cos((2 * Math.PI * hz * frame) / HZ));
      quat.setAxisAngle(turn, [...axis], (degrees * Math.PI) / 180);
      const own = pose.localRotations.subarray(at, at + 4) as Float64Array;
      quat.multiply(own, own, turn);
    }
    rootPositions.set(pose.rootPosition, frame * 3);
    localRotations.set(pose.localRotations, frame * defaultSkeleton.jointCount * 4);
  }
  return { name: 'gestures', skeleton: defaultSkeleton, hz: HZ, frameCount, rootPositions, localRotations };
}
