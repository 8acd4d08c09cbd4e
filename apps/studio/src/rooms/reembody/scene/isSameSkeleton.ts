import type { Skeleton } from '@leib/core';

/** Whether a body of the world can be shown by the page's avatar: joint by joint the same. */
export function isSameSkeleton(a: Skeleton, b: Skeleton): boolean {
  if (a.jointCount !== b.jointCount) return false;
  for (let i = 0; i < a.jointCount; i++) if (a.parents[i] !== b.parents[i]) return false;
  for (let i = 0; i < a.restOffsets.length; i++) if (Math.abs(a.restOffsets[i] - b.restOffsets[i]) > 1e-5) return false;
  return true;
}
