import { buildSkeleton, InputError, parentBone, type RawJoint, type Skeleton } from '@leib/core';
import { defaultOffsets, defaultStature } from './defaultBody.generated.js';

/** Statures of people, with room on both sides, metres. Others are mistakes: of the unit, mostly. */
const MIN_STATURE = 0.3;
const MAX_STATURE = 3;

/** The default body's joints for a person of the given stature, metres: every length in proportion. */
export function scaleJoints(stature: number): RawJoint[] {
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
