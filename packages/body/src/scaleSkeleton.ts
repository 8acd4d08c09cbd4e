import { buildSkeleton, InputError, parentBone, type RawJoint, type Skeleton } from '@leib/core';
import { defaultOffsets, defaultStature } from './defaultBody.generated.js';

/** The default body's joints for a person of the given stature, metres: every length in proportion. */
export function scaleJoints(stature: number): RawJoint[] {
  if (!Number.isFinite(stature) || stature <= 0) {
    throw new InputError('stature', `expected metres above 0, got ${stature}`);
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
