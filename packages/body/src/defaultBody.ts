import { buildSkeleton, InputError, parentBone, type Skeleton } from '@leib/core';
import { defaultOffsets, defaultStature } from './defaultBody.generated.js';

/** Statures of people, with room on both sides, metres. Others are mistakes: of the unit, mostly. */
const MIN_STATURE = 0.3;
const MAX_STATURE = 3;

/** The skeleton of leib-neutral.vrm: all 55 humanoid bones, named after them, feet on y = 0, hips over the origin. */
export const defaultSkeleton: Skeleton = scaleSkeleton(defaultStature);

/** The default body's skeleton for a person of the given stature, metres: every length in proportion. */
export function scaleSkeleton(stature: number): Skeleton {
  if (!(stature >= MIN_STATURE && stature <= MAX_STATURE)) {
    throw new InputError('stature', `expected ${MIN_STATURE} to ${MAX_STATURE} m, got ${stature}`);
  }
  const scale = stature / defaultStature;
  const joints = defaultOffsets.map(([bone, x, y, z]) => {
    return { name: bone, parent: parentBone(bone), offset: [x * scale, y * scale, z * scale] as const, bone };
  });
  return buildSkeleton(joints);
}
