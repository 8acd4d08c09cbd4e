import { type HumanoidBone, jointOfBone, type Pose, quat, type Skeleton, updateWorldPose } from '@leib/core';

/** Parts that the T-pose check moves one after another. */
export const checkParts = ['left arm', 'right arm', 'left leg', 'right leg', 'head'] as const;
export type CheckPart = (typeof checkParts)[number];

/** Seconds that one part takes to move out and back. */
export const SECONDS_PER_PART = 1.6;

interface Bend {
  readonly bone: HumanoidBone;
  /** Of the T-pose that faces +Z: left is +X. */
  readonly axis: readonly [x: number, y: number, z: number];
  /** Radians at full amount. */
  readonly angle: number;
}

function bendsOf(part: CheckPart): readonly Bend[] {
  if (part === 'head') return [{ bone: 'head', axis: [0, 1, 0], angle: 0.7 }];
  const side = part.startsWith('left') ? 'left' : 'right';
  const sign = side === 'left' ? 1 : -1;
  if (part.endsWith('arm')) {
    return [
      { bone: `${side}UpperArm`, axis: [0, 0, 1], angle: -0.9 * sign },
      { bone: `${side}LowerArm`, axis: [0, 1, 0], angle: -1.4 * sign },
    ];
  }
  return [
    { bone: `${side}UpperLeg`, axis: [1, 0, 0], angle: -1 },
    { bone: `${side}LowerLeg`, axis: [1, 0, 0], angle: 1.2 },
  ];
}

/** Puts a pose into the T-pose with one part bent: 0 not at all, 1 fully. */
export function bendPart(skeleton: Skeleton, part: CheckPart | null, amount: number, pose: Pose): void {
  for (let i = 0; i < pose.localRotations.length; i++) pose.localRotations[i] = i % 4 === 3 ? 1 : 0;
  for (let k = 0; k < 3; k++) pose.rootPosition[k] = skeleton.restOffsets[k];
  for (const { bone, axis, angle } of part === null ? [] : bendsOf(part)) {
    const joint = jointOfBone(skeleton, bone);
    if (joint < 0) continue;
    quat.setAxisAngle(pose.localRotations.subarray(joint * 4, joint * 4 + 4), [...axis], angle * amount);
  }
  updateWorldPose(skeleton, pose);
}

/** Which part moves after so many seconds, and how far it is bent. */
export function checkAt(seconds: number): { readonly part: CheckPart; readonly amount: number } {
  const turns = seconds / SECONDS_PER_PART;
  const part = checkParts[Math.floor(turns) % checkParts.length];
  return { part, amount: Math.sin(Math.PI * (turns % 1)) ** 2 };
}
