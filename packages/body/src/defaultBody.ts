import { jointOfBone, type RawJoint, type Skeleton } from '@leib/core';
import { defaultStature } from './defaultBody.generated.js';
import { scaleJoints, scaleSkeleton } from './scaleSkeleton.js';

/** The joints of leib-neutral.vrm: all 55 humanoid bones, named after them, feet on y = 0, hips over the origin. */
export const defaultJoints: readonly RawJoint[] = scaleJoints(defaultStature);

/** The same, compiled. */
export const defaultSkeleton: Skeleton = scaleSkeleton(defaultStature);

/** Middle between the eyes in the head joint's space, metres: where a headset sits on the head. Scales with stature. */
export const eyesInHead: readonly [number, number, number] = findEyesInHead(defaultSkeleton);

/** Height of the eyes above the floor in the T-pose, metres. Scales with stature. */
export const defaultEyeHeight: number =
  defaultSkeleton.restWorldPositions[jointOfBone(defaultSkeleton, 'head') * 3 + 1] + eyesInHead[1];

function findEyesInHead(skeleton: Skeleton): [number, number, number] {
  const [left, right] = [jointOfBone(skeleton, 'leftEye') * 3, jointOfBone(skeleton, 'rightEye') * 3];
  const middle = (axis: number) => (skeleton.restOffsets[left + axis] + skeleton.restOffsets[right + axis]) / 2;
  return [middle(0), middle(1), middle(2)];
}
