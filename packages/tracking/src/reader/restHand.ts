import { type HumanoidBone, jointOfBone, type Skeleton } from '@leib/core';
import type { PoseTuple } from '../frame/trackerOffsets.js';
import { defaultHoldLostParams } from './holdLost.js';

/** From the shoulder, in arm's lengths: hanging, a little out and ahead. */
const HANGING_OUT = 0.13;
const HANGING_DOWN = 0.97;
const HANGING_AHEAD = 0.075;

/** Where this body's left hand hangs, from the head joint; that of an average person where it lacks an arm. */
export function restLeftHandOf(skeleton: Skeleton): PoseTuple {
  const average = defaultHoldLostParams.restLeftHand;
  const place = (bone: HumanoidBone) => {
    const joint = jointOfBone(skeleton, bone);
    return joint < 0 ? null : skeleton.restWorldPositions.subarray(joint * 3, joint * 3 + 3);
  };
  const [head, shoulder, elbow, wrist] = [
    place('head'),
    place('leftUpperArm'),
    place('leftLowerArm'),
    place('leftHand'),
  ];
  if (head === null || shoulder === null || elbow === null || wrist === null) return average;
  const arm = distance(shoulder, elbow) + distance(elbow, wrist);
  return [
    shoulder[0] - head[0] + HANGING_OUT * arm,
    shoulder[1] - head[1] - HANGING_DOWN * arm,
    shoulder[2] - head[2] + HANGING_AHEAD * arm,
    average[3],
    average[4],
    average[5],
    average[6],
  ];
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
