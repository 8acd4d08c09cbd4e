import type { Pose, Skeleton } from '@leib/core';
import { createActorPacking, createPackedActor, packActor } from '@leib/core/pack';
import type { PackedBody } from '@leib/stage';

/** Packs poses of one actor, fingers included: angles go on from those of the frame before. */
export function createPosePacking(skeleton: Skeleton): (pose: Pose) => PackedBody {
  const packing = createActorPacking(skeleton);
  return (pose) => {
    const packed = createPackedActor('', '', { fingers: true, face: false });
    packActor(packing, pose, null, null, packed);
    return packed;
  };
}
