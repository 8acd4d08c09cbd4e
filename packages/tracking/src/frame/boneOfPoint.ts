import type { HumanoidBone } from '@leib/core';
import type { TrackedPoint } from './trackedParts.js';

/** The joint that each tracked point is taken to be. */
export const boneOfPoint: Readonly<Record<TrackedPoint, HumanoidBone>> = {
  head: 'head',
  leftHand: 'leftHand',
  rightHand: 'rightHand',
  hips: 'hips',
  chest: 'chest',
  leftElbow: 'leftLowerArm',
  rightElbow: 'rightLowerArm',
  leftKnee: 'leftLowerLeg',
  rightKnee: 'rightLowerLeg',
  leftFoot: 'leftFoot',
  rightFoot: 'rightFoot',
};
