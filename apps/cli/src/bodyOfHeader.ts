import { defaultStature, scaleSkeleton } from '@leib/body';
import { boneNumber, type Skeleton } from '@leib/core';
import { skeletonFromRecorded } from '@leib/formats';
import type { TrackingHeader } from '@leib/tracking';

/** The body a recording is of: the actor's where its header carries it, else the default one at the actor's stature. */
export function bodyOfHeader({ skeleton: recorded, stature = defaultStature }: TrackingHeader): Skeleton {
  const own = recorded && skeletonFromRecorded(recorded);
  const isUsable = own && own.boneToJoint[boneNumber.hips] >= 0 && own.boneToJoint[boneNumber.head] >= 0;
  return isUsable ? own : scaleSkeleton(stature);
}
