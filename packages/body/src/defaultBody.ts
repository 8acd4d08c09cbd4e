import { buildSkeleton, InputError, jointOfBone, parentBone, type RawJoint, type Skeleton } from '@leib/core';
import { defaultOffsets, defaultStature } from './defaultBody.generated.js';

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

/** Statures of people, with room on both sides, metres. Others are mistakes: of the unit, mostly. */
const MIN_STATURE = 0.3;
const MAX_STATURE = 3;

/** The default body's joints for a person of the given stature, metres: every length in proportion. */
function scaleJoints(stature: number): RawJoint[] {
  if (!(stature >= MIN_STATURE && stature <= MAX_STATURE)) {
    throw new InputError('stature', `expected ${MIN_STATURE} to ${MAX_STATURE} m, got ${stature}`);
  }
  const scale = stature / defaultStature;
  return defaultOffsets.map(([bone, x, y, z]) => ({
    name: bone,
    parent: parentBone(bone),
    offset: [x * scale, y * scale, z * scale],
    bone,
  }));
}

/** The default body's skeleton for a person of the given stature, metres. */
export function scaleSkeleton(stature: number): Skeleton {
  return buildSkeleton(scaleJoints(stature));
}
